import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { failedCalls } from '#app/server/db/schema/failed-calls.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { modelFailures, modelHealth } from '#app/server/db/schema/models.ts'
import { tokenAccounts, tokenEntries } from '#app/server/db/schema/tokens.ts'
import { describeError } from '#app/server/logger.ts'
import type { CatalogueModel } from '#app/server/providers/catalogue/model.ts'
import { noteSent } from '#app/server/providers/call-report.ts'
import { classifyFailure } from '#app/server/providers/connected/classify-error.ts'
import { connectedProvider } from '#app/server/providers/connected/connected-provider.ts'
import type { TextModel } from '#app/server/providers/kinds.ts'
import { type Provider, ProviderError } from '#app/server/providers/provider.ts'
import { openSharedSlots } from '../../rules/limits/service-slots.ts'
import { openModeration } from '../models/moderation.ts'
import { listModels } from '../models/list-models.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { openModelFigures } from '../models/model-figures.ts'
import { Problem } from '../../problem.ts'
import { openQueue, type Queue } from '#app/server/queue/queue.ts'
import { startWorker } from '#app/server/worker/worker.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { emptyTrash } from '../../library/works/purge-generations.ts'
import { cancelGeneration } from '../generations/cancel-generation.ts'
import { createGeneration } from '../generations/create-generation.ts'
import { readFailedCall, sweepFailedCalls } from '../generations/failed-calls.ts'
import { quoteGeneration } from '../generations/quote-generation.ts'
import type { Worker } from './claim.ts'
import { runGeneration } from './run-generation.ts'

type Answer = (call: Parameters<TextModel['stream']>[0]) => ReturnType<TextModel['stream']>

const says: Answer = async ({ onText }) => (onText('an answer'), { inputTokens: 100, outputTokens: 400 })
const fails =
  (code: GenerationErrorCode, retryAfterMs?: number): Answer =>
  async () => {
    throw new ProviderError(code, 'no', { retryAfterMs })
  }

const text = (message: string) => ({ id: `test.${message}`, message })
const cloudModel = (name: string, rest: Partial<CatalogueModel> = {}): CatalogueModel => ({
  id: `cloud/${name}`,
  model: name,
  via: 'text',
  type: 'text',
  name: text(name),
  description: text('A model'),
  price: { base: 0, per: { measure: 'model_tokens', every: 1_000, input: 1, output: 10 } },
  options: {
    style: { type: 'string', title: text('Style'), enum: ['plain', 'fancy'], default: 'plain' },
    max_output_tokens: { type: 'integer', title: text('Longest'), minimum: 1, maximum: 4_000, default: 1_000 },
  },
  inputs: [],
  prompt: { placeholder: text('Words'), maxLength: 10_000, examples: [] },
  history: true,
  ...rest,
})

const tokenRates = { measure: 'model_tokens', every: 1_000, input: 1, output: 10 } as const
const allDay = { times: [{ from: '00:00', to: '24:00' }], factor: 2 }

const answers = new Map<string, Answer>()
const asked: string[] = []
const backup = cloudModel('backup', {
  price: { base: 2, per: null },
  options: { style: { type: 'string', title: text('Style'), enum: ['plain'], default: 'plain' } },
})
const provider: Provider = connectedProvider({
  id: 'cloud',
  name: 'Cloud',
  models: [
    cloudModel('first'),
    cloudModel('tiered', {
      price: { base: 0, per: { ...tokenRates, cached: 0.1, long: [{ above: 5_000, input: 5, output: 50, cached: 0.5 }] } },
    }),
    cloudModel('always dearer', { price: { base: 0, per: tokenRates, hours: { ...allDay, days: [0, 1, 2, 3, 4, 5, 6] } } }),
    cloudModel('dearer later', { price: { base: 0, per: tokenRates, hours: { ...allDay, days: [(new Date().getUTCDay() + 3) % 7] } } }),
    cloudModel('covered', { fallback: 'cloud/backup' }),
    backup,
  ],
  open: ({ model }) => ({
    kind: 'text',
    stream(call) {
      asked.push(model)
      return (answers.get(model) ?? says)(call)
    },
  }),
  receive: () => Promise.reject(new Error('no files here')),
  scratchDir: '.',
  limits: { concurrent: 2, perMinute: null },
})

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(async () => {
  answers.clear()
  asked.length = 0
  await runtime.db.delete(modelHealth)
  await runtime.db.delete(modelFailures)
})

