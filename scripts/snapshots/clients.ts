import { clientNames, type Row } from '#tests/clients/row.ts'
import { rows } from '#tests/clients/rows.ts'
import type { Snapshot } from './snapshots.ts'

const start = '<!-- clients: generated from tests/clients -->\n'
const end = '\n<!-- /clients -->'

/** The table of calls and clients in docs/api.md, as `tests/clients/clients.test.ts` runs them. */
export const clients: Snapshot = {
  file: 'docs/api.md',
  generate(present) {
    const from = present.indexOf(start)
    const to = present.indexOf(end)
    if (from === -1 || to === -1) throw new Error('docs/api.md has no markers for the table of clients')
    return `${present.slice(0, from + start.length)}\n${table()}\n${present.slice(to)}`
  },
}

const wordOf = (outcome: Row['outcome']): string => {
  if (outcome === 'works') return 'yes'
  if (outcome === 'absent') return 'not here'
  return 'ignores' in outcome ? 'ignored' : `refused: \`${outcome.refuses}\``
}

function table(): string {
  const names = Object.entries(clientNames)
  const body = rows.map((row) => {
    const tried = new Set(Object.keys(row.tries))
    return [`\`${row.call}\``, row.shows, ...names.map(([client]) => (tried.has(client) ? wordOf(row.outcome) : ''))]
  })
  const cells = [['Call', 'What', ...names.map(([, name]) => name)], ...body]
  const [header = [], ...others] = cells
  const widths = header.map((_name, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[], fill = ' ') =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width, fill)).join(' | ')} |`
  return [line(header), line([], '-'), ...others.map((row) => line(row))].join('\n')
}
