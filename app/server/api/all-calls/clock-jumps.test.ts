import { afterEach, beforeAll, afterAll, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { tokenPairSchema } from '#app/contract/account/accounts.ts'
import { createUser } from '#tests/factories/users.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'

/** The clock of the processes jumps; that of the database goes on. */

const [hour, day] = [3_600_000, 24 * 3_600_000]
const password = 'tangerine kettle'
let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())
afterEach(() => vi.useRealTimers())

function jump(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}
const pair = async (response: Promise<Response>) => v.parse(tokenPairSchema, await (await response).json())
const signIn = async () => {
  const { email } = await createUser(api, { password })
  return pair(api.send('POST', '/v1/auth/sign-in', { body: { email, password } }))
}
const refresh = (refresh_token: string) => api.send('POST', '/v1/auth/refresh', { body: { refresh_token } })
const status = async (token: string) => (await api.send('GET', '/v1/me', { token })).status

test('a session goes on when the clock is set back by an hour, and can be renewed', async () => {
  const { token, refresh_token } = await signIn()
  jump(-hour)
  expect(await status(token)).toBe(200)
  const renewed = await pair(refresh(refresh_token))
  expect(await status(renewed.token)).toBe(200)
})

test('a session is renewed when the clock is set forward by a day, and goes on when it is set right', async () => {
  const { token, refresh_token } = await signIn()
  jump(day)
  expect(await status(token)).toBe(401)
  const renewed = await pair(refresh(refresh_token))
  expect(await status(renewed.token)).toBe(200)
  jump(-day)
  expect(await status(renewed.token)).toBe(200)
  const again = await pair(refresh(renewed.refresh_token))
  expect(await status(again.token)).toBe(200)
})
