import { clientNames, type Row } from '#tests/clients/row.ts'
import { countOutcomes, rows } from '#tests/clients/rows.ts'
import { replaceTable } from './replace-table.ts'
import type { Snapshot } from './snapshots.ts'

/** The table of calls and clients in docs/api.md, as `tests/clients/clients.test.ts` runs them. */
export const clients: Snapshot = {
  file: 'docs/api.md',
  generate: (present) =>
    replaceTable(replaceTable(present, { name: 'clients', source: 'tests/clients', cells: cells() }), {
      name: 'client figures',
      source: 'tests/clients',
      cells: figures(),
    }),
}

const wordOf = (outcome: Row['outcome']): string => {
  if (outcome === 'works') return 'yes'
  if (outcome === 'absent') return 'not here'
  return 'ignores' in outcome ? 'ignored' : `refused: \`${outcome.refuses}\``
}

function cells(): string[][] {
  const names = Object.entries(clientNames)
  const body = rows.map((row) => {
    const tried = new Set(Object.keys(row.tries))
    return [`\`${row.call}\``, row.shows, ...names.map(([client]) => (tried.has(client) ? wordOf(row.outcome) : ''))]
  })
  return [['Call', 'What', ...names.map(([, name]) => name)], ...body]
}

function figures(): string[][] {
  const body = Object.entries(clientNames).map(([client, name]) => {
    const { tried, ...outcomes } = countOutcomes(client)
    return [name, ...[tried, ...Object.values(outcomes)].map(String)]
  })
  return [['Client', 'Calls', 'Answered', 'Answered, a parameter named as ignored', 'Refused by name', 'Not here'], ...body]
}
