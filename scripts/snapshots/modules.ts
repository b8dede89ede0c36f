import { everywhere, type Module, modules } from '../lint/modules.mjs'
import { adapters, basics } from '../lint/server-modules.mjs'

const start = '<!-- modules: generated from scripts/lint/modules.mjs -->\n'
const end = '\n<!-- /modules -->'

/** Replaces the tables of modules in docs/architecture.md. */
export function describeModules(present: string): string {
  const from = present.indexOf(start)
  const to = present.indexOf(end)
  if (from === -1 || to === -1) throw new Error('docs/architecture.md has no markers for the tables of modules')
  return `${present.slice(0, from + start.length)}\n${tables()}${present.slice(to)}`
}

function tables(): string {
  const all = Object.entries(modules)
  const isIn =
    (folder: string) =>
    ([path]: [string, Module]) =>
      path.startsWith(folder)
  const [shell, core, engine] = ['app/shell/', 'app/server/core/', 'engine/']
  return [
    table(
      'Module',
      all.filter((module) => ![shell, core, engine].some((folder) => isIn(folder)(module))),
      'app/',
    ),
    `Every module but those of \`engine\` may import ${list(everywhere)}. Adapters are ${list(adapters)}; basics are ${list(basics)}.\n`,
    'The modules of `app/shell`, which may also import `app/ui`:\n',
    table('In `app/shell`', all.filter(isIn(shell)), shell),
    'The modules of `app/server/core`, which may also import its own files, adapters and basics:\n',
    table('In `app/server/core`', all.filter(isIn(core)), core),
    'The modules of `engine`; those that render may also import `job.ts` and `random.ts`:\n',
    table('In `engine`', all.filter(isIn(engine)), engine),
  ].join('\n')
}

const list = (paths: readonly string[]) => paths.map((path) => `\`${path.replace('app/server/', '')}\``).join(', ')

function table(title: string, entries: readonly [string, Module][], prefix: string): string {
  const short = (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length) : path)
  const rows = entries.map(([path, { purpose, imports }]) => [
    `\`${prefix === 'app/' ? path : short(path)}\``,
    purpose,
    named(prefix === 'app/' ? imports : imports.filter((target) => target.startsWith(prefix) && !target.endsWith('.ts')), short),
  ])
  const cells = [[title, 'Purpose', 'May import'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[], fill = ' ') =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`
  const [header = [], ...body] = cells
  return [line(header), line(['', '', ''], '-'), ...body.map((row) => line(row)), ''].join('\n')
}

function named(imports: readonly string[], short: (path: string) => string): string {
  const groups = Object.entries({ adapters, basics }).filter(([, paths]) => paths.every((path) => imports.includes(path)))
  const grouped = new Set(groups.flatMap(([, paths]) => paths))
  const single = imports.filter((path) => !grouped.has(path)).map(short)
  return [...single, ...groups.map(([name]) => name)].join(', ') || '–'
}