const worker = (rest: Partial<Worker> = {}): Worker => ({
  id: uuidv7(),
  queue: runtime.queue,
  providers: runtime.providers,
  storage: runtime.storage,
  progress: runtime.progress,
  logger: runtime.logger,
  ...rest,
})
const run = (id: string, rest: Partial<Worker> = {}) =>
  runGeneration(runtime.db, { worker: worker(rest), id, controller: new AbortController() })
const submit = (
  userId: string,
  model = 'cloud/first',
  {
    options = {},
    threadId,
    parentId,
    prompt = 'hello',
  }: { options?: OptionValues; threadId?: string; parentId?: string; prompt?: string } = {},
) =>
  createGeneration(runtime.db, {
    queue: runtime.queue,
    providers: runtime.providers,
    userId,
    input: { model, prompt, options, inputs: [], thread_id: threadId, parent_id: parentId },
  })
const rowOf = async (id: string) => {
  const [row] = await runtime.db.select().from(generations).where(eq(generations.id, id))
  if (!row) throw new Error('no such generation')
  return row
}
const entriesOf = async (id: string) =>
  (await runtime.db.select().from(tokenEntries).where(eq(tokenEntries.generationId, id)).orderBy(tokenEntries.id)).map(
    ({ kind, amount, reason }) => [kind, amount, reason].filter((part) => part !== null).join(' '),
  )
const balanceOf = async (userId: string) => {
  const [account] = await runtime.db.select().from(tokenAccounts).where(eq(tokenAccounts.userId, userId))
  return account && { available: account.available, held: account.held }
}
/** Fails runs until the model is called no more. */
async function breakDown(model: string) {
  await runtime.db
    .insert(modelHealth)
    .values({ model, failures: 5, openUntil: sql`now() + interval '1 minute'` })
    .onConflictDoUpdate({ target: modelHealth.model, set: { failures: 5, openUntil: sql`now() + interval '1 minute'` } })
}

describe('the charge', () => {
  test('the charge is the usage of the model, and the rest of the hold is released', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const { id, price } = await submit(userId)
    expect(price).toBe(11)
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', price: 11, charged: 5, text: 'an answer' })
    expect(await entriesOf(id)).toEqual(['hold 11', 'settle 5', 'release 6'])
    expect(await balanceOf(userId)).toEqual({ available: 95, held: 0 })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('the charge is never more than the hold, whatever usage the service reports', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    for (const usage of [
      { inputTokens: 1e9, outputTokens: 1e9 },
      { inputTokens: Number.NaN, outputTokens: -5 },
    ]) {
      answers.set('first', async ({ onText }) => (onText('a'), usage))
      const { id, priceMilli } = await submit(userId)
      await run(id)
      expect(await rowOf(id)).toMatchObject({ status: 'succeeded', chargedMilli: priceMilli })
    }
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test.each([
    ['below the limit', { inputTokens: 1_000, outputTokens: 100 }, 2_000],
    ['above the limit', { inputTokens: 6_000, outputTokens: 100 }, 35_000],
    ['from its cache', { inputTokens: 1_000, cachedTokens: 900, outputTokens: 100 }, 1_190],
    ['as long as it may be', { inputTokens: 7_400, outputTokens: 1_000 }, 87_000],
  ])('a hold has the rates of the longest possible prompt, and the charge those of one %s', async (_what, usage, charged) => {
    const { id: userId } = await createUser(runtime, { tokens: 1_000 })
    answers.set('tiered', async ({ onText }) => (onText('a'), usage))
    const { id, priceMilli } = await submit(userId, 'cloud/tiered', { prompt: 'x'.repeat(7_336) })
    expect(priceMilli).toBe(87_000)
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', chargedMilli: charged })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test.each([
    ['always dearer', 8_200],
    ['dearer later', 4_100],
  ])('a model that is %s holds its dearest hours and charges those of its call', async (name, charged) => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    answers.set(name, says)
    const [plain, dearer] = [await submit(userId), await submit(userId, `cloud/${name}`)]
    expect(dearer.priceMilli).toBe(plain.priceMilli * 2)
    await run(dearer.id)
    expect(await rowOf(dearer.id)).toMatchObject({ status: 'succeeded', chargedMilli: charged })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('the charge includes the history, and the model receives it', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 1_000 })
    const threadId = uuidv7()
    const first = await submit(userId, 'cloud/first', { threadId, prompt: 'x'.repeat(2_000) })
    await run(first.id)
    const second = await submit(userId, 'cloud/first', { threadId, parentId: first.id })
    expect(second.price).toBeGreaterThanOrEqual(first.price)
    const input = { model: 'cloud/first', prompt: 'hello', options: {}, inputs: [], thread_id: threadId, parent_id: first.id }
    const quote = await quoteGeneration(runtime.db, { providers: runtime.providers, userId, locale: 'en', input })
    expect(quote.price).toBe(second.price)
    const turns: string[] = []
    answers.set('first', async (call) => (turns.push(...call.turns.map(({ role, text: said }) => `${role} ${said.length}`)), says(call)))
    await run(second.id)
    expect(turns).toEqual(['user 2000', 'assistant 9', 'user 5'])
    expect((await submit(userId, 'cloud/first', { threadId })).price).toBe(11)
  })
})

