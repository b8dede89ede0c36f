import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Kind } from '#app/contract/base/values.ts'
import { createUser } from '#tests/factories/users.ts'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { modelHealth } from '#app/server/db/schema/models.ts'
import { generationDays } from '#app/server/db/schema/statistics.ts'
import { tokenAccounts, tokenEntries } from '#app/server/db/schema/tokens.ts'
import type { CatalogueModel } from '#app/server/providers/catalogue/model.ts'
import { compatibleText } from '#app/server/providers/compatible/compatible-text.ts'
import { connectedProvider } from '#app/server/providers/connected/connected-provider.ts'
import type { ImageModel, KindModel, OperationModel, OperationState, TextModel } from '#app/server/providers/kinds.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import { purgeGenerations } from '../../library/works/purge-generations.ts'
import { Problem } from '../../problem.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { spentSince } from '../../money/tokens/own-limits.ts'
import { cancelGeneration } from '../generations/cancel-generation.ts'
import { createGeneration } from '../generations/create-generation.ts'
import { deleteGeneration } from '../generations/delete-generation.ts'
import { runGeneration } from './run-generation.ts'

/** Runs of connected services that are stopped before their end. */

const words = (message: string) => ({ id: `test.${message}`, message })
const model = (id: string, via: CatalogueModel['via'], type: Kind): CatalogueModel => ({
  id,
  model: id,
  via,
  type,
  name: words(id),
  description: words('A model'),
  price: type === 'text' ? { base: 0, per: { measure: 'model_tokens', every: 1, input: 1, output: 2 } } : { base: 40, per: null },
  options: {},
  inputs: [],
  prompt: { placeholder: words('Prompt'), maxLength: 10_000, examples: [] },
  ...(type === 'text' && { maxOutputTokens: 500 }),
})

/** 30 characters count as 10 model tokens of prompt and cost 1 each. The answer has a model token for each 3 characters, which costs 2. */
const prompt = 'a prompt of thirty characters.'

let write: TextModel['stream']
let draw: ImageModel['generate']
let film: Required<OperationModel>
let polls = 0
const services: Record<string, KindModel> = {
  text: { kind: 'text', stream: (call) => write(call) },
  picture: { kind: 'image', generate: (call) => draw(call) },
  film: {
    kind: 'operation',
    start: (call) => film.start(call),
    poll: (operation, call) => ((polls += 1), film.poll(operation, call)),
    cancel: (operation) => film.cancel(operation),
  },
  reel: { kind: 'operation', start: (call) => film.start(call), poll: (operation, call) => film.poll(operation, call) },
}

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  const provider = connectedProvider({
    id: 'cloud',
    name: 'Cloud',
    models: [
      model('text', 'text', 'text'),
      model('picture', 'image', 'image'),
      model('film', 'operation', 'video'),
      model('reel', 'operation', 'video'),
    ],
    open: ({ id }) => services[id] ?? expect.fail(`no service for ${id}`),
    async receive() {
      const path = join(runtime.scratchDir, randomUUID())
      await writeFile(path, 'a result')
      return { path, mediaType: 'image/webp', width: 4, height: 2, durationMs: null, peaks: null, poster: null, thumbnail: null }
    },
    scratchDir: '.',
    limits: { concurrent: 100 },
    times: { poll: { firstMs: 1, growth: 1, ceilingMs: 1, attemptMs: 60_000, giveUpMs: 60_000 } },
  })
  runtime = await openTestRuntime({ provider, work: true })
})
afterAll(() => runtime[Symbol.asyncDispose]())

let state: OperationState
const done: OperationState = { state: 'done', results: [{ bytes: new Uint8Array() }], usage: {} }
beforeEach(async () => {
  await runtime.db.delete(modelHealth)
  write = stalls('abc'.repeat(10))
  draw = async () => ({ results: [{ bytes: new Uint8Array() }], usage: {} })
  polls = 0
  state = { state: 'running', progress: null }
  film = {
    kind: 'operation',
    start: async () => ({ id: 'op-1' }),
    poll: async () => state,
    adopt: async () => null,
    cancel: async () => false,
  }
})

/** Writes the pieces and never ends. */
function stalls(...pieces: string[]): TextModel['stream'] {
  return ({ onText, signal }) => {
    for (const piece of pieces) onText(piece)
    return aborted(signal)
  }
}
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

async function submit(name = 'text', user?: { id: string }) {
  const { id: userId } = user ?? (await createUser(runtime, { tokens: 10_000 }))
  const input = { model: name, prompt, options: {}, inputs: [] }
  const { id, price } = await createGeneration(runtime.db, { queue: runtime.queue, providers: runtime.providers, userId, input })
  return { id, userId, price }
}
type Run = { id: string; userId: string }
const cancel = ({ id, userId }: Run) => cancelGeneration(runtime.db, { providers: runtime.providers, userId, id })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error)),
  )
