import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CatalogueModel } from '../catalogue/model.ts'
import type { KindModel, Operation, OperationModel, OperationState } from '../kinds.ts'
import { type ProducedFile, ProviderError, type RunContext, type RunRequest } from '../provider.ts'
import { connectedProvider, type Times } from './connected-provider.ts'
import type { ReceiveResult } from './receive.ts'

const text = (message: string) => ({ id: `test.${message}`, message })
const model = (type: CatalogueModel['type'], via: CatalogueModel['via'], rest: Partial<CatalogueModel> = {}): CatalogueModel => ({
  id: `cloud/${type}`,
  model: `${type}-large`,
  via,
  type,
  name: text('Large'),
  description: text('A model'),
  price: { base: 1, per: null },
  options: {},
  inputs: [],
  prompt: { placeholder: text('Words'), maxLength: 100, examples: [] },
  ...rest,
})

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'connected-'))
})
afterAll(() => rm(dir, { recursive: true }))

const received = (path: string): ProducedFile => ({
  path,
  mediaType: 'image/png',
  width: 1,
  height: 1,
  durationMs: null,
  poster: null,
  thumbnail: null,
  peaks: null,
})
let count = 0
const keeps: ReceiveResult = async (raw) => {
  if (!('bytes' in raw) || raw.bytes.length === 0) throw new ProviderError('temporary', 'no bytes')
  count += 1
  const path = join(dir, `result-${count}`)
  await writeFile(path, raw.bytes)
  return received(path)
}

const quick: Partial<Times> = {
  textMs: 1_000,
  idleMs: 60,
  answerMs: 60,
  poll: { firstMs: 1, growth: 1.5, ceilingMs: 5, attemptMs: 60, giveUpMs: 60_000 },
}

function open(service: KindModel, one: CatalogueModel, times = quick, extra: { unbilled?: boolean; receive?: ReceiveResult } = {}) {
  const usual = { id: 'cloud', name: 'Cloud', models: [one], open: () => service, receive: keeps, scratchDir: dir, times }
  return connectedProvider({ ...usual, ...extra })
}

function requestOf(one: CatalogueModel, rest: Partial<RunRequest> = {}): RunRequest {
  return { generationId: 'g-1', model: one.id, prompt: 'a lake', options: {}, inputs: [], operation: null, ...rest }
}

function watch(signal: AbortSignal = new AbortController().signal) {
  const seen = { text: '', thoughts: [] as unknown[], progress: [] as number[], saved: [] as unknown[] }
  const context: RunContext = {
    signal,
    onText: (delta) => void (seen.text += delta),
    onThinking: (delta, { outputTokens }) => void seen.thoughts.push([delta, outputTokens]),
    onProgress: (progress) => void seen.progress.push(progress),
    onPreview: () => {},
    handOver: async () => undefined,
    saveOperation: async (operation) => void seen.saved.push(structuredClone(operation)),
  }
  return { seen, context }
}

const until = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }))

