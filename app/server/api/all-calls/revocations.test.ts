import { EventSourceParserStream } from 'eventsource-parser/stream'
import { TOTP } from 'otpauth'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TokenPair } from '#app/contract/account/accounts.ts'
import { twoFactorSetupSchema } from '#app/contract/base/security.ts'
import { config } from '#config'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { authenticate } from '../../core/identity/sessions/authenticate.ts'
import { endCredentials } from '../../core/identity/credentials/end-credentials.ts'
import { forgotPassword } from '../../core/identity/passwords/forgot-password.ts'
import { refreshSession } from '../../core/identity/sessions/refresh-session.ts'
import { authenticateKey } from '../../core/identity/api-keys/authenticate-key.ts'
import { listApiKeys } from '../../core/identity/api-keys/list-api-keys.ts'
import { createGeneration } from '../../core/making/generations/create-generation.ts'
import { openEventHub } from '../../core/library/events/event-hub.ts'
import { StreamEnded } from '../../core/library/events/open-streams.ts'
import { watchAccess } from '../../core/library/events/watch-access.ts'
import { type DatabaseHandle, openDatabase } from '../../db/database.ts'
import type { Mail } from '../../mail/mailer.ts'
import { createApi } from '../api.ts'

/** Event streams end with their session or key, in this process and in another one on the same database. */

const provider = scriptedProvider()
const password = 'tangerine kettle'
const opened = new AsyncDisposableStack()
let runtime: TestRuntime
const onError = (error: unknown) => {
  throw error
}

let here: ReturnType<typeof createApi>
let elsewhere: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = opened.use(await openTestRuntime({ provider, work: true }))
  // The embedded database allows one process only, where a second hub stands for another process.
  const handle = runtime.handle.kind === 'postgres' ? await openDatabase(runtime.databaseOptions) : runtime.handle
  if (handle !== runtime.handle) opened.defer(() => handle.close())
  const hub = await openEventHub(handle, { onError })
  opened.defer(() => hub.close())
  here = createApi(runtime)
  elsewhere = createApi({ ...runtime, handle, db: handle.db, hub })
})
afterAll(() => opened.disposeAsync())
beforeEach(() => {
  provider.script = succeeds
})

let addresses = 0
const send = (method: string, path: string, token: string | undefined, body?: unknown) => {
  addresses += 1
  return callApi(here, method, path, { ...(token && { token }), body, address: `198.51.100.${addresses % 250}` })
}
async function done(answer: Promise<Response>) {
  const { status } = await answer
  expect(status).toBeLessThan(300)
}

type Watched = { events: { event: string; data: unknown }[]; ended: Promise<void> }

/** Reads a stream as it arrives; resolves with its first bytes. */
async function watch(api: ReturnType<typeof createApi>, token: string): Promise<Watched> {
  const answer = await callApi(api, 'GET', '/v1/generations/events', { token })
  expect(answer.status).toBe(200)
  const watched: Watched = { events: [], ended: Promise.resolve() }
  const started = Promise.withResolvers<void>()
  const read = async () => {
    for await (const event of eventsOf(answer)) {
      watched.events.push(event)
      started.resolve()
    }
  }
  watched.ended = read()
  await Promise.race([started.promise, watched.ended])
  return watched
}

async function* eventsOf({ body }: Response) {
  const events = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()) ?? []
  for await (const { event = '', data } of events) yield { event, data: v.parse(v.pipe(v.string(), v.parseJson()), data) }
}

async function run(userId: string): Promise<string> {
  const { queue, providers, db } = runtime
  const input = { model: 'text-1', prompt: 'a secret lake', options: {}, inputs: [] }
  return (await createGeneration(db, { queue, providers, userId, input })).id
}

async function person({ hasPassword = false } = {}) {
  // Without a password where possible, because hashing one takes longer than the rest.
  const user = await createUser(runtime, { tokens: 100, ...(hasPassword && { password }) })
  const signIn = () => createSession(runtime, runtime.keys, user)
  return { ...user, signIn, pair: await signIn() }
}
type Person = Awaited<ReturnType<typeof person>>

type Way = { reason: string; by: 'session' | 'key'; hasPassword?: boolean; end(ann: Person, other: TokenPair): Promise<void> }

const later = (seconds: number) => new Date(Date.now() + seconds * 1000)
const address = '127.0.0.1'
const siteUrl = 'https://quartet.example'