async function rowOf({ id }: { id: string }) {
  const [row] = await runtime.db.select().from(generations).where(eq(generations.id, id))
  return row ?? expect.fail('the run is gone')
}
const textOf = async (run: Run) => (await rowOf(run)).text
const statusOf = async (run: Run) => (await rowOf(run)).status
async function entriesOf({ id }: Run) {
  const entries = await runtime.db.select().from(tokenEntries).where(eq(tokenEntries.generationId, id)).orderBy(tokenEntries.id)
  return entries.map(({ kind, amount, reason }) => [kind, amount, reason].filter((part) => part !== null).join(' '))
}
async function balanceOf({ userId }: Run) {
  const [account] = await runtime.db.select().from(tokenAccounts).where(eq(tokenAccounts.userId, userId))
  return account && { available: account.available, held: account.held }
}
const expectSound = async () => expect(await auditLedger(runtime.db)).toEqual([])

describe('a canceled text', () => {
  test('a canceled text is paid for as far as it is written, and the rest of the hold is released', async () => {
    const run = await submit()
    await expect.poll(() => textOf(run)).toBe('abc'.repeat(10))
    const canceled = await cancel(run)
    // 10 tokens of prompt, 10 tokens of answer.
    expect(canceled).toMatchObject({ status: 'canceled', charged: 30, text: 'abc'.repeat(10) })
    expect(await entriesOf(run)).toEqual([`hold ${run.price}`, 'settle 30 stopped_early', `release ${run.price - 30} stopped_early`])
    expect(await balanceOf(run)).toEqual({ available: 10_000 - 30, held: 0 })
    expect(await codeOf(cancel(run))).toBe('not_cancelable')
    await expectSound()
  })

  test('a canceled text counts in the statistics and in the daily limit with its charge', async () => {
    const run = await submit()
    await expect.poll(() => textOf(run)).toBe('abc'.repeat(10))
    await cancel(run)
    const days = await runtime.db.select().from(generationDays).where(eq(generationDays.userId, run.userId))
    expect(days).toMatchObject([{ status: 'canceled', runs: 1, tokens: 30 }])
    expect(await spentSince(runtime.db, { userId: run.userId, since: new Date(0) })).toBe(30)
  })

  test('a canceled text is paid for once, however many cancels come at a time', async () => {
    const run = await submit()
    await expect.poll(() => textOf(run)).not.toBeNull()
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(cancel(run))))
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(await entriesOf(run)).toHaveLength(3)
    expect(await balanceOf(run)).toEqual({ available: 10_000 - 30, held: 0 })
    await expectSound()
  })

  test('a canceled text is free before the first piece', async () => {
    const asked = Promise.withResolvers<void>()
    write = ({ signal, onText }) => (onText(''), asked.resolve(), aborted(signal))
    const run = await submit()
    await asked.promise
    await cancel(run)
    expect(await entriesOf(run)).toEqual([`hold ${run.price}`, `release ${run.price} canceled`])
    await expectSound()
  })

  test('a canceled text never costs more than the hold', async () => {
    write = ({ onText, onUsage, signal }) => {
      onText('a')
      onUsage?.({ inputTokens: 1e9, outputTokens: 1e9 })
      onText('b')
      return aborted(signal)
    }
    const run = await submit()
    await expect.poll(() => textOf(run)).toBe('ab')
    expect(await cancel(run)).toMatchObject({ charged: run.price })
    expect(await entriesOf(run)).toEqual([`hold ${run.price}`, `settle ${run.price} stopped_early`])
    await expectSound()
  })

  test('a canceled text gets no more text after it was charged', async () => {
    const ended = Promise.withResolvers<void>()
    write = async ({ onText, signal }) => {
      onText('abc')
      await aborted(signal).catch(() => undefined)
      onText('too late')
      ended.resolve()
      return { inputTokens: 10, outputTokens: 400 }
    }
    const run = await submit()
    await expect.poll(() => textOf(run)).toBe('abc')
    await cancel(run)
    await ended.promise
    // The worker writes everything that it has received before the next run.
    write = async ({ onText }) => (onText('next'), {})
    const next = await submit()
    await expect.poll(() => statusOf(next)).toBe('succeeded')
    expect(await rowOf(run)).toMatchObject({ text: 'abc', status: 'canceled', charged: 12 })
    await expectSound()
  })

  test('a canceled text that finishes at the same moment is settled once, one way or the other', async () => {
    const gates: (() => void)[] = []
    write = async ({ onText }) => {
      onText('abc')
      await new Promise<void>((resolve) => gates.push(resolve))
      return { inputTokens: 10, outputTokens: 5 }
    }
    const runs = await Promise.all(Array.from({ length: 20 }, () => submit()))
    await expect.poll(() => gates.length).toBe(20)
    for (const run of runs) await expect.poll(() => textOf(run)).toBe('abc')
    await Promise.all(runs.map((run, index) => (gates[index]?.(), codeOf(cancel(run)))))
    for (const run of runs) {
      await expect.poll(() => statusOf(run)).toMatch(/succeeded|canceled/)
      const { status, charged } = await rowOf(run)
      expect(charged).toBe(status === 'succeeded' ? 20 : 12)
      expect(await balanceOf(run)).toEqual({ available: 10_000 - (charged ?? 0), held: 0 })
      expect((await entriesOf(run)).filter((entry) => entry.startsWith('settle'))).toHaveLength(1)
    }
    await expectSound()
  })

  test('a canceled text of a dead worker is charged for the stored text; after a restart for the new text only', async () => {
    const [orphan, taken] = [await submit(), await submit()]
    for (const run of [orphan, taken]) {
      await expect.poll(() => textOf(run)).toBe('abc'.repeat(10))
      const dead = { leaseOwner: uuidv7(), leaseUntil: sql`now() - interval '1 second'` }
      await runtime.db.update(generations).set(dead).where(eq(generations.id, run.id))
    }
    expect(await cancel(orphan)).toMatchObject({ charged: 30 })
    const { queue, providers, storage, progress, logger, db } = runtime
    const again = (run: Run, controller: AbortController) =>
      runGeneration(db, { worker: { id: uuidv7(), queue, providers, storage, progress, logger }, id: run.id, controller })
    await again(orphan, new AbortController())
    expect(await entriesOf(orphan)).toHaveLength(3)

    const started = Promise.withResolvers<void>()
    write = ({ signal }) => (started.resolve(), aborted(signal))
    const controller = new AbortController()
    const running = again(taken, controller)
    await started.promise
    expect(await cancel(taken)).toMatchObject({ charged: 0, text: null })
    controller.abort('canceled')
    await running
    await expectSound()
  })

  test('a canceled text is free after its service broke off, and so is one that the service breaks permanently', async () => {
    write = async ({ onText }) => {
      onText('abc')
      throw new ProviderError('temporary', 'broke off')
    }
    const run = await submit()
    await expect.poll(() => rowOf(run)).toMatchObject({ status: 'queued', attempts: 1, text: 'abc' })
    expect(await cancel(run)).toMatchObject({ charged: 0, text: 'abc' })
    write = async ({ onText }) => {
      onText('abc')
      throw new ProviderError('refused', 'no')
    }
    const refused = await submit()
    await expect.poll(() => rowOf(refused)).toMatchObject({ status: 'failed', charged: 0, text: null })
    await expectSound()
  })
})

