import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { generations } from '../../db/schema/generations.ts'
import type { Providers } from '../../providers/providers.ts'
import { countAhead } from './count-ahead.ts'
import { createGeneration } from './create-generation.ts'

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider() })
})
afterAll(() => runtime[Symbol.asyncDispose]())

/** The providers of the runtime, with `image-10` as the model of a service. */
const providers = (): Providers => ({
  ...runtime.providers,
  models: async () =>
    (await runtime.providers.models()).map((model) => (model.id === 'image-10' ? { ...model, provider: 'cloud' } : model)),
  isRemote: ({ provider }) => provider === 'cloud',
})

test('runs of all people are counted that wait for the same machine or service and are served before', async () => {
  const [ann, boris] = [await createUser(runtime, { tokens: 100 }), await createUser(runtime, { tokens: 100 })]
  const submit = (userId: string, model: string) =>
    createGeneration(runtime.db, {
      queue: runtime.queue,
      providers: runtime.providers,
      userId,
      input: { model, prompt: 'a lake', options: {}, inputs: [] },
    })
  const rows = [
    await submit(ann.id, 'text-1'),
    await submit(ann.id, 'image-10'),
    await submit(boris.id, 'video'),
    await submit(boris.id, 'image-10'),
    await submit(ann.id, 'text-1'),
    await submit(ann.id, 'text-1'),
  ]
  const [first] = rows
  if (first) await runtime.db.update(generations).set({ status: 'running' }).where(eq(generations.id, first.id))
  const counts = await countAhead(runtime.db, {
    providers: providers(),
    rows: rows.map(({ id }) => ({ id, status: id === first?.id ? 'running' : 'queued' })),
  })
  // Boris's video takes longer than Ann's texts, so it is due after them.
  expect(rows.map(({ id }) => counts.get(id))).toEqual([undefined, 0, 2, 1, 0, 1])
})
