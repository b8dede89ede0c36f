import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setLotEnds } from '#tests/factories/lots.ts'
import { config, type Locale } from '#config'
import { createUser } from '#tests/factories/users.ts'
import { hangs, makesAFile, scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { problemCode } from '#tests/fixtures/read-response.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenAccounts, tokenEntries, tokenLots } from '#app/server/db/schema/tokens.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import { purgeFiles, purgeGenerations } from '../../library/works/purge-generations.ts'
import { Problem } from '../../problem.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { grantTokens } from '../../money/tokens/grant-tokens.ts'
import { cancelGeneration } from './cancel-generation.ts'
import { createGeneration } from './create-generation.ts'
import { deleteGeneration } from './delete-generation.ts'
import { recoverRuns } from '../runs/recover-runs.ts'
import { retryGeneration } from './retry-generation.ts'
import { runGeneration } from '../runs/run-generation.ts'
import { toGenerations } from './to-generation.ts'

const provider = scriptedProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  provider.script = succeeds
})

const submit = (userId: string, model = 'image-10', options = {}, idempotencyKey?: string) =>
  createGeneration(runtime.db, {
    queue: runtime.queue,
    providers: runtime.providers,
    userId,
    input: { model, prompt: 'a lake', options, inputs: [] },
    idempotencyKey,
  })

const newWorker = () => ({
  id: uuidv7(),
  queue: runtime.queue,
  providers: runtime.providers,
  storage: runtime.storage,
  progress: runtime.progress,
  logger: runtime.logger,
})
const run = (id: string, controller = new AbortController()) => runGeneration(runtime.db, { worker: newWorker(), id, controller })

async function balanceOf(userId: string) {
  const [account] = await runtime.db
    .select({ available: tokenAccounts.available, held: tokenAccounts.held })
    .from(tokenAccounts)
    .where(eq(tokenAccounts.userId, userId))
  return account
}
async function rowOf(id: string) {
  const [row] = await runtime.db.select().from(generations).where(eq(generations.id, id))
  if (!row) throw new Error('no such generation')
  return row
}
async function entriesOf(id: string) {
  const rows = await runtime.db.select().from(tokenEntries).where(eq(tokenEntries.generationId, id)).orderBy(tokenEntries.id)
  return rows.map(({ kind, amount }) => `${kind} ${amount}`)
}

/** Simulates a worker that died in the middle: its claim stays until it expires. */
async function crashWhileRunning(id: string) {
  await runtime.db.execute(sql`update pgboss.job set state = 'active' where data->>'generation_id' = ${id}`)
  await runtime.db
    .update(generations)
    .set({ status: 'running', leaseOwner: uuidv7(), leaseUntil: sql`now() - interval '1 second'`, attempts: 1 })
    .where(eq(generations.id, id))
}

describe('submitting', () => {
  test('of parallel submits exactly as many are accepted as may wait, and a canceled one makes room', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 1_000 })
    const most = config.generations.maxWaiting
    // One at a time, because the embedded database has one connection, for which a busy machine would let a hundred wait too long.
    for (let waiting = 0; waiting < most - 10; waiting += 1) await submit(userId, 'text-1')
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => problemCode(submit(userId, 'text-1'))))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === 'too_many_waiting')).toHaveLength(10)
    expect(await balanceOf(userId)).toEqual({ available: 1_000 - most, held: most })
    const [one] = await runtime.db.select({ id: generations.id }).from(generations).where(eq(generations.userId, userId)).limit(1)
    await cancelGeneration(runtime.db, { providers: runtime.providers, userId, id: one?.id ?? '' })
    expect(await problemCode(submit(userId, 'text-1'))).toBe('ok')
  })

  test('40 parallel submits against tokens for 20 leave exactly 20 accepted and nothing negative', async () => {
    const { id } = await createUser(runtime, { tokens: 20 * 10 })
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => problemCode(submit(id))))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(20)
    expect(outcomes.filter((outcome) => outcome === 'not_enough_tokens')).toHaveLength(20)
    expect(await balanceOf(id)).toEqual({ available: 0, held: 200 })
    expect(await runtime.db.$count(generations, eq(generations.userId, id))).toBe(20)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test.for([
    [3, 7],
    [9, 1],
  ])('a submit with %i tokens is refused, leaves no row and no job, and says that %i are missing', async ([tokens, missing]) => {
    const { id } = await createUser(runtime, { tokens })
    const problem = await submit(id).catch((error: unknown) => error)
    expect(problem).toMatchObject({ code: 'not_enough_tokens', missing })
    expect(await runtime.db.$count(generations, eq(generations.userId, id))).toBe(0)
  })

  test('parallel submits with one Idempotency-Key run and hold once', async () => {
    const { id } = await createUser(runtime, { tokens: 100 })
    const key = randomUUID()
    const rows = await Promise.all(Array.from({ length: 10 }, () => submit(id, 'image-10', {}, key)))
    expect(new Set(rows.map((row) => row.id)).size).toBe(1)
    expect(await balanceOf(id)).toEqual({ available: 90, held: 10 })
  })

  test('an Idempotency-Key that comes with another request is refused', async () => {
    const { id } = await createUser(runtime, { tokens: 100 })
    const key = randomUUID()
    await submit(id, 'image-10', {}, key)
    expect(await problemCode(submit(id, 'text-1', {}, key))).toBe('idempotency_conflict')
    expect(await balanceOf(id)).toEqual({ available: 90, held: 10 })
  })
})

