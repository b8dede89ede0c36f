import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '#config'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { users } from '#app/server/db/schema/users.ts'
import { createApi } from '../../api.ts'

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  const base = await openTestRuntime({ provider: scriptedProvider() })
  // The default of an operator who sets nothing.
  runtime = { ...base, env: { ...base.env, SIGN_UPS_PER_ADDRESS: undefined } }
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())

let people = 0
const join = (address: string, body: object = {}, on = api) => {
  people += 1
  return callApi(on, 'POST', '/v1/auth/sign-up', {
    address,
    body: { email: `new-${people}@example.com`, password: 'tangerine kettle', accept_terms: true, ...body },
  })
}
const statuses = async (answers: Promise<Response>[]) =>
  Object.fromEntries([...Map.groupBy(await Promise.all(answers), ({ status }) => status)].map(([status, some]) => [status, some.length]))

test('of 100 sign-ups from one address within a minute, its daily number succeeds, and the others explain what to do', async () => {
  const before = await runtime.db.$count(users)
  expect(config.auth.signUpsPerAddress).toBe(5)
  expect(await statuses(Array.from({ length: 100 }, () => join('192.0.2.1')))).toEqual({ 201: 5, 429: 95 })
  expect(await runtime.db.$count(users)).toBe(before + 5)
  expect(await auditLedger(runtime.db)).toEqual([])

  expect((await join('192.0.2.2')).status).toBe(201)
  for (let minute = 0; minute < 3; minute += 1) await join('192.0.2.2')
  expect((await join('192.0.2.2')).status).toBe(201)
  const refused = await join('192.0.2.2')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
  expect(await errorBody(refused)).toMatchObject({
    code: 'too_many_accounts',
    detail: 'Too many accounts were created from your network today. Try again in 24 hours, or sign in if you already have an account.',
  })
})

test('the addresses of one IPv6 /64 count as one', async () => {
  const together = Array.from({ length: 8 }, (_, index) => join(`2001:db8:0:1::${index + 1}`))
  expect(await statuses(together)).toEqual({ 201: 5, 429: 3 })
  expect((await join('2001:db8:0:2::1')).status).toBe(201)
})

test('a sign-up that fails is not counted', async () => {
  const { email } = await createUser(runtime)
  for (let times = 0; times < 6; times += 1) {
    expect((await join('192.0.2.3', { email })).status).toBe(409)
    expect((await join('192.0.2.3', { password: 'password12345' })).status).toBe(422)
  }
  expect(await statuses(Array.from({ length: 6 }, () => join('192.0.2.3')))).toEqual({ 201: 5, 429: 1 })
})

test('SIGN_UPS_PER_ADDRESS overrides the setting', async () => {
  const strict = createApi({ ...runtime, env: { ...runtime.env, SIGN_UPS_PER_ADDRESS: 2 } })
  expect(await statuses(Array.from({ length: 4 }, () => join('192.0.2.4', {}, strict)))).toEqual({ 201: 2, 429: 2 })
})
