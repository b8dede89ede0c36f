import { type Contract, presentContract, readReleased } from '../release/contract.ts'
import { misfits } from '../release/json-schema.ts'
import { readContracts, readMigrations } from './migrations.ts'
import { migrations, readPresent, type Snapshot } from './snapshots.ts'

type Break = { call: string; problem: string }

/** Lists what clients of one release do that the API of another one does not serve as they expect. Calls that it lacks are left out. */
export function breaks(clients: Contract, api: Contract): Break[] {
  return Object.entries(clients.calls).flatMap(([name, call]) => {
    const served = api.calls[name]
    if (!served) return []
    const wasPublic = call.callers.length === 0 && served.callers.length > 0
    const refused = wasPublic || call.callers.some((caller) => !served.callers.includes(caller))
    const problems = [
      ...(refused ? ['Needs other credentials'] : []),
      ...misfits(call.request, served.request).map((problem) => `Request, ${problem}`),
      ...misfits(served.response, call.response).map((problem) => `Response, ${problem}`),
    ]
    return problems.map((problem) => ({ call: name, problem }))
  })
}

const gone = (clients: Contract, api: Contract) =>
  Object.keys(clients.calls).flatMap((call) => (call in api.calls ? [] : [{ call, problem: 'Is gone' }]))

/** A line for each problem of a field, wherever in a response it is. */
function listBreaks(list: readonly Break[]): string {
  const alike = Map.groupBy(list, ({ problem }) => problem.replace(/`(?:[^`]*\.)?([^`.]+)`/, '`$1`'))
  return listLines([...alike].map(([problem, all]) => `${problem}: ${[...new Set(all.map(({ call }) => `\`${call}\``))].join(', ')}`))
}

const listLines = (lines: readonly string[]) => (lines.length > 0 ? lines.map((line) => `- ${line}`).join('\n') : 'Nothing.')

const orders = {
  web: 'Start `web` first, then `api` and `worker`, so that only the second list applies: it has fewer answers that pages of everybody refuse.',
  api: 'Start `api` and `worker` first, then `web`, so that only the first list applies.',
}

/** Returns the role to replace first, so that the pages of one release meet the API of the other where fewer calls break. */
export function firstRole(from: Contract, to: Contract): 'web' | 'api' {
  // An answer that is refused breaks the whole page; a refused request only what a person has asked for. Operators can wait.
  const calls = (list: readonly Break[]) =>
    new Set(list.flatMap(({ call, problem }) => (problem.startsWith('Request') || call.includes('/operator') ? [] : [call]))).size
  return calls(breaks(to, from)) < calls([...gone(from, to), ...breaks(from, to)]) ? 'web' : 'api'
}

export function describeCompatibility(from: Contract, to: Contract, stops: readonly string[]): string {
  const lost = from.functions.filter((name) => !to.functions.includes(name)).map((name) => `\`${name}\` is gone`)
  const verdict =
    stops.length > 0
      ? `**Stop the processes of ${from.version} before newer ones start**: older code must not run with ${stops.map((name) => `\`${name}\``).join(', ')} ([\`migrations.md\`](migrations.md)).`
      : `Processes of ${from.version} and of the present code may run together. ${orders[firstRole(from, to)]}`
  return `# Compatibility with ${from.version}

The differences between the last recorded release (its last migration is \`${from.migration}\`) and the present code by which one breaks the other while both run: in a rolling deploy, or in pages that are still open.
\`npm run snapshots\` computes them from the schemas of the calls; fields and calls that were only added are not among them. \`npm run release:record\` records a release.

${verdict}

## Pages of ${from.version} with the present API

${listBreaks([...gone(from, to), ...breaks(from, to)])}

## Present pages with the API of ${from.version}

Pages of new calls fail until the API has them.

${listBreaks(breaks(to, from))}

## Open pages of ${from.version} with the present web process

${listLines(lost)}
`
}

/** Migrations since the release whose contract does not let older code run beside them. */
export function stopsSinceRelease({ migration }: Contract = readReleased()): string[] {
  const contracts = readContracts(readPresent(migrations))
  const later = readMigrations().flatMap(({ name }) => (name > migration ? [name] : []))
  return later.filter((name) => contracts.get(name)?.olderCode.startsWith('stop it first'))
}

export const compatibility: Snapshot = {
  file: 'docs/compatibility.md',
  generate() {
    const from = readReleased()
    return describeCompatibility(from, presentContract(), stopsSinceRelease(from))
  },
}
