import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { peoplePageSchema } from '#app/contract/operator/operator.ts'
import { blockedContentPageSchema, blockedContentSchema, safetyRulesSchema, unusualSignUpsSchema } from '#app/contract/operator/safety.ts'
import { createUser } from '#tests/factories/users.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { errorBody, read } from '#tests/fixtures/read-response.ts'
import { sealKey } from '#app/server/core/operation/connections/read-settings.ts'
import { openModerationReader } from '#app/server/core/operation/connections/open-moderation.ts'
import { tryModeration } from '#app/server/core/operation/connections/try-moderation.ts'
import { readAlerts } from '#app/server/core/operation/operators/read-alerts.ts'
import { mailModerationFailure } from '#app/server/core/rules/safety/moderation-failures.ts'
import { findWord } from '#app/server/core/rules/safety/find-word.ts'
import { getBalance } from '#app/server/core/money/tokens/get-balance.ts'
import { serviceKeys } from '#app/server/db/schema/connections.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { safetyRules } from '#app/server/db/schema/safety.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mail, Mailer } from '#app/server/mail/mailer.ts'
import { ProviderError } from '#app/server/providers/provider.ts'

let server: TestApi
let owner: string
beforeAll(async () => {
  server = await openTestApi()
  owner = (await server.signIn({ role: 'owner' })).token
})
afterAll(() => server[Symbol.asyncDispose]())
afterEach(() => server.db.delete(safetyRules))

const refusalOf = async (response: Response | Promise<Response>) => {
  const { code, fields } = await errorBody(response)
  return Object.values(fields ?? {})[0]?.code ?? code
}
const open = { sign_up: 'open', domains: [], refuse_disposable: false, challenge: 'never', words: { en: [], ru: [] } }
const setRules = (rules: object) => server.send('PUT', '/v1/operator/safety', { token: owner, body: { ...open, ...rules } })
let signedUp = 0
const signUp = (given: object = {}) =>
  server.send('POST', '/v1/auth/sign-up', {
    address: `198.51.100.${(signedUp += 1)}`,
    body: { email: `new-${signedUp}@example.com`, password: 'tangerine kettle harbour', accept_terms: true, ...given },
  })

test('words are found in any case and form of their letters, whole unless they end in an asterisk', () => {
  const words = ['Ёлка', 'bad phrase', 'forbid*', 'c++', '*']
  for (const [text, found] of [
    ['ЕЛКА в лесу', 'Ёлка'],
    ['ёлками', undefined],
    ['a bad\n  phrase here', 'bad phrase'],
    ['badphrase', undefined],
    ['unforbidden', undefined],
    ['FORBIDDEN fruit', 'forbid*'],
    ['ｆｏｒｂｉｄ', 'forbid*'],
    ['in c++ only', 'c++'],
    ['c+', undefined],
  ] as const)
    expect([text, findWord(words, text)]).toEqual([text, found])
})

test('a prompt with a blocked word is refused before anything is held, in every text that is sent, and for every way to run', async () => {
  expect(await read(safetyRulesSchema, setRules({ words: { en: ['dragon*'], ru: ['дракон'] } }))).toMatchObject({
    words: { en: ['dragon*'], ru: ['дракон'] },
  })
  const { user, token } = await server.signIn({ tokens: 100 })
  const run = (body: object) => server.send('POST', '/v1/generations', { token, body: { model: 'text-1', prompt: 'a lake', ...body } })
  expect(await errorBody(run({ prompt: 'Two DRAGONS' }))).toMatchObject({
    code: 'invalid_input',
    fields: { prompt: { code: 'prompt_blocked', detail: 'Your prompt contains a word that isn’t allowed on this site. Rephrase it.' } },
  })
  expect(await refusalOf(run({ prompt: 'Спит дракон.' }))).toBe('prompt_blocked')
  expect(await refusalOf(run({ model: 'remix', options: { without: 'dragonfly' } }))).toBe('prompt_blocked')
  expect(await refusalOf(server.send('POST', '/v1/chords', { token, body: { prompt: 'a dragon', parts: ['text'] } }))).toBe(
    'prompt_blocked',
  )
  expect(await getBalance(server.db, user.id)).toMatchObject({ available: 100, held: 0 })
  expect(await server.db.$count(generations, eq(generations.userId, user.id))).toBe(0)
  expect((await run({})).status).toBe(202)
})