describe('a text', () => {
  const one = model('text', 'text', { maxOutputTokens: 700 })

  test('a text is streamed in pieces; the request has history, role and maximum length', async () => {
    const asked: unknown[] = []
    const provider = open(
      {
        kind: 'text',
        stream: async ({ onText, model: name, system, turns, maxOutputTokens, options, idempotencyKey }) => {
          asked.push({ name, system, turns, maxOutputTokens, options, idempotencyKey })
          onText('one, ')
          onText('two')
          return { inputTokens: 12, outputTokens: 3 }
        },
      },
      one,
    )
    const history = [{ role: 'user' as const, text: 'hello', files: [] }]
    const { seen, context } = watch()
    const result = await provider.run(requestOf(one, { history, options: { system: 'A poet', temperature: 1 } }), context)
    expect(result).toEqual({ text: 'one, two', files: [], usage: { inputTokens: 12, outputTokens: 3 } })
    expect(seen.text).toBe('one, two')
    expect(asked).toEqual([
      {
        name: 'text-large',
        system: 'A poet',
        turns: [...history, { role: 'user', text: 'a lake', files: [] }],
        maxOutputTokens: 700,
        options: { temperature: 1 },
        idempotencyKey: 'g-1',
      },
    ])
  })

  test('a text without reported usage is measured by its length', async () => {
    const provider = open({ kind: 'text', stream: async ({ onText }) => (onText('x'.repeat(30)), {}) }, one)
    expect(await provider.run(requestOf(one), watch().context)).toMatchObject({ usage: { inputTokens: 2, outputTokens: 10 } })
  })

  test('reasoning is passed on as it comes, and counts as output where the service reports none', async () => {
    const provider = open(
      {
        kind: 'text',
        async stream({ onText, onThought }) {
          for (const piece of ['', ' \n', '\nHm', ' — a lake'.padEnd(13), '']) onThought?.(piece)
          onText('x'.repeat(30))
          return {}
        },
      },
      one,
    )
    const { seen, context } = watch()
    const result = await provider.run(requestOf(one), context)
    expect(seen.thoughts).toEqual([
      ['Hm', 1],
      [' — a lake    ', 5],
    ])
    expect(result).toMatchObject({ thinking: 'Hm — a lake    ', usage: { outputTokens: 15 } })
  })

  test('a text that stops arriving is retried later, and an empty one is not an answer', async () => {
    const stalls = open({ kind: 'text', stream: ({ onText, signal }) => (onText('one'), until(signal)) }, one)
    await expect(stalls.run(requestOf(one), watch().context)).rejects.toMatchObject({ code: 'temporary' })
    const silent = open({ kind: 'text', stream: async () => ({}) }, one)
    await expect(silent.run(requestOf(one), watch().context)).rejects.toMatchObject({ code: 'empty_answer', retryable: false })
  })

  test('a text that trickles forever ends at its time limit', async () => {
    const drips = open(
      {
        kind: 'text',
        async stream({ onText, signal }) {
          const timer = setInterval(() => onText('.'), 5)
          return until(signal).finally(() => clearInterval(timer))
        },
      },
      one,
      { ...quick, textMs: 150 },
    )
    await expect(drips.run(requestOf(one), watch().context)).rejects.toMatchObject({ code: 'temporary' })
  })
})

