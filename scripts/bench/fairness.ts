/**
 * Simulates a day of 1,000 people on a machine that is busy 95 % of the time: 20 submit long series of images, 40 make films, the others
 * submit one to three texts and images at a time. Prints how long their runs wait: in the order of submission, in turns of equal cost
 * (decision 38), and by due time (`core/making/generations/set-due.ts`). `npm run bench:fairness`
 */
import { sharers } from '../../app/server/core/making/generations/set-due.ts'
import { quantile } from './numbers.ts'

const day = 86_400
const people = 1_000
const heavy = 20
const filmmakers = 40
const servers = 2
const load = 0.95
/** Parts of the work. */
const shares = { series: 0.4, films: 0.4, others: 0.2 }
const usualSeconds = { text: 1, image: 5, film: 120 }

type Group = keyof typeof shares
type Run = { person: number; group: Group; at: number; seconds: number; expected: number }
type Waiting = { run: Run; tag: number }
/** Returns the run's place in the order, from those that wait, sorted. */
type Order = (run: Run, queue: readonly Waiting[]) => number

// A generator with a seed (mulberry32), so that all orders serve the same day and each call prints the same table.
let state = 1
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

function makeDay(): Run[] {
  const runs: Run[] = []
  const work = { series: 0, films: 0, others: 0 }
  const submit = (group: Group, person: number, count: number, expected: number) => {
    const at = random() * day
    for (let index = 0; index < count; index += 1) {
      const seconds = expected * (0.5 + random())
      runs.push({ person, group, at: at + index * 0.1, seconds, expected })
      work[group] += seconds
    }
  }
  const isDue = (group: Group) => work[group] < day * servers * load * shares[group]
  while (isDue('series')) submit('series', pick(0, heavy), Math.min(500, Math.floor(20 / (1 - random()))), usualSeconds.image)
  while (isDue('films')) submit('films', pick(heavy, filmmakers), 1 + pick(0, 3), usualSeconds.film)
  while (isDue('others')) {
    const kind = random() < 0.5 ? 'text' : 'image'
    submit('others', pick(heavy + filmmakers, people - heavy - filmmakers), 1 + pick(0, 3), usualSeconds[kind])
  }
  return runs.toSorted((a, b) => a.at - b.at)
}

const pick = (from: number, count: number) => from + Math.floor(random() * count)

const lastOf = (person: number, queue: readonly Waiting[]) =>
  queue.reduce((last, { run, tag }) => (run.person === person && tag > last ? tag : last), -1)

const orders: Record<string, Order> = {
  'of submission': () => 0,
  'in turns of equal cost': ({ person }, queue) => Math.max(queue[0]?.tag ?? 0, lastOf(person, queue) + 1),
  'by due time': ({ at, person, expected }, queue) => Math.max(at, lastOf(person, queue)) + expected * sharers,
}

/** Serves the runs in this order and returns the waits in seconds by group. */
function serve(runs: readonly Run[], order: Order): Record<Group, number[]> {
  const waits: Record<Group, number[]> = { series: [], films: [], others: [] }
  const queue: Waiting[] = []
  const freeAt = Array.from({ length: servers }, () => 0)
  let next = 0
  while (next < runs.length || queue.length > 0) {
    const server = freeAt.indexOf(Math.min(...freeAt))
    const free = freeAt[server] ?? 0
    const coming = runs[next]
    if (coming && (queue.length === 0 || coming.at <= free)) {
      const added = { run: coming, tag: order(coming, queue) }
      const place = queue.findIndex(({ tag }) => tag > added.tag)
      queue.splice(place < 0 ? queue.length : place, 0, added)
      next += 1
      continue
    }
    const served = queue.shift()?.run
    if (!served) break
    const begins = Math.max(free, served.at)
    freeAt[server] = begins + served.seconds
    waits[served.group].push(begins - served.at)
  }
  return waits
}

const runs = makeDay()
console.log('| Order | Texts and images, p50 | p99 | Films, p50 | p99 | Series, p50 | p99 |\n|---|---|---|---|---|---|---|')
for (const [name, order] of Object.entries(orders)) {
  const { others, films, series } = serve(runs, order)
  const cells = [others, films, series].flatMap((some) => [0.5, 0.99].map((share) => `${quantile(some, share).toFixed(0)} s`))
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}