describe('a full service', () => {
  test('a full service lets a run wait without using up an attempt', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const goOn = Promise.withResolvers<void>()
    answers.set('first', async (call) => (await goOn.promise, says(call)))
    const [one, two, three] = await Promise.all([submit(userId), submit(userId), submit(userId)])
    const both = [run(one.id), run(two.id)]
    await expect.poll(() => asked.length).toBe(2)
    await run(three.id)
    expect(await rowOf(three.id)).toMatchObject({ status: 'queued', attempts: 0, startedAt: null })
    goOn.resolve()
    await Promise.all(both)
    await run(three.id)
    expect(await rowOf(three.id)).toMatchObject({ status: 'succeeded', attempts: 1 })
  })

  test('processes that share a database share the places at a service', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const slots = [openSharedSlots(runtime.db), openSharedSlots(runtime.db)]
    const [here, there] = slots.map(({ open }) => ({ providers: openProviders([provider], { openSlots: open }) }))
    const goOn = Promise.withResolvers<void>()
    answers.set('first', async (call) => (await goOn.promise, says(call)))
    const [one, two, three] = await Promise.all([submit(userId), submit(userId), submit(userId)])
    const both = [run(one.id, here), run(two.id, there)]
    await expect.poll(() => asked.length).toBe(2)
    await run(three.id, there)
    expect(await rowOf(three.id)).toMatchObject({ status: 'queued', attempts: 0 })
    goOn.resolve()
    await Promise.all(both)
    await run(three.id, here)
    expect(await rowOf(three.id)).toMatchObject({ status: 'succeeded', attempts: 1 })
    for (const { close } of slots) close()
  })
})

