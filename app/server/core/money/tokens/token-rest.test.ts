import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider, type Script } from '#tests/fakes/scripted-provider.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { Crash, crashingDatabase } from '#tests/fixtures/crashing-database.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { problemCode } from '#tests/fixtures/read-response.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { generationDays } from '#app/server/db/schema/statistics.ts'
import { tokenAccounts, tokenEntries } from '#app/server/db/schema/tokens.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import { createChord } from '../../making/chords/create-chord.ts'
import { quoteChord } from '../../making/chords/quote-chord.ts'
import { cancelGeneration } from '../../making/generations/cancel-generation.ts'
import { createGeneration } from '../../making/generations/create-generation.ts'
import { quoteGeneration } from '../../making/generations/quote-generation.ts'
import { Problem } from '../../problem.ts'
import { runGeneration } from '../../making/runs/run-generation.ts'
import { auditLedger } from './audit-ledger.ts'
import { exportEntries } from './export-entries.ts'
import { getBalance } from './get-balance.ts'
import { setLimits } from './set-limits.ts'
import { holdOf, settle, tokensToHold } from './token-rest.ts'
import { takeTokens } from './take-tokens.ts'

const scripted = scriptedProvider()
/** The model `hi` costs a hundredth of a token per second: its option `duration` limits its price, the measured seconds are its cost. */
const provider = {
  ...scripted,
  models: async () => {
    const [first, ...others] = await scripted.models()
    if (!first) throw new Error('the scripted provider has no model')
    return [{ ...first, id: 'hi', price: { base: 0, per: { measure: 'duration' as const, every: 1, tokens: 0.01 } } }, first, ...others]
  },
  run: (...given: Parameters<Script>) => script(...given),
}
let script: Script
const uses =
  (seconds: number): Script =>
  async () => ({ text: 'hi', files: [], usage: { seconds } })

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  script = uses(1)
})

const inputOf = (seconds: number, model = 'hi') => ({ model, prompt: 'hi', options: { duration: seconds }, inputs: [] })
const submit = (userId: string, seconds = 1, model?: string) =>
  createGeneration(runtime.db, { queue: runtime.queue, providers: runtime.providers, userId, input: inputOf(seconds, model) })
const run = (id: string, db = runtime.db) => {
  const { queue, providers, storage, progress, logger } = runtime
  return runGeneration(db, {
    worker: { id: uuidv7(), queue, providers, storage, progress, logger },
    id,
    controller: new AbortController(),
  })
}
const cancel = (userId: string, id: string) => cancelGeneration(runtime.db, { providers: runtime.providers, userId, id })
async function make(userId: string, seconds = 1): Promise<string> {
  const { id } = await submit(userId, seconds)
  script = uses(seconds)
  await run(id)
  return id
}
async function balanceOf(userId: string) {
  const { available, held, change_milli: rest } = await getBalance(runtime.db, userId)
  return { available, held, rest }
}
async function chargeOf(id: string) {
  const [row] = await runtime.db
    .select({ status: generations.status, charged: generations.charged, milli: generations.chargedMilli })
    .from(generations)
    .where(eq(generations.id, id))
  return row
}
async function entriesOf(id: string) {
  const rows = await runtime.db.select().from(tokenEntries).where(eq(tokenEntries.generationId, id)).orderBy(tokenEntries.id)
  return rows.map(({ kind, amount, milli }) => `${kind} ${amount} ${milli}`)
}
const expectSound = async () => expect(await auditLedger(runtime.db)).toEqual([])