test('sign-ups follow the rule: open, with an invitation, from some domains, without temporary addresses, or closed', async () => {
  const inviter = await createUser(server)
  expect((await signUp()).status).toBe(201)
  await setRules({ sign_up: 'invited' })
  expect(await refusalOf(signUp())).toBe('invitation_required')
  expect(await refusalOf(signUp({ referral_code: 'NONSENSE' }))).toBe('invitation_required')
  expect((await signUp({ referral_code: inviter.referralCode })).status).toBe(201)
  await setRules({ domains: [' Example.ORG ', 'example.com'] })
  expect((await signUp()).status).toBe(201)
  expect(await refusalOf(signUp({ email: 'ann@sub.example.com' }))).toBe('email_domain_not_allowed')
  await setRules({ refuse_disposable: true })
  expect(await refusalOf(signUp({ email: 'ann@mailinator.com' }))).toBe('email_disposable')
  await setRules({ sign_up: 'closed' })
  expect(await refusalOf(signUp({ referral_code: inviter.referralCode }))).toBe('sign_up_disabled')
  const methods = v.object({ sign_up: v.boolean() })
  expect(await read(methods, server.send('GET', '/v1/auth/methods'))).toEqual({ sign_up: false })
  const acts = await server.db.select().from(operatorActs).where(eq(operatorActs.action, 'safety_changed')).orderBy(operatorActs.id)
  expect(acts.at(-1)).toMatchObject({ before: { sign_up: 'open', refuse_disposable: true }, after: { sign_up: 'closed' } })
})

test('a visitor learns who may sign up before filling in the form', async () => {
  const methods = v.object({ sign_up: v.boolean(), invited_only: v.boolean(), email_domains: v.array(v.string()), challenge: v.boolean() })
  const ask = () => read(methods, server.send('GET', '/v1/auth/methods'))
  expect(await ask()).toEqual({ sign_up: true, invited_only: false, email_domains: [], challenge: false })
  await setRules({ sign_up: 'invited', domains: ['example.com'], challenge: 'always' })
  expect(await ask()).toEqual({ sign_up: true, invited_only: true, email_domains: ['example.com'], challenge: true })
})

test('an account can only change its address to one that may sign up', async () => {
  await setRules({ domains: ['example.com'], refuse_disposable: true })
  const password = 'tangerine kettle harbour'
  const { token } = await server.signIn({ password })
  const change = (email: string) =>
    server.send('POST', '/v1/me/email-change', { token, address: `192.0.2.${(signedUp += 1)}`, body: { email, password } })
  expect(await refusalOf(change('ann@elsewhere.example'))).toBe('email_domain_not_allowed')
  await setRules({ refuse_disposable: true })
  expect(await refusalOf(change('ann@mailinator.com'))).toBe('email_disposable')
  await setRules({})
  expect((await change(`moved-${signedUp}@example.com`)).status).toBe(202)
})

test('with the rule for unusual sign-ups, the third account of a network address needs the security check, and others do not', async () => {
  await setRules({ challenge: 'unusual' })
  const address = '203.0.113.77'
  const people = await Promise.all([1, 2].map(() => createUser(server)))
  const methods = v.object({ challenge: v.boolean() })
  const asked = async (from: string) => (await read(methods, server.send('GET', '/v1/auth/methods', { address: from }))).challenge
  const signUpFrom = (from: string) =>
    server.send('POST', '/v1/auth/sign-up', {
      address: from,
      body: { email: `many-${(signedUp += 1)}@example.com`, password: 'tangerine kettle harbour', accept_terms: true },
    })
  expect(await asked(address)).toBe(false)
  for (const { id: userId } of people) await server.db.insert(sessions).values({ id: crypto.randomUUID(), userId, address })
  expect(await asked(address)).toBe(true)
  expect(await refusalOf(signUpFrom(address))).toBe('challenge_required')
  expect((await server.send('GET', '/v1/auth/challenge', { address })).status).toBe(200)
  expect(await asked('203.0.113.78')).toBe(false)
  expect((await signUpFrom('203.0.113.78')).status).toBe(201)
  expect((await server.send('GET', '/v1/auth/challenge', { address: '203.0.113.78' })).status).toBe(404)
})