describe('a model that keeps failing', () => {
  test('a model that keeps failing is called no more, takes no new runs, and says why in the list', async () => {
    const people = await Promise.all([1, 2].map(() => createUser(runtime, { tokens: 200 })))
    const [userId = '', other = ''] = people.map(({ id }) => id)
    const listed = async () =>
      (
        await listModels(runtime.db, {
          providers: runtime.providers,
          figures: openModelFigures(runtime.db),
          locale: 'en',
          types: undefined,
        })
      ).find(({ id }) => id === 'cloud/first')
    answers.set('first', fails('provider_auth'))
    for (const person of [userId, other, userId, other, userId]) {
      expect(await listed()).toMatchObject({ available: true })
      await run((await submit(person)).id)
    }
    const problem = await submit(userId).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(Problem)
    expect(problem).toMatchObject({ code: 'model_unavailable' })
    expect(await listed()).toMatchObject({
      available: false,
      unavailable_reason: expect.stringContaining('several times in a row'),
    })
    expect(await balanceOf(userId)).toEqual({ available: 200, held: 0 })
  })

  test('a run that fails again and again, and an empty answer, pause the model for nobody', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 200 })
    answers.set('first', fails('temporary'))
    const { id } = await submit(userId)
    for (let attempt = 0; attempt < 5; attempt += 1) await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', attempts: 5 })
    const [known] = await runtime.db.select().from(modelHealth)
    expect(known).toMatchObject({ model: 'cloud/first', failures: 1, openUntil: null })
    answers.set('first', async () => ({}))
    const empty = await submit(userId)
    asked.length = 0
    await run(empty.id)
    expect(await rowOf(empty.id)).toMatchObject({ status: 'failed', errorCode: 'empty_answer', attempts: 1, charged: 0 })
    expect(asked).toEqual(['first'])
    expect(await runtime.db.$count(modelHealth)).toBe(0)
    expect(await balanceOf(userId)).toEqual({ available: 200, held: 0 })
  })

  test('a failing model is probed by one run after its pause while the others wait, and is healthy again after a success', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 200 })
    const [probe, other] = await Promise.all([submit(userId), submit(userId)])
    await breakDown('cloud/first')
    await run(probe.id)
    expect(asked).toEqual([])
    expect(await rowOf(probe.id)).toMatchObject({ status: 'queued', attempts: 0 })
    await runtime.db.update(modelHealth).set({ openUntil: sql`now() - interval '1 second'` })
    const goOn = Promise.withResolvers<void>()
    answers.set('first', async (call) => (await goOn.promise, says(call)))
    const probing = run(probe.id)
    await expect.poll(() => asked.length).toBe(1)
    await run(other.id)
    expect(asked).toHaveLength(1)
    goOn.resolve()
    await probing
    expect(await runtime.db.$count(modelHealth)).toBe(0)
    await run(other.id)
    expect(await rowOf(other.id)).toMatchObject({ status: 'succeeded' })
  })

  test('a model is not unhealthy because it refuses or is busy', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 500 })
    for (const code of ['refused', 'rate_limited'] as const) {
      answers.set('first', fails(code))
      for (let failure = 0; failure < 6; failure += 1) await run((await submit(userId)).id)
    }
    expect(await runtime.db.$count(modelHealth, sql`${modelHealth.openUntil} is not null`)).toBe(0)
  })

  test('a failing model does not hold a run forever: it fails and costs nothing', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 20 })
    const { id } = await submit(userId)
    await breakDown('cloud/first')
    await runtime.db
      .update(generations)
      .set({ createdAt: sql`now() - interval '16 minutes'` })
      .where(eq(generations.id, id))
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', errorCode: 'temporary', charged: 0 })
    expect(await balanceOf(userId)).toEqual({ available: 20, held: 0 })
  })
})

describe('a model with a fallback', () => {
  test('a model that fails permanently is replaced by its fallback, for no more than was held, and the receipt says so', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    answers.set('covered', async ({ onText }) => {
      onText('half an ans')
      throw new ProviderError('provider_auth', 'no')
    })
    const { id } = await submit(userId, 'cloud/covered', { options: { style: 'fancy' } })
    await run(id)
    expect(asked).toEqual(['covered', 'backup'])
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', charged: 2, text: 'an answer' })
    expect(await entriesOf(id)).toEqual(['hold 11', 'settle 2 made_by cloud/backup', 'release 9 made_by cloud/backup'])
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a paused model with a fallback is not called, and still takes runs', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    await breakDown('cloud/covered')
    const { id } = await submit(userId, 'cloud/covered')
    await run(id)
    expect(asked).toEqual(['backup'])
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', charged: 2 })
  })

  test('a fallback never costs more: it is paid from the hold alone', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    answers.set('covered', fails('provider_auth'))
    const { id } = await submit(userId, 'cloud/covered', { options: { max_output_tokens: 1 } })
    expect(await rowOf(id)).toMatchObject({ price: 1 })
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', charged: 1 })
  })

  test.each(['refused', 'result_refused', 'too_long', 'invalid_input'] as const)(
    '%s: no fallback is called, and it costs nothing',
    async (code) => {
      const { id: userId } = await createUser(runtime, { tokens: 100 })
      answers.set('covered', fails(code))
      const { id } = await submit(userId, 'cloud/covered')
      await run(id)
      expect(asked).toEqual(['covered'])
      expect(await rowOf(id)).toMatchObject({ status: 'failed', errorCode: code, charged: 0 })
      expect(await runtime.db.$count(modelHealth)).toBe(0)
    },
  )
})