describe('a canceled text of an OpenAI-compatible server', () => {
  test.each([
    ['the server’s count, when it reports one on the way', true, 11 + 2 * (20 + 2)],
    ['an estimate, when it does not', false, 10 + 2 * 4],
  ])('a canceled text of an OpenAI-compatible server costs %s', async (_what, countsOnTheWay, charge) => {
    await using server = await openOpenaiServer({ countsOnTheWay, pieces: () => ['123456', '789012', 'never sent'] })
    const service = await compatibleText({ name: 'desk', baseUrl: `${server.url}/v1`, key: null })
    write = (call) => service.stream({ ...call, model: 'stalls' })
    const run = await submit()
    await expect.poll(() => textOf(run)).toBe('123456789012')
    expect(await cancel(run)).toMatchObject({ charged: charge })
    await expect.poll(() => server.asked().at(-1)?.brokenOff).toBe(true)
    await expectSound()
  })
})

describe('canceled media', () => {
  async function reached(run: Run) {
    await expect.poll(async () => (await rowOf(run)).handedOverAt).not.toBeNull()
  }

  test('canceled media are free when the service confirms the cancel', async () => {
    film.cancel = async () => true
    const run = await submit('film')
    await expect.poll(() => polls).toBeGreaterThan(0)
    expect(await cancel(run)).toMatchObject({ status: 'canceled', charged: 0 })
    expect(await entriesOf(run)).toEqual(['hold 40', 'release 40 canceled'])
    await expectSound()
  })

  test.each(['film', 'reel'])('canceled media of a service that cannot stop them continue, and are charged as quoted: %s', async (name) => {
    const run = await submit(name)
    await reached(run)
    if (name === 'film') await expect.poll(() => polls).toBeGreaterThan(0)
    expect(await codeOf(cancel(run))).toBe('too_late_to_cancel')
    expect(await codeOf(cancel(run))).toBe('too_late_to_cancel')
    expect(await statusOf(run)).toBe('running')
    state = done
    await expect.poll(() => statusOf(run)).toBe('succeeded')
    expect(await entriesOf(run)).toEqual(['hold 40', 'settle 40'])
    await expectSound()
  })

  test('media that are answered in one call cannot be canceled once the service is called', async () => {
    const gate = Promise.withResolvers<void>()
    draw = async () => (await gate.promise, { results: [{ bytes: new Uint8Array() }], usage: {} })
    const run = await submit('picture')
    await reached(run)
    expect(await codeOf(cancel(run))).toBe('too_late_to_cancel')
    gate.resolve()
    await expect.poll(() => statusOf(run)).toBe('succeeded')
    expect(await entriesOf(run)).toEqual(['hold 40', 'settle 40'])
    await expectSound()
  })

  test('canceled media that then fail are not retried, and are free', async () => {
    const gate = Promise.withResolvers<never>()
    draw = () => gate.promise
    const run = await submit('picture')
    await reached(run)
    expect(await codeOf(cancel(run))).toBe('too_late_to_cancel')
    gate.reject(new ProviderError('temporary', 'broken'))
    await expect.poll(() => statusOf(run)).toBe('canceled')
    expect(await entriesOf(run)).toEqual(['hold 40', 'release 40 canceled'])
    await expectSound()
  })

  test('media that are canceled while their start is in progress are canceled when the service has named them', async () => {
    const gate = Promise.withResolvers<void>()
    film.start = async () => (await gate.promise, { id: 'op-1' })
    film.cancel = async () => true
    const run = await submit('film')
    await reached(run)
    const canceling = cancel(run)
    await expect.poll(async () => (await rowOf(run)).cancelRequestedAt).not.toBeNull()
    gate.resolve()
    expect(await canceling).toMatchObject({ status: 'canceled', charged: 0 })
    await expectSound()
  })

  test('media whose cancel the service has confirmed to a process that died are canceled by the worker', async () => {
    const run = await submit('film')
    await expect.poll(() => polls).toBeGreaterThan(0)
    film.cancel = async () => {
      film.poll = () => Promise.reject(new ProviderError('temporary', 'canceled', { final: true }))
      await expect.poll(() => statusOf(run)).toBe('canceled')
      throw new Error('the process died here')
    }
    await codeOf(cancel(run))
    expect(await entriesOf(run)).toEqual(['hold 40', 'release 40 canceled'])
    await expectSound()
  })

  test('media are canceled, or made and then paid for, in whatever order cancel, start and end come', async () => {
    const stopped = new Set<string>()
    let next = 0
    film.start = async ({ idempotencyKey }) => ({ id: idempotencyKey })
    film.poll = async ({ id }) => {
      if (stopped.has(id)) throw new ProviderError('temporary', 'canceled', { final: true })
      return (next += 1) % 3 === 0 ? done : { state: 'running', progress: null }
    }
    film.cancel = async ({ id }) => {
      if ((next += 1) % 2 === 0) return false
      stopped.add(id)
      return true
    }
    const runs = await Promise.all(Array.from({ length: 20 }, () => submit('film')))
    await Promise.all(runs.flatMap((run) => [codeOf(cancel(run)), codeOf(cancel(run))]))
    for (const run of runs) {
      await expect.poll(() => statusOf(run)).toMatch(/succeeded|canceled/)
      const { status, charged } = await rowOf(run)
      expect(charged).toBe(status === 'succeeded' ? 40 : 0)
      expect(await balanceOf(run)).toEqual({ available: 10_000 - (charged ?? 0), held: 0 })
    }
    await expectSound()
  })

  test('media that are deleted while they cannot be stopped finish in the trash, and stay there', async () => {
    const run = await submit('reel')
    await reached(run)
    await deleteGeneration(runtime.db, { providers: runtime.providers, userId: run.userId, id: run.id })
    expect(await rowOf(run)).toMatchObject({ status: 'running', deletedAt: expect.any(Date) })
    const purge = () => purgeGenerations(runtime.db, { queue: runtime.queue, userId: run.userId, ids: [run.id] })
    expect(await purge()).toBe(0)
    state = done
    await expect.poll(() => statusOf(run)).toBe('succeeded')
    expect(await entriesOf(run)).toEqual(['hold 40', 'settle 40'])
    expect(await purge()).toBe(1)
    await expectSound()
  })
})