describe('an image', () => {
  const one = model('image', 'image')

  test('an image is received for each result, and their number is an option', async () => {
    const counts: number[] = []
    const provider = open(
      {
        kind: 'image',
        generate: async ({ count: wanted }) => {
          counts.push(wanted)
          return { results: Array.from({ length: wanted }, () => ({ bytes: new Uint8Array([1]) })), usage: { images: wanted } }
        },
      },
      one,
    )
    const result = await provider.run(requestOf(one, { options: { count: 2 } }), watch().context)
    expect(result.files).toHaveLength(2)
    expect(result.usage).toEqual({ images: 2 })
    expect(counts).toEqual([2])
  })

  test('an image that fails at its second result leaves nothing behind', async () => {
    const before = await readdir(dir)
    const provider = open(
      { kind: 'image', generate: async () => ({ results: [{ bytes: new Uint8Array([1]) }, { bytes: new Uint8Array() }], usage: {} }) },
      one,
    )
    await expect(provider.run(requestOf(one), watch().context)).rejects.toMatchObject({ code: 'answer_lost' })
    expect(await readdir(dir)).toEqual(before)
  })

  const started = { begun_at: expect.any(String), operation: null }
  const waits: KindModel = { kind: 'image', generate: ({ signal }) => until(signal) }

  test('an image whose answer does not come in time is not requested again, because it is billed', async () => {
    const { seen, context } = watch()
    await expect(open(waits, one).run(requestOf(one), context)).rejects.toMatchObject({ code: 'answer_lost', retryable: false })
    expect(seen.saved).toEqual([started])
  })

  test('an image whose answer an earlier process lost is not requested again', async () => {
    const generate = () => expect.fail('the service was called')
    const failed = open({ kind: 'image', generate }, one).run(
      requestOf(one, { operation: { begun_at: '2026-11-24T00:00:00.000Z', operation: null } }),
      watch().context,
    )
    await expect(failed).rejects.toMatchObject({ code: 'answer_lost', retryable: false })
  })

  test('an image that the service certainly did not draw is requested again later', async () => {
    const generate = () => Promise.reject(new ProviderError('rate_limited', 'busy', { nothingStarted: true }))
    const { seen, context } = watch()
    await expect(open({ kind: 'image', generate }, one).run(requestOf(one), context)).rejects.toMatchObject({
      code: 'rate_limited',
      retryable: true,
    })
    expect(seen.saved).toEqual([started, null])
  })

  test.each([
    ['model', { ...one, repeatable: true as const }, {}],
    ['own server', one, { unbilled: true }],
  ])('an image is requested again after a lost answer if that costs nothing: %s', async (_what, model, extra) => {
    const { seen, context } = watch()
    const provider = open(waits, model, quick, extra)
    await expect(provider.run(requestOf(model), context)).rejects.toMatchObject({ code: 'temporary', retryable: true })
    expect(seen.saved).toEqual([])
  })

  test('a picture at an address is downloaded again at once, and not drawn again', async () => {
    let downloads = 0
    let drawn = 0
    const receive: ReceiveResult = async () => {
      downloads += 1
      if (downloads === 1) throw new ProviderError('temporary', 'the result broke off')
      return received('a picture')
    }
    const generate = async () => ({ results: [{ url: `https://cloud.example/${(drawn += 1)}` }], usage: {} })
    const provider = open({ kind: 'image', generate }, one, quick, { receive })
    expect((await provider.run(requestOf(one), watch().context)).files).toHaveLength(1)
    expect({ downloads, drawn }).toEqual({ downloads: 2, drawn: 1 })
  })
})

