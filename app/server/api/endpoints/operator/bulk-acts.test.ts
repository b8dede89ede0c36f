import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkActPageSchema, bulkActStateSchema, peopleCountSchema } from '#app/contract/operator/bulk-acts.ts'
import { operatorGroupSchema } from '#app/contract/operator/groups.ts'
import { operatorPersonDetailsSchema, peoplePageSchema } from '#app/contract/operator/operator.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { createUser } from '#tests/factories/users.ts'
import { read } from '#tests/fixtures/read-response.ts'
import { runBulkAct } from '#app/server/core/operation/operators/bulk-acts.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'

let server: TestApi
beforeAll(async () => {
  server = await openTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

type Caller = Awaited<ReturnType<typeof person>>
async function person(role: Role = 'member') {
  const { user, token } = await server.signIn({ role })
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
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
const reason = 'a thank-you'
let operator: Caller
/** The beginning of the addresses of one test's people, by which they are found. */
let q: string
let tested = 0

beforeEach(async () => {
  operator ??= await person('operator')
  q = `crowd${(tested += 1)}x`
})
const crowd = (size: number, overrides: Parameters<typeof createUser>[1] = {}) =>
  Promise.all(
    Array.from({ length: size }, (_, index) =>
      createUser(server, { email: `${q}-${index}-${overrides.role ?? ''}@example.com`, ...overrides }),
    ),
  )
const start = (body: object, headers?: Record<string, string>) =>
  read(bulkActStateSchema, operator.call('POST', '/operator/bulk-acts', { filter: { q }, reason, ...body }, headers))
const stateOf = async (id: string) =>
  (await read(bulkActPageSchema, operator.call('GET', '/operator/bulk-acts'))).items.find((one) => one.id === id)
const run = (id: string, signal?: AbortSignal) => runBulkAct(server.db, { providers: server.providers, ...(signal && { signal }) }, id)
const idsOf = (people: readonly { id: string }[]) => people.map(({ id }) => id)
const balancesOf = async (people: readonly { id: string }[]) =>
  (
    await server.db
      .select()
      .from(tokenAccounts)
      .where(inArray(tokenAccounts.userId, idsOf(people)))
  ).map(({ available }) => available)
const actsOn = (people: readonly { id: string }[], action: 'tokens_granted' | 'person_blocked' | 'group_assigned') =>
  server.db.$count(operatorActs, and(inArray(operatorActs.personId, idsOf(people)), eq(operatorActs.action, action)))

test('the preview counts whom the act reaches; those above the role are skipped, and each of the others has one entry in the audit log', async () => {
  const people = await crowd(5)
  const [boss] = await crowd(1, { role: 'owner' })
  expect(await read(peopleCountSchema, operator.call('GET', `/operator/people-count?q=${q}`))).toEqual({ people: 6, out_of_reach: 1 })
  const bulk = await start({ act: { kind: 'grant_tokens', amount: 7 } })
  expect(bulk).toMatchObject({ people: 6, done: 0, state: 'running', actor: operator.email })
  // Later accounts are left out.
  const [late] = await crowd(1, { role: 'support' })
  await run(bulk.id)
  expect(await stateOf(bulk.id)).toMatchObject({ done: 5, skipped: 1, state: 'done' })
  expect(await balancesOf(people)).toEqual([7, 7, 7, 7, 7])
  expect(await balancesOf([boss, late].flatMap((one) => one ?? []))).toEqual([0, 0])
  expect(await actsOn(people, 'tokens_granted')).toBe(5)
  const acts = await server.db
    .select()
    .from(operatorActs)
    .where(sql`${operatorActs.after} ->> 'bulk' = ${bulk.id}`)
  expect(acts).toMatchObject([{ action: 'bulk_started', reason, after: { subject: 'grant_tokens', people: 6, tokens: 7, q } }])
})

test('however workers are stopped and race, everyone gets the tokens once, and a repeated request starts nothing', async () => {
  const people = await crowd(9)
  const key = { 'idempotency-key': 'once' }
  const requests = await Promise.all([1, 2, 3].map(() => start({ act: { kind: 'grant_tokens', amount: 3 } }, key)))
  const [bulk] = requests
  expect(new Set(requests.map(({ id }) => id)).size).toBe(1)
  const other = { filter: { q }, reason, act: { kind: 'grant_tokens', amount: 4 } }
  expect((await operator.call('POST', '/operator/bulk-acts', other, key)).status).toBe(409)
  if (!bulk) throw new Error('nothing was started')
  const stopped = AbortSignal.abort()
  await expect(run(bulk.id, stopped)).rejects.toThrow()
  await Promise.all([run(bulk.id), run(bulk.id), run(bulk.id)])
  await run(bulk.id)
  expect(await balancesOf(people)).toEqual(Array(9).fill(3))
  expect(await stateOf(bulk.id)).toMatchObject({ done: 9, skipped: 0, state: 'done' })
  expect(await auditLedger(server.db)).toEqual([])
})

test('people leave the filter as they are moved, and nobody is passed over', async () => {
  const people = await crowd(7)
  const owner = await person('owner')
  const terms = { price_factor: 1, models: null, daily_tokens: null, concurrent_runs: null, storage_megabytes: null }
  const [first, second] = await Promise.all(
    ['first', 'second'].map((name) =>
      read(operatorGroupSchema, owner.call('POST', '/operator/groups', { name: `${q} ${name}`, ...terms, welcome_grant: 2 })),
    ),
  )
  if (!first || !second) throw new Error('a group is missing')
  await run((await start({ act: { kind: 'set_group', group_id: first.id } })).id)
  const { items } = await read(peoplePageSchema, operator.call('GET', `/operator/people?group=${first.id}`))
  expect(items).toHaveLength(7)
  const moved = await start({ filter: { group: first.id }, act: { kind: 'set_group', group_id: second.id } })
  await run(moved.id)
  expect(await stateOf(moved.id)).toMatchObject({ people: 7, done: 7 })
  const rows = await server.db
    .select({ groupId: users.groupId })
    .from(users)
    .where(inArray(users.id, idsOf(people)))
  expect(new Set(rows.map(({ groupId }) => groupId))).toEqual(new Set([second.id]))
  expect(await balancesOf(people)).toEqual(Array(7).fill(4))
  expect(await actsOn(people, 'group_assigned')).toBe(14)
})

test('a stopped act reaches nobody else, and a blocked or demoted actor’s act reaches nobody', async () => {
  const people = await crowd(4)
  const bulk = await start({ act: { kind: 'block' } })
  expect(await read(bulkActStateSchema, operator.call('POST', `/operator/bulk-acts/${bulk.id}/stop`))).toMatchObject({ state: 'stopped' })
  await run(bulk.id)
  expect(await actsOn(people, 'person_blocked')).toBe(0)
  const former = await person('operator')
  const body = { filter: { q }, act: { kind: 'block' }, reason }
  const theirs = await read(bulkActStateSchema, former.call('POST', '/operator/bulk-acts', body))
  await server.db.update(users).set({ role: 'member' }).where(eq(users.id, former.id))
  await run(theirs.id)
  expect(await stateOf(theirs.id)).toMatchObject({ done: 0, skipped: 4, state: 'done' })
  expect((await former.call('POST', '/operator/bulk-acts', body)).status).toBe(404)
  const blocking = await start({ act: { kind: 'block' } })
  await run(blocking.id)
  expect(await actsOn(people, 'person_blocked')).toBe(4)
})

test('notes are seen by people with a role, and go with the account’s page', async () => {
  const [support, ann] = [await person('support'), await person()]
  const written = await read(
    operatorPersonDetailsSchema,
    support.call('POST', `/operator/people/${ann.id}/notes`, { text: ' Called twice. ' }),
  )
  expect(written.notes).toMatchObject([{ text: 'Called twice.', author: support.email }])
  expect((await ann.call('POST', `/operator/people/${ann.id}/notes`, { text: 'mine' })).status).toBe(404)
  const path = `/operator/people/${ann.id}/notes/${written.notes[0]?.id}`
  expect([(await operator.call('DELETE', path)).status, (await operator.call('DELETE', path)).status]).toEqual([204, 404])
  const acts = await server.db.select().from(operatorActs).where(eq(operatorActs.personId, ann.id)).orderBy(operatorActs.id)
  expect(acts.map(({ action }) => action)).toEqual(['note_written', 'note_deleted'])
})