describe('moderation', () => {
  const noted: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void noted.push(line) })
  const moderation = openModeration([{ name: 'a judge', forbids: async (words) => words.includes('forbidden') }])

  test('moderation refuses a prompt before any model is called: nothing is charged, and nothing of it is logged', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const { id } = await submit(userId, 'cloud/first', { prompt: 'a forbidden lake' })
    await run(id, { moderation: async () => moderation, logger })
    expect(asked).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: 'failed', errorCode: 'refused', charged: 0 })
    expect(await balanceOf(userId)).toEqual({ available: 100, held: 0 })
    expect(noted.join('')).toContain('refused by moderation')
    expect(noted.join('')).not.toContain('forbidden')
  })

  test('moderation refuses a text that a model has written, and stores none of it', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    answers.set('first', async ({ onText }) => (onText('something forbidden'), {}))
    const { id } = await submit(userId)
    await run(id, { moderation: async () => moderation, logger })
    expect(await rowOf(id)).toMatchObject({ status: 'failed', errorCode: 'refused', text: null, charged: 0 })
    expect(noted.join('')).not.toContain('forbidden')
  })

  test('moderation refuses a text for its reasoning, of which nothing is stored before the check', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const during = Promise.withResolvers<unknown>()
    const { id } = await submit(userId)
    answers.set('first', async ({ onThought, onText }) => {
      onThought?.('something forbidden')
      await expect.poll(() => rowOf(id)).toMatchObject({ thinkingStartedAt: expect.any(Date) })
      during.resolve((await rowOf(id)).thinking)
      onText('a lake')
      return {}
    })
    await run(id, { moderation: async () => moderation, logger })
    expect(await during.promise).toBeNull()
    expect(await rowOf(id)).toMatchObject({ status: 'failed', errorCode: 'refused', text: null, thinking: null, charged: 0 })
    expect(noted.join('')).not.toContain('forbidden')
  })

  test('reasoning that passes its check is stored with the text', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    answers.set('first', async ({ onThought, onText }) => (onThought?.('I look it up.'), onText('a lake'), {}))
    const { id } = await submit(userId)
    await run(id, { moderation: async () => moderation, logger })
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', text: 'a lake', thinking: 'I look it up.' })
  })
})

test('a worker starts remote runs beyond its own concurrency, streams them and stops canceled ones', async () => {
  const slow = new Map<string, PromiseWithResolvers<void>>()
  const many = connectedProvider({
    id: 'cloud',
    name: 'Cloud',
    models: [cloudModel('first')],
    open: () => ({
      kind: 'text',
      async stream({ onText, signal, idempotencyKey }) {
        onText('started ')
        const gate = Promise.withResolvers<void>()
        slow.set(idempotencyKey, gate)
        signal.addEventListener('abort', () => gate.reject(new Error('aborted')), { once: true })
        await gate.promise
        onText('and done')
        return {}
      },
    }),
    receive: () => Promise.reject(new Error('no files here')),
    scratchDir: '.',
  })
  await using own = await openTestRuntime({ provider: many, work: true, env: { WORKER_CONCURRENCY: '1' } })
  const { id: userId } = await createUser(own, { tokens: 1_000 })
  const rows = []
  for (let index = 0; index < 8; index += 1) {
    const input = { model: 'cloud/first', prompt: 'hello', options: {}, inputs: [] }
    rows.push(await createGeneration(own.db, { queue: own.queue, providers: own.providers, userId, input }))
  }
  await expect.poll(() => slow.size).toBe(8)
  const [canceled, ...others] = rows
  if (!canceled) throw new Error('nothing was submitted')
  await cancelGeneration(own.db, { providers: own.providers, userId, id: canceled.id })
  for (const { id } of others) slow.get(id)?.resolve()
  const states = async () => (await own.db.select({ status: generations.status }).from(generations)).map(({ status }) => status).sort()
  await expect.poll(states).toEqual(['canceled', ...Array.from({ length: 7 }, () => 'succeeded')])
  const texts = await own.db.select({ text: generations.text }).from(generations).where(eq(generations.status, 'succeeded'))
  expect(new Set(texts.map(({ text: said }) => said))).toEqual(new Set(['started and done']))
  expect(await auditLedger(own.db)).toEqual([])
})

test('a model whose server has not responded for minutes is listed with the reason, and answers when to try again', async () => {
  const state = { away: false }
  const home = connectedProvider({
    id: 'home',
    name: 'Home',
    models: [cloudModel('llama')],
    isAway: () => state.away,
    open: () => ({ kind: 'text', stream: says }),
    receive: () => Promise.reject(new Error('no files here')),
    scratchDir: '.',
  })
  await using own = await openTestRuntime({ provider: home })
  const { id: userId } = await createUser(own, { tokens: 100 })
  const input = { model: 'cloud/llama', prompt: 'hello', options: {}, inputs: [] }
  const begin = () => createGeneration(own.db, { queue: own.queue, providers: own.providers, userId, input })
  state.away = true
  const problem: unknown = await begin().catch((error: unknown) => error)
  expect(problem).toMatchObject({ code: 'model_unavailable', retryAfter: 60, reason: { text: { id: 'model.server_away' } } })
  state.away = false
  expect(await begin()).toMatchObject({ status: 'queued' })
})

