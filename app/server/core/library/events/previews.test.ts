import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GenerationEvent } from '#app/contract/runs/generations.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { createGeneration } from '../../making/generations/create-generation.ts'
import { runGeneration } from '../../making/runs/run-generation.ts'
import { watchGenerations } from './watch-generations.ts'

const provider = scriptedProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
})
afterAll(() => runtime[Symbol.asyncDispose]())

/** Collects the events about generations until one fits. */
async function watchUntil(userId: string, seen: GenerationEvent[], isLast: (event: GenerationEvent) => boolean) {
  const { db, hub, keys, providers } = runtime
  const end = new AbortController()
  for await (const { event, data } of watchGenerations(db, {
    hub,
    keys,
    providers,
    locale: 'en',
    userId,
    lastEventId: undefined,
    signal: end.signal,
  })) {
    if (event !== 'generation') continue
    seen.push(data)
    if (isLast(data)) return
  }
}

test('a preview reaches the person who watches, nobody else, and is not stored', async () => {
  const { db, queue, providers, storage, progress, logger } = runtime
  const { id: userId } = await createUser(runtime, { tokens: 20 })
  const { id: strangerId } = await createUser(runtime, { tokens: 20 })
  const input = { model: 'image-10', prompt: 'a lake', options: {}, inputs: [] }
  const { id } = await createGeneration(db, { queue, providers, userId, input })
  const { id: othersId } = await createGeneration(db, { queue, providers, userId: strangerId, input })
  const shown = Promise.withResolvers<void>()
  const preview = 'data:image/webp;base64,AAAA'
  provider.script = async ({ generationId }, { onPreview }) => {
    if (generationId === id) {
      onPreview('x'.repeat(3_000))
      onPreview(preview)
      await shown.promise
    }
    return { text: 'done', files: [] }
  }
  const mine: GenerationEvent[] = []
  const theirs: GenerationEvent[] = []
  const watching = watchUntil(userId, mine, (event) => event.preview !== undefined)
  const watchingOther = watchUntil(strangerId, theirs, ({ status }) => status === 'succeeded')
  const run = (runId: string) =>
    runGeneration(db, {
      worker: { id: uuidv7(), queue, providers, storage, progress, logger },
      id: runId,
      controller: new AbortController(),
    })
  const running = run(id)
  await watching
  shown.resolve()
  await running
  await run(othersId)
  await watchingOther
  expect(mine.at(-1)).toEqual({ id, preview })
  expect(theirs.every((event) => event.preview === undefined)).toBe(true)
  const rows = await db.select().from(generations)
  expect(JSON.stringify(rows)).not.toContain(preview)
})

test('the place of a run in the queue of its server reaches the person who watches, also one who comes later, until it begins', async () => {
  const { db, queue, providers, storage, progress, logger } = runtime
  const { id: userId } = await createUser(runtime, { tokens: 20 })
  const { id } = await createGeneration(db, {
    queue,
    providers,
    userId,
    input: { model: 'image-10', prompt: 'a lake', options: {}, inputs: [] },
  })
  const [seenByFirst, seenByLater] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  provider.script = async (_request, { onWait }) => {
    onWait?.(null)
    onWait?.(3)
    await seenByFirst.promise
    // The server is asked again, and says the same.
    const again = setInterval(() => onWait?.(3), 20)
    await seenByLater.promise
    clearInterval(again)
    onWait?.(null)
    return { text: 'done', files: [] }
  }
  const first: GenerationEvent[] = []
  const later: GenerationEvent[] = []
  const watchingFirst = watchUntil(userId, first, ({ ahead }) => ahead === 3)
  const running = runGeneration(db, {
    worker: { id: uuidv7(), queue, providers, storage, progress, logger },
    id,
    controller: new AbortController(),
  })
  await watchingFirst
  const watchingLater = watchUntil(userId, later, ({ status, ahead }) => {
    if (ahead === 3) seenByLater.resolve()
    return status === 'succeeded'
  })
  seenByFirst.resolve()
  await Promise.all([running, watchingLater])
  expect(first.at(-1)).toEqual({ id, ahead: 3 })
  expect(first.filter((event) => event.ahead === null && event.status === undefined)).toEqual([])
  expect(later.filter(({ ahead }) => ahead === 3).length).toBeGreaterThan(0)
})