test('rules are for operators, and their values are checked', async () => {
  const { token } = await server.signIn({ role: 'support' })
  expect((await server.send('GET', '/v1/operator/safety', { token })).status).toBe(404)
  expect(await refusalOf(setRules({ domains: ['not a domain'] }))).toBe('invalid')
  expect(await refusalOf(setRules({ sign_up: 'sometimes' }))).toBe('not_an_option')
})

test('addresses with several new accounts are listed, and the people of an address are found', async () => {
  const address = '203.0.113.9'
  const people = await Promise.all([1, 2, 3].map(() => createUser(server)))
  const old = await createUser(server, { createdAt: new Date('2026-01-01') })
  for (const { id: userId } of [...people, old]) await server.db.insert(sessions).values({ id: crypto.randomUUID(), userId, address })
  const single = await createUser(server)
  await server.db.insert(sessions).values({ id: crypto.randomUUID(), userId: single.id, address: '203.0.113.10' })
  const { items } = await read(unusualSignUpsSchema, server.send('GET', '/v1/operator/unusual-sign-ups', { token: owner }))
  expect(items.filter((one) => one.address.startsWith('203.'))).toMatchObject([{ address, accounts: 3, blocked: 0, barred: 0 }])
  expect(new Set(items.find((one) => one.address === address)?.people.map(({ id }) => id))).toEqual(new Set(people.map(({ id }) => id)))
  const found = await read(peoplePageSchema, server.send('GET', `/v1/operator/people?q=${address}`, { token: owner }))
  expect(new Set(found.items.map(({ id }) => id))).toEqual(new Set([...people, old].map(({ id }) => id)))
})

test('the lists of temporary domains are changed in the browser, and a field that is left out stays as it is', async () => {
  await setRules({ refuse_disposable: true, temporary_domains: { added: ['Throw.Example'], excepted: ['mailinator.com'] } })
  expect(await refusalOf(signUp({ email: 'ann@mail.throw.example' }))).toBe('email_disposable')
  expect((await signUp({ email: 'ann@mailinator.com' })).status).toBe(201)
  expect(await read(safetyRulesSchema, setRules({ refuse_disposable: false }))).toMatchObject({
    temporary_domains: { added: ['throw.example'], excepted: ['mailinator.com'] },
  })
  const balanceOf = async (email: string) => {
    await signUp({ email })
    const [user] = await server.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    return (await getBalance(server.db, user?.id ?? '')).available
  }
  expect(await balanceOf('bob@throw.example')).toBe(0)
  expect(await balanceOf('bob@mailinator.com')).toBeGreaterThan(0)
})

