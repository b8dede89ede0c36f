import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import { signUpChallengeSchema, type SignUpChallenge } from '#app/contract/account/sign-up-challenge.ts'
import { config, type Locale } from '#config'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { deleteEndedSessions } from '#app/server/core/identity/sessions/delete-ended-sessions.ts'
import { makeChallenge } from '#app/server/core/identity/sign-up-challenge/make-challenge.ts'
import { usedChallenges } from '#app/server/db/schema/credentials.ts'
import { users } from '#app/server/db/schema/users.ts'
import { deriveKeys } from '#app/server/keys.ts'
import { createApi } from '../../api.ts'

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider(), env: { SIGN_UP_CHALLENGE: 'on' } })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())

const fetchFrom = (on: typeof api, path: string, init: RequestInit = {}, address = '192.0.2.1') =>
  on.fetch(new Request(`http://localhost/api/v1/auth/${path}`, init), { clientAddress: address })

async function ask(): Promise<SignUpChallenge> {
  const answer = await fetchFrom(api, 'challenge')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  return v.parse(signUpChallengeSchema, await answer.json())
}

/** A challenge of ours that takes little work. */
const makeLight = (now?: Date) => makeChallenge(runtime.keys.signUpChallenge, { rounds: { min: 2, max: 3 }, ...(now && { now }) })

const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

/** Solves a challenge, as a browser does. */
async function solve(challenge: SignUpChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge was not solved.')
  return encode({ challenge, solution })
}

let people = 0
type Joining = { challenge?: string | undefined; email?: string; password?: string; locale?: Locale }
async function join({ challenge, email, password = 'velvet anchor biscuit orbit', locale = 'en' }: Joining = {}) {
  people += 1
  const body = { email: email ?? `new-${people}@example.com`, password, accept_terms: true, challenge }
  const headers = { 'content-type': 'application/json', 'accept-language': locale }
  const answer = await fetchFrom(api, 'sign-up', { method: 'POST', headers, body: JSON.stringify(body) }, `198.51.100.${people}`)
  const json: unknown = await answer.json()
  return answer.ok ? ('created' as const) : { status: answer.status, ...v.parse(errorBodySchema, json) }
}

describe('a sign-up with the challenge on', () => {
  test('a sign-up with the challenge solved is accepted', async () => {
    expect(await join({ challenge: await solve(await ask()) })).toBe('created')
  })

  test.each([
    ['en', /^The security check is missing/],
    ['ru', /^Проверка/],
  ] as const)('a sign-up without a challenge is refused, in words (%s)', async (locale, words) => {
    expect(await join({ locale })).toEqual({
      status: 422,
      code: 'challenge_required',
      detail: expect.stringMatching(words),
      request_id: expect.any(String),
    })
  })

  test('a sign-up with an unsolved, changed or foreign challenge is refused and creates no account', async () => {
    const challenge = await makeLight()
    const { parameters, signature } = challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    const foreign = await makeChallenge(deriveKeys('a secret of somebody else, long enough').signUpChallenge, {
      rounds: { min: 2, max: 3 },
    })
    const forged = {
      'no base64': '%%%',
      'not JSON': Buffer.from('{').toString('base64'),
      unsolved: encode({ challenge, solution: { counter: 0, derivedKey: parameters.keyPrefix.repeat(2) } }),
      'another expiry': encode({ challenge: { parameters: { ...parameters, expiresAt: parameters.expiresAt + 1 }, signature }, solution }),
      'another purpose': encode({ challenge: { parameters: { ...parameters, data: { purpose: 'sign-in' } }, signature }, solution }),
      cheaper: encode({ challenge: { parameters: { ...parameters, cost: 1 }, signature }, solution }),
      unsigned: encode({ challenge: { parameters, signature: '' }, solution }),
      'of another server': await solve(foreign),
    }
    for (const [name, payload] of Object.entries(forged)) {
      const email = `forged-${people}@example.com`
      expect(await join({ challenge: payload, email }), name).toMatchObject({ status: 422, code: 'challenge_refused' })
      expect(await runtime.db.$count(users, eq(users.email, email))).toBe(0)
    }
  })

  test('a sign-up with an expired challenge is refused', async () => {
    const now = new Date(Date.now() - (config.auth.signUpChallenge.maxAge + 2) * 1000)
    const late = await makeLight(now)
    expect(await join({ challenge: await solve(late) })).toMatchObject({ status: 422, code: 'challenge_refused' })
  })

  test('of 20 simultaneous sign-ups with one solved challenge one creates an account', async () => {
    const challenge = await solve(await makeLight())
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => join({ challenge })))
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== 'created' && outcome.code === 'challenge_refused')).toHaveLength(19)
  })

  test('a challenge is used up when the email is taken, and stays valid when the password is refused', async () => {
    const email = 'taken@example.com'
    expect(await join({ email, challenge: await solve(await makeLight()) })).toBe('created')
    const challenge = await solve(await makeLight())
    expect(await join({ email, password: 'passwordpassword', challenge })).toMatchObject({ code: 'invalid_input' })
    expect(await join({ email, challenge })).toMatchObject({ code: 'email_taken' })
    expect(await join({ challenge })).toMatchObject({ code: 'challenge_refused' })
  })
})

test('used challenges are stored for as long as one could be used again, and then deleted', async () => {
  const challenge = await makeLight()
  expect(await join({ challenge: await solve(challenge) })).toBe('created')
  const isKept = () => runtime.db.$count(usedChallenges, eq(usedChallenges.signature, challenge.signature))
  const expiry = challenge.parameters.expiresAt * 1000
  await deleteEndedSessions(runtime.db, { now: new Date(expiry + 1000) })
  expect(await isKept()).toBe(1)
  await deleteEndedSessions(runtime.db, { now: new Date(expiry + 2 * 60 * 60 * 1000) })
  expect(await isKept()).toBe(0)
})

test('challenges are limited by address', async () => {
  const answers = await Promise.all(Array.from({ length: 102 }, () => fetchFrom(api, 'challenge', {}, '203.0.113.9')))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
})

test('a server with the challenge off issues none and requires none', async () => {
  await using off = await openTestRuntime({ provider: scriptedProvider() })
  const plain = createApi(off)
  expect((await fetchFrom(plain, 'challenge')).status).toBe(404)
  const body = JSON.stringify({ email: 'plain@example.com', password: 'velvet anchor biscuit orbit', accept_terms: true })
  const headers = { 'content-type': 'application/json' }
  expect((await fetchFrom(plain, 'sign-up', { method: 'POST', headers, body })).status).toBe(201)
})
