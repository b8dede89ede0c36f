import { randomInt, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import type { CreateGeneration, Generation } from '#app/contract/runs/generations.ts'
import { type ChordPart, chordParts } from '#app/contract/runs/chords.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { createUser } from '#tests/factories/users.ts'
import { type Person, Refusal, signIn } from '#tests/fixtures/api-client.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { makeDataDir } from '#tests/fixtures/database.ts'
import { isRunning, type Process } from '#tests/fixtures/processes.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'

/** `KILL_SEED=123 npm test` repeats the moments of a failed run, as far as the machine does. */
const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
/** `KILL_ROUNDS=200` overrides the number of rounds. */
const rounds = Number(process.env.KILL_ROUNDS ?? repetitions(1, 60))
/** Few enough that no run reaches the number of starts at which the server fails it. */
const roundsBetweenChecks = 3
/** Milliseconds; renders have the lowest priority on the machine. */
const patienceMs = 600_000

const article =
  'The council approved a plan to widen the bicycle network. It adds 120 kilometres of lanes. Some shop owners worry about parking. The city will pay with a state grant. Work begins in spring.'
const inputs = {
  image: { model: 'sketch-image', prompt: 'mountain lake at sunrise', options: { format: 'webp', size: '512' } },
  text: { model: 'sketch-text', prompt: article, options: { task: 'summary', length: 'short' } },
  speech: { model: 'sketch-speech', prompt: 'Good evening. Your picture is ready.' },
  music: { model: 'sketch-music', prompt: 'calm and slow', options: { duration: 10 } },
  video: {
    model: 'sketch-video',
    prompt: 'the sea at sunset',
    options: { duration: 2, resolution: '480p', aspect: '1:1', fps: '24', sound: 'none' },
  },
} satisfies Record<string, CreateGeneration>
const quick = [inputs.image, inputs.text, inputs.text, inputs.speech, inputs.music]

/** Mulberry32, which gives the same numbers for the same seed. */
function randomOf(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = randomOf(seed)
const between = (from: number, to: number) => from + random() * (to - from)
const pick = (list: readonly CreateGeneration[]) => list[Math.floor(random() * list.length)] ?? inputs.text

const credentials = { email: 'ann@example.com', password: 'velvet anchor biscuit' }
let dataDir: string
let server: ServerProcess
let ann: Person
/** Submits by Idempotency-Key; the id is known once a response has arrived. */
const asked = new Map<string, { input: CreateGeneration; id?: string }>()
const askedChords = new Map<string, { parts: ChordPart[]; id?: string }>()
/** A video takes seconds, so only a full run includes it in chords. */
const quickParts = chordParts.filter((part) => part !== 'video')
const countAsked = () => asked.size + 1 + [...askedChords.values()].reduce((sum, { parts }) => sum + parts.length, 0)
const engines: Process[] = []
let referenceText: string | null

beforeAll(async () => {
  dataDir = await makeDataDir()
  const handle = await openDatabase({ dataDir })
  await createUser(handle, { ...credentials, tokens: 10_000 })
  await handle.close()
  // One bundled file starts faster than the sources.
  server = await startServer({ dataDir, built: true, env: { ROLES: 'api,worker' } })
  ann = await signIn(server.url, credentials)
  const { id } = await ann.submit(inputs.text)
  referenceText = (await ann.until(id, ['succeeded'])).text
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  if (dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** Returns false if no response came, as while the server dies. A refusal is an error. */
async function ask(key: string): Promise<boolean> {
  const order = askedChords.get(key) ?? asked.get(key)
  if (!order) throw new Error('unknown key')
  try {
    const { id } = await ('parts' in order
      ? ann.submitChord({ prompt: 'mountain lake at sunrise', parts: order.parts }, { idempotencyKey: key })
      : ann.submit(order.input, { idempotencyKey: key }))
    if (order.id !== undefined) expect(id, 'a submit that is sent again is answered with the first generation').toBe(order.id)
    order.id = id
    return true
  } catch (error) {
    if (error instanceof Refusal) throw error
    return false
  }
}

function order(input: CreateGeneration): string {
  const key = randomUUID()
  asked.set(key, { input })
  return key
}

function orderChord(parts: ChordPart[]): string {
  const key = randomUUID()
  askedChords.set(key, { parts })
  return key
}

async function killAndRestart() {
  engines.push(...server.children())
  await server.kill('SIGKILL')
  server = await server.restart()
}

async function settle() {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const unfinished = await ann.list(['queued', 'running'])
    if (unfinished.length === 0) return
    if (Date.now() > deadline) {
      const left = unfinished.map(({ id, model, status, progress, started_at }) => ({ id, model, status, progress, started_at }))
      throw new Error(`still unfinished after ${patienceMs} ms: ${JSON.stringify(left)}\n${server.stdout().slice(-3_000)}`)
    }
    await sleep(100)
  }
}

async function expectFinishedOnce(generation: Generation) {
  const { id, model, price, receipt, type, files, text } = generation
  expect(generation, `${model} ${id}`).toMatchObject({ status: 'succeeded', charged: price, error: null, progress: 1 })
  expect(receipt.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['hold', price],
    ['settle', price],
  ])
  if (type === 'text') {
    if (generation.chord) expect(text).not.toBe('')
    else expect(text).toBe(referenceText)
    expect(files).toEqual([])
    return
  }
  expect(files).toHaveLength(1)
  for (const file of files) {
    const main = await ann.download(file.url)
    expect(main.bytes).toBeGreaterThan(100)
    expect(main).toMatchObject({ bytes: file.bytes, etag: `"${main.sha256}"` })
    if (type !== 'audio') expect(file.poster_url).not.toBeNull()
    if (file.poster_url === null) continue
    const poster = await ann.download(file.poster_url)
    expect(poster.bytes).toBeGreaterThan(100)
    expect(poster.etag).toBe(`"${poster.sha256}"`)
  }
}

const checked = new Set<string>()
async function check() {
  // A full run takes longer than an access token is valid.
  ann = await signIn(server.url, credentials)
  await settle()
  const all = await ann.list()
  expect(all.length).toBe(countAsked())
  for (const generation of all) {
    if (checked.has(generation.id)) continue
    await expectFinishedOnce(generation)
    checked.add(generation.id)
  }
  expect((await ann.balance()).held).toBe(0)
}

describe('a server that is killed at random moments and restarted', () => {
  test(`a server that is killed ${rounds === 1 ? 'once' : `${rounds} times`} finishes every run once, charges it once, and its file is complete`, async () => {
    onTestFailed(() => console.error(`KILL_SEED=${seed}`))
    for (let round = 1; round <= rounds; round += 1) {
      const keys = Array.from({ length: 1 + Math.floor(between(1, 3.5)) }, () => order(pick(quick)))
      // In a full run only, because a film takes seconds.
      if (round % 7 === 5) keys.push(order(inputs.video), orderChord([...chordParts]))
      const duringSubmit = round % 2 === 1
      if (duringSubmit) {
        // These run, or wait, while the others are submitted.
        expect(await Promise.all(keys.map(ask))).not.toContain(false)
        keys.push(order(pick(quick)), orderChord(quickParts))
      }

      const answers = keys.map(ask)
      if (!duringSubmit) expect(await Promise.all(answers)).not.toContain(false)
      await sleep(duringSubmit ? between(0, 40) : between(0, 1_500))
      await killAndRestart()
      await Promise.all(answers)

      // A client without a response sends the request again, and so does a careful one with a response.
      expect(
        await Promise.all(keys.filter((key) => duringSubmit || random() < 0.3 || !(askedChords.get(key) ?? asked.get(key))?.id).map(ask)),
      ).not.toContain(false)
      if (round % roundsBetweenChecks === 0 || round === rounds) await check()
    }
    expect(checked.size).toBe(countAsked())
  })

  test('the ledger is sound after the kills, nothing is unfinished, and no engine is left over', async () => {
    onTestFailed(() => console.error(`KILL_SEED=${seed}`))
    engines.push(...server.children())
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    await using stack = new AsyncDisposableStack()
    const handle = await openDatabase({ dataDir })
    stack.defer(() => handle.close())
    expect(await auditLedger(handle.db)).toEqual([])
    const rows = await handle.db.select({ status: generations.status, key: generations.idempotencyKey }).from(generations)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['succeeded']))
    expect(rows.flatMap(({ key }) => key ?? []).sort()).toEqual([...asked.keys()].sort())
    expect(engines.filter(isRunning)).toEqual([])
  })
})
