import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChordPart } from '#app/contract/runs/chords.ts'
import { createUser } from '#tests/factories/users.ts'
import { makesAFile, type Script, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { problemCode } from '#tests/fixtures/read-response.ts'
import { chords } from '#app/server/db/schema/chords.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenAccounts, tokenEntries } from '#app/server/db/schema/tokens.ts'
import { type Provider, ProviderError } from '#app/server/providers/provider.ts'
import { cancelGeneration } from '../generations/cancel-generation.ts'
import { deleteGeneration } from '../generations/delete-generation.ts'
import { retryGeneration } from '../generations/retry-generation.ts'
import type { GenerationRow } from '../generations/to-generation.ts'
import { emptyTrash } from '../../library/works/purge-generations.ts'
import { recoverRuns } from '../runs/recover-runs.ts'
import { runGeneration } from '../runs/run-generation.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { createChord } from './create-chord.ts'
import { quoteChord } from './quote-chord.ts'
import { findChord, listChords } from './read-chords.ts'

const prices: Record<ChordPart, number> = { video: 1, image: 10, speech: 3, music: 4, text: 1 }
const total = 19

const scripted = scriptedProvider()
/** The scripted models, with a video that begins with an image, narration and music. */
const provider: Provider = {
  ...scripted,
  async models() {
    const models = await scripted.models()
    const [text] = models
    if (!text) throw new Error('no model')
    return [
      ...models.map((model) =>
        model.id === 'video' ? { ...model, inputs: [{ role: 'first_frame' as const, types: ['image' as const], max: 1 }] } : model,
      ),
      { ...text, id: 'sketch-speech', type: 'audio', price: { base: prices.speech, per: null } },
      { ...text, id: 'sketch-music', type: 'audio', price: { base: prices.music, per: null } },
    ]
  },
}

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let makes: Script
/** Parts that fail, by model. */
const failing = new Set<string>()
/** The inputs of each model's run. */
const given = new Map<string, string[]>()

beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
  makes = makesAFile(runtime.scratchDir)
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  failing.clear()
  given.clear()
  scripted.script = async (request, context) => {
    given.set(
      request.model,
      request.inputs.map(({ role }) => role),
    )
    if (failing.has(request.model)) throw new ProviderError('internal', 'scripted')
    return request.model === 'text-1' ? { text: 'done', files: [] } : makes(request, context)
  }
})

const own = () => ({ queue: runtime.queue, providers: runtime.providers })
const submit = (userId: string, { parts, key }: { parts?: ChordPart[]; key?: string } = {}) =>
  createChord(runtime.db, { ...own(), userId, input: { prompt: 'a lake', ...(parts && { parts }) }, idempotencyKey: key })

async function runsOf(chordId: string): Promise<Record<ChordPart, GenerationRow>> {
  const rows = await runtime.db.select().from(generations).where(eq(generations.chordId, chordId)).orderBy(asc(generations.id))
  const run = (part: ChordPart): GenerationRow => {
    const row = rows.findLast(({ chordPart }) => chordPart === part)
    if (!row) throw new Error(`no ${part}`)
    return row
  }
  return { video: run('video'), image: run('image'), speech: run('speech'), music: run('music'), text: run('text') }
}

function run(id: string) {
  const { queue, providers, storage, progress, logger } = runtime
  const worker = { id: uuidv7(), queue, providers, storage, progress, logger }
  return runGeneration(runtime.db, { worker, id, controller: new AbortController() })
}
async function balanceOf(userId: string) {
  const [account] = await runtime.db
    .select({ available: tokenAccounts.available, held: tokenAccounts.held })
    .from(tokenAccounts)
    .where(eq(tokenAccounts.userId, userId))
  return account
}
async function entriesOf(id: string) {
  const rows = await runtime.db.select().from(tokenEntries).where(eq(tokenEntries.generationId, id)).orderBy(tokenEntries.id)
  return rows.map(({ kind, amount }) => `${kind} ${amount}`)
}

describe('submitting a chord', () => {
  test('a chord holds the price of every part and lets the video wait for the image', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    expect(await quoteChord(runtime.db, { ...own(), userId, input: { prompt: 'a lake' } })).toMatchObject({ price: total, missing: 0 })
    const { id } = await submit(userId)
    expect(await balanceOf(userId)).toEqual({ available: 100 - total, held: total })
    const { image, video } = await runsOf(id)
    expect(video).toMatchObject({ waitsFor: image.id, inputs: [{ generation_id: image.id, role: 'first_frame' }] })
    await run(video.id)
    expect((await runsOf(id)).video.status).toBe('queued')
  })

  test('a chord is refused as a whole and names the tokens that all its parts lack', async () => {
    const { id: userId } = await createUser(runtime, { tokens: total - 4 })
    expect(await submit(userId).catch((error: unknown) => error)).toMatchObject({ code: 'not_enough_tokens', missing: 4 })
    expect(await runtime.db.$count(chords, eq(chords.userId, userId))).toBe(0)
    expect(await runtime.db.$count(generations, eq(generations.userId, userId))).toBe(0)
  })

  test('of 40 parallel chords against tokens for 3 exactly 3 are accepted and nothing is overdrawn', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 3 * total + 1 })
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => problemCode(submit(userId))))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(3)
    expect(outcomes.filter((outcome) => outcome === 'not_enough_tokens')).toHaveLength(37)
    expect(await balanceOf(userId)).toEqual({ available: 1, held: 3 * total })
    expect(await runtime.db.$count(generations, eq(generations.userId, userId))).toBe(15)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('parallel chords with one Idempotency-Key make one, and another chord with the key is refused', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const key = randomUUID()
    const rows = await Promise.all(Array.from({ length: 8 }, () => submit(userId, { key })))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
    expect(await balanceOf(userId)).toEqual({ available: 100 - total, held: total })
    expect(await problemCode(submit(userId, { key, parts: ['text'] }))).toBe('idempotency_conflict')
  })

  test('a chord without the image lets the video start at once', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const { id } = await submit(userId, { parts: ['video', 'text'] })
    const rows = await runtime.db.select().from(generations).where(eq(generations.chordId, id))
    expect(rows.map(({ waitsFor, inputs }) => ({ waitsFor, inputs }))).toEqual(Array(2).fill({ waitsFor: null, inputs: [] }))
    expect(await balanceOf(userId)).toEqual({ available: 98, held: 2 })
  })
})

