import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertsSchema } from '#app/contract/operator/alerts.ts'
import { generationSchema } from '#app/contract/runs/generations.ts'
import {
  auditPageSchema,
  modelSourcesSchema,
  operatorAccessSchema,
  operatorOverviewSchema,
  operatorPersonDetailsSchema,
  operatorRunSchema,
  operatorRunPageSchema,
  peoplePageSchema,
} from '#app/contract/operator/operator.ts'
import { operatorQueueSchema } from '#app/contract/operator/operator-queue.ts'
import { personCredentialsSchema } from '#app/contract/operator/person-credentials.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { tokenEntryPageSchema } from '#app/contract/money/tokens.ts'
import { config } from '#config'
import { createKey } from '#tests/factories/api-keys.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { errorCode, read } from '#tests/fixtures/read-response.ts'
import { createAccount } from '#app/server/core/identity/accounts/create-account.ts'
import { sendExport } from '#app/server/core/operation/operators/account-acts.ts'
import { assignRoleByEmail } from '#app/server/core/operation/operators/assign-role.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { getBalance } from '#app/server/core/money/tokens/get-balance.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { twoFactor } from '#app/server/db/schema/credentials.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { users } from '#app/server/db/schema/users.ts'

let server: TestApi
beforeAll(async () => {
  server = await openTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

type Headers = Record<string, string>

async function person(role: Role = 'member', overrides: Parameters<TestApi['signIn']>[0] = {}) {
  const { user, token } = await server.signIn({ role, ...overrides })
  const call = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    server.api.fetch(
      new Request(`http://localhost/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      }),
      { clientAddress: '198.51.100.7' },
    )
  return { ...user, token, call }
}
const reason = 'asked for by email'
const actsOn = async (id: string) => server.db.select().from(operatorActs).where(eq(operatorActs.personId, id)).orderBy(operatorActs.id)

describe('roles', () => {
  test('the first account of an installation is its owner, and later ones are members', async () => {
    // A transaction that is rolled back empties the table for this test alone.
    const roles = await server.db
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.delete(users)
        for (const name of ['ann', 'bob'])
          await createAccount(tx, {
            email: `${name}@example.com`,
            emailVerified: true,
            name: null,
            passwordHash: null,
            locale: 'en',
            referralCode: undefined,
            disposable: { hasAddress: () => false },
            now: new Date(),
          })
        throw await tx.select({ role: users.role }).from(users).orderBy(users.email)
      })
      .catch((found: unknown) => found)
    expect(roles).toEqual([{ role: 'owner' }, { role: 'member' }])
  })

  test('the command line gives a role, and the audit log has no actor for it', async () => {
    const ann = await person()
    expect(await assignRoleByEmail(server.db, { email: ann.email, role: 'support' })).toBe('member')
    expect(await assignRoleByEmail(server.db, { email: 'nobody@example.com', role: 'owner' })).toBeNull()
    expect(await read(operatorAccessSchema, ann.call('GET', '/operator'))).toMatchObject({
      role: 'support',
      second_step: 'not_needed',
      grant_limit: config.operators.supportGrantLimit,
    })
    expect(await actsOn(ann.id)).toMatchObject([
      { actorId: null, action: 'role_changed', before: { role: 'member' }, after: { role: 'support' } },
    ])
  })

  test('an act reaches people below the actor’s role only, and never the actor, except an owner’s grant', async () => {
    const [owner, operator, other, support, member] = await Promise.all([
      person('owner'),
      person('operator'),
      person('operator'),
      person('support'),
      person(),
    ])
    const block = (by: typeof owner, whom: typeof owner) => by.call('POST', `/operator/people/${whom.id}/block`, { reason })
    expect(await errorCode(block(operator, other))).toBe('role_too_high')
    expect(await errorCode(block(operator, owner))).toBe('role_too_high')
    expect(await errorCode(block(owner, owner))).toBe('own_account')
    expect(await errorCode(block(support, member))).toBe('not_found')
    expect((await block(operator, support)).status).toBe(200)
    const grant = (by: typeof owner, whom: typeof owner, amount: number) =>
      by.call('POST', `/operator/people/${whom.id}/tokens`, { amount, reason })
    expect((await grant(owner, owner, 5)).status).toBe(200)
    expect(await errorCode(grant(operator, operator, 5))).toBe('own_account')
    const role = (by: typeof owner, whom: typeof owner) => by.call('PUT', `/operator/people/${whom.id}/role`, { role: 'owner', reason })
    expect(await errorCode(role(operator, member))).toBe('not_found')
    expect(await read(operatorPersonDetailsSchema, role(owner, member))).toMatchObject({ role: 'owner' })
  })
})

describe('tokens', () => {
  test('support changes a limited number of tokens in 24 hours, also at the same moment, and the operator is alerted', async () => {
    const [support, operator, people] = await Promise.all([
      person('support'),
      person('operator'),
      Promise.all([1, 2, 3, 4].map(() => person('member', { tokens: 1_000 }))),
    ])
    const { supportGrantLimit: most, supportDailyGrantLimit: daily } = config.operators
    const grant = (by: typeof support, whom: string, amount: number) =>
      by.call('POST', `/operator/people/${whom}/tokens`, { amount, reason })
    const alerted = async () => {
      const { items } = await read(alertsSchema, operator.call('GET', '/operator/alerts'))
      return items.find(({ code, subject }) => code === 'grants_near_limit' && subject === support.email)?.count
    }
    expect(await alerted()).toBeUndefined()
    const rounds = daily / most / people.length + 1
    const codes: (string | number)[] = []
    for (let round = 0; round < rounds; round += 1) {
      const amount = round % 2 === 0 ? most : -most
      const answers = await Promise.all(people.map(({ id }) => grant(support, id, amount)))
      for (const answer of answers) codes.push(answer.ok ? 200 : await errorCode(Promise.resolve(answer)))
    }
    expect(codes.filter((code) => code === 200)).toHaveLength(daily / most)
    expect(new Set(codes)).toEqual(new Set([200, 'over_daily_grant_limit']))
    expect(await alerted()).toBe(daily)
    expect(await errorCode(grant(support, people[0]?.id ?? '', 1))).toBe('over_daily_grant_limit')
    // Another person of the role, and roles without a limit, are not concerned.
    expect((await grant(await person('support'), people[0]?.id ?? '', 1)).status).toBe(200)
    expect((await grant(operator, people[0]?.id ?? '', daily + 1)).status).toBe(200)
  })

  test('a grant and a withdrawal change the balance, show their reason to the person and are in the audit log', async () => {
    const [support, ann] = await Promise.all([person('support'), person('member', { tokens: 10 })])
    const change = (amount: number, headers?: Headers) =>
      support.call('POST', `/operator/people/${ann.id}/tokens`, { amount, reason }, headers)
    expect(await read(operatorPersonDetailsSchema, change(40))).toMatchObject({ available: 50, debt: 0 })
    expect(await read(operatorPersonDetailsSchema, change(-70))).toMatchObject({ available: 0, debt: 20 })
    expect(await errorCode(change(config.operators.supportGrantLimit + 1))).toBe('over_grant_limit')
    expect(await errorCode(change(0))).toBe('invalid_input')
    const { items } = await read(tokenEntryPageSchema, ann.call('GET', '/tokens/entries'))
    expect(items.filter((entry) => entry.reason === reason).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['debt', 20],
      ['refund', 10],
      ['refund', 40],
      ['grant', 40],
    ])
    expect(await actsOn(ann.id)).toMatchObject([
      {
        actorId: support.id,
        action: 'tokens_granted',
        before: { available: 10 },
        after: { available: 50, amount: 40 },
        address: '198.51.100.7',
      },
      {
        actorId: support.id,
        action: 'tokens_taken',
        before: { available: 50, debt: 0 },
        after: { available: 0, debt: 20, amount: -70 },
        reason,
      },
    ])
    expect(await auditLedger(server.db)).toEqual([])
  })

  test('parallel requests with one idempotency key grant once', async () => {
    const [owner, ann] = await Promise.all([person('owner'), person()])
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => owner.call('POST', `/operator/people/${ann.id}/tokens`, { amount: 7, reason }, headers)),
    )
    for (const answer of answers) expect(await read(operatorPersonDetailsSchema, answer)).toMatchObject({ available: 7 })
    expect(await actsOn(ann.id)).toHaveLength(1)
  })

  test('grants, withdrawals, blocks and runs at once keep every invariant of the ledger', async () => {
    const [owner, ann] = await Promise.all([person('owner'), person('member', { tokens: 60 })])
    const change = (amount: number) => owner.call('POST', `/operator/people/${ann.id}/tokens`, { amount, reason })
    const run = () => ann.call('POST', '/generations', { model: 'image-10', prompt: 'a lake' })
    const answers = await Promise.all([
      ...[15, -30, 200, -90, 4].map(change),
      ...Array.from({ length: 4 }, run),
      owner.call('POST', `/operator/people/${ann.id}/block`, { reason }),
      ...[-8, 25].map(change),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(await auditLedger(server.db)).toEqual([])
    // The block came with or after each run that was accepted.
    const { items } = await read(operatorRunPageSchema, owner.call('GET', `/operator/runs?person=${ann.id}&status__in=queued,running`))
    expect(items).toEqual([])
  })
})

test('a blocked person is signed out at once, cannot sign in, and their keys stop; unblocking restores both', async () => {
  const password = 'tangerine kettle harbour'
  const [operator, ann] = await Promise.all([person('operator'), person('member', { tokens: 30, password })])
  const key = await createKey(server, ann, { scopes: ['read'] })
  const signIn = () =>
    server.send('POST', '/v1/auth/sign-in', {
      body: { email: ann.email, password },
      address: `203.0.113.${Math.ceil(Math.random() * 200)}`,
    })
  const { id } = await read(generationSchema, ann.call('POST', '/generations', { model: 'image-10', prompt: 'a lake' }))

  expect(await read(operatorPersonDetailsSchema, operator.call('POST', `/operator/people/${ann.id}/block`, { reason }))).toMatchObject({
    state: 'blocked',
    sessions: 0,
    available: 30,
    held: 0,
  })
  expect((await ann.call('GET', '/me')).status).toBe(401)
  expect((await server.send('GET', '/v1/generations', { token: key })).status).toBe(401)
  expect(await errorCode(signIn())).toBe('account_blocked')

  await operator.call('POST', `/operator/people/${ann.id}/unblock`, { reason })
  expect((await signIn()).status).toBe(200)
  expect(await read(generationSchema, server.send('GET', `/v1/generations/${id}`, { token: key }))).toMatchObject({ status: 'canceled' })
  expect((await actsOn(ann.id)).map(({ action }) => action)).toEqual(['person_blocked', 'person_unblocked'])
})

describe('acts on the account of a person', () => {
  const password = 'tangerine kettle'

  test('an email is confirmed with a reason, in the audit log, and not by support', async () => {
    const [owner, support, ann] = [await person('owner'), await person('support'), await person('member', { emailVerifiedAt: null })]
    expect(await errorCode(support.call('POST', `/operator/people/${ann.id}/confirm-email`, { reason }))).toBe('not_found')
    const confirmed = await owner.call('POST', `/operator/people/${ann.id}/confirm-email`, { reason })
    expect(await read(operatorPersonDetailsSchema, confirmed)).toMatchObject({ email_verified: true })
    expect(await actsOn(ann.id)).toMatchObject([{ action: 'email_confirmed', reason, after: { email: ann.email } }])
  })

  test('a second step is reset with a proof of the operator, below their role, and ends the sessions of the person', async () => {
    const [operator, ann] = [await person('operator', { password }), await person()]
    const other = await person('operator')
    for (const { id } of [ann, other]) await server.db.insert(twoFactor).values({ userId: id, secret: 'sealed', confirmedAt: new Date() })
    const path = `/operator/people/${ann.id}/reset-second-step`
    expect(await errorCode(operator.call('POST', path, { reason }))).toBe('invalid_input')
    expect(await errorCode(operator.call('POST', path, { reason, password: 'wrong' }))).toBe('invalid_input')
    expect(await errorCode(operator.call('POST', `/operator/people/${other.id}/reset-second-step`, { reason, password }))).toBe(
      'role_too_high',
    )
    const reset = await operator.call('POST', path, { reason, password })
    expect(await read(operatorPersonDetailsSchema, reset)).toMatchObject({ two_factor: false, sessions: 0 })
    expect((await ann.call('GET', '/auth/session')).status).toBe(401)
    expect(await actsOn(ann.id)).toMatchObject([{ action: 'second_step_reset' }])
  })

  test('an account is scheduled for deletion, which a sign-in cancels', async () => {
    const [owner, ann] = [await person('owner', { password }), await person('member', { password })]
    expect(await errorCode(owner.call('POST', `/operator/people/${ann.id}/deletion`, { reason }))).toBe('invalid_input')
    const scheduled = await owner.call('POST', `/operator/people/${ann.id}/deletion`, { reason, password })
    expect(await read(operatorPersonDetailsSchema, scheduled)).toMatchObject({ state: 'deleting', sessions: 0 })
    expect((await owner.call('POST', '/auth/sign-in', { email: ann.email, password })).status).toBe(200)
    const kept = await owner.call('GET', `/operator/people/${ann.id}`)
    expect(await read(operatorPersonDetailsSchema, kept)).toMatchObject({ state: 'active' })
    expect(await actsOn(ann.id)).toMatchObject([{ action: 'deletion_scheduled' }])
  })

  test('a person gets an email with the way to their data at their request, in the audit log, and the operator gets no link', async () => {
    const [operator, support, ann] = [await person('operator'), await person('support'), await person()]
    const path = `/operator/people/${ann.id}/export`
    expect(await errorCode(support.call('POST', path, { reason }))).toBe('not_found')
    expect(await errorCode(operator.call('POST', path, { reason: ' ' }))).toBe('invalid_input')
    expect(await errorCode(operator.call('POST', `/operator/people/${operator.id}/export`, { reason }))).toBe('own_account')
    expect(await (await operator.call('POST', path, { reason })).text()).not.toContain('/export/')
    expect(await actsOn(ann.id)).toMatchObject([{ action: 'export_sent', actorId: operator.id, reason }])

    const mails: Mail[] = []
    const act = { actor: { userId: operator.id, role: 'operator' as const }, personId: ann.id, reason, address: '127.0.0.1' }
    const mailer = { send: async (mail: Mail) => void mails.push(mail) }
    await (
      await sendExport(server.db, mailer, { ...act, siteUrl: 'https://quartet.example' })
    ).delivery
    expect(mails).toMatchObject([{ to: ann.email, text: expect.stringContaining('https://quartet.example/profile/settings') }])
    expect(mails[0]?.text).not.toContain('/export/')

    await operator.call('POST', `/operator/people/${ann.id}/block`, { reason })
    expect(await errorCode(operator.call('POST', path, { reason }))).toBe('not_found')
  })

  test('sessions and keys of a person are listed, and each is ended alone, with a reason in the audit log', async () => {
    const [operator, support, ann, bob] = [await person('operator'), await person('support'), await person(), await person()]
    const key = await createKey(server, ann, { scopes: ['read'], expires_in_days: 3 })
    const path = `/operator/people/${ann.id}`
    // A session that no token can renew any more is neither listed nor counted.
    await server.db.insert(sessions).values({ id: randomUUID(), userId: ann.id, lastSeenAt: new Date('2020-01-01') })
    const list = await read(personCredentialsSchema, support.call('GET', `${path}/credentials`))
    expect((await read(operatorPersonDetailsSchema, support.call('GET', path))).sessions).toBe(1)
    expect(list).toMatchObject({
      sessions: [{ address: '127.0.0.1' }],
      api_keys: [{ scopes: ['read'], hint: key.slice(-4), expired: false }],
    })
    const [session, listed] = [list.sessions[0]?.id, list.api_keys[0]?.id]

    expect(await errorCode(support.call('POST', `${path}/api-keys/${listed}/revoke`, { reason }))).toBe('not_found')
    expect(await errorCode(operator.call('POST', `${path}/api-keys/${listed}/revoke`, { reason: ' ' }))).toBe('invalid_input')
    const bobs = `/operator/people/${bob.id}`
    expect(await errorCode(operator.call('POST', `${bobs}/api-keys/${listed}/revoke`, { reason }))).toBe('not_found')
    expect(await errorCode(operator.call('POST', `${bobs}/sessions/${session}/end`, { reason }))).toBe('not_found')
    expect(await errorCode(ann.call('GET', `${path}/credentials`))).toBe('not_found')
    const ended = support.call('POST', `/operator/people/${operator.id}/sessions/${session}/end`, { reason })
    expect(await errorCode(ended)).toBe('role_too_high')
    expect((await server.send('GET', '/v1/generations', { token: key })).status).toBe(200)
    expect((await ann.call('GET', '/me')).status).toBe(200)
    expect([...(await actsOn(ann.id)), ...(await actsOn(bob.id))]).toEqual([])

    const revoked = await operator.call('POST', `${path}/api-keys/${listed}/revoke`, { reason })
    expect(await read(personCredentialsSchema, revoked)).toMatchObject({ sessions: [{ id: session }], api_keys: [] })
    expect((await server.send('GET', '/v1/generations', { token: key })).status).toBe(401)
    const signedOut = await support.call('POST', `${path}/sessions/${session}/end`, { reason })
    expect(await read(personCredentialsSchema, signedOut)).toEqual({ sessions: [], api_keys: [] })
    expect((await ann.call('GET', '/me')).status).toBe(401)
    expect(await errorCode(support.call('POST', `${path}/sessions/${session}/end`, { reason }))).toBe('not_found')
    expect(await actsOn(ann.id)).toMatchObject([
      { action: 'api_key_revoked', actorId: operator.id, reason, after: { key: listed, scopes: 'read' } },
      { action: 'session_ended', actorId: support.id, reason, after: { session } },
    ])
  })

  test('the content of a run is shown for a reason, to operators only, and each view is in the audit log', async () => {
    const [operator, support, ann] = [await person('operator'), await person('support'), await person('member', { tokens: 100 })]
    const { id } = await read(generationSchema, ann.call('POST', '/generations', { model: 'text-1', prompt: 'a secret lake' }))
    const path = `/operator/runs/${id}/content`
    expect(await errorCode(support.call('POST', path, { reason }))).toBe('not_found')
    expect(await errorCode(operator.call('POST', path, { reason: ' ' }))).toBe('invalid_input')
    expect(await actsOn(ann.id)).toEqual([])
    expect(await (await operator.call('POST', path, { reason })).json()).toMatchObject({ prompt: 'a secret lake', files: [] })
    expect(await actsOn(ann.id)).toMatchObject([{ action: 'content_viewed', generationId: id, actorId: operator.id, reason }])
  })
})

test('the audit log is searched by the email of either person and by words of the reason', async () => {
  const [owner, ann] = [await person('owner'), await person()]
  await owner.call('POST', `/operator/people/${ann.id}/tokens`, { amount: 5, reason: 'a broken Microphone' })
  const found = async (q: string) =>
    (await read(auditPageSchema, owner.call('GET', `/operator/audit?q=${encodeURIComponent(q)}`))).items.map((act) => act.person?.id)
  expect(await found('broken micro')).toContain(ann.id)
  expect(await found(ann.email.toUpperCase().slice(0, 20))).toEqual([ann.id])
  expect(await found(owner.email)).toEqual([ann.id])
  expect(await found('%')).toEqual([])
  // As an earlier release stored it, with letters in two parts.
  await server.db
    .insert(operatorActs)
    .values({ id: randomUUID(), action: 'sessions_ended', actorId: owner.id, personId: ann.id, reason: 'Чужой вход'.normalize('NFD') })
  expect(await found('чужой')).toEqual([ann.id])
})

test('the audit log can be neither changed nor shortened', async () => {
  const [owner, ann] = await Promise.all([person('owner'), person()])
  await owner.call('POST', `/operator/people/${ann.id}/sign-out`, { reason })
  const [act] = await actsOn(ann.id)
  await expect(server.db.update(operatorActs).set({ reason: 'another' })).rejects.toThrow()
  await expect(server.db.delete(operatorActs)).rejects.toThrow()
  expect(await read(auditPageSchema, owner.call('GET', `/operator/audit?person=${ann.id}&action__in=sessions_ended`))).toMatchObject({
    items: [{ id: act?.id, actor: { email: owner.email }, person: { email: ann.email }, reason }],
    next_cursor: null,
  })
})

test('people are found by the beginning of their email or name, by id and by order, page by page', async () => {
  const owner = await person('owner')
  const mark = randomUUID().slice(0, 8)
  const [first, second] = [
    await person('member', { email: `${mark}-a@example.com`, name: 'Mira' }),
    await person('member', { email: `${mark}-b@example.com` }),
  ]
  const found = async (query: string) => {
    const page = await read(peoplePageSchema, owner.call('GET', `/operator/people?${query}`))
    return { ids: page.items.map(({ id }) => id), cursor: page.next_cursor }
  }
  const page = await found(`q=${mark.toUpperCase()}&limit=1`)
  expect(page.ids).toEqual([second.id])
  expect(await found(`q=${mark}&limit=1&cursor=${page.cursor}`)).toEqual({ ids: [first.id], cursor: null })
  expect((await found('q=mir')).ids).toContain(first.id)
  // As an earlier release stored it, with letters in two parts.
  await server.db
    .update(users)
    .set({ name: 'Йозеф'.normalize('NFD') })
    .where(eq(users.id, first.id))
  expect((await found(`q=${encodeURIComponent('йоз')}`)).ids).toEqual([first.id])
  expect((await found(`q=${first.id}`)).ids).toEqual([first.id])
  expect((await found(`q=${mark}&role__in=owner`)).ids).toEqual([])
  expect((await found(`q=${mark}%25`)).ids).toEqual([])
})

test('runs are listed and stopped without their prompts, and the overview counts them', async () => {
  const [owner, ann] = await Promise.all([person('owner'), person('member', { tokens: 30 })])
  const { id } = await read(generationSchema, ann.call('POST', '/generations', { model: 'image-10', prompt: 'a secret lake' }))
  const overview = async () => read(operatorOverviewSchema, owner.call('GET', '/operator/overview'))
  expect(await overview()).toMatchObject({
    queue: { waiting: expect.any(Number), oldest_waiting_at: expect.any(String) },
    tokens: { held: expect.any(Number) },
  })

  await server.db
    .update(generations)
    .set({ serviceStatus: 503, callFailure: { phase: 'stream', errno: 'ECONNRESET', cause: null, ms: 1_200 } })
    .where(eq(generations.id, id))
  const { items } = await read(operatorRunPageSchema, owner.call('GET', `/operator/runs?person=${ann.id}`))
  expect(items).toMatchObject([{ id, service_status: 503, call_failure: { phase: 'stream', errno: 'ECONNRESET', ms: 1_200 } }])
  expect(await (await ann.call('GET', `/generations/${id}`)).json()).not.toHaveProperty('service_status')
  expect(await (await ann.call('GET', `/generations/${id}`)).text()).not.toContain('ECONNRESET')
  const listed = await (await owner.call('GET', `/operator/runs?person=${ann.id}`)).text()
  expect(listed).toContain(id)
  expect(listed).not.toContain('secret')
  const stop = () => owner.call('POST', `/operator/runs/${id}/stop`, { reason })
  expect(await (await stop()).json()).toMatchObject({ status: 'canceled', charged: 0 })
  expect(await errorCode(stop())).toBe('not_cancelable')
  expect(await read(generationSchema, ann.call('GET', `/generations/${id}`))).toMatchObject({ status: 'canceled' })
  expect(await overview()).toMatchObject({
    people: { active: expect.any(Number), blocked: expect.any(Number) },
    days: expect.arrayContaining([expect.objectContaining({ type: 'image', canceled: expect.any(Number) })]),
    models: expect.arrayContaining([expect.objectContaining({ id: 'image-10' })]),
  })
  expect(await auditLedger(server.db)).toEqual([])
})

test('the queue shows who waits, with their weight, share and turn, and not what they asked for', async () => {
  const [owner, support] = await Promise.all([person('owner'), person('support')])
  const [ann, bob] = [await person('member', { tokens: 50 }), await person('member', { tokens: 50 })]
  const active = await server.db
    .select({ id: generations.id })
    .from(generations)
    .where(inArray(generations.status, ['queued', 'running']))
  for (const { id } of active) await owner.call('POST', `/operator/runs/${id}/stop`, { reason })
  const group = { id: uuidv7(), name: 'studio', queueWeight: 3 }
  await server.db.insert(groups).values(group)
  await server.db.update(users).set({ groupId: group.id }).where(eq(users.id, bob.id))
  const queue = () => read(operatorQueueSchema, support.call('GET', '/operator/queue'))
  expect(await queue()).toEqual({ waiting: 0, running: 0, oldest_waiting_at: null, kinds: [], providers: [], people_total: 0, people: [] })
  const submit = async (of: typeof ann, model: string) =>
    (await read(generationSchema, of.call('POST', '/generations', { model, prompt: 'a secret lake' }))).id
  const running = await submit(ann, 'image-10')
  await submit(ann, 'text-1')
  await submit(bob, 'text-1')
  await server.db.update(generations).set({ status: 'running', due: null }).where(eq(generations.id, running))
  expect(await queue()).toMatchObject({
    waiting: 2,
    running: 1,
    oldest_waiting_at: expect.any(String),
    kinds: [
      { type: 'text', waiting: 2, running: 0 },
      { type: 'image', waiting: 0, running: 1, oldest_waiting_at: null },
    ],
    providers: [{ name: null, waiting: 2, running: 1 }],
    people_total: 2,
    people: [
      { person: { id: bob.id, email: bob.email }, group: 'studio', weight: 3, share: 0.75, waiting: 1, running: 0, held: 0, ahead: 0 },
      { person: { id: ann.id }, group: null, weight: 1, share: 0.25, waiting: 1, running: 1, ahead: 1, due_at: expect.any(String) },
    ],
  })
  expect(await (await support.call('GET', '/operator/queue')).text()).not.toContain('secret')
  expect((await ann.call('GET', '/operator/queue')).status).toBe(404)
  expect(await auditLedger(server.db)).toEqual([])
})

test('a finished run is refunded once, in parallel too, and run again for its owner at no more than its first price', async () => {
  const [owner, support, ann] = await Promise.all([person('owner'), person('support'), person('member', { tokens: 30 })])
  const { id } = await read(generationSchema, ann.call('POST', '/generations', { model: 'image-10', prompt: 'a lake' }))
  const refund = (reasonGiven = reason) => support.call('POST', `/operator/runs/${id}/refund`, { reason: reasonGiven })
  const again = (key?: string) =>
    owner.call('POST', `/operator/runs/${id}/repeat`, { reason }, key === undefined ? {} : { 'idempotency-key': key })
  expect([await errorCode(refund()), await errorCode(again())]).toEqual(['run_not_charged', 'not_retryable'])
  await runGeneration(server.db, { worker: { ...server, id: uuidv7() }, id, controller: new AbortController() })
  const balance = async () => (await getBalance(server.db, ann.id)).available
  expect(await balance()).toBe(20)
  // The ledger has codes for reasons of its own.
  const answers = await Promise.all([refund('change'), refund('change'), refund('change')])
  for (const answer of answers) expect(await read(operatorRunSchema, answer)).toMatchObject({ charged: 10, refunded: true })
  expect(await balance()).toBe(30)
  const key = randomUUID()
  const made = await read(operatorRunSchema, again(key))
  expect(made).toMatchObject({ status: 'queued', price: 10, refunded: false, person: { id: ann.id } })
  expect((await read(operatorRunSchema, again(key))).id).toBe(made.id)
  expect(await balance()).toBe(20)
  expect((await actsOn(ann.id)).map(({ action, generationId, after }) => ({ action, generationId, after }))).toEqual([
    { action: 'run_refunded', generationId: id, after: { amount: 10 } },
    { action: 'run_repeated', generationId: id, after: { subject: made.id } },
  ])
  expect(await errorCode(support.call('POST', `/operator/runs/${id}/repeat`, { reason }))).toBe('not_found')
  expect(await auditLedger(server.db)).toEqual([])
})

test('a run is repeated and stopped for people below the operator’s role only, and by an owner for themselves', async () => {
  const [owner, operator, other] = await Promise.all([
    person('owner', { tokens: 30 }),
    person('operator', { tokens: 30 }),
    person('operator', { tokens: 30 }),
  ])
  const canceledRun = async (of: typeof owner) => {
    const { id } = await read(generationSchema, of.call('POST', '/generations', { model: 'image-10', prompt: 'a lake' }))
    await read(generationSchema, of.call('POST', `/generations/${id}/cancel`))
    return id
  }
  const [ofOwner, ofOperator, ofOther] = [await canceledRun(owner), await canceledRun(operator), await canceledRun(other)]
  const repeat = (by: typeof owner, id: string) => by.call('POST', `/operator/runs/${id}/repeat`, { reason })
  expect(await errorCode(repeat(operator, ofOwner))).toBe('role_too_high')
  expect(await errorCode(repeat(operator, ofOther))).toBe('role_too_high')
  expect(await errorCode(repeat(operator, ofOperator))).toBe('own_account')
  const listedFor = async (by: typeof owner, of: typeof owner) =>
    (await read(operatorRunPageSchema, by.call('GET', `/operator/runs?person=${of.id}`))).items.map((run) => run.out_of_reach)
  expect([await listedFor(operator, owner), await listedFor(operator, operator)]).toEqual([['role_too_high'], ['own_account']])
  expect([await listedFor(owner, owner), await listedFor(owner, other)]).toEqual([[null], [null]])
  for (const { id } of [owner, operator, other]) expect((await getBalance(server.db, id)).available).toBe(30)
  const stop = (by: typeof owner, id: string) => by.call('POST', `/operator/runs/${id}/stop`, { reason })
  for (const id of [ofOwner, ofOther]) {
    const repeated = await read(operatorRunSchema, repeat(owner, id))
    expect(repeated).toMatchObject({ status: 'queued' })
    expect(await errorCode(stop(operator, repeated.id))).toBe('role_too_high')
    expect(await read(operatorRunSchema, stop(owner, repeated.id))).toMatchObject({ status: 'canceled' })
  }
  expect(await errorCode(stop(operator, ofOperator))).toBe('own_account')
  expect(await auditLedger(server.db)).toEqual([])
})

test('ways to real models are for owners and operators, and name the models that fit this machine', async () => {
  const { local, servers } = await read(modelSourcesSchema, (await person('owner')).call('GET', '/operator/model-sources'))
  expect(local.map(({ id }) => id)).toEqual([
    'qwen2.5-0.5b',
    'qwen3-4b',
    'qwen3-8b',
    'whisper-tiny',
    'piper-irina',
    'kokoro-en',
    'lcm-dreamshaper-v7',
  ])
  expect(servers.every(({ url }) => url.startsWith('http://127.0.0.1:'))).toBe(true)
  for (const role of ['member', 'support'] as const)
    expect((await (await person(role)).call('GET', '/operator/model-sources')).status).toBe(404)
})