test('the last failed call of a run is in the log, and with operators for 30 days or until the run is deleted', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const lines: string[] = []
  const logger = pino({ serializers: { err: describeError } }, { write: (line) => void lines.push(line) })
  answers.set('first', async ({ model, turns }) => {
    const body = JSON.stringify({ model, input: turns.at(-1)?.text, temperature: 0.5 })
    noteSent(new URL('https://desk.example/v1/responses'), { method: 'POST', headers: { authorization: 'Bearer sk-key-12345678' }, body })
    throw classifyFailure('cloud', { status: 400, body: { error: { message: 'No “a secret lake here” for sk-key-12345678' } } })
  })
  const failed = async () => {
    const { id } = await submit(userId, 'cloud/first', { prompt: 'a secret lake here' })
    await run(id, { logger })
    return id
  }
  const report = {
    sentence: 'No “[…]” for [key]',
    sent: {
      method: 'POST',
      path: '/v1/responses',
      auth: 'authorization: Bearer',
      form: false,
      body: { model: 'first', input: '[18 characters]', temperature: 0.5 },
    },
  }
  const id = await failed()
  expect(await readFailedCall(runtime.db, id)).toMatchObject({ ...report, service_status: 400, call_failure: { phase: 'headers' } })
  expect(JSON.parse(lines.find((line) => line.includes('did not succeed')) ?? '{}')).toMatchObject(report)
  const age = (days: number) => runtime.db.update(failedCalls).set({ createdAt: sql`now() - make_interval(days => ${days}::int)` })
  await age(29)
  await sweepFailedCalls(runtime.db)
  expect(await readFailedCall(runtime.db, id)).toMatchObject(report)
  await age(31)
  await sweepFailedCalls(runtime.db)
  expect(await readFailedCall(runtime.db, id)).toMatchObject({ sentence: null, sent: null, service_status: 400 })

  const gone = await failed()
  await runtime.db
    .update(generations)
    .set({ deletedAt: sql`now()` })
    .where(eq(generations.id, gone))
  expect(await emptyTrash(runtime.db, { queue: runtime.queue, userId })).toBe(1)
  expect(await readFailedCall(runtime.db, gone)).toMatchObject({ sentence: null, sent: null })
})

test('the log and the run say how far a failed call came, without its key, address or prompt', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const lines: string[] = []
  const logger = pino({ serializers: { err: describeError } }, { write: (line) => void lines.push(line) })
  const failsBy = async (more: ConstructorParameters<typeof ProviderError>[2]) => {
    answers.set('first', async () => {
      throw new ProviderError('temporary', 'http://ann:secret@desk.example', { ...more, final: true })
    })
    const { id } = await submit(userId, 'cloud/first', { prompt: 'a secret lake' })
    lines.length = 0
    await run(id, { logger })
    const [row] = await runtime.db.select().from(generations).where(eq(generations.id, id))
    expect(lines.join()).not.toContain('secret')
    const line = JSON.parse(lines.find((text) => text.includes('did not succeed')) ?? '{}')
    const { attempt, status, phase, errno, cause, ms } = v.parse(v.record(v.string(), v.unknown()), line)
    expect(row?.callFailure).toEqual({ phase, errno, cause, ms })
    expect(row?.serviceStatus).toEqual(status)
    return { attempt, status, phase, errno, ms }
  }
  const ms = expect.any(Number)
  expect(await failsBy({ status: 500, phase: 'headers' })).toEqual({ attempt: 1, status: 500, phase: 'headers', errno: null, ms })
  expect(await failsBy({ phase: 'connect', errno: 'ECONNREFUSED' })).toEqual({
    attempt: 1,
    status: null,
    phase: 'connect',
    errno: 'ECONNREFUSED',
    ms,
  })
  expect(await failsBy({ phase: 'stream' })).toEqual({ attempt: 1, status: null, phase: 'stream', errno: null, ms })
})