describe('a remote operation', () => {
  const one = model('video', 'operation')
  const done: OperationState = { state: 'done', results: [{ bytes: new Uint8Array([1]) }], usage: { seconds: 4 } }

  /** A service whose work passes through these states, one per poll; an error is thrown. */
  function service(states: (OperationState | Error)[], extra: Partial<OperationModel> = {}) {
    const calls: string[] = []
    const operation: OperationModel = {
      kind: 'operation',
      start: async ({ idempotencyKey }) => (calls.push(`start ${idempotencyKey}`), { id: 'op-1', region: 'eu' }),
      async poll({ id }) {
        calls.push(`poll ${id}`)
        const next = states.length > 1 ? states.shift() : states[0]
        if (!next || next instanceof Error) throw next ?? new Error('asked too often')
        return next
      },
      cancel: async ({ id }) => calls.push(`cancel ${id}`) > 0,
      ...extra,
    }
    return { calls, operation }
  }
  const running = (progress: number | null): OperationState => ({ state: 'running', progress })

  test('a remote operation is saved before it is started and before it is polled', async () => {
    const { calls, operation } = service([running(0.5), done])
    const { seen, context } = watch()
    expect(await open(operation, one).run(requestOf(one), context)).toMatchObject({ usage: { seconds: 4 } })
    expect(calls).toEqual(['start g-1', 'poll op-1', 'poll op-1'])
    expect(seen.saved).toMatchObject([{ operation: null }, { operation: { id: 'op-1', region: 'eu' } }])
    expect(seen.progress).toEqual([0.5])
  })

  test('a remote operation is not started again by another process', async () => {
    const { calls, operation } = service([done])
    const saved = { begun_at: new Date().toISOString(), operation: { id: 'op-0' } }
    await open(operation, one).run(requestOf(one, { operation: saved }), watch().context)
    expect(calls).toEqual(['poll op-0'])
  })

  test('a start without an answer is adopted where the service lists it, and else repeated with the same key', async () => {
    const saved = { begun_at: new Date().toISOString(), operation: null }
    const adopt = async (): Promise<Operation> => ({ id: 'op-found' })
    const listed = service([done], { adopt })
    const { seen, context } = watch()
    await open(listed.operation, one).run(requestOf(one, { operation: saved }), context)
    expect(listed.calls).toEqual(['poll op-found'])
    expect(seen.saved).toMatchObject([{ operation: { id: 'op-found' } }])

    const unknown = service([done], { adopt: async () => null })
    await open(unknown.operation, one).run(requestOf(one, { operation: saved }), watch().context)
    expect(unknown.calls).toEqual(['start g-1', 'poll op-1'])
  })

  test('a start whose answer was lost is not repeated at a service that cannot be asked for it', async () => {
    const saved = { begun_at: new Date().toISOString(), operation: null }
    const { calls, operation } = service([done])
    await expect(open(operation, one).run(requestOf(one, { operation: saved }), watch().context)).rejects.toMatchObject({
      code: 'answer_lost',
      retryable: false,
    })
    expect(calls).toEqual([])
    const keyed = service([done])
    await open(keyed.operation, { ...one, repeatable: true }).run(requestOf(one, { operation: saved }), watch().context)
    expect(keyed.calls).toEqual(['start g-1', 'poll op-1'])
  })

  test.each([
    ['broke', {}, { code: 'answer_lost', retryable: false }, [{ operation: null }]],
    ['refused the call', { nothingStarted: true }, { code: 'temporary', retryable: true }, [{ operation: null }, null]],
  ])('a start that %s is %o', async (_what, options, expectation, kept) => {
    const { operation } = service([done])
    const start = () => Promise.reject(new ProviderError('temporary', 'no work', options))
    const { seen, context } = watch()
    await expect(open({ ...operation, start }, one).run(requestOf(one), context)).rejects.toMatchObject(expectation)
    expect(seen.saved).toMatchObject(kept)
  })

  test('a remote operation that is pending for longer than one attempt is a time-out, and is polled again', async () => {
    const { calls, operation } = service([running(null)])
    const failed: unknown = await open(operation, one)
      .run(requestOf(one), watch().context)
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'timeout', retryable: true })
    expect(calls.length).toBeGreaterThan(2)
    expect(calls).not.toContain('cancel op-1')
  })

  test('a remote operation that never finishes is given up in the end', async () => {
    const { operation } = service([running(null)])
    const saved = { begun_at: new Date(Date.now() - 61_000).toISOString(), operation: { id: 'op-0' } }
    const failed = open(operation, one).run(requestOf(one, { operation: saved }), watch().context)
    await expect(failed).rejects.toMatchObject({ code: 'timeout', retryable: false })
  })

  test('a remote operation continues while the service is unreachable and ends with its final status', async () => {
    const { operation } = service([new ProviderError('temporary', '502'), new ProviderError('rate_limited', '429'), done])
    expect(await open(operation, one).run(requestOf(one), watch().context)).toMatchObject({ usage: { seconds: 4 } })
    const refused = service([new ProviderError('refused', 'no')])
    await expect(open(refused.operation, one).run(requestOf(one), watch().context)).rejects.toMatchObject({ code: 'refused' })
  })

  test.each(['canceled', 'stopped'])('a remote operation that is %s here is not canceled at the service by that alone', async (reason) => {
    const controller = new AbortController()
    const { calls, operation } = service([running(null)])
    const { context } = watch(controller.signal)
    const patient = { ...quick, poll: { firstMs: 1, growth: 1, ceilingMs: 5, attemptMs: 60_000, giveUpMs: 60_000 } }
    const ended = open(operation, one, patient).run(requestOf(one), context)
    await expect.poll(() => calls.length).toBeGreaterThan(1)
    controller.abort(reason)
    await expect(ended).rejects.toThrow()
    expect(calls).not.toContain('cancel op-1')
  })

  test('a remote operation is stopped only when the service confirms it', async () => {
    const cancel = (stops: OperationModel['cancel'], operation: unknown) =>
      open({ ...service([done]).operation, cancel: stops }, one).cancel?.({ model: one.id, operation })
    const started = { begun_at: new Date().toISOString(), operation: { id: 'op-0' } }
    expect(await cancel(async () => true, started)).toBe('stopped')
    expect(await cancel(async () => false, started)).toBe('goes_on')
    expect(await cancel(() => Promise.reject(new ProviderError('timeout', 'no answer')), started)).toBe('goes_on')
    expect(await cancel(undefined, started)).toBe('goes_on')
    expect(await cancel(async () => true, { ...started, operation: null })).toBe('not_started')
  })

  test('a remote operation is not started once it has been canceled', async () => {
    const { calls, operation } = service([done])
    const { context } = watch()
    const handOver = () => Promise.reject(new Error('canceled'))
    await expect(open(operation, one).run(requestOf(one), { ...context, handOver })).rejects.toThrow('canceled')
    expect(calls).toEqual([])
  })
})

