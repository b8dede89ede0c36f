import { describe, expect, test } from 'vitest'
import type { KeyFault } from '#app/contract/operator/connections.ts'
import type { KindModel, OperationModel } from '../kinds.ts'
import { ProviderError } from '../provider.ts'
import { classifyFailure } from './classify-error.ts'
import { type Cooling, openRing, type ServiceKey } from './key-ring.ts'
import { withKeys } from './with-keys.ts'

const key = (ref: string, rest: Partial<ServiceKey> = {}): ServiceKey => ({
  ref,
  key: `secret-${ref}`,
  priority: 1,
  weight: 1,
  enabled: true,
  ...rest,
})
const first = key('first')
const second = key('second', { priority: 2 })

function ringOf(keys: readonly ServiceKey[], { cooling = new Map(), draws = [0.5] }: { cooling?: Cooling; draws?: number[] } = {}) {
  const recorded: string[] = []
  let count = 0
  const ring = openRing({
    service: 'cloud',
    keys,
    random: () => draws[count++ % draws.length] ?? 0,
    health: {
      cooling: async () => cooling,
      record: async (_service, { ref }, { failure }) => void recorded.push(`${ref}: ${failure?.fault ?? 'ok'}`),
    },
  })
  if (!ring) throw new Error('no key is on')
  return { ring, recorded }
}

const failing = (status: number, { body, retryAfter }: { body?: unknown; retryAfter?: number } = {}) =>
  classifyFailure('cloud', { status, body, ...(retryAfter !== undefined && { headers: { 'retry-after': `${retryAfter}` } }) })

const common = { model: 'm', options: {}, signal: new AbortController().signal, idempotencyKey: 'a' }
const words = { ...common, system: null, turns: [], maxOutputTokens: 10 }
const made = { results: [{ bytes: new Uint8Array([1]) }], usage: {} }

/** Opens an image model that fails with the given error for each key that has one. */
async function image(keys: readonly ServiceKey[], errors: Record<string, Error>, rest?: Parameters<typeof ringOf>[1]) {
  const called: string[] = []
  const { ring, recorded } = ringOf(keys, rest)
  const model = await withKeys(ring, async (secret): Promise<KindModel> => ({
    kind: 'image',
    async generate() {
      called.push(secret)
      const error = errors[secret]
      if (error) throw error
      return made
    },
  }))
  if (model.kind !== 'image') throw new Error('no image')
  return { called, recorded, generate: () => model.generate({ ...common, prompt: '', inputs: [], count: 1 }) }
}

describe('failover', () => {
  const refusals: [string, ProviderError, KeyFault][] = [
    ['401', failing(401), 'refused'],
    ['403', failing(403), 'refused'],
    ['402', failing(402), 'no_money'],
    ['a used-up quota', failing(429, { body: { error: { code: 'insufficient_quota' } } }), 'no_money'],
    ['429', failing(429, { retryAfter: 20 }), 'busy'],
  ]
  test.each(refusals)('%s marks the key, and the next key makes the call', async (_name, error, fault) => {
    const { generate, called, recorded } = await image([second, first], { 'secret-first': error })
    expect(await generate()).toBe(made)
    expect(called).toEqual(['secret-first', 'secret-second'])
    expect(recorded).toEqual([`first: ${fault}`, 'second: ok'])
  })

  const final: [string, Error][] = [
    ['a lost answer', new ProviderError('temporary', 'reset')],
    ['a gateway’s answer', failing(502)],
    ['a broken service', failing(500)],
    ['invalid input', failing(422)],
    ['a missing model', failing(404)],
    ['refused content', failing(400, { body: { error: { code: 'content_policy_violation' } } })],
    ['a refusal within a stream', classifyFailure('cloud', { body: { error: { code: 'rate_limit_exceeded' } } })],
    ['a query that was refused', classifyFailure('cloud', { status: 401, isQuery: true })],
    ['an error of ours', new Error('bug')],
  ]
  test.each(final)('%s is never followed by a call with another key', async (_name, error) => {
    const { generate, called } = await image([first, second], { 'secret-first': error })
    await expect(generate()).rejects.toBe(error)
    expect(called).toEqual(['secret-first'])
  })

  test('if every key fails, a busy one decides, because it may be used again soon', async () => {
    const busy = await image([first, second], { 'secret-first': failing(429, { retryAfter: 20 }), 'secret-second': failing(401) })
    await expect(busy.generate()).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 20_000, nothingStarted: true })
    const refused = await image([first, second], { 'secret-first': failing(402), 'secret-second': failing(401) })
    await expect(refused.generate()).rejects.toMatchObject({ code: 'provider_auth', status: 401 })
    const cooling: Cooling = new Map([['first', { waitMs: 5_000, fault: 'busy' }]])
    const rest = await image([first, second], { 'secret-second': failing(401) }, { cooling })
    await expect(rest.generate()).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 5_000 })
    expect(rest.called).toEqual(['secret-second'])
  })

  test('a text that is arriving is not requested again', async () => {
    const { ring } = ringOf([first, second])
    let calls = 0
    const model = await withKeys(ring, async (): Promise<KindModel> => ({
      kind: 'text',
      async stream({ onText }) {
        calls += 1
        onText('Once')
        throw failing(429)
      },
    }))
    if (model.kind !== 'text') throw new Error('no text')
    await expect(model.stream({ ...words, onText: () => {} })).rejects.toMatchObject({ code: 'rate_limited' })
    expect(calls).toBe(1)
  })
})