test('a service that reports a retry time is called by no run until then, and only the run that met it has used an attempt', async () => {
  const calls: string[] = []
  const busy = connectedProvider({
    id: 'cloud',
    name: 'Cloud',
    models: [cloudModel('first')],
    open: () => ({
      kind: 'text',
      async stream({ idempotencyKey }) {
        calls.push(idempotencyKey)
        throw new ProviderError('rate_limited', 'status 429', { retryAfterMs: 120_000, status: 429 })
      },
    }),
    receive: () => Promise.reject(new Error('no files here')),
    scratchDir: '.',
  })
  await using own = await openTestRuntime({ provider: busy })
  const { id: userId } = await createUser(own, { tokens: 100 })
  const input = { model: 'cloud/first', prompt: 'hello', options: {}, inputs: [] }
  const one = await createGeneration(own.db, { queue: own.queue, providers: own.providers, userId, input })
  const two = await createGeneration(own.db, { queue: own.queue, providers: own.providers, userId, input })
  const begin = (id: string) =>
    runGeneration(own.db, { worker: worker({ queue: own.queue, providers: own.providers }), id, controller: new AbortController() })
  await begin(one.id)
  await begin(two.id)
  expect(calls).toEqual([one.id])
  const tries = await own.db
    .select({ status: generations.status, attempts: generations.attempts, serviceStatus: generations.serviceStatus })
    .from(generations)
    .orderBy(generations.id)
  expect(tries).toEqual([
    { status: 'queued', attempts: 1, serviceStatus: 429 },
    { status: 'queued', attempts: 0, serviceStatus: null },
  ])
  const { rows } = await own.db.execute<{ wait: number }>(
    sql`select extract(epoch from start_after - now())::float8 as wait from pgboss.job where name = 'run-remote' and start_after > now() + interval '10 seconds' order by start_after`,
  )
  expect(Math.max(...rows.map(({ wait }) => wait))).toBeGreaterThan(110)
})

test('a run with two jobs after a restart is still notified of its cancel', async () => {
  const ends: unknown[] = []
  const started = Promise.withResolvers<void>()
  const slow = connectedProvider({
    id: 'cloud',
    name: 'Cloud',
    models: [cloudModel('first')],
    open: () => ({
      kind: 'text',
      async stream({ signal }) {
        started.resolve()
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }))
        return {}
      },
    }),
    receive: () => Promise.reject(new Error('no files here')),
    scratchDir: '.',
  })
  await using own = await openTestRuntime({ provider: slow })
  const providers: typeof own.providers = {
    ...own.providers,
    run: (request, context) => own.providers.run(request, context).finally(() => ends.push(context.signal.reason)),
  }
  const { id: userId } = await createUser(own, { tokens: 100 })
  const input = { model: 'cloud/first', prompt: 'hello', options: {}, inputs: [] }
  const { id } = await createGeneration(own.db, { queue: own.queue, providers, userId, input })
  await own.queue.close()

  await using stack = new AsyncDisposableStack()
  const queue = await openQueue(own.handle, { roles: { work: true } })
  stack.defer(() => queue.close())
  stack.defer(await startWorker({ ...own, providers, queue }))
  await started.promise
  const unfinished = sql<number>`(select count(*)::int from pgboss.job where name like 'run-%' and state in ('created', 'retry', 'active'))`
  await expect.poll(async () => (await own.db.select({ unfinished }).from(sql`(select 1) as one`))[0]?.unfinished).toBe(0)
  await cancelGeneration(own.db, { providers: own.providers, userId, id })
  await expect.poll(() => ends).toEqual(['canceled'])
})

test.runIf(process.env.TEST_DATABASE_URL)('a worker starts while lost jobs are being enqueued', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const { id } = await submit(userId)
  const { pool } = runtime.handle
  const jobs = async () => (await pool.query(`select id from pgboss.job where data->>'generation_id' = $1`, [id])).rowCount
  await pool.query(`delete from pgboss.job where data->>'generation_id' = $1`, [id])
  await pool.query(`update generations set updated_at = now() - interval '1 hour' where id = $1`, [id])
  const enqueuing = Promise.withResolvers<void>()
  const queue: Queue = {
    ...runtime.queue,
    work: async () => undefined,
    schedule: async () => undefined,
    async enqueueAll(...args) {
      await enqueuing.promise
      return runtime.queue.enqueueAll(...args)
    },
  }
  const stop = await startWorker({ ...runtime, queue })
  expect(await jobs()).toBe(0)
  enqueuing.resolve()
  await expect.poll(jobs).toBe(1)
  await stop()
})
