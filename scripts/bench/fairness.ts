/**
 * Simulates a day of 1,000 people, 2 % of whom submit long series, on a machine that is busy 95 % of the time, and prints how long their
 * runs wait: in the order of their submission, and in turns (`core/generations/take-turn.ts`). `npm run bench:fairness`
 */
import { quantile } from './numbers.ts'

const day = 86_400
const people = 1_000
const heavy = 20
const servers = 2
const load = 0.95
const meanSeconds = 5

type Run = { person: number; at: number; seconds: number; turn: number }

// A generator with a seed (mulberry32), so that both orders serve the same day and each call prints the same table.
let state = 1
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const exponential = (mean: number) => -mean * Math.log(1 - random())

/** Half of the work is of the heavy people, in series of 20 to 500 runs; the others submit one to three at a time. */
function makeDay(): Run[] {
  const runs: Run[] = []
  const total = (day * servers * load) / meanSeconds
  const submit = (person: number, count: number) => {
    const at = random() * day
    for (let index = 0; index < count; index += 1) runs.push({ person, at: at + index * 0.1, seconds: exponential(meanSeconds), turn: 0 })
  }
  while (runs.length < total / 2) submit(Math.floor(random() * heavy), Math.min(500, Math.floor(20 / (1 - random()))))
  while (runs.length < total) submit(heavy + Math.floor(random() * (people - heavy)), 1 + Math.floor(random() * 3))
  return runs.toSorted((a, b) => a.at - b.at)
}

/** Serves the runs and returns the wait of each in seconds. `inTurns`: by turns instead of the order of submission. */
function serve(runs: readonly Run[], inTurns: boolean): Map<Run, number> {
  const waits = new Map<Run, number>()
  const origin = new Map<Run, Run>()
  const queue: Run[] = []
  const freeAt = Array.from({ length: servers }, () => 0)
  let next = 0
  const arrive = (run: Run) => {
    const own = queue.filter(({ person }) => person === run.person).map(({ turn }) => turn)
    const current = queue[0]?.turn ?? 0
    const added = { ...run, turn: inTurns ? Math.max(current, Math.max(-1, ...own) + 1) : 0 }
    origin.set(added, run)
    const place = queue.findIndex(({ turn }) => turn > added.turn)
    queue.splice(place < 0 ? queue.length : place, 0, added)
  }
  while (next < runs.length || queue.length > 0) {
    const server = freeAt.indexOf(Math.min(...freeAt))
    const free = freeAt[server] ?? 0
    const coming = runs[next]
    if (coming && (queue.length === 0 || coming.at <= free)) {
      arrive(coming)
      next += 1
      continue
    }
    const run = queue.shift()
    if (!run) break
    const begins = Math.max(free, run.at)
    freeAt[server] = begins + run.seconds
    waits.set(origin.get(run) ?? run, begins - run.at)
  }
  return waits
}

const runs = makeDay()
console.log('| Order | Others, p50 | p99 | Heavy people, p50 | p99 |\n|---|---|---|---|---|')
for (const [name, inTurns] of [
  ['of submission', false],
  ['in turns', true],
] as const) {
  const waits = [...serve(runs, inTurns)]
  const of = (isHeavy: boolean) => waits.filter(([{ person }]) => person < heavy === isHeavy).map(([, wait]) => wait)
  const cells = [of(false), of(true)].flatMap((some) => [0.5, 0.99].map((share) => `${quantile(some, share).toFixed(0)} s`))
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}