test('the moderation service is turned on only with a key that it accepts, and applies to the next run in every process', async () => {
  let answer = { status: 401, flagged: false }
  const service = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ results: [{ flagged: answer.flagged }] }))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => service.close(() => resolve())))
  const url = `http://127.0.0.1:${v.parse(v.object({ port: v.number() }), service.address()).port}`
  const env = { ...server.env, OPENAI_BASE_URL: url }
  const parts = { db: server.db, env, connections: server.connections }
  const check = async (text: string) => {
    const moderation = await (await openModerationReader(parts))()
    if (!moderation) return 'unchecked'
    const log = { info: () => undefined, warn: () => undefined }
    return moderation.check(text, { signal: AbortSignal.timeout(5_000), log }).then(
      () => 'allowed',
      (error: unknown) => (error instanceof ProviderError ? error.code : error),
    )
  }
  expect(await check('a lake')).toBe('unchecked')
  expect(await refusalOf(setRules({ moderation: 'openai' }))).toBe('moderation_without_key')
  const keyOf = (tail: string) => ({ service: 'openai', sealedKey: sealKey(server.keys, 'openai', tail), keyTail: tail })
  for (const tail of ['one', 'two']) await server.db.insert(serviceKeys).values({ id: crypto.randomUUID(), ...keyOf(tail) })
  onTestFinished(async () => {
    await server.db.delete(serviceKeys)
    server.connections.invalidate()
  })
  server.connections.invalidate()
  await expect(tryModeration(parts)).rejects.toMatchObject({ fields: { moderation: 'moderation_unreachable' } })
  answer = { status: 200, flagged: false }
  await tryModeration(parts)
  await server.db.insert(safetyRules).values({ moderation: 'openai', checksAnswers: true, wordsEn: ['dragon*'] })
  expect(await check('a lake')).toBe('allowed')
  expect(await check('two dragons')).toBe('refused')
  answer = { status: 200, flagged: true }
  expect(await check('a lake')).toBe('refused')
  answer = { status: 500, flagged: false }
  expect(await check('a lake')).toBe('temporary')

  // Failures in a row are an alert and one email, until the service answers.
  const { handle, storage, logger } = server
  const alerts = async () =>
    (await readAlerts(handle, { env, storage, variables: {}, ending: [], isGivingAway: false })).map(({ code }) => code)
  const mails: Mail[] = []
  const mailer: Mailer = { send: async (mail) => void mails.push(mail) }
  const notify = () => mailModerationFailure(server.db, { mailer, logger, siteUrl: 'http://localhost', operatorEmail: 'op@example.com' })
  await notify()
  expect(await alerts()).not.toContain('moderation_unreachable')
  for (let count = 0; count < 2; count += 1) expect(await check('a lake')).toBe('temporary')
  expect(await alerts()).toContain('moderation_unreachable')
  await Promise.all([notify(), notify()])
  await notify()
  expect(mails.map(({ to }) => to)).toEqual(['op@example.com'])
  answer = { status: 200, flagged: false }
  expect(await check('a lake')).toBe('allowed')
  expect(await alerts()).not.toContain('moderation_unreachable')
})

test('a file blocked by its hash cannot be uploaded or shared, and its links end until it is allowed again', async () => {
  const bytes = await makePicture(40, 30)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { token } = await server.signIn()
  const upload = () => {
    const body = new FormData()
    body.set('file', new Blob([Uint8Array.from(bytes)]), 'a.png')
    const request = new Request('http://localhost/api/v1/uploads', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
    return server.api.fetch(request, { clientAddress: '127.0.0.1' })
  }
  const block = (given: object) =>
    server.send('POST', '/v1/operator/blocked-content', { token: owner, body: { sha256, reason: 'by order', ...given } })
  expect((await upload()).status).toBe(201)
  expect(await refusalOf(block({ sha256: 'abc' }))).toBe('hash_invalid')
  const blocked = await read(blockedContentSchema, block({ sha256: sha256.toUpperCase() }))
  expect(blocked).toMatchObject({ sha256, reason: 'by order', reported: false })
  expect(await read(blockedContentSchema, block({ reason: 'again' }))).toEqual(blocked)
  expect(await refusalOf(upload())).toBe('content_blocked')
  const list = await read(blockedContentPageSchema, server.send('GET', '/v1/operator/blocked-content', { token: owner }))
  expect(list.items).toEqual([blocked])
  const allow = () =>
    server.send('POST', `/v1/operator/blocked-content/${blocked.id}/allow`, { token: owner, body: { reason: 'the order was lifted' } })
  expect([(await allow()).status, (await allow()).status]).toEqual([204, 404])
  expect((await upload()).status).toBe(201)
  const acts = await server.db.select().from(operatorActs).where(eq(operatorActs.reason, 'the order was lifted'))
  expect(acts).toMatchObject([{ action: 'content_allowed', before: { subject: sha256 } }])
})