describe('running', () => {
  test('a success settles the hold once, however many workers have the job', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 10 })
    const { id } = await submit(userId)
    await Promise.all(Array.from({ length: 5 }, () => run(id)))
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', charged: 10, text: 'done', attempts: 1 })
    expect(await entriesOf(id)).toEqual(['hold 10', 'settle 10'])
    expect(await balanceOf(userId)).toEqual({ available: 0, held: 0 })
  })

  test('an option that the service did not accept is named in the language of the reader, and the run is free', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 10 })
    const { id } = await submit(userId)
    provider.script = async () => {
      throw new ProviderError('invalid_input', 'the service did not take the input', { option: 'size' })
    }
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', errorCode: 'invalid_input', errorOption: 'size', charged: 0 })
    const detailIn = async (locale: Locale) => {
      const rows = await runtime.db.select().from(generations).where(eq(generations.id, id))
      const [shown] = await toGenerations(runtime.db, rows, { keys: runtime.keys, providers: runtime.providers, locale })
      return shown?.error?.detail
    }
    expect(await detailIn('en')).toBe('The model doesn’t accept this value of “Size”. Choose another one.')
    expect(await detailIn('ru')).toBe('Модель не принимает это значение настройки «Size». Выберите другое.')
    // The model may lose the option with a later release.
    await runtime.db.update(generations).set({ errorOption: 'gone' }).where(eq(generations.id, id))
    expect(await detailIn('en')).toBe('The model couldn’t use this request. Change the prompt or the options.')
  })

  test('a model that its service has ended names its successor, if one is known', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 10 })
    const { id } = await submit(userId)
    provider.script = async () => {
      throw new ProviderError('model_gone', 'the service does not have the model')
    }
    await run(id)
    const rows = await runtime.db.select().from(generations).where(eq(generations.id, id))
    const detailWith = async (successorName: string | undefined, locale: Locale = 'en') => {
      const found = await runtime.providers.find(rows[0]?.model ?? '')
      const find = async () => found && { ...found, ...(successorName !== undefined && { successorName }) }
      const [shown] = await toGenerations(runtime.db, rows, { keys: runtime.keys, providers: { ...runtime.providers, find }, locale })
      return shown?.error?.detail
    }
    expect(await detailWith('Heron 2')).toBe('The service no longer offers this model. Heron 2 takes its place: choose it and try again.')
    expect(await detailWith('Heron 2', 'ru')).toBe(
      'Сервис больше не предлагает эту модель. На смену ей пришла Heron 2: выберите её и попробуйте ещё раз.',
    )
    expect(await detailWith(undefined)).toBe('The service no longer offers this model. Choose another model.')
  })

  test.each(['refused', 'invalid_input', 'provider_auth', 'internal', 'text_too_short'] as const)(
    'a failure as %s costs nothing and is not tried again',
    async (code) => {
      const { id: userId } = await createUser(runtime, { tokens: 10 })
      const { id } = await submit(userId)
      provider.script = async () => {
        throw new ProviderError(code, 'key sk-secret was refused by https://provider.example')
      }
      await run(id)
      expect(await rowOf(id)).toMatchObject({ status: 'failed', errorCode: code, charged: 0, attempts: 1 })
      expect(await entriesOf(id)).toEqual(['hold 10', 'release 10'])
      expect(await balanceOf(userId)).toEqual({ available: 10, held: 0 })
      expect(JSON.stringify(await rowOf(id))).not.toMatch(/secret|provider\.example/)
    },
  )

  test('a temporary error is retried up to the limit with the hold in place, then fails and costs nothing', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 10 })
    const { id } = await submit(userId)
    provider.script = async () => {
      throw new ProviderError('temporary', 'reset')
    }
    for (let attempt = 1; attempt < 5; attempt += 1) {
      await run(id)
      expect(await rowOf(id)).toMatchObject({ status: 'queued', attempts: attempt })
      expect(await balanceOf(userId)).toEqual({ available: 0, held: 10 })
    }
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', errorCode: 'temporary' })
    expect(await balanceOf(userId)).toEqual({ available: 10, held: 0 })
  })

  test('a time-out is not a failure: the hold stays, the operation is polled again, and its final status decides', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 10 })
    const { id } = await submit(userId)
    const seen: unknown[] = []
    provider.script = async ({ operation }, { saveOperation }) => {
      seen.push(operation)
      if (operation === null) await saveOperation({ job: 'op-1' })
      if (seen.length < 9) throw new ProviderError('timeout', 'no answer')
      return { text: 'at last', files: [] }
    }
    for (let ask = 1; ask < 9; ask += 1) {
      await run(id)
      expect(await balanceOf(userId)).toEqual({ available: 0, held: 10 })
    }
    await run(id)
    expect(seen).toEqual([null, ...Array.from({ length: 8 }, () => ({ job: 'op-1' }))])
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', charged: 10, text: 'at last' })
  })

  test('a run whose worker died is continued by another and charged once', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 10 })
    const { id } = await submit(userId)
    await crashWhileRunning(id)
    expect(await recoverRuns(runtime.db, { queue: runtime.queue, providers: runtime.providers, alone: false })).toBe(1)
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', attempts: 2 })
    expect(await entriesOf(id)).toEqual(['hold 10', 'settle 10'])
  })

  test('a run that kills every worker is given up after the limit and costs nothing', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 10 })
    const { id } = await submit(userId)
    await runtime.db
      .update(generations)
      .set({ status: 'running', leaseUntil: sql`now() - interval '1 second'`, attempts: 5 })
      .where(eq(generations.id, id))
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', errorCode: 'internal' })
    expect(await balanceOf(userId)).toEqual({ available: 10, held: 0 })
  })

  test('text and progress are visible to other processes during the run', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 10 })
    const { id } = await submit(userId)
    const halfway = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    provider.script = async (_request, { onText, onProgress }) => {
      onText('first half, ')
      onProgress(0.5)
      halfway.resolve()
      await goOn.promise
      return { text: 'first half, second half', files: [] }
    }
    const ended = run(id)
    await halfway.promise
    await expect.poll(() => rowOf(id)).toMatchObject({ status: 'running', text: 'first half, ', progress: 0.5 })
    goOn.resolve()
    await ended
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', text: 'first half, second half', progress: 1 })
  })
})

