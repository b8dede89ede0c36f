import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { hangs, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { createGeneration } from '../generations/create-generation.ts'
import { openProgressWriter } from './progress-writer.ts'

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let userId: string
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider(hangs) })
  userId = (await createUser(runtime, { tokens: 1_000 })).id
})
afterAll(() => runtime[Symbol.asyncDispose]())

const owner = uuidv7()

/** A run claimed by this worker, which does not execute it. */
async function claimed(): Promise<string> {
  const { db, queue, providers } = runtime
  const input = { model: 'text-1', prompt: 'a lake', options: {}, inputs: [] }
  const { id } = await createGeneration(db, { queue, providers, userId, input })
  await db.update(generations).set({ status: 'running', leaseOwner: owner }).where(eq(generations.id, id))
  return id
}
async function written(id: string) {
  const [row] = await runtime.db
    .select({ text: generations.text, progress: generations.progress, xmin: sql<string>`xmin::text` })
    .from(generations)
    .where(eq(generations.id, id))
  return row
}
const open = (id: string, onClaimLost = () => {}, by = owner) => openProgressWriter(runtime.progress, { id, owner: by, onClaimLost })

test('the first piece is written at once, and all of them by the end, in their order', async () => {
  const id = await claimed()
  const writer = open(id)
  writer.text('one ', 0)
  await expect.poll(async () => (await written(id))?.text, { interval: 5 }).toBe('one ')
  for (const piece of ['two ', 'three ', '🎻']) writer.text(piece, 0)
  writer.progress(0.5)
  writer.progress(0.25)
  await writer.close()
  expect(await written(id)).toMatchObject({ text: 'one two three 🎻', progress: 0.5 })
})

test('progress of many runs at one moment is one commit', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, claimed))
  const writers = ids.map((id) => open(id))
  for (const [index, writer] of writers.entries()) writer.text(`piece ${index}`, 0)
  await Promise.all(writers.map((writer) => writer.close()))
  const rows = await Promise.all(ids.map(written))
  expect(rows.map((row) => row?.text)).toEqual(ids.map((_, index) => `piece ${index}`))
  expect(new Set(rows.map((row) => row?.xmin)).size).toBe(1)
})

test('reasoning is stored as it is written, until the text begins, with its time', async () => {
  const thoughts = {
    thinking: generations.thinking,
    since: generations.thinkingStartedAt,
    ms: generations.thinkingMs,
    accrued: generations.accruedMilli,
  }
  const read = async (id: string) => (await runtime.db.select(thoughts).from(generations).where(eq(generations.id, id)))[0]
  const id = await claimed()
  const writer = open(id)
  writer.thinking('I look ', 10)
  await expect.poll(() => read(id), { interval: 5 }).toMatchObject({ thinking: 'I look ', since: expect.any(Date), ms: null, accrued: 10 })
  writer.thinking('it up.', 20)
  writer.text('A heron', 30)
  await writer.close()
  expect(await read(id)).toMatchObject({ thinking: 'I look it up.', since: null, ms: expect.any(Number), accrued: 30 })

  const quick = await claimed()
  const other = open(quick)
  other.thinking('At once.', 1)
  other.text('Yes', 2)
  await other.close()
  expect(await read(quick)).toEqual({ thinking: 'At once.', since: null, ms: 0, accrued: 2 })
})

test('a run that lost its claim is notified, changes nothing and does not affect the others', async () => {
  const [mine, theirs] = [await claimed(), await claimed()]
  const lost: string[] = []
  const good = open(mine, () => void lost.push('mine'))
  const late = open(theirs, () => void lost.push('theirs'), uuidv7())
  good.text('kept', 0)
  late.text('too late', 0)
  await Promise.all([good.close(), late.close()])
  expect([(await written(mine))?.text, (await written(theirs))?.text]).toEqual(['kept', null])
  expect(lost).toEqual(['theirs'])
})

test('characters that the database cannot store are left out', async () => {
  const [bad, good] = [await claimed(), await claimed()]
  const [one, other] = [open(bad), open(good)]
  one.text('a\0b', 0)
  other.text('first ', 0)
  await Promise.all([one.close(), other.close()])
  expect([(await written(bad))?.text, (await written(good))?.text]).toEqual(['ab', 'first '])
})

test('text that turns out to be reasoning is moved, whether it was written or not', async () => {
  for (const isWritten of [true, false]) {
    const id = await claimed()
    const writer = open(id)
    writer.text('Let me see', 1)
    if (isWritten) await expect.poll(async () => (await written(id))?.text).toBe('Let me see')
    writer.textWasThinking('Let me see', 1)
    writer.text('Hello', 2)
    await writer.close()
    const [row] = await runtime.db.select().from(generations).where(eq(generations.id, id))
    expect(row).toMatchObject({ text: 'Hello', thinking: 'Let me see', accruedMilli: 2 })
  }
})

test('the halves of an emoji are written together, even if a write comes between them', async () => {
  const id = await claimed()
  const writer = open(id)
  writer.text('a \uD83D', 1)
  await expect.poll(async () => (await written(id))?.text).toBe('a ')
  writer.text('\uDE00', 1)
  await writer.close()
  expect((await written(id))?.text).toBe('a 😀')
})
