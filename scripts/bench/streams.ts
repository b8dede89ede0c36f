/**
 * Measures the overhead over a model server: from the submit to the request to the server, from its first piece to the page, and the memory
 * of an open stream. Run it alone on the machine: `node scripts/bench/streams.ts [--streams 200]`.
 */
import { parseArgs } from 'node:util'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { type Person, signUp } from '#tests/fixtures/api-client.ts'
import { confirmEmail } from '#tests/fixtures/confirm-email.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { type WatchedText, watchTexts } from '#tests/fixtures/watch-texts.ts'
import { memoryOf, processorTime } from './memory.ts'
import { duration, kilobytes, megabytes, quantile } from './numbers.ts'

const { values } = parseArgs({ options: { streams: { type: 'string', default: '200' } } })
const streams = Number(values.streams)
const single = 40
const warming = 10
const pieces = 30
/** The number of runs that the welcome tokens pay for. */
const perPerson = 50

const askedAt = new Map<string, number>()
const firstAt = new Map<string, number>()
const gate = { open: 0, wanted: 1, passed: Promise.withResolvers<void>() }
await using models = await openOpenaiServer({
  pauseMs: 20,
  pieces: (_model, said) => Array.from({ length: pieces }, (_, index) => `${said}/${index} `),
  async beforeFirst(said) {
    askedAt.set(said, performance.now())
    gate.open += 1
    if (gate.open >= gate.wanted) gate.passed.resolve()
    await gate.passed.promise
    firstAt.set(said, performance.now())
  },
})
await using server = await startServer({
  optimizes: true,
  env: { OPENAI_COMPATIBLE: `desk=${models.url}`, OPENAI_COMPATIBLE_PRICE: '0.001/0.001', OLLAMA_URL: 'off', LOG_LEVEL: 'error' },
})
const stop = new AbortController()
const persons = await Promise.all(Array.from({ length: Math.ceil(streams / perPerson) + 1 }, () => signUp(server.url)))
await Promise.all(persons.map((person) => confirmEmail(server, person)))
const watched = await Promise.all(persons.map(async (person) => ({ person, ...(await watchTexts(person, stop.signal)) })))
const [alone, ...together] = watched
if (!alone) throw new Error('no account was created')

type Watched = { person: Person; texts: Map<string, WatchedText> }
type Submitted = Pick<Watched, 'texts'> & { prompt: string; id: string; at: number }
async function submit({ person, texts }: Watched, prompt: string): Promise<Submitted> {
  const at = performance.now()
  const { id } = await person.submit({ model: 'desk/llama', prompt, options: {} })
  return { prompt, id, at, texts }
}
async function untilEnded(all: readonly Submitted[]): Promise<void> {
  while (!all.every(({ id, texts }) => texts.get(id)?.ended)) await new Promise((resolve) => setTimeout(resolve, 50))
}
const toProvider = (all: readonly Submitted[]) => all.map(({ prompt, at }) => (askedAt.get(prompt) ?? Number.NaN) - at)
const toPage = (all: readonly Submitted[]) =>
  all.map(({ prompt, id, texts }) => (texts.get(id)?.firstAt ?? Number.NaN) - (firstAt.get(prompt) ?? Number.NaN))
const row = (name: string, waits: readonly number[]) =>
  console.log(`${name.padEnd(46)} p50 ${duration(quantile(waits, 0.5))}  p95 ${duration(quantile(waits, 0.95))}`)

async function oneByOne(watch: Watched, name: string, count: number): Promise<Submitted[]> {
  const all: Submitted[] = []
  for (let index = 0; index < count; index += 1) {
    const submitted = await submit(watch, `${name}-${index}`)
    await untilEnded([submitted])
    all.push(submitted)
  }
  return all
}

// Warm-up: the first run loads the client library, and the next few are compiled.
const first = await oneByOne(alone, 'first', 1)
row('the first after a start: submit → server asked', toProvider(first))
await oneByOne(alone, 'warm', warming)
const one = await oneByOne(alone, 'one', single)
row('one at a time: submit → server asked', toProvider(one))
row('one at a time: first piece → page', toPage(one))

const before = await memoryOf([server.pid])
const usedBefore = await processorTime(server.pid)
Object.assign(gate, { open: 0, wanted: streams, passed: Promise.withResolvers<void>() })
const many = (
  await Promise.all(
    together.map(async (watch, index) => {
      const own: Submitted[] = []
      for (let count = index * perPerson; count < Math.min(streams, (index + 1) * perPerson); count += 1)
        own.push(await submit(watch, `many-${count}`))
      return own
    }),
  )
).flat()
await gate.passed.promise
const during = await memoryOf([server.pid])
await untilEnded(many)
const usedAfter = await processorTime(server.pid)
row(`${streams} at once: submit → server asked`, toProvider(many))
row(`${streams} at once: first piece → page`, toPage(many))
const lost = many.filter(
  ({ prompt, id, texts }) => texts.get(id)?.text.split(' ').length !== pieces + 1 || !texts.get(id)?.text.startsWith(prompt),
)
console.log(`${streams} at once: ${lost.length} incomplete texts`)
if (before && during) console.log(`memory: ${megabytes(before.pss)} before, ${kilobytes((during.pss - before.pss) / streams)} per stream`)
// Unlike the times above, hardly affected by other load on the machine.
if (usedBefore !== undefined && usedAfter !== undefined)
  console.log(`processor time of the server: ${duration((usedAfter - usedBefore) / streams)} per text of ${pieces} pieces`)
stop.abort()
await Promise.all(watched.map(({ reading }) => reading))