async function resetPassword({ email }: Person) {
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  await (
    await forgotPassword(runtime.db, runtime.keys, mailer, runtime.attempts, { email, address, siteUrl })
  ).delivery
  const token = /token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1]
  await done(send('POST', '/v1/auth/password/reset', undefined, { token, password: 'another kettle of tea' }))
}
const changePassword = (token: string, revoke_api_keys?: boolean) =>
  done(send('POST', '/v1/auth/password/change', token, { current_password: password, password: 'another kettle of tea', revoke_api_keys }))
// For an account without a password, a recent sign-in replaces the password.
const requestDeletion = (token: string) => done(send('POST', '/v1/me/deletion', token, {}))

const ways: Record<string, Way> = {
  'a sign-out': { by: 'session', reason: 'signed_out', end: ({ pair }) => done(send('POST', '/v1/auth/sign-out', pair.token, {})) },
  'a sign-out with the refresh token alone': {
    by: 'session',
    reason: 'signed_out',
    end: ({ pair: { refresh_token } }) => done(send('POST', '/v1/auth/sign-out', undefined, { refresh_token })),
  },
  'a session ended on another device': {
    by: 'session',
    reason: 'session_ended',
    async end({ pair }, other) {
      const { sessionId } = await authenticate(runtime.db, runtime.keys, pair.token)
      await done(send('DELETE', `/v1/me/sessions/${sessionId}`, other.token))
    },
  },
  'a password change': { by: 'session', hasPassword: true, reason: 'session_ended', end: (_ann, other) => changePassword(other.token) },
  'a password reset': { by: 'session', reason: 'session_ended', end: resetPassword },
  'a second step switched on': {
    by: 'session',
    reason: 'session_ended',
    async end(_ann, { token }) {
      const setup = v.parse(twoFactorSetupSchema, await (await send('POST', '/v1/me/two-factor', token, {})).json())
      await done(send('POST', '/v1/me/two-factor/confirm', token, { code: new TOTP({ secret: setup.secret }).generate() }))
    },
  },
  'whatever else ends all sessions, such as a change of email': {
    by: 'session',
    reason: 'session_ended',
    async end({ id: userId }) {
      await runtime.db.transaction((tx) => endCredentials(tx, { userId, event: 'sessions_ended', now: new Date() }))
    },
  },
  'the end of all keys at once': {
    by: 'key',
    reason: 'key_revoked',
    end: (_ann, other) => done(send('DELETE', '/v1/me/api-keys', other.token)),
  },
  'a refresh token used again': {
    by: 'session',
    reason: 'session_reused',
    async end({ pair: { refresh_token: refreshToken } }) {
      await refreshSession(runtime.db, runtime.keys, { refreshToken, address })
      const again = refreshSession(runtime.db, runtime.keys, { refreshToken, address, now: later(60) })
      await expect(again).rejects.toMatchObject({ code: 'refresh_token_reused' })
    },
  },
  'a deletion asked for': { by: 'session', reason: 'deletion_asked', end: (_ann, other) => requestDeletion(other.token) },
  'a key revoked': {
    by: 'key',
    reason: 'key_revoked',
    async end({ id: userId }, other) {
      const [key] = await listApiKeys(runtime.db, { userId })
      await done(send('DELETE', `/v1/me/api-keys/${key?.id}`, other.token))
    },
  },
  'a password reset, for a key': { by: 'key', reason: 'key_revoked', end: resetPassword },
  'a password change that revokes keys': {
    by: 'key',
    hasPassword: true,
    reason: 'key_revoked',
    end: (_ann, other) => changePassword(other.token, true),
  },
  'a deletion asked for, for a key': { by: 'key', reason: 'deletion_asked', end: (_ann, other) => requestDeletion(other.token) },
}

test.each(Object.entries(ways))(
  '%s ends the streams in both processes before anything new is sent',
  async (_way, { by, reason, hasPassword, end }) => {
    const ann = await person({ hasPassword })
    const token = by === 'key' ? await createKey(runtime, ann) : ann.pair.token
    const other = await ann.signIn()
    const streams = [await watch(here, token), await watch(elsewhere, token)]
    await end(ann, other)
    const id = await run(ann.id)
    await Promise.all(streams.map(({ ended }) => ended))
    for (const { events } of streams) {
      expect(events.at(-1)).toEqual({ event: 'end', data: { reason } })
      expect(JSON.stringify(events)).not.toContain(id)
    }
    expect((await callApi(here, 'GET', '/v1/generations/events', { token })).status).toBe(401)
    // The positive control: a signed-in person sees the event.
    const fresh = await watch(elsewhere, (await ann.signIn()).token)
    await expect.poll(() => JSON.stringify(fresh.events)).toContain(id)
  },
)