describe('the arithmetic of the rest', () => {
  const milli = fc.nat(5_000)
  const rest = fc.nat(999)

  test('a hold covers the price with less than a token to spare, and counts on no more than the rest of the account', () => {
    fc.assert(
      fc.property(milli, rest, (price, left) => {
        const held = holdOf(price, left)
        expect(held.milli).toBeLessThanOrEqual(left)
        const spare = held.tokens * 1_000 + held.milli - price
        expect(spare).toBeGreaterThanOrEqual(0)
        expect(spare).toBeLessThan(1_000)
        expect(tokensToHold([price], left)).toBe(held.tokens)
      }),
    )
  })

  test('a settlement takes exactly the cost, never more tokens than held, and breaks one only if the rest does not suffice', () => {
    fc.assert(
      fc.property(milli, milli, rest, rest, (price, cost, left, leftLater) => {
        fc.pre(cost <= price)
        const held = holdOf(price, left)
        const settled = settle({ held, rest: leftLater, cost })
        expect(settled.tokens).toBeLessThanOrEqual(held.tokens)
        expect(settled.rest).toBeLessThan(1_000)
        expect(leftLater + held.milli + settled.tokens * 1_000).toBe(cost + settled.rest + settled.mended * 1_000)
        if (settled.tokens > 0) expect(settled.tokens * 1_000 - settled.rest).toBeGreaterThan(0)
        expect(settled.tokens > 0 && settled.mended > 0).toBe(false)
      }),
    )
  })
})

