import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import * as v from 'valibot'
import { namedSchemas } from '#app/server/api/document/named-schemas.ts'
import type { Snapshot } from './snapshots.ts'

const root = join(import.meta.dirname, '../..')

/** The comments inside a declaration by the path of their property, and the declarations that its parts come from. */
type Declared = {
  comment: string
  call: { method: string; path: string; summary: string } | undefined
  comments: Map<string, string>
  uses: Use[]
}
/** `fields`: its fields become fields here; otherwise it is a part of its own. */
type Use = { path: string; name: string; fields: boolean }
type Module = { declared: Map<string, Declared>; imported: Map<string, { file: string; name: string }> }

const nodeSchema = v.looseObject({ type: v.string(), start: v.number(), end: v.number() })
type Node = v.InferOutput<typeof nodeSchema>
const nodeOf = (value: unknown): Node | undefined => {
  const parsed = v.safeParse(nodeSchema, value)
  return parsed.success ? parsed.output : undefined
}
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.flatMap((item) => nodeOf(item) ?? []) : [])
const textOf = (node: Node | undefined): string => String(node?.['name'] ?? node?.['value'] ?? '')

/** Returns the comment right before a place, as one line. */
function commentBefore(source: string, place: number): string {
  const [, text = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export\s+)?$/.exec(source.slice(Math.max(0, place - 2_000), place)) ?? []
  return text
    .replaceAll(/^\s*\* ?/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Functions of Valibot whose result has the fields of their argument. */
const takingFields = new Set(['omit', 'pick', 'partial', 'required'])

function readDeclaration(source: string, start: number, value: Node): Declared {
  const declared: Declared = { comment: commentBefore(source, start), call: undefined, comments: new Map(), uses: [] }
  function visit(node: Node | undefined, path: string, fields = false): void {
    if (!node) return
    if (node.type === 'Identifier') return void declared.uses.push({ path, name: textOf(node), fields })
    if (node.type === 'MemberExpression') return visit(nodeOf(node['object']), path, fields)
    if (node.type === 'Property') {
      const key = nodeOf(node['key'])
      const inner = path ? `${path}.${textOf(key)}` : textOf(key)
      const comment = commentBefore(source, node.start)
      if (comment) declared.comments.set(inner, comment)
      return visit(nodeOf(node['value']), inner)
    }
    const takes = node.type === 'SpreadElement' || takingFields.has(textOf(nodeOf(nodeOf(node['callee'])?.['property'])))
    for (const part of ['callee', 'argument', 'body', 'expression']) visit(nodeOf(node[part]), path, takes)
    for (const parts of ['arguments', 'properties', 'elements', 'body']) for (const one of nodesOf(node[parts])) visit(one, path, takes)
  }
  visit(value, '')
  const written = nodesOf(nodesOf(value['arguments'])[0]?.['properties'])
  const given = (name: string) => textOf(nodeOf(written.find((one) => textOf(nodeOf(one['key'])) === name)?.['value']))
  if (given('method')) declared.call = { method: given('method'), path: given('path'), summary: given('summary') }
  return declared
}

function readModule(file: string): Module {
  const source = readFileSync(join(root, file), 'utf8')
  const module: Module = { declared: new Map(), imported: new Map() }
  for (const statement of nodesOf(nodeOf(parseAst(source, { lang: 'ts' }, file))?.['body'])) {
    if (statement.type === 'ImportDeclaration') {
      const from = textOf(nodeOf(statement['source']))
      const path = from.startsWith('#') ? from.slice(1) : relative(root, join(root, dirname(file), from))
      for (const one of nodesOf(statement['specifiers']))
        module.imported.set(textOf(nodeOf(one['local'])), { file: path, name: textOf(nodeOf(one['imported'])) })
      continue
    }
    const declaration = nodeOf(statement['declaration']) ?? statement
    const [named] = declaration.type === 'FunctionDeclaration' ? [declaration] : nodesOf(declaration['declarations'])
    const name = textOf(nodeOf(named?.['id']))
    const value = declaration.type === 'FunctionDeclaration' ? declaration : nodeOf(named?.['init'])
    if (name && value) module.declared.set(name, readDeclaration(source, declaration.start, value))
  }
  return module
}

/**
 * Collects what the API's document takes from the source of the contract: the names of calls, and the comments of their parts, of named
 * schemas and of properties.
 */
export function collectTexts(): {
  operations: Record<string, { name: string; comment?: string }>
  fields: Record<string, Record<string, string>>
} {
  const files = globSync('app/contract/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const modules = new Map(files.map((file) => [file, readModule(file)]))
  const isNamed = (name: string) => namedSchemas.has(`${name.charAt(0).toUpperCase()}${name.slice(1).replace(/Schema$/, '')}`)

  /** The comments of a declaration and of those that it is made of, except those that have names of their own in the document. */
  function fieldsOf(file: string, name: string, seen: readonly string[] = []): Map<string, string> {
    const module = modules.get(file)
    const from = module?.imported.get(name)
    if (from) return fieldsOf(from.file, from.name, seen)
    const declared = module?.declared.get(name)
    if (!declared || seen.includes(`${file} ${name}`)) return new Map()
    const inherited = declared.uses
      .filter((use) => use.fields || !isNamed(use.name))
      .flatMap((use) =>
        [...fieldsOf(file, use.name, [...seen, `${file} ${name}`])].map(([path, comment]): [string, string] => [
          use.path ? `${use.path}.${path}` : path,
          comment,
        ]),
      )
    return new Map([...inherited, ...declared.comments])
  }
  const operations: { call: NonNullable<Declared['call']>; text: { name: string; comment?: string } }[] = []
  const fields: [string, Record<string, string>][] = []
  const add = (owner: string, comment: string, found: Map<string, string>) => {
    const sorted = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))
    if (comment || sorted.length > 0) fields.push([owner, Object.fromEntries([...(comment ? [['', comment] as const] : []), ...sorted])])
  }
  for (const [file, { declared }] of modules)
    for (const [name, { comment, call }] of declared) {
      const schema = `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/Schema$/, '')}`
      if (call) {
        const short = name.replace(/Call$/, '')
        operations.push({ call, text: { name: short, ...(comment && { comment }) } })
        add(short, '', fieldsOf(file, name))
      } else if (name.endsWith('Schema') && namedSchemas.has(schema)) add(schema, comment, fieldsOf(file, name))
    }
  const sort = <T>(entries: [string, T][]) => Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const byPath = Map.groupBy(operations, ({ call }) => `${call.method} ${call.path}`)
  // Several protocols have calls of one path.
  const keyed = [...byPath].flatMap(([key, all]) =>
    all.map(({ call, text }): [string, typeof text] => [all.length > 1 ? `${key} ${call.summary}` : key, text]),
  )
  return { operations: sort(keyed), fields: sort(fields) }
}

export const contractTexts: Snapshot = {
  file: 'app/server/api/document/contract-texts.json',
  generate: () => `${JSON.stringify(collectTexts(), null, 2)}\n`,
}