test('the streams of other sessions, other keys and other people continue', async () => {
  const [ann, bob] = [await person(), await person()]
  const [other, key, revoked] = [await ann.signIn(), await createKey(runtime, ann), await createKey(runtime, ann)]
  const going = [await watch(here, other.token), await watch(elsewhere, key)]
  const bobs = await watch(here, bob.pair.token)
  const ending = [await watch(here, ann.pair.token), await watch(elsewhere, revoked)]
  await done(send('POST', '/v1/auth/sign-out', ann.pair.token, {}))
  const { apiKeyId } = await authenticateKey(runtime.db, runtime.attempts, revoked)
  await done(send('DELETE', `/v1/me/api-keys/${apiKeyId}`, other.token))
  await Promise.all(ending.map(({ ended }) => ended))
  const [id, bobsId] = [await run(ann.id), await run(bob.id)]
  for (const { events } of going) await expect.poll(() => JSON.stringify(events)).toContain(id)
  await expect.poll(() => JSON.stringify(bobs.events)).toContain(bobsId)
})

test('a client that does not read is disconnected too, and gets nothing sent later', async () => {
  const ann = await person()
  const answer = await callApi(here, 'GET', '/v1/generations/events', { token: ann.pair.token })
  await done(send('POST', '/v1/auth/sign-out', ann.pair.token, {}))
  await run(ann.id)
  const events = []
  for await (const event of eventsOf(answer)) events.push(event)
  expect(events).toEqual([{ event: 'end', data: { reason: 'signed_out' } }])
})

test('no stream opens for a session or key that ended after its call was authorized', async () => {
  const ann = await person()
  const caller = await authenticate(runtime.db, runtime.keys, ann.pair.token)
  const { scopes: _scopes, ...holder } = await authenticateKey(runtime.db, runtime.attempts, await createKey(runtime, ann))
  await resetPassword(ann)
  for (const access of [
    { personId: caller.userId, sessionId: caller.sessionId, apiKeyId: null },
    { ...holder, sessionId: null },
  ])
    await expect(watchAccess(runtime.db, { hub: runtime.hub, access, counted: true })).rejects.toMatchObject({ code: 'unauthorized' })
})

async function inTurn<T>(count: number, act: () => Promise<T>): Promise<T[]> {
  return count === 0 ? [] : [await act(), ...(await inTurn(count - 1, act))]
}

test('one stream too many closes the person’s oldest one, with a reason', async () => {
  const [ann, bob] = [await person(), await person()]
  const bobs = await watch(here, bob.pair.token)
  const max = config.generations.maxEventStreams
  const [oldest, ...others] = await inTurn(max + 1, () => watch(here, ann.pair.token))
  await oldest?.ended
  expect(oldest?.events.at(-1)).toEqual({ event: 'end', data: { reason: 'too_many_streams' } })
  const [id, bobsId] = [await run(ann.id), await run(bob.id)]
  expect(others).toHaveLength(max)
  for (const { events } of others) await expect.poll(() => JSON.stringify(events)).toContain(id)
  await expect.poll(() => JSON.stringify(bobs.events)).toContain(bobsId)
})

test('a stream that its client has left makes room for another', async () => {
  const ann = await person()
  const first = await watch(here, ann.pair.token)
  for (let count = 0; count < config.generations.maxEventStreams; count += 1) {
    const left = await callApi(here, 'GET', '/v1/generations/events', { token: ann.pair.token })
    await left.body?.cancel()
  }
  const id = await run(ann.id)
  await expect.poll(() => JSON.stringify(first.events)).toContain(id)
})

test('when the connection to the database has been lost, streams end without a reason, so that clients ask again', async () => {
  const gaps: (() => void)[] = []
  const lossy: DatabaseHandle = {
    ...runtime.handle,
    listen(channel, onNotify, onGap) {
      if (onGap) gaps.push(onGap)
      return runtime.handle.listen(channel, onNotify, onGap)
    },
  }
  const hub = await openEventHub(lossy, { onError })
  const { signal } = hub.openStream({ personId: 'ann', sessionId: 'hers', apiKeyId: null }, { counted: true })
  for (const report of gaps) report()
  expect(signal.aborted).toBe(true)
  expect(signal.reason).not.toBeInstanceOf(StreamEnded)
  await hub.close()
})