describe('prices below a token', () => {
  /** A hundred runs at a hundredth of a token in a full run, ten at a tenth otherwise. */
  const most = repetitions(10, 100)

  test(`${most} runs at a ${most}th of a token cost one token together, and the next run costs another`, async () => {
    const { id: userId } = await createUser(runtime, { tokens: 2 })
    const [seconds, cost] = [100 / most, 1_000 / most]
    const ids = []
    for (let count = 0; count < most; count += 1) ids.push(await make(userId, seconds))
    expect(await balanceOf(userId)).toEqual({ available: 1, held: 0, rest: 0 })
    expect(await entriesOf(ids[0] ?? '')).toEqual(['hold 1 0', `settle 1 ${cost}`])
    expect(await entriesOf(ids[1] ?? '')).toEqual([`hold 0 ${cost}`, `settle 0 ${cost}`])
    expect(await chargeOf(ids.at(-1) ?? '')).toEqual({ status: 'succeeded', charged: 0, milli: cost })
    await make(userId)
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, rest: 990 })
    const days = await runtime.db.select().from(generationDays).where(eq(generationDays.userId, userId))
    expect(days).toMatchObject([{ runs: most + 1, tokens: 2, milli: 1_010 }])
    await expectSound()
  })

  test('the quote shows the exact price, what is held for it, and nothing missing while the rest covers it', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 1 })
    const quote = (seconds: number) =>
      quoteGeneration(runtime.db, { providers: runtime.providers, userId, locale: 'en', input: inputOf(seconds) })
    expect(await quote(1)).toMatchObject({ price: 1, price_milli: 10, hold: 1, missing: 0 })
    await make(userId)
    expect(await quote(99)).toMatchObject({ price: 1, price_milli: 990, hold: 0, available: 0, missing: 0 })
    expect(await quote(100)).toMatchObject({ price: 1, price_milli: 1_000, hold: 1, missing: 1 })
    await make(userId, 99)
    expect(await quote(1)).toMatchObject({ hold: 1, missing: 1 })
    expect(await problemCode(submit(userId))).toBe('not_enough_tokens')
  })

  test('parallel runs never count on the same rest', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 1 })
    await make(userId)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => problemCode(submit(userId, 40))))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(2)
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, rest: 190 })
    await expectSound()
  })

  test('a failure and a cancel return the rest that was set aside, and a stopped text pays for what is written', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 1 })
    await make(userId)
    const failing = await submit(userId, 50)
    script = () => Promise.reject(new ProviderError('refused', 'no'))
    await run(failing.id)
    expect(await entriesOf(failing.id)).toEqual(['hold 0 500', 'release 0 500'])
    const queued = await submit(userId, 50)
    await cancel(userId, queued.id)
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, rest: 990 })

    const stopped = await submit(userId, 50)
    const isWritten = Promise.withResolvers<void>()
    script = async (_request, { onText, signal }) => {
      onText('hi', { seconds: 7 })
      isWritten.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    }
    const { queue, providers, storage, progress, logger, db } = runtime
    const controller = new AbortController()
    const running = runGeneration(db, { worker: { id: uuidv7(), queue, providers, storage, progress, logger }, id: stopped.id, controller })
    await isWritten.promise
    await expect.poll(async () => (await db.select().from(generations).where(eq(generations.id, stopped.id)))[0]?.text).toBe('hi')
    expect(await cancel(userId, stopped.id)).toMatchObject({ charged: 0, chargedMilli: 70 })
    controller.abort('canceled')
    await running
    expect(await entriesOf(stopped.id)).toEqual(['hold 0 500', 'settle 0 70', 'release 0 430'])
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, rest: 920 })
    await expectSound()
  })

  test('rests of parallel runs that add up to a token become a token that never expires', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 2 })
    const first = await submit(userId, 50)
    await make(userId, 40)
    // The run with 600 milli-tokens of the rest set aside keeps it from the other one, which breaks the second token.
    const waiting = await submit(userId, 60)
    await run(first.id)
    await cancel(userId, waiting.id)
    const [, ...ledger] = await runtime.db.select().from(tokenEntries).where(eq(tokenEntries.userId, userId)).orderBy(tokenEntries.id)
    expect(ledger).toContainEqual(expect.objectContaining({ kind: 'grant', amount: 1, reason: 'change' }))
    // 0.4 and 0.4 of two tokens are spent.
    expect(await balanceOf(userId)).toEqual({ available: 1, held: 0, rest: 200 })
    await expectSound()
  })

  test('a limit of one’s own counts the tokens that leave the balance, and a debt keeps the rest from being spent', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 3 })
    await setLimits(runtime.db, userId, { per_run: null, per_day: 1 })
    for (let count = 0; count < 5; count += 1) await make(userId, 20)
    expect(await problemCode(submit(userId, 20))).toBe('over_daily_limit')
    await setLimits(runtime.db, userId, { per_run: 1, per_day: null })
    expect(await problemCode(submit(userId, 2, 'video'))).toBe('over_run_limit')
    await make(userId, 20)
    await runtime.db.transaction((tx) => takeTokens(tx, { userId, amount: 5, paymentId: null, reason: 'refund' }))
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, rest: 800 })
    expect(await problemCode(submit(userId, 1))).toBe('not_enough_tokens')
    await expectSound()
  })

  test('the parts of a chord share the rest in the order of their holds', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 11 })
    await make(userId)
    const input = { prompt: 'a lake', parts: ['image' as const, 'text' as const] }
    const { queue, providers, db } = runtime
    expect(await quoteChord(db, { providers, userId, input })).toMatchObject({ price: 11, price_milli: 10_010, available: 10, missing: 0 })
    await createChord(db, { queue, providers, userId, input: { ...input, max_price: 11 } })
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 10, rest: 980 })
    await expectSound()
  })

  test('the exported ledger has the exact cost, and its changes still add up to the balance', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 3 })
    await make(userId, 30)
    await make(userId, 80)
    const csv = await new Response(await exportEntries(runtime.db, { userId, filter: {} })).text()
    const [head = '', ...lines] = csv.trimEnd().split('\r\n')
    expect(head.endsWith(',id,milli')).toBe(true)
    const cells = lines.map((line) => line.split(','))
    expect(cells.reduce((sum, [, , , change]) => sum + Number(change), 0)).toBe(1)
    expect(cells.flatMap(([, kind, ...rest]) => (kind === 'settle' ? [Number(rest.at(-1))] : []))).toEqual([800, 300])
  })
})

