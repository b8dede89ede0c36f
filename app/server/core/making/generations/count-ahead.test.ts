import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Providers } from '#app/server/providers/providers.ts'
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

test('places in a long queue cost the same however long it is, and are near the true ones', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const fill = async (count: number, turn: number) => {
    await runtime.db.execute(sql`
      insert into generations (id, user_id, type, model, prompt, options, inputs, status, price, price_milli, turn)
      select gen_random_uuid(), ${userId}, 'image', 'video', 'a lake', '{}', '[]', 'queued', 4, 4000, ${turn}::int + n from generate_series(1, ${count}) n`)
  }
  await fill(3_000, 100_000)
  const { rows } = await runtime.db.execute<{ id: string; turn: number }>(
    sql`select id, turn from generations where user_id = ${userId} and turn - 100000 in (1, 40, 1234, 2999) order by turn`,
  )
  const own = providers()
  const asked = { providers: own, rows: rows.map(({ id }) => ({ id, status: 'queued' as const })) }
  const before = await runtime.db.$count(generations, sql`status = 'queued' and model <> 'image-10' and coalesce(turn, 0) <= 100000`)
  const places = async () => {
    const counts = await countAhead(runtime.db, asked)
    return rows.map(({ id }) => (counts.get(id) ?? Number.NaN) - before)
  }
  const [first, second, third = 0, last = 0] = await places()
  expect([first, second]).toEqual([0, 39])
  expect(Math.abs(third - 1_233)).toBeLessThanOrEqual(100)
  expect(Math.abs(last - 2_998)).toBeLessThanOrEqual(100)
  // The queue itself is not read again: until the sample is renewed behind an answer, runs that are served before change nothing.
  await fill(3_000, 90_000)
  expect(await places()).toEqual([first, second, third, last])
  await runtime.db.delete(generations).where(eq(generations.userId, userId))
})
