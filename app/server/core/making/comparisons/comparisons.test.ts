import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GenerationInput, OptionValues } from '#app/contract/runs/generations.ts'
import { createUser } from '#tests/factories/users.ts'
import { makesAFile, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { problemCode } from '#tests/fixtures/read-response.ts'
import { comparisons } from '#app/server/db/schema/comparisons.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import { deleteGeneration } from '../generations/delete-generation.ts'
import { retryGeneration } from '../generations/retry-generation.ts'
import { emptyTrash } from '../../library/works/purge-generations.ts'
import { Problem } from '../../problem.ts'
import { keepUpload } from '../uploads/keep-upload.ts'
import { runGeneration } from '../runs/run-generation.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { createComparison } from './create-comparison.ts'
import { quoteComparison } from './quote-comparison.ts'
import { findComparison, listComparisons, readStandings } from './read-comparisons.ts'
import { vote } from './vote.ts'

const models = ['image-10', 'remix']
const total = 12

const provider = scriptedProvider()
const { models: scripted } = provider
/** Copies of a model, each with a price of 0.4 tokens. */
provider.models = async () => {
  const all = await scripted()
  const copies = all.filter(({ id }) => id === 'remix').flatMap((one) => ['twin-1', 'twin-2'].map((id) => ({ ...one, id })))
  return [...all, ...copies.map((one) => ({ ...one, price: { base: 0.4, per: null } }))]
}
const failing = new Set<string>()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
  const makes = makesAFile(runtime.scratchDir)
  provider.script = async (request, context) => {
    if (failing.has(request.model)) throw new ProviderError('internal', 'scripted')
    return makes(request, context)
  }
})
afterAll(() => runtime[Symbol.asyncDispose]())

const own = () => ({ queue: runtime.queue, providers: runtime.providers })
const view = () => ({ keys: runtime.keys, providers: runtime.providers, locale: 'en' as const })

type SubmitOptions = { key?: string; blind?: boolean; of?: string[]; options?: OptionValues; inputs?: GenerationInput[] }
const submit = (userId: string, { key, blind = false, of = models, options = {}, inputs = [] }: SubmitOptions = {}) =>
  createComparison(runtime.db, {
    ...own(),
    userId,
    input: { prompt: 'a lake', models: of, blind, options, inputs },
    idempotencyKey: key,
  })

const runsOf = (comparisonId: string) =>
  runtime.db.select().from(generations).where(eq(generations.comparisonId, comparisonId)).orderBy(asc(generations.id))

function run(id: string) {
  const { queue, providers, storage, progress, logger } = runtime
  const worker = { id: uuidv7(), queue, providers, storage, progress, logger }
  return runGeneration(runtime.db, { worker, id, controller: new AbortController() })
}

async function balanceOf(userId: string) {
  const { available, held } = tokenAccounts
  const [account] = await runtime.db.select({ available, held }).from(tokenAccounts).where(eq(tokenAccounts.userId, userId))
  return account
}

test('a comparison holds the price of every run, and the quote says so', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  expect(await quoteComparison(runtime.db, { ...own(), userId, input: { prompt: '', models, options: {}, inputs: [] } })).toMatchObject({
    price: total,
    missing: 0,
    models: [
      { model: 'image-10', price: 10 },
      { model: 'remix', price: 2 },
    ],
  })
  const { id } = await submit(userId)
  expect(await balanceOf(userId)).toEqual({ available: 100 - total, held: total })
  for (const row of await runsOf(id)) await run(row.id)
  expect(await balanceOf(userId)).toEqual({ available: 100 - total, held: 0 })
  const { type, runs } = await findComparison(runtime.db, { ...view(), userId, id })
  expect(type).toBe('image')
  expect(runs.map(({ model, status }) => [model, status])).toEqual(models.map((model) => [model, 'succeeded']))
})

test('a comparison is refused as a whole and names the tokens that all its runs lack', async () => {
  const { id: userId } = await createUser(runtime, { tokens: total - 4 })
  expect(await submit(userId).catch((error: unknown) => error)).toMatchObject({ code: 'not_enough_tokens', missing: 4 })
  expect(await runtime.db.$count(comparisons, eq(comparisons.userId, userId))).toBe(0)
  expect(await runtime.db.$count(generations, eq(generations.userId, userId))).toBe(0)
})

test('of 20 parallel comparisons against tokens for 3 exactly 3 are accepted and nothing is overdrawn', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 3 * total + 1 })
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => problemCode(submit(userId))))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(3)
  expect(outcomes.filter((outcome) => outcome === 'not_enough_tokens')).toHaveLength(17)
  expect(await balanceOf(userId)).toEqual({ available: 1, held: 3 * total })
  expect(await auditLedger(runtime.db)).toEqual([])
})