test('a process that dies before any statement of a settlement leaves nothing settled, and the next one settles once', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 2 })
  await make(userId, 60)
  const { id } = await submit(userId, 70)
  script = uses(70)
  let deaths = 0
  for (const before of [...Array.from({ length: 40 }, (_, index) => index + 1), null]) {
    // The claim is a transaction of its own.
    const outcome = await run(id, crashingDatabase(runtime.db, before, { spared: 1 })).then(
      () => 'done',
      (error: unknown) => (error instanceof Crash ? 'died' : Promise.reject(error)),
    )
    await expectSound()
    if (outcome === 'done' || before === null) break
    deaths += 1
    expect(await chargeOf(id)).toEqual({ status: 'running', charged: null, milli: null })
    await runtime.db.update(generations).set({ leaseUntil: null, attempts: 0 }).where(eq(generations.id, id))
  }
  // The settlement alone has ten statements.
  expect(deaths).toBeGreaterThan(9)
  await run(id)
  expect(await entriesOf(id)).toEqual(['hold 1 0', 'settle 1 700'])
  expect(await balanceOf(userId)).toEqual({ available: 0, held: 0, rest: 700 })
})

test('an account pays the exact sum of its runs, rounded up once, in any order of parallel submits, endings and deaths', async () => {
  const step = fc.record({
    act: fc.constantFrom('submit', 'submit', 'succeed', 'fail', 'cancel', 'die'),
    target: fc.nat(9),
    price: fc.integer({ min: 1, max: 100 }),
    used: fc.integer({ min: 0, max: 100 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 12 }), async (rounds) => {
      const { id: userId } = await createUser(runtime, { tokens: 4 })
      /** Seconds that each run uses, from which alone its cost follows. */
      const planned = new Map<string, { limit: number; used: number; fails: boolean }>()
      const idAt = (target: number) => [...planned.keys()][target % Math.max(1, planned.size)]
      script = async ({ generationId }) => {
        const plan = planned.get(generationId)
        if (!plan || plan.fails) throw new ProviderError('refused', 'no')
        return { text: 'hi', files: [], usage: { seconds: plan.used } }
      }
      for (const round of rounds) {
        await Promise.all(
          round.map(async ({ act, target, price, used }) => {
            if (act === 'submit') {
              const row = await submit(userId, price).catch((error: unknown) => {
                if (!(error instanceof Problem)) throw error
              })
              if (row) planned.set(row.id, { limit: price, used, fails: false })
              return
            }
            const id = idAt(target)
            const plan = id === undefined ? undefined : planned.get(id)
            if (id === undefined || !plan) return
            if (act === 'cancel') return void (await problemCode(cancel(userId, id)))
            if (act === 'die') return run(id, crashingDatabase(runtime.db, 5 + (used % 8))).catch(() => revive(id))
            if (act === 'fail') plan.fails = true
            return run(id)
          }),
        )
        await expectSound()
      }
      for (const id of planned.keys()) {
        await revive(id)
        await run(id)
      }
      await expectSound()
      const rows = await runtime.db.select().from(generations).where(eq(generations.userId, userId))
      const spent = rows.reduce((sum, { id, status }) => {
        const { limit, used } = planned.get(id) ?? { limit: 0, used: 0 }
        return status === 'succeeded' ? sum + Math.min(limit, used) * 10 : sum
      }, 0)
      const { available, held, rest } = await balanceOf(userId)
      expect(held).toBe(0)
      expect(4 - available).toBe(Math.ceil(spent / 1_000))
      expect(rest).toBe((4 - available) * 1_000 - spent)
    }),
    { numRuns: repetitions(3, 200), endOnFailure: true },
  )

  /** Ends the claim of a dead worker. */
  async function revive(id: string) {
    await runtime.db
      .update(generations)
      .set({ leaseUntil: null })
      .where(sql`${generations.id} = ${id} and ${generations.status} = 'running'`)
  }
})

test.each([-1, 1_000])('the database rejects a rest of %s milli-tokens', async (restMilli) => {
  const { id } = await createUser(runtime)
  await expect(runtime.db.update(tokenAccounts).set({ restMilli }).where(eq(tokenAccounts.userId, id))).rejects.toThrow()
})
