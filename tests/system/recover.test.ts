import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFile } from '#app/server/core/making/files/find-file.ts'
import { createGeneration } from '#app/server/core/making/generations/create-generation.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { openQueue } from '#app/server/queue/queue.ts'
import { startWorker } from '#app/server/worker/worker.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'

const provider = scriptedProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let userId: string
beforeEach(async () => {
  runtime = await openTestRuntime({ provider })
  userId = (await createUser(runtime, { tokens: 100 })).id
})
afterEach(() => runtime[Symbol.asyncDispose]())

const submit = () =>
  createGeneration(runtime.db, {
    queue: runtime.queue,
    providers: runtime.providers,
    userId,
    input: { model: 'image-10', prompt: 'a lake', options: {}, inputs: [] },
  })

test('queued runs start once at boot: recovery does not take them from the worker that just claimed them', async () => {
  const started: string[] = []
  const held = Promise.withResolvers<void>()
  provider.script = async ({ generationId }) => {
    started.push(generationId)
    await held.promise
    return { text: 'done', files: [] }
  }
  const waiting = [(await submit()).id, (await submit()).id, (await submit()).id]
  await runtime.queue.close()

  await using stack = new AsyncDisposableStack()
  const queue = await openQueue(runtime.handle, { roles: { work: true } })
  stack.defer(() => queue.close())
  stack.defer(await startWorker({ ...runtime, queue }))
  await expect.poll(() => started.length).toBe(waiting.length)
  held.resolve()
  const states = async () =>
    (await runtime.db.select({ status: generations.status, attempts: generations.attempts }).from(generations)).map(
      ({ status, attempts }) => `${status} ${attempts}`,
    )
  await expect.poll(states).toEqual(waiting.map(() => 'succeeded 1'))
  expect(started.toSorted()).toEqual(waiting.toSorted())
})

/** Runs the generation in a separate worker. */
function runAsWorker(id: string) {
  const { queue, providers, storage, progress, logger } = runtime
  const worker = { id: uuidv7(), queue, providers, storage, progress, logger }
  return runGeneration(runtime.db, { worker, id, controller: new AbortController() })
}

const makes = (content: string) => async () => {
  const path = join(runtime.scratchDir, `${content}.png`)
  await writeFile(path, content)
  return {
    text: null,
    files: [{ path, mediaType: 'image/png', width: 1, height: 1, durationMs: null, poster: null, thumbnail: null, peaks: null }],
  }
}

/** Ends the claim, as if the machine had been suspended for that long. */
const endClaim = () => runtime.db.update(generations).set({ leaseUntil: sql`now() - interval '1 second'` })

async function storedOf(id: string) {
  const [stored] = await runtime.db.select().from(files).where(eq(files.generationId, id))
  if (!stored) throw new Error('the run has no file')
  const { storageKey } = await findFile(runtime.db, { id: stored.id, ownerId: userId })
  return new Response(await runtime.storage.read(storageKey)).text()
}

test('a worker that slept through the end of its claim leaves the files of the one that finished the run as they are', async () => {
  const { id } = await submit()
  provider.script = async () => {
    await endClaim()
    provider.script = makes('second')
    await runAsWorker(id)
    return makes('first')()
  }
  await runAsWorker(id)
  expect(await storedOf(id)).toBe('second')
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('a worker that lost its claim does not end the run, which the next worker still makes', async () => {
  const { id } = await submit()
  const started = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  let second = Promise.resolve<unknown>(undefined)
  provider.script = async () => {
    await endClaim()
    provider.script = async () => {
      started.resolve()
      await late.promise
      return makes('second')()
    }
    second = runAsWorker(id)
    await started.promise
    return makes('first')()
  }
  await runAsWorker(id)
  expect(await runtime.db.select({ status: generations.status }).from(generations).where(eq(generations.id, id))).toEqual([
    { status: 'running' },
  ])
  late.resolve()
  await second
  expect(await storedOf(id)).toBe('second')
  expect(await auditLedger(runtime.db)).toEqual([])
})
