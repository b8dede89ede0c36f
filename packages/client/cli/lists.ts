import { parseArgs } from 'node:util'
import type { Client, Generation } from '../src/client.ts'
import type { Model } from './model-flags.ts'
import { saveWork } from './save.ts'
import { exits, Stop } from './stop.ts'

/** Prints rows in columns, which other programs can cut by tabs. */
function printTable(rows: readonly string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const isTerminal = process.stdout.isTTY
  const last = widths.length - 1
  for (const row of rows)
    console.log(
      isTerminal ? row.map((cell, column) => (column === last ? cell : cell.padEnd(widths[column] ?? 0))).join('  ') : row.join('\t'),
    )
}

const print = (value: unknown) => console.log(JSON.stringify(value))
const kinds = ['image', 'video', 'audio', 'text'] as const

function describeOption([name, option]: [string, Model['options']['properties'][string]]): string {
  if ('enum' in option) return `--${name} ${option.enum.join('|')}`
  if (option.type === 'boolean') return `--${name}`
  return `--${name} ${option.type === 'string' ? 'TEXT' : `${option.minimum}–${option.maximum}`}`
}

/** `quartet models [KIND|NAME]`: lists models, or the flags of one. */
export async function models(quartet: Client, args: string[], signal: AbortSignal): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true })
  const [wanted] = positionals
  const all = (await quartet.call('GET /v1/models', { signal })).filter(({ retired }) => !retired)
  const found = wanted === undefined ? all : all.filter(({ id, type }) => id === wanted || type === wanted)
  if (found.length === 0) throw new Stop(`There is no model or kind ${wanted}. Kinds: ${kinds.join(', ')}.`, exits.usage)
  if (values.json) return print(found)
  const [only] = found
  if (!only || only.id !== wanted)
    return printTable(found.map(({ id, type, name, available }) => [id, type, available ? name : `${name} (not available)`]))
  console.log(`${only.name}: ${only.description}\n`)
  for (const option of Object.entries(only.options.properties)) console.log(`  ${describeOption(option)}`)
  for (const { role, types } of only.inputs) console.log(`  -i ${role}=FILE (${types.join(', ')})`)
}

/** `quartet balance`: the tokens of the account. */
export async function balance(quartet: Client, args: string[], signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } })
  const tokens = await quartet.call('GET /v1/tokens', { signal })
  if (values.json) return print(tokens)
  console.log(`${tokens.available} tokens${tokens.held > 0 ? `, ${tokens.held} held for runs` : ''}`)
}

const listed = ({ id, type, status, title, prompt }: Generation) => [
  id,
  type,
  status,
  (title ?? prompt).replaceAll(/\s+/g, ' ').slice(0, 80),
]

/** `quartet library [list|search WORDS|download ID…]`: works of the account, newest first. */
export async function library(quartet: Client, args: string[], signal: AbortSignal): Promise<void> {
  const options = {
    json: { type: 'boolean' },
    output: { type: 'string', short: 'o' },
    type: { type: 'string', short: 't' },
    number: { type: 'string', short: 'n' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [act = 'list', ...words] = positionals
  if (act === 'download') {
    if (words.length === 0) throw new Stop('Name the works by their ids: `quartet library download ID`.', exits.usage)
    for (const id of words) {
      const work = await quartet.call('GET /v1/generations/{id}', { path: { id }, signal })
      for (const place of await saveWork(quartet, work, values.output, signal)) console.log(place)
    }
    return
  }
  if (act !== 'list' && act !== 'search') throw new Stop(`\`quartet library\` knows list, search and download, not ${act}.`, exits.usage)
  if (act === 'search' && words.length === 0) throw new Stop('Say what to look for: `quartet library search sea`.', exits.usage)
  const type = kinds.find((kind) => kind === values.type)
  if (values.type !== undefined && type === undefined) throw new Stop(`--type is one of ${kinds.join(', ')}.`, exits.usage)
  const most = Number(values.number ?? 20)
  if (!Number.isSafeInteger(most) || most < 1) throw new Stop('--number is a number from 1.', exits.usage)
  const query = { limit: Math.min(most, 100), ...(type && { type__in: [type] }), ...(act === 'search' && { q: words.join(' ') }) }
  const works: Generation[] = []
  for await (const work of quartet.library(query, { signal })) if (works.push(work) >= most) break
  if (values.json) return print(works)
  printTable(works.map(listed))
}