test('a model without a price is shown with the reason why it cannot be run', async () => {
  const provider = open({ kind: 'text', stream: async () => ({}) }, model('text', 'text', { price: null }))
  expect(await provider.models()).toMatchObject([{ id: 'cloud/text', provider: 'cloud', unavailable: { text: { id: 'model.no_price' } } }])
})

describe('a retired model', () => {
  const old = model('image', 'image', { endsAt: '2026-12-01', successor: 'cloud/new', name: text('Old') })
  const next = model('image', 'image', { id: 'cloud/new', name: text('New') })
  const at = (day: string, models: CatalogueModel[] = [old, next]) =>
    connectedProvider({
      id: 'cloud',
      name: 'Cloud',
      models,
      open: () => Promise.reject(new Error('nothing is run')),
      receive: keeps,
      scratchDir: dir,
      retired: [{ id: 'cloud/older', model: 'older', type: 'video', name: 'Older', successor: 'cloud/new' }],
      now: () => new Date(`${day}T12:00:00Z`),
    }).models()

  test('a model that its service retires is on offer until its day, and from then on names its successor', async () => {
    const [before] = await at('2026-11-30')
    // A run that the service refuses before its day names it too.
    expect(before).toMatchObject({ id: 'cloud/image', unavailable: null, successorName: 'New' })
    expect(before).not.toHaveProperty('retired')
    const [after, successor] = await at('2026-12-01')
    expect(after).toMatchObject({
      id: 'cloud/image',
      retired: true,
      successorName: 'New',
      unavailable: { values: { model: 'Old', successor: 'New' } },
    })
    expect(successor).toMatchObject({ id: 'cloud/new', unavailable: null })
  })

  test('a retired model keeps its name when it has left the catalogue', async () => {
    expect((await at('2026-12-01')).at(-1)).toMatchObject({
      id: 'cloud/older',
      name: { message: 'Older' },
      retired: true,
      unavailable: { values: { model: 'Older', successor: 'New' } },
    })
  })

  test('a retired model is the operator’s own again when they add it with its old id', async () => {
    const own = model('video', 'operation', { id: 'cloud/older' })
    expect((await at('2026-12-01', [own])).map(({ id, retired }) => [id, retired])).toEqual([['cloud/older', undefined]])
  })
})

test('an announced price applies from its day on', async () => {
  const later = { from: '2026-12-01', price: { base: 2, per: null } }
  const one = model('image', 'image', { later })
  const at = async (day: string) => {
    const options = {
      id: 'cloud',
      name: 'Cloud',
      models: [one],
      open: () => Promise.reject(new Error('no')),
      receive: keeps,
      scratchDir: dir,
    }
    return (await connectedProvider({ ...options, now: () => new Date(`${day}T00:00:00Z`) }).models())[0]?.price.base
  }
  expect([await at('2026-11-30'), await at('2026-12-01')]).toEqual([1, 2])
})
