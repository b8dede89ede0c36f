import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { countAhead } from '../core/making/generations/count-ahead.ts'
import { createGeneration } from '../core/making/generations/create-generation.ts'
import { groups } from '../db/schema/groups.ts'
import { users } from '../db/schema/users.ts'
import { openQueue } from '../queue/queue.ts'
import { startWorker } from './worker.ts'

const provider = scriptedProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
})
afterAll(() => runtime[Symbol.asyncDispose]())

test('people are served in turns: who submits one run waits for one of each person, and the place shown says so', async () => {
  const served: string[] = []
  provider.script = async ({ generationId }) => {
    served.push(names.get(generationId) ?? 'unknown')
    return { text: 'done', files: [] }
  }
  const people = new Map([
    ['busy', await createUser(runtime, { tokens: 100 })],
    ['second', await createUser(runtime, { tokens: 100 })],
    ['third', await createUser(runtime, { tokens: 100 })],
  ])
  const names = new Map<string, string>()
  for (const name of ['busy', 'busy', 'busy', 'busy', 'second', 'third', 'second', 'busy']) {
    const userId = people.get(name)?.id ?? ''
    const input = { model: 'text-1', prompt: 'hello', options: {}, inputs: [] }
    const { id } = await createGeneration(runtime.db, { queue: runtime.queue, providers: runtime.providers, userId, input })
    names.set(id, name)
  }
  const rows = [...names.keys()].map((id) => ({ id, status: 'queued' as const }))
  const ahead = await countAhead(runtime.db, { providers: runtime.providers, rows })
  expect(rows.map(({ id }) => ahead.get(id))).toEqual([0, 3, 5, 6, 1, 2, 4, 7])

  await using stack = new AsyncDisposableStack()
  const queue = await openQueue(runtime.handle, { roles: { work: true } })
  stack.defer(() => queue.close())
  stack.defer(await startWorker({ ...runtime, queue, env: { ...runtime.env, WORKER_CONCURRENCY: 1 } }))
  await expect.poll(() => served.length).toBe(names.size)
  expect(served).toEqual(['busy', 'second', 'third', 'busy', 'second', 'busy', 'busy', 'busy'])
})

test('a text is served before a film that was submitted first, and a person of a group with twice the weight has twice the share', async () => {
  const [filmmaker, writer, heavy] = [
    await createUser(runtime, { tokens: 100 }),
    await createUser(runtime, { tokens: 100 }),
    await createUser(runtime, { tokens: 100 }),
  ]
  const group = { id: uuidv7(), name: 'studio', queueWeight: 2 }
  await runtime.db.insert(groups).values(group)
  await runtime.db.update(users).set({ groupId: group.id }).where(eq(users.id, heavy.id))
  const submit = (userId: string, model: string) =>
    createGeneration(runtime.db, {
      queue: runtime.queue,
      providers: runtime.providers,
      userId,
      input: { model, prompt: 'hello', options: {}, inputs: [] },
    })
  const film = await submit(filmmaker.id, 'video')
  const rows = [film, await submit(writer.id, 'text-1'), await submit(writer.id, 'text-1')]
  for (let count = 0; count < 3; count += 1) rows.push(await submit(heavy.id, 'text-1'))
  const ahead = await countAhead(runtime.db, { providers: runtime.providers, rows: rows.map(({ id }) => ({ id, status: 'queued' })) })
  // Due after 20, 40 and 10, 20, 30 seconds; the film after 1,200.
  expect(rows.map(({ id }) => ahead.get(id))).toEqual([5, 1, 4, 0, 2, 3])
})