describe('the choice of a key', () => {
  test('healthy keys are used by priority, then by weight; the others rest', async () => {
    const heavy = key('heavy', { weight: 3 })
    const light = key('light')
    const chosen = async (draws: number[], cooling: Cooling = new Map()) => {
      const { generate, called } = await image([second, light, heavy], {}, { draws, cooling })
      await generate()
      return called[0]
    }
    expect(await chosen([0.5])).toBe('secret-heavy')
    expect(await chosen([0.1, 0.9])).toBe('secret-light')
    const resting = (...refs: string[]): Cooling =>
      new Map(refs.map((ref, index) => [ref, { waitMs: 1_000 - index, fault: 'refused' as const }]))
    expect(await chosen([0.5], resting('heavy'))).toBe('secret-light')
    expect(await chosen([0.5], resting('heavy', 'light'))).toBe('secret-second')
    expect(await chosen([0.5], resting('heavy', 'light', 'second'))).toBe('secret-second')
  })

  test('shares of equal keys follow their weights', async () => {
    const keys = [key('a', { weight: 3 }), key('b')]
    const counts: Record<string, number> = {}
    for (let run = 0; run < 400; run += 1) {
      const draws = [((run * 7919) % 400) / 400 + 0.001, ((run * 104_729) % 397) / 397]
      const { generate, called } = await image(keys, {}, { draws })
      await generate()
      counts[called[0] ?? ''] = (counts[called[0] ?? ''] ?? 0) + 1
    }
    expect(counts['secret-a']).toBeGreaterThan(260)
    expect(counts['secret-b']).toBeGreaterThan(60)
  })

  test('a key that is off makes no calls', async () => {
    const { generate, called } = await image([key('off', { enabled: false }), second], { 'secret-second': failing(401) })
    await expect(generate()).rejects.toMatchObject({ status: 401 })
    expect(called).toEqual(['secret-second'])
    expect(openRing({ service: 'cloud', keys: [key('off', { enabled: false })], health: noHealth })).toBeUndefined()
  })
})
const noHealth = { cooling: async () => new Map(), record: async () => {} }

describe('work that is polled', () => {
  async function work(keys: readonly ServiceKey[], { adopts = true, refuses = '' } = {}) {
    const called: string[] = []
    const { ring } = ringOf(keys)
    const model = await withKeys(ring, async (secret): Promise<OperationModel> => ({
      kind: 'operation',
      async start() {
        called.push(`start ${secret}`)
        if (secret === refuses) throw failing(402)
        return { id: 'task', region: 'eu' }
      },
      async poll(operation) {
        called.push(`poll ${secret} ${JSON.stringify(operation)}`)
        return { state: 'running', progress: null }
      },
      async cancel() {
        called.push(`cancel ${secret}`)
        return true
      },
      ...(adopts && {
        async adopt() {
          called.push(`adopt ${secret}`)
          return secret === 'secret-second' ? { id: 'found' } : null
        },
      }),
    }))
    if (model.kind !== 'operation') throw new Error('no operation')
    return { model, called }
  }
  const start = { ...common, prompt: '', inputs: [] }

  test('work stays with the key that started it, in another process and after the key was turned off', async () => {
    const { model, called } = await work([first, second], { refuses: 'secret-first' })
    const operation = await model.start(start)
    // Another process has other keys first, and reads the operation from the database.
    const other = await work([key('third', { priority: 0 }), first, key('second', { enabled: false })])
    await other.model.poll({ ...operation }, common)
    expect(await other.model.cancel?.({ ...operation })).toBe(true)
    expect(called).toEqual(['start secret-first', 'start secret-second'])
    expect(other.called).toEqual(['poll secret-second {"id":"task","region":"eu"}', 'cancel secret-second'])
  })

  test('work of an earlier version, and of a removed key, is polled with the first key', async () => {
    const { model, called } = await work([first, second])
    await model.poll({ id: 'task' }, common)
    await model.poll({ id: 'task', quartet_key: 'removed' }, common)
    expect(called).toEqual(['poll secret-first {"id":"task"}', 'poll secret-first {"id":"task"}'])
  })

  test('a start whose answer was lost is looked for with every key', async () => {
    const { model, called } = await work([first, second])
    const found = await model.adopt?.(common)
    expect(called).toEqual(['adopt secret-first', 'adopt secret-second'])
    await model.poll(found ?? { id: '' }, common)
    expect(called.at(-1)).toBe('poll secret-second {"id":"found"}')
    expect((await work([first], { adopts: false })).model.adopt).toBeUndefined()
  })
})