test('parallel comparisons with one Idempotency-Key make one, and another with the key is refused', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const key = randomUUID()
  const rows = await Promise.all(Array.from({ length: 8 }, () => submit(userId, { key })))
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
  expect(await balanceOf(userId)).toEqual({ available: 100 - total, held: total })
  expect(await problemCode(submit(userId, { key, blind: true }))).toBe('idempotency_conflict')
})

test.each([
  ['of two kinds', ['image-10', 'text-1']],
  ['that nobody offers', ['image-10', 'nobody']],
])('models %s are not compared', async (_, of) => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  expect(await problemCode(submit(userId, { of }))).toBe('invalid_input')
  expect(await balanceOf(userId)).toEqual({ available: 100, held: 0 })
})

test('a failed run is free and can be run again in its comparison', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const { id } = await submit(userId)
  failing.add('remix')
  for (const row of await runsOf(id)) await run(row.id)
  failing.clear()
  expect(await balanceOf(userId)).toEqual({ available: 90, held: 0 })
  const failed = (await runsOf(id)).find(({ status }) => status === 'failed')
  const again = await retryGeneration(runtime.db, { ...own(), userId, id: failed?.id ?? '' })
  await run(again.id)
  const { runs } = await findComparison(runtime.db, { ...view(), userId, id })
  expect(runs.map(({ id: runId, status }) => [runId === again.id, status])).toEqual([
    [false, 'succeeded'],
    [true, 'succeeded'],
  ])
})

test('a vote counts, can be changed or withdrawn, and accepts only results of the own comparison', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const { id: other } = await createUser(runtime, { tokens: 0 })
  const { id } = await submit(userId)
  const [first, second] = await runsOf(id)
  if (!first || !second) throw new Error('a run is missing')
  const choose = (best: string | null, by = userId) => problemCode(vote(runtime.db, { userId: by, id, best }))
  expect(await choose(first.id)).toBe('invalid_input')
  await run(first.id)
  await run(second.id)
  expect(await choose(first.id, other)).toBe('not_found')
  expect(await choose(randomUUID())).toBe('invalid_input')
  expect(await readStandings(runtime.db, userId)).toEqual([])
  await choose(first.id)
  await choose(second.id)
  expect(await findComparison(runtime.db, { ...view(), userId, id })).toMatchObject({ best: second.id })
  expect(await readStandings(runtime.db, userId)).toEqual([
    { model: 'remix', type: 'image', compared: 1, chosen: 1 },
    { model: 'image-10', type: 'image', compared: 1, chosen: 0 },
  ])
  await choose(null)
  expect(await readStandings(runtime.db, userId)).toEqual([])
})

test('a comparison is listed until its last run is deleted permanently, and only for its owner', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const { id: other } = await createUser(runtime, { tokens: 0 })
  const { id } = await submit(userId, { blind: true })
  expect(await listComparisons(runtime.db, { ...view(), userId, query: {} })).toMatchObject({ items: [{ id, blind: true }] })
  expect(await listComparisons(runtime.db, { ...view(), userId: other, query: {} })).toMatchObject({ items: [] })
  expect(await problemCode(findComparison(runtime.db, { ...view(), userId: other, id }))).toBe('not_found')
  for (const row of await runsOf(id)) await deleteGeneration(runtime.db, { providers: runtime.providers, userId, id: row.id })
  expect(await listComparisons(runtime.db, { ...view(), userId, query: {} })).toMatchObject({ items: [] })
  await emptyTrash(runtime.db, { queue: runtime.queue, userId })
  expect(await runtime.db.$count(comparisons, eq(comparisons.id, id))).toBe(0)
})

test('prices below a token are added up before they are rounded, although each run holds a whole token', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 2 })
  const input = { prompt: '', models: ['twin-1', 'twin-2'], options: {}, inputs: [] }
  expect(await quoteComparison(runtime.db, { ...own(), userId, input })).toMatchObject({ price: 1, price_milli: 800, missing: 0 })
  expect(await problemCode(submit(userId, { of: ['twin-1', 'twin-2'] }))).toBe('ok')
})

test('options and files go to every model, and are refused if one does not take them', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const { db, storage, uploadSlots: slots } = runtime
  const { id: upload } = await keepUpload(db, { storage, slots, userId, bytes: await makePicture() })
  const shared = { options: { count: 2 }, inputs: [{ upload_id: upload, role: 'reference' as const }] }
  const { id } = await submit(userId, { of: ['twin-1', 'remix'], ...shared })
  for (const row of await runsOf(id)) expect(row).toMatchObject({ inputs: shared.inputs, options: { count: 2 } })
  const fieldsOf = async (of: string[], given: Partial<typeof shared>) =>
    submit(userId, { of, ...given }).catch((error: unknown) => (error instanceof Problem ? error.fields : error))
  expect(await fieldsOf(['image-10', 'remix'], { inputs: shared.inputs })).toEqual({ 'inputs.0': 'input_not_taken' })
  expect(await fieldsOf(['image-10', 'remix'], { options: shared.options })).toMatchObject({ 'options.count': expect.any(String) })
})
