import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '#config'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { Problem } from '../../problem.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { createGeneration } from './create-generation.ts'
import { quoteGeneration } from './quote-generation.ts'
import { toGeneration } from './to-generation.ts'

const { freeRunsPerDay } = config.tokens
const provider = scriptedProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
})
afterAll(() => runtime[Symbol.asyncDispose]())

/** The scripted model `remix` cannot draw a prompt that begins with "dragon". */
const input = (prompt = 'dragon over a lake') => ({ model: 'remix', prompt, options: {}, inputs: [] })
const quote = (userId: string, prompt?: string) =>
  quoteGeneration(runtime.db, { providers: runtime.providers, userId, locale: 'en', input: input(prompt) })
const submit = (userId: string, prompt?: string) =>
  createGeneration(runtime.db, { queue: runtime.queue, providers: runtime.providers, userId, input: input(prompt) })
const availableTo = async (userId: string) =>
  (await runtime.db.select({ available: tokenAccounts.available }).from(tokenAccounts).where(eq(tokenAccounts.userId, userId)))[0]
    ?.available

test('a run that would miss the point is quoted at 0, with what is not drawn and what would be', async () => {
  const { id } = await createUser(runtime, { tokens: 10 })
  const { price, missing, advice } = await quote(id)
  expect({ price, missing }).toEqual({ price: 0, missing: 0 })
  expect(advice).toEqual({
    kind: 'not_drawn',
    words: ['dragon'],
    instead: 'a lake at night',
    // The model of the other suggestion is not available.
    suggestions: [{ label: null, prompt: 'a lake', model: null, options: null }],
    possible: true,
    free_runs: { left: freeRunsPerDay, per_day: freeRunsPerDay },
  })
  expect(await quote(id, 'a lake')).toMatchObject({ price: 2, advice: null })
})

test('a connected model that makes the same from words alone is offered first', async () => {
  const { id } = await createUser(runtime, { tokens: 10 })
  const [usual] = (await runtime.providers.models()).filter((model) => model.id === 'image-10')
  if (!usual) throw new Error('no model')
  const connected = { ...usual, provider: 'connected', price: { base: 4, per: null } }
  const flux = { ...connected, id: 'flux', name: { id: 'test.flux', message: 'FLUX 2' } }
  const needsFile = { ...connected, id: 'edit', inputs: [{ role: 'source' as const, types: ['image' as const], max: 1, required: true }] }
  const offer = async (models: (typeof usual)[]) => {
    const providers = {
      ...runtime.providers,
      models: async () => [...(await runtime.providers.models()), ...models],
      isBuiltIn: ({ provider: owner }: { provider: string }) => owner === 'scripted',
    }
    return (await quoteGeneration(runtime.db, { providers, userId: id, locale: 'en', input: input() })).advice?.suggestions
  }
  expect(await offer([needsFile, flux])).toMatchObject([{ label: 'FLUX 2', model: 'flux', prompt: input().prompt }, { prompt: 'a lake' }])
  expect(await offer([needsFile])).toMatchObject([{ prompt: 'a lake' }])
})

test('a free run is held as quoted, and the note stays on the run', async () => {
  const { id } = await createUser(runtime, { tokens: 10 })
  const before = await availableTo(id)
  const row = await submit(id)
  expect(row).toMatchObject({ price: 0, free: true })
  expect(await availableTo(id)).toBe(before)
  const view = { keys: runtime.keys, providers: runtime.providers, locale: 'en' } as const
  expect(await toGeneration(runtime.db, row, view)).toMatchObject({
    note: { kind: 'not_drawn', words: ['dragon'], instead: 'a lake at night' },
    understood: { ignored: ['dragon'] },
  })
  expect((await quote(id)).advice?.free_runs?.left).toBe(freeRunsPerDay - 1)
  expect(await submit(id, 'a lake')).toMatchObject({ price: 2, free: false, advice: null })
})

test('of 30 parallel submits only those of a day are free, and the others are refused', async () => {
  const { id } = await createUser(runtime, { tokens: 10 })
  const submits = await Promise.allSettled(Array.from({ length: 30 }, () => submit(id)))
  const refusals = submits.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refusals).toHaveLength(30 - freeRunsPerDay)
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(Problem)
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['too_many_free_runs']))
  expect(await quote(id)).toMatchObject({ price: 0, advice: { free_runs: { left: 0 } } })
  expect(await submit(id, 'a lake')).toMatchObject({ price: 2 })
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('failed runs and those of yesterday do not count', async () => {
  const { id } = await createUser(runtime, { tokens: 10 })
  await submit(id)
  const failed = await submit(id)
  const old = await submit(id)
  await runtime.db.update(generations).set({ status: 'failed' }).where(eq(generations.id, failed.id))
  await runtime.db
    .update(generations)
    .set({ createdAt: sql`now() - interval '25 hours'` })
    .where(eq(generations.id, old.id))
  expect((await quote(id)).advice?.free_runs?.left).toBe(freeRunsPerDay - 1)
})

test('a run that would fail costs nothing and does not count as a free one', async () => {
  const { id } = await createUser(runtime, { tokens: 10 })
  expect(await quote(id, 'dragon story')).toMatchObject({ price: 0, advice: { possible: false, free_runs: null } })
  expect(await submit(id, 'dragon story')).toMatchObject({ price: 0, free: false })
  expect((await quote(id)).advice?.free_runs?.left).toBe(freeRunsPerDay)
})