describe('canceling and deleting', () => {
  test('canceling a queued run returns everything, and its job then does nothing', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 10 })
    const { id } = await submit(userId)
    await cancelGeneration(runtime.db, { providers: runtime.providers, userId, id })
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'canceled', charged: 0, attempts: 0 })
    expect(await balanceOf(userId)).toEqual({ available: 10, held: 0 })
    expect(await problemCode(cancelGeneration(runtime.db, { providers: runtime.providers, userId, id }))).toBe('not_cancelable')
  })

  test('a result that arrives after the cancel is discarded and costs nothing', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 10 })
    const { id } = await submit(userId)
    const make = makesAFile(runtime.scratchDir)
    provider.script = async (request, context) => {
      await cancelGeneration(runtime.db, { providers: runtime.providers, userId, id })
      return make(request, context)
    }
    await run(id)
    expect(await rowOf(id)).toMatchObject({ status: 'canceled', charged: 0 })
    expect(await entriesOf(id)).toEqual(['hold 10', 'release 10'])
    expect(await runtime.db.$count(files, eq(files.generationId, id))).toBe(0)
    await expect(runtime.storage.read(`${id.slice(-2)}/${id}/1/0`)).rejects.toThrow()
  })

  test('deleting a running generation cancels it, and purging leaves neither files nor text', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 20 })
    provider.script = makesAFile(runtime.scratchDir)
    const { id } = await submit(userId)
    await run(id)
    const { id: unfinished } = await submit(userId)
    await deleteGeneration(runtime.db, { providers: runtime.providers, userId, id })
    await deleteGeneration(runtime.db, { providers: runtime.providers, userId, id: unfinished })
    await purgeGenerations(runtime.db, { queue: runtime.queue, userId, ids: [id] })
    await purgeFiles(runtime.db, { storage: runtime.storage, userId })
    expect(await rowOf(id)).toMatchObject({ prompt: '', text: null, charged: 10 })
    await expect(runtime.storage.read(`${id.slice(-2)}/${id}/1/0`)).rejects.toThrow()
    await expect(runtime.storage.read(`${id.slice(-2)}/${id}/1/0-poster`)).rejects.toThrow()
    expect(await balanceOf(userId)).toEqual({ available: 10, held: 0 })
    expect(await problemCode(cancelGeneration(runtime.db, { providers: runtime.providers, userId, id }))).toBe('not_found')
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a retry keeps the seed of a failure and draws a new one after a success', async () => {
    const { id: userId } = await createUser(runtime, { tokens: 100 })
    const again = (id: string) => retryGeneration(runtime.db, { queue: runtime.queue, providers: runtime.providers, userId, id })
    const failed = await submit(userId, 'image-10', { seed: 7 })
    expect(await problemCode(again(failed.id))).toBe('not_retryable')
    await cancelGeneration(runtime.db, { providers: runtime.providers, userId, id: failed.id })
    const repeated = await again(failed.id)
    expect(repeated).toMatchObject({ parentId: failed.id, options: failed.options })
    await run(repeated.id)
    const varied = await again(repeated.id)
    expect(varied.options.size).toBe('small')
    expect(varied.options.seed).not.toBe(7)
  })
})

