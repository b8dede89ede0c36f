import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '#config'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { generations } from '../../db/schema/generations.ts'
import { createGeneration } from '../generations/create-generation.ts'
import { claim } from './claim.ts'
import { runGeneration } from './run-generation.ts'

let runtime: TestRuntime
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider() })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const newWorker = () => ({ ...runtime, id: crypto.randomUUID() })

async function submit(userId: string, count: number): Promise<{ id: string; userId: string }[]> {
  const input = { model: 'text-1', prompt: 'a lake', options: {}, inputs: [] }
  const runs: { id: string; userId: string }[] = []
  for (let index = 0; index < count; index += 1)
    runs.push(await createGeneration(runtime.db, { queue: runtime.queue, providers: runtime.providers, userId, input }))
  return runs
}

test('however many workers claim at once, a person has at most so many runs running, and the others stay queued', async () => {
  const { maxConcurrent } = config.generations
  const [busy, other] = [await createUser(runtime, { tokens: 100 }), await createUser(runtime, { tokens: 100 })]
  const runs = await submit(busy.id, maxConcurrent + 5)
  const [own] = await submit(other.id, 1)
  const claims = await Promise.all(runs.map((run) => claim(runtime.db, newWorker(), run)))
  expect(claims.filter((row) => row === 'too many')).toHaveLength(5)
  expect(own && (await claim(runtime.db, newWorker(), own))).toMatchObject({ status: 'running' })

  const left = runs.find((_run, index) => claims[index] === 'too many')
  await runGeneration(runtime.db, { worker: newWorker(), id: left?.id ?? '', controller: new AbortController() })
  const [row] = await runtime.db
    .select()
    .from(generations)
    .where(eq(generations.id, left?.id ?? ''))
  expect(row).toMatchObject({ status: 'queued', attempts: 0 })
})
