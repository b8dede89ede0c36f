import { EventSourceParserStream } from 'eventsource-parser/stream'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chordSchema } from '#app/contract/runs/chords.ts'
import { comparisonSchema } from '#app/contract/runs/comparisons.ts'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { config } from '#config'
import { createKey } from '#tests/factories/api-keys.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { type ApiCall, callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { read } from '#tests/fixtures/read-response.ts'
import { revokeApiKeys } from '../../core/identity/api-keys/revoke-api-key.ts'
import { createApi } from '../api.ts'

const provider = scriptedProvider()
let runtime: TestRuntime
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, work: true })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  provider.script = succeeds
})

async function program(tokens = 1_000) {
  const { id } = await createUser(runtime, { tokens })
  const token = await createKey(runtime, { id }, { scopes: ['read', 'generate'] })
  return { id, send: (method: string, path: string, call: ApiCall = {}) => callApi(api, method, path, { token, ...call }) }
}

/** Lets runs end when the test says so. */
function holdRuns(): () => void {
  const ended = Promise.withResolvers<void>()
  provider.script = async (...run) => {
    await ended.promise
    return succeeds(...run)
  }
  return () => ended.resolve()
}
const countStreams = () => runtime.hub.countStreams()
const body = { model: 'text-1', prompt: 'a lake' }

test('every call that starts runs answers with their end if it prefers to wait', async () => {
  const { send } = await program()
  const headers = { prefer: 'respond-async, wait=30' }
  const answers = await Promise.all([
    send('POST', '/v1/generations', { headers, body }),
    send('POST', '/v1/comparisons', { headers, body: { models: ['image-10', 'remix'], prompt: 'a lake' } }),
  ])
  expect(answers.map((answer) => [answer.status, answer.headers.get('preference-applied')])).toEqual([
    [202, 'wait=30'],
    [202, 'wait=30'],
  ])
  const [single, comparison] = answers
  const made = await read(generationSchema, single ?? Response.error())
  expect(made.status).toBe('succeeded')
  expect((await read(comparisonSchema, comparison ?? Response.error())).runs.map(({ status }) => status)).toEqual([
    'succeeded',
    'succeeded',
  ])
  const again = await send('POST', `/v1/generations/${made.id}/retry`, { headers, body: {} })
  expect(await read(generationSchema, again)).toMatchObject({ status: 'succeeded' })
  expect(again.headers.get('preference-applied')).toBe('wait=30')
})

test('a call without the preference does not wait, and one beyond a minute waits a minute at most', async () => {
  const { send } = await program()
  const end = holdRuns()
  const answer = await send('POST', '/v1/generations', { body })
  expect(answer.headers.has('preference-applied')).toBe(false)
  const { id, status } = await read(generationSchema, answer)
  expect(['queued', 'running']).toContain(status)
  const unreadable = await send('POST', '/v1/generations', { headers: { prefer: 'wait=soon' }, body })
  expect(unreadable.headers.has('preference-applied')).toBe(false)
  end()
  const long = await send('POST', '/v1/generations', { headers: { prefer: 'wait=86400' }, body })
  expect(long.headers.get('preference-applied')).toBe('wait=60')
  expect(await read(generationSchema, send('GET', `/v1/generations/${id}?wait=60`))).toMatchObject({ status: 'succeeded' })
  const refused = await send('GET', `/v1/generations/${id}?wait=61`)
  expect([refused.status, await refused.json()]).toMatchObject([422, { fields: { wait: { code: 'too_large' } } }])
})

test('a wait that is over answers with the state so far, and the run goes on', async () => {
  const { send } = await program()
  const end = holdRuns()
  const answer = await send('POST', '/v1/generations', { headers: { prefer: 'wait=1' }, body })
  const { id, status } = await read(generationSchema, answer)
  expect([status, countStreams()]).toEqual(['running', 0])
  end()
  expect(await read(generationSchema, send('GET', `/v1/generations/${id}?wait=60`))).toMatchObject({ status: 'succeeded' })
})