describe('lots', () => {
  async function lotsOf(userId: string) {
    const lots = await runtime.db.select().from(tokenLots).where(eq(tokenLots.userId, userId)).orderBy(tokenLots.id)
    return lots.map(({ source, remaining }) => `${source} ${remaining}`)
  }
  const grant = (userId: string, source: 'plan' | 'pack', amount: number, expiresAt: Date | null) =>
    runtime.db.transaction((tx) => grantTokens(tx, { userId, source, amount, expiresAt, reason: null }))
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const endLots = (userId: string) => setLotEnds(runtime.db, { userId, source: 'plan' }, sql`now() - interval '1 minute'`)

  test('lots that expire soonest are spent first, and lots without expiry last', async () => {
    const { id } = await createUser(runtime)
    await grant(id, 'pack', 5, null)
    await grant(id, 'plan', 4, inDays(20))
    await grant(id, 'plan', 6, inDays(2))
    await submit(id, 'video', { duration: 8 })
    expect(await lotsOf(id)).toEqual(['pack 5', 'plan 2', 'plan 0'])
  })

  test('a release returns tokens to the lots they came from', async () => {
    const { id } = await createUser(runtime)
    await grant(id, 'plan', 4, inDays(2))
    await grant(id, 'pack', 6, null)
    const generation = await submit(id)
    await cancelGeneration(runtime.db, { providers: runtime.providers, userId: id, id: generation.id })
    expect(await lotsOf(id)).toEqual(['plan 4', 'pack 6'])
  })

  test('tokens of an expired lot cannot be spent', async () => {
    const { id } = await createUser(runtime)
    await grant(id, 'plan', 20, inDays(1))
    await endLots(id)
    expect(await submit(id).catch((error: unknown) => error)).toMatchObject({ code: 'not_enough_tokens', missing: 10 })
  })

  test('a release into a lot that expired meanwhile can be spent for another day', async () => {
    const { id } = await createUser(runtime)
    await grant(id, 'plan', 10, inDays(1))
    const generation = await submit(id)
    await endLots(id)
    await cancelGeneration(runtime.db, { providers: runtime.providers, userId: id, id: generation.id })
    expect(await balanceOf(id)).toEqual({ available: 10, held: 0 })
    const [lot] = await runtime.db.select().from(tokenLots).where(eq(tokenLots.userId, id))
    expect(lot?.expiresAt?.getTime()).toBeGreaterThan(inDays(0.99).getTime())
    expect(await problemCode(submit(id))).toBe('ok')
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('a grant of %s tokens is refused', async (amount) => {
    const { id } = await createUser(runtime)
    await expect(grant(id, 'pack', amount, null)).rejects.toThrow(RangeError)
    expect(await balanceOf(id)).toEqual({ available: 0, held: 0 })
  })
})

test('the ledger stays sound in any order of submits, successes, failures, cancels, crashes and expiries, in parallel', async () => {
  const step = fc.record({
    act: fc.constantFrom('submit', 'submit', 'succeed', 'fail', 'cancel', 'crash', 'recover', 'end lots', 'grant', 'delete'),
    target: fc.nat(7),
    price: fc.integer({ min: 1, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 12 }), async (rounds) => {
      const { id: userId } = await createUser(runtime, { tokens: 30 })
      const ids: string[] = []
      for (const round of rounds) {
        await Promise.all(
          round.map(async ({ act, target, price }) => {
            const id = ids[target % Math.max(1, ids.length)]
            if (act === 'submit')
              return void (await submit(userId, 'video', { duration: price }).then((row) => ids.push(row.id), expectProblem))
            if (act === 'grant') return grantUntilTomorrow(userId, price)
            if (act === 'end lots') return endAll(userId)
            if (act === 'recover')
              return void (await recoverRuns(runtime.db, { queue: runtime.queue, providers: runtime.providers, alone: false }))
            if (!id) return
            if (act === 'cancel')
              return void (await cancelGeneration(runtime.db, { providers: runtime.providers, userId, id }).catch(expectProblem))
            if (act === 'delete')
              return void (await deleteGeneration(runtime.db, { providers: runtime.providers, userId, id }).catch(expectProblem))
            if (act === 'crash') return crashIfUnfinished(id)
            provider.script = act === 'fail' ? failsPermanently : succeeds
            return run(id)
          }),
        )
        expect(await auditLedger(runtime.db)).toEqual([])
      }
      provider.script = succeeds
      await runtime.db
        .update(generations)
        .set({ leaseUntil: null })
        .where(sql`${generations.userId} = ${userId} and ${generations.status} = 'running'`)
      for (const id of ids) await run(id)
      expect(await auditLedger(runtime.db)).toEqual([])
      expect(await balanceOf(userId)).toMatchObject({ held: 0 })
    }),
    { numRuns: repetitions(6, 200), endOnFailure: true },
  )

  function expectProblem(error: unknown) {
    if (!(error instanceof Problem)) throw error
  }
  async function failsPermanently(): Promise<never> {
    throw new ProviderError('refused', 'no')
  }
  function grantUntilTomorrow(userId: string, amount: number) {
    return runtime.db.transaction((tx) =>
      grantTokens(tx, { userId, source: 'plan', amount, expiresAt: new Date(Date.now() + 86_400_000), reason: null }),
    )
  }
  function endAll(userId: string) {
    return setLotEnds(runtime.db, { userId, source: 'plan' }, sql`now() - interval '1 second'`)
  }
  async function crashIfUnfinished(id: string) {
    await runtime.db
      .update(generations)
      .set({ status: 'running', leaseOwner: uuidv7(), leaseUntil: sql`now() - interval '1 second'` })
      .where(sql`${generations.id} = ${id} and ${generations.status} in ('queued', 'running')`)
  }
})

test('a worker that is notified of a cancel stops the provider at once', async () => {
  const hanging = scriptedProvider(hangs)
  const own = await openTestRuntime({ provider: hanging, work: true })
  try {
    const aborted = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    hanging.script = (request, context) => {
      context.signal.addEventListener('abort', () => aborted.resolve(), { once: true })
      started.resolve()
      return hangs(request, context)
    }
    const { id: userId } = await createUser(own, { tokens: 10 })
    const row = await createGeneration(own.db, {
      queue: own.queue,
      providers: own.providers,
      userId,
      input: { model: 'image-10', prompt: 'x', options: {}, inputs: [] },
    })
    await started.promise
    await cancelGeneration(own.db, { providers: own.providers, userId, id: row.id })
    await aborted.promise
  } finally {
    await own[Symbol.asyncDispose]()
  }
})

test('a result has a placeholder of its still, and one whose still cannot be read is stored without', async () => {
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const still = join(runtime.scratchDir, `${randomUUID()}.webp`)
  await sharp({ create: { width: 64, height: 32, channels: 3, background: '#336699' } })
    .webp()
    .toFile(still)
  const placeholderOf = async () => {
    const { id } = await submit(userId)
    await run(id)
    const row = await rowOf(id)
    const [generation] = await toGenerations(runtime.db, [row], { keys: runtime.keys, providers: runtime.providers, locale: 'en' })
    return generation?.files[0]?.placeholder
  }
  const make = makesAFile(runtime.scratchDir)
  provider.script = async (...given) => {
    const made = await make(...given)
    return {
      ...made,
      files: made.files.map((file) => ({ ...file, thumbnail: { path: still, mediaType: 'image/webp', width: 64, height: 32 } })),
    }
  }
  expect(await placeholderOf()).toMatch(/^data:image\/webp;base64,[\w+/]+=*$/)
  provider.script = make
  expect(await placeholderOf()).toBeNull()
})