describe('the video of a chord', () => {
  test('the video of a chord begins with the image, once that is ready', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const { id } = await submit(userId)
    await run((await runsOf(id)).image.id)
    const { video } = await runsOf(id)
    expect(video.waitsFor).toBeNull()
    await Promise.all([run(video.id), run(video.id)])
    expect(given.get('video')).toEqual(['first_frame'])
    expect((await runsOf(id)).video).toMatchObject({ status: 'succeeded', charged: prices.video })
    expect(await entriesOf(video.id)).toEqual([`hold ${prices.video}`, `settle ${prices.video}`])
  })

  test('the video of a chord is made without the image when that fails, and the image can be run again alone', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const { id } = await submit(userId)
    failing.add('image-10')
    const { image } = await runsOf(id)
    await run(image.id)
    const { video } = await runsOf(id)
    expect(video).toMatchObject({ waitsFor: null, inputs: [], price: prices.video })
    for (const { id: part } of Object.values(await runsOf(id))) await run(part)
    expect(await entriesOf(image.id)).toEqual(['hold 10', 'release 10'])
    expect(await balanceOf(userId)).toEqual({ available: 100 - total + prices.image, held: 0 })

    failing.clear()
    const again = await retryGeneration(runtime.db, { ...own(), userId, id: image.id })
    await run(again.id)
    const chord = await findChord(runtime.db, { ...own(), keys: runtime.keys, locale: 'en', userId, id })
    expect(chord.parts.map(({ status }) => status)).toEqual(Array(5).fill('succeeded'))
    expect(chord.parts.find(({ type }) => type === 'image')?.id).toBe(again.id)
    expect(await balanceOf(userId)).toEqual({ available: 100 - total, held: 0 })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test.each(['canceled', 'deleted'])(
    'the video of a chord is canceled free of charge when the image is %s, and can be run again',
    async (how) => {
      const { id: userId } = await createUser(runtime, { tokens: 100 })
      const { id } = await submit(userId, { parts: ['video', 'image'] })
      const rows = await runtime.db.select().from(generations).where(eq(generations.chordId, id))
      const image = rows.find(({ chordPart }) => chordPart === 'image')
      const video = rows.find(({ chordPart }) => chordPart === 'video')
      if (!image || !video) throw new Error('a part is missing')
      const options = { providers: runtime.providers, userId, id: image.id }
      await (how === 'canceled' ? cancelGeneration(runtime.db, options) : deleteGeneration(runtime.db, options))
      expect(await entriesOf(video.id)).toEqual(['hold 1', 'release 1'])
      expect(await balanceOf(userId)).toEqual({ available: 100, held: 0 })
      const again = await retryGeneration(runtime.db, { ...own(), userId, id: video.id })
      await run(again.id)
      expect(await entriesOf(again.id)).toEqual(['hold 1', 'settle 1'])
    },
  )

  test('the video of a chord is released at the next start when the image ended without releasing it', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const { id } = await submit(userId)
    const { image, video } = await runsOf(id)
    await run(image.id)
    await runtime.db.update(generations).set({ waitsFor: image.id }).where(eq(generations.id, video.id))
    await recoverRuns(runtime.db, { ...own(), alone: true })
    await run(video.id)
    expect((await runsOf(id)).video).toMatchObject({ status: 'succeeded', waitsFor: null })
    expect(given.get('video')).toEqual(['first_frame'])
  })
})

test('a chord is listed until its last part is deleted permanently, and only for its owner', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const { id: other } = await createUser(runtime, { tokens: 0 })
  const { id } = await submit(userId, { parts: ['text', 'music'] })
  const view = { ...own(), keys: runtime.keys, locale: 'en' } as const
  expect(await listChords(runtime.db, { ...view, userId, query: {} })).toMatchObject({ items: [{ id, prompt: 'a lake' }] })
  expect(await listChords(runtime.db, { ...view, userId: other, query: {} })).toMatchObject({ items: [] })
  expect(await problemCode(findChord(runtime.db, { ...view, userId: other, id }))).toBe('not_found')
  const rows = await runtime.db.select().from(generations).where(eq(generations.chordId, id))
  for (const row of rows) await deleteGeneration(runtime.db, { providers: runtime.providers, userId, id: row.id })
  expect(await listChords(runtime.db, { ...view, userId, query: {} })).toMatchObject({ items: [] })
  await emptyTrash(runtime.db, { queue: runtime.queue, userId })
  expect(await runtime.db.$count(chords, eq(chords.id, id))).toBe(0)
})
