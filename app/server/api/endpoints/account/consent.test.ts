import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { consentStateSchema, personalDataConsentVersion } from '#app/contract/account/consent.ts'
import { noticesSchema } from '#app/contract/operator/announcements.ts'
import { operatorPersonDetailsSchema } from '#app/contract/operator/operator.ts'
import en from '#app/features/legal/texts/consent.en.ts'
import ru from '#app/features/legal/texts/consent.ru.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { openExport } from '#app/server/core/library/exports/open-export.ts'
import { consents } from '#app/server/db/schema/consents.ts'
import { createApi } from '../../api.ts'

let asking: Awaited<ReturnType<typeof open>>
let plain: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  asking = await open({ PERSONAL_DATA_CONSENT: 'on' })
  plain = await open({})
})
afterAll(async () => {
  for (const one of [asking, plain]) await one.runtime[Symbol.asyncDispose]()
})

const password = 'tangerine kettle harbour'
const given = { version: personalDataConsentVersion, locale: 'ru' } as const
let people = 0

async function open(env: Record<string, string>) {
  const runtime = await openTestRuntime({ provider: scriptedProvider(), env })
  const api = createApi(runtime)
  const rowsOf = (userId: string) => runtime.db.select().from(consents).where(eq(consents.userId, userId)).orderBy(consents.id)
  const signUp = async (body: object) => {
    const answer = await callApi(api, 'POST', '/v1/auth/sign-up', {
      body: { email: `consent-${(people += 1)}@example.com`, password, accept_terms: true, ...body },
      locale: 'ru',
    })
    return { status: answer.status, body: v.parse(v.looseObject({}), await answer.json()) }
  }
  /** A person who signed up before they were asked. */
  async function earlier() {
    const user = await createUser(runtime, { password })
    const { token } = await createSession(runtime, runtime.keys, user)
    const ask = (method: string, path: string, body?: object) => callApi(api, method, path, { token, locale: 'en', ...(body && { body }) })
    return {
      ...user,
      ask,
      isDue: async () => v.parse(noticesSchema, await (await ask('GET', '/v1/notices')).json()).consent_due,
      read: async () => v.parse(consentStateSchema, await (await ask('GET', '/v1/me/consent')).json()),
    }
  }
  return { runtime, api, rowsOf, signUp, earlier }
}

test('where the operator asks for it, nobody signs up without the consent, which is stored with version, language and time', async () => {
  const refused = await asking.signUp({})
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'invalid_input', fields: { personal_data_consent: { code: 'consent_not_given' } } },
  })
  expect(JSON.stringify(refused.body)).toMatch(/соглас/i)
  expect((await asking.signUp({ personal_data_consent: { ...given, version: '2020-01-01' } })).body).toMatchObject({
    fields: { 'personal_data_consent.version': { code: 'not_an_option' } },
  })
  const { status, body } = await asking.signUp({ personal_data_consent: given })
  expect(status).toBe(201)
  expect(await asking.rowsOf(String(body['id']))).toMatchObject([
    { version: given.version, locale: 'ru', agreedAt: expect.any(Date), withdrawnAt: null },
  ])
})

test('where the operator does not ask for it, nobody is asked', async () => {
  expect((await plain.signUp({})).status).toBe(201)
  const ann = await plain.earlier()
  expect([await ann.isDue(), (await ann.read()).required]).toEqual([false, false])
})

test('people of before are asked until they agree, to the present text, and each version is stored once', async () => {
  const ann = await asking.earlier()
  expect([await ann.isDue(), (await ann.read()).agreed]).toEqual([true, null])
  const answers = await Promise.all(Array.from({ length: 4 }, () => ann.ask('POST', '/v1/me/consent', given)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await asking.rowsOf(ann.id)).toHaveLength(1)
  expect([await ann.isDue(), (await ann.read()).agreed]).toMatchObject([false, { version: given.version, locale: 'ru' }])
  await asking.runtime.db.update(consents).set({ version: '2020-01-01' }).where(eq(consents.userId, ann.id))
  expect(await ann.isDue()).toBe(true)
})

test('the deletion of the account withdraws the consent, and a person who keeps the account is asked again', async () => {
  const ann = await asking.earlier()
  await ann.ask('POST', '/v1/me/consent', given)
  expect((await ann.ask('POST', '/v1/me/deletion', { password })).status).toBe(202)
  expect(await asking.rowsOf(ann.id)).toMatchObject([{ version: given.version, withdrawnAt: expect.any(Date) }])
  const { token } = await createSession(asking.runtime, asking.runtime.keys, ann)
  const notices = await callApi(asking.api, 'GET', '/v1/notices', { token })
  expect(v.parse(noticesSchema, await notices.json()).consent_due).toBe(true)
})

test('consents given and withdrawn are in the export of the account and on the operator’s page of the person, and nobody else’s', async () => {
  const { runtime, api } = asking
  const [ann, ben] = [await asking.earlier(), await asking.earlier()]
  await ann.ask('POST', '/v1/me/consent', given)
  const [first] = await asking.rowsOf(ann.id)
  await runtime.db.update(consents).set({ version: '2020-01-01', withdrawnAt: new Date() }).where(eq(consents.userId, ann.id))
  await ann.ask('POST', '/v1/me/consent', { ...given, locale: 'en' })
  const { token } = await createSession(runtime, runtime.keys, await createUser(runtime, { role: 'owner' }))
  const seen = async ({ id }: { id: string }) => {
    const answer = await callApi(api, 'GET', `/v1/operator/people/${id}`, { token })
    return v.parse(operatorPersonDetailsSchema, await answer.json()).consents
  }
  expect(await seen(ann)).toMatchObject([
    { version: given.version, locale: 'en', withdrawn_at: null },
    { version: '2020-01-01', locale: 'ru', agreed_at: first?.agreedAt.toISOString(), withdrawn_at: expect.any(String) },
  ])
  expect(await seen(ben)).toEqual([])
  const exportOf = async ({ id: userId }: { id: string }) =>
    Buffer.from(await new Response(await openExport(runtime.db, { storage: runtime.storage, userId })).arrayBuffer()).toString('latin1')
  const [ofAnn, ofBen] = [await exportOf(ann), await exportOf(ben)]
  for (const { id, agreedAt } of await asking.rowsOf(ann.id)) {
    for (const part of [id, agreedAt.toISOString()]) expect(ofAnn).toContain(part)
    expect(ofBen).not.toContain(id)
  }
})

/** Hashes of the texts by version. A new text gets a new version and a new line. */
const known: Record<string, string> = { '2026-11-29': '9868c884d888299fd95103d2e1731e5c4bf5b2147ee59ffccf2baf577299b938' }

test('a changed text of the consent has a new version', () => {
  const operator = { operator: 'A', address: 'B', email: 'C', jurisdiction: 'D' }
  const texts = JSON.stringify([en(operator), ru(operator)])
  expect(createHash('sha256').update(texts).digest('hex')).toBe(known[personalDataConsentVersion])
})
