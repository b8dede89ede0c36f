import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userSchema } from '#app/contract/accounts.ts'
import { errorBodySchema } from '#app/contract/errors.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { createApi } from './api.ts'

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider() })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())

async function person() {
  const user = await createUser(runtime)
  const { token } = await createSession(runtime, runtime.keys, user)
  const change = async (body: object) => v.parse(userSchema, await (await callApi(api, 'PATCH', '/v1/me', { token, body })).json())
  const refusal = async (body: object) => {
    const { fields = {} } = v.parse(errorBodySchema, await (await callApi(api, 'PATCH', '/v1/me', { token, body })).json())
    return Object.entries(fields).map(([name, { code }]) => `${name}: ${code}`)
  }
  const read = async () => v.parse(userSchema, await (await callApi(api, 'GET', '/v1/me', { token })).json())
  return { user, token, change, refusal, read }
}

test('nothing is preferred at first; what is chosen stays, and what is left out is not touched', async () => {
  const { change, read } = await person()
  expect(await read()).toMatchObject({ time_zone: null, currency: null, mail_when_done: false })
  await change({ currency: 'RUB' })
  await change({ time_zone: 'Asia/Yekaterinburg' })
  await change({ mail_when_done: true })
  expect(await read()).toMatchObject({ time_zone: 'Asia/Yekaterinburg', currency: 'RUB', mail_when_done: true })
  expect(await change({ currency: null, mail_when_done: false })).toMatchObject({ currency: null, mail_when_done: false })
})

test('what is no time zone and no currency is told at its field', async () => {
  const { refusal, read } = await person()
  expect(await refusal({ time_zone: 'Mars/Olympus' })).toEqual(['time_zone: not_an_option'])
  expect(await refusal({ time_zone: '+03:00' })).toEqual(['time_zone: not_an_option'])
  expect(await refusal({ currency: 'XXX' })).toEqual(['currency: not_an_option'])
  expect(await refusal({ mail_when_done: 'yes' })).toEqual(['mail_when_done: invalid'])
  expect(await read()).toMatchObject({ time_zone: null, currency: null, mail_when_done: false })
})