test('a wait ends with its key', async () => {
  const { id: userId, send } = await program()
  const end = holdRuns()
  const { id } = await read(generationSchema, send('POST', '/v1/generations', { body }))
  const waiting = send('GET', `/v1/generations/${id}?wait=60`)
  await expect.poll(countStreams).toBe(1)
  await revokeApiKeys(runtime.db, { userId })
  expect((await waiting).status).toBe(401)
  end()
})

test('calls that wait hold no connection and are counted once each', async () => {
  const { send } = await program()
  const end = holdRuns()
  const { id } = await read(generationSchema, send('POST', '/v1/generations', { body }))
  // Several times the connections of the pool.
  const waiters = 60
  expect(waiters).toBeGreaterThan(runtime.env.DATABASE_POOL * 2)
  const waiting = Array.from({ length: waiters }, () => send('GET', `/v1/generations/${id}?wait=60`))
  await expect.poll(countStreams).toBe(waiters)
  const other = await send('GET', '/v1/tokens')
  expect(other.status).toBe(200)
  expect(other.headers.get('x-ratelimit-remaining-requests')).toBe(String(config.apiKeys.limit.calls - waiters - 2))
  end()
  const answers = await Promise.all(waiting.map((answer) => read(generationSchema, answer)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['succeeded']))
  expect(countStreams()).toBe(0)
})

test('a chord is waited for until its last part has ended', async () => {
  const { send } = await program()
  const chord = await send('POST', '/v1/chords', { headers: { prefer: 'wait=30' }, body: { prompt: 'a lake', parts: ['image', 'text'] } })
  expect(chord.headers.get('preference-applied')).toBe('wait=30')
  expect((await read(chordSchema, chord)).parts.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
})

async function eventsOf({ body: stream }: Response, isLast: (event: string, data: unknown) => boolean = () => false) {
  const seen: { event: string; data: unknown }[] = []
  for await (const { event = '', data } of stream?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()) ?? []) {
    const known: unknown = JSON.parse(data)
    seen.push({ event, data: known })
    if (isLast(event, known)) break
  }
  return seen
}

test('the stream of one run begins with its state, has nothing of others and closes after its end', async () => {
  const { send } = await program()
  const end = holdRuns()
  const { id } = await read(generationSchema, send('POST', '/v1/generations', { body }))
  const { id: other } = await read(generationSchema, send('POST', '/v1/generations', { body }))
  const watched = eventsOf(await send('GET', `/v1/generations/${id}/events`))
  await expect.poll(countStreams).toBe(1)
  end()
  const seen = await watched
  expect(seen[0]).toMatchObject({ event: 'generation', data: { id } })
  expect(seen.at(-2)).toMatchObject({ event: 'generation', data: { id, status: 'succeeded' } })
  expect(seen.at(-1)).toEqual({ event: 'end', data: { reason: 'run_ended' } })
  expect(JSON.stringify(seen)).not.toContain(other)
  expect(seen.map(({ event }) => event)).not.toContain('tokens')

  const resumed = await eventsOf(await send('GET', `/v1/generations/${id}/events`, { headers: { 'last-event-id': String(Date.now()) } }))
  expect(resumed.map(({ event }) => event)).toEqual(['generation', 'end'])
  expect((await (await program()).send('GET', `/v1/generations/${id}/events`)).status).toBe(404)
})

test('the account’s stream begins without runs that have ended, unless a program asks for them', async () => {
  const { send } = await program()
  const { id: old } = await read(generationSchema, send('POST', '/v1/generations', { headers: { prefer: 'wait=30' }, body }))
  const end = holdRuns()
  const { id: current } = await read(generationSchema, send('POST', '/v1/generations', { body }))
  const first = async (path: string) => {
    const isCurrent = (event: string, data: unknown) => event === 'generation' && v.is(v.looseObject({ id: v.literal(current) }), data)
    return JSON.stringify(await eventsOf(await send('GET', path), isCurrent))
  }
  expect(await first('/v1/generations/events')).not.toContain(old)
  expect(await first('/v1/generations/events?recent=true')).toContain(old)
  end()
})
