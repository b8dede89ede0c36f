import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { generationSchema, quoteAnswerSchema } from '#app/contract/runs/generations.ts'
import { operatorGroupSchema, operatorGroupsSchema, type SaveGroup } from '#app/contract/operator/groups.ts'
import { modelsSchema } from '#app/contract/runs/models.ts'
import { modelListSchema, openaiErrorSchema } from '#app/contract/protocols/openai.ts'
import { operatorPersonDetailsSchema } from '#app/contract/operator/operator.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { storageUseSchema } from '#app/contract/library/library.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { errorBody, fieldCodes, read } from '#tests/fixtures/read-response.ts'
import { defaultGroupId } from '#app/server/core/rules/groups/entitlement.ts'
import { openOffers } from '#app/server/core/rules/groups/open-offers.ts'
import { cancelGeneration } from '#app/server/core/making/generations/cancel-generation.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { getBalance } from '#app/server/core/money/tokens/get-balance.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { createOpenai } from '../../openai.ts'

let server: TestApi
let owner: Caller
type Caller = Awaited<ReturnType<typeof person>>

async function person(role: Role = 'member', tokens = 0) {
  const { user, token } = await server.signIn({ role, tokens })
  return { ...user, token, call: (method: string, path: string, body?: unknown) => server.send(method, `/v1${path}`, { token, body }) }
}
beforeAll(async () => {
  server = await openTestApi()
  owner = await person('owner')
})
afterAll(() => server[Symbol.asyncDispose]())
afterEach(async () => {
  await server.db.delete(groups).where(eq(groups.id, defaultGroupId))
  server.offers.invalidate()
})

const reason = 'asked for by email'
let named = 0
const terms = (overrides: Partial<SaveGroup> = {}): SaveGroup => ({
  name: `Group ${(named += 1)}`,
  price_factor: 1,
  models: null,
  daily_tokens: null,
  concurrent_runs: null,
  storage_megabytes: null,
  welcome_grant: 0,
  ...overrides,
})
const createGroup = (overrides?: Partial<SaveGroup>) => read(operatorGroupSchema, owner.call('POST', '/operator/groups', terms(overrides)))
const changeGroup = (id: string, overrides?: Partial<SaveGroup>) => owner.call('PUT', `/operator/groups/${id}`, terms(overrides))
const noLimits = { daily_tokens: null, concurrent_runs: null, storage_megabytes: null }
const place = (id: string, groupId: string, limits: object = {}) =>
  owner.call('PUT', `/operator/people/${id}/limits`, { group_id: groupId, ...noLimits, ...limits, reason })
async function personIn(overrides: Partial<SaveGroup>, tokens = 100) {
  const [group, ann] = await Promise.all([createGroup(overrides), person('member', tokens)])
  expect((await place(ann.id, group.id)).status).toBe(200)
  return { group, ann }
}
const runOf = (model: string, options = {}) => ({ model, prompt: 'a lake', options, inputs: [] })
const submit = (by: Caller, model: string, options?: object) => by.call('POST', '/generations', runOf(model, options))
const quote = (by: Caller, model: string, options?: object) =>
  read(quoteAnswerSchema, by.call('POST', '/generations/quote', runOf(model, options)))
const askOpenai = (method: string, path: string, token: string, body?: object) =>
  createOpenai(server).fetch(
    new Request(`http://localhost/openai/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: body ? JSON.stringify(body) : null,
    }),
  )
const priceOf = (base: number) => ({ base, per: null })
const finish = (id: string) => {
  const { queue, providers, storage, progress, logger, db } = server
  return runGeneration(db, { worker: { id: uuidv7(), queue, providers, storage, progress, logger }, id, controller: new AbortController() })
}
const basesOf = async (response: Response | Promise<Response>) =>
  Object.fromEntries((await read(modelsSchema, response)).map(({ id, price }) => [id, price.base]))

describe('prices and models', () => {
  test('a list shows the models that a person may use at their price, by session and by key, and never those of another group', async () => {
    const { ann } = await personIn({ price_factor: 0.5, models: ['text-1', 'image-10'] })
    const key = await createKey(server, ann, { scopes: ['read'] })
    expect(await basesOf(ann.call('GET', '/models'))).toEqual({ 'text-1': 0.5, 'image-10': 5 })
    expect(await basesOf(server.send('GET', '/v1/models', { token: key }))).toEqual({ 'text-1': 0.5, 'image-10': 5 })
    const usual = { 'text-1': 1, 'image-10': 10, video: 0, remix: 0, gone: 1 }
    expect(await basesOf(server.send('GET', '/v1/models'))).toEqual(usual)
    expect(await basesOf(owner.call('GET', '/models'))).toEqual(usual)
    expect(await basesOf(server.send('GET', '/v1/models', { token: 'qk_nonsense' }))).toEqual(usual)
    const openai = await read(modelListSchema, askOpenai('GET', '/models', key))
    expect(openai.data.map(({ id }) => id)).toEqual(['text-1', 'image-10'])
    expect((await askOpenai('GET', '/models/video', key)).status).toBe(404)
  })

  test('a visitor sees the prices of the default group, which are theirs after the sign-up', async () => {
    expect((await changeGroup(defaultGroupId, { price_factor: 2, models: ['text-1'], welcome_grant: 50 })).status).toBe(200)
    expect(await basesOf(server.send('GET', '/v1/models'))).toEqual({ 'text-1': 2 })
    const ann = await person('member', 10)
    expect(await basesOf(ann.call('GET', '/models'))).toEqual({ 'text-1': 2 })
    expect(await quote(ann, 'text-1')).toMatchObject({ price: 2 })
    const [first] = (await read(operatorGroupsSchema, owner.call('GET', '/operator/groups'))).items
    expect(first).toMatchObject({ id: defaultGroupId, name: null, price_factor: 2, welcome_grant: 0 })
  })

  test('quote, hold and charge have the factor of the group at the submission, and a later change does not reach them', async () => {
    const { group, ann } = await personIn({ price_factor: 0.25 })
    expect(await quote(ann, 'image-10')).toMatchObject({ price: 3, price_milli: 2_500, hold: 3 })
    const { id } = await read(generationSchema, submit(ann, 'image-10'))
    expect((await changeGroup(group.id, { price_factor: 3 })).status).toBe(200)
    await finish(id)
    const [row] = await server.db.select().from(generations).where(eq(generations.id, id))
    expect(row).toMatchObject({ status: 'succeeded', priceFactor: 0.25, priceRule: priceOf(2.5), chargedMilli: 2_500 })
    expect(await getBalance(server.db, ann.id)).toMatchObject({ available: 97, held: 0, change_milli: 500 })
    expect(await quote(ann, 'image-10')).toMatchObject({ price_milli: 30_000 })
  })

  test('a model that the group does not have is refused for quotes, runs and retries, with an explanation', async () => {
    const { group, ann } = await personIn({ models: ['text-1', 'image-10'] })
    const { id } = await read(generationSchema, submit(ann, 'image-10'))
    await finish(id)
    expect((await changeGroup(group.id, { models: ['text-1'] })).status).toBe(200)
    for (const refused of [
      submit(ann, 'image-10'),
      ann.call('POST', '/generations/quote', runOf('image-10')),
      ann.call('POST', `/generations/${id}/retry`),
    ])
      expect(await errorBody(refused)).toMatchObject({
        code: 'model_not_allowed',
        detail: 'Your account can’t use this model. Choose another one or ask the administrator of this site.',
      })
    const key = await createKey(server, ann, { scopes: ['generate'] })
    const image = await askOpenai('POST', '/images/generations', key, { model: 'image-10', prompt: 'a lake' })
    expect([image.status, (await read(openaiErrorSchema, image)).error.code]).toEqual([403, 'model_not_allowed'])
    expect((await submit(ann, 'text-1')).status).toBe(202)
    expect((await getBalance(server.db, ann.id)).held).toBe(1)
  })

  test('another process lists the new prices once they are committed', async () => {
    const other = await openOffers(server.handle)
    const { group, ann } = await personIn({ price_factor: 0.5 })
    await expect.poll(() => other.of(ann.id)).toMatchObject({ priceFactor: 0.5 })
    await changeGroup(group.id, { price_factor: 0.1, models: ['video'] })
    await expect.poll(() => other.of(ann.id)).toMatchObject({ priceFactor: 0.1, models: ['video'] })
    await place(ann.id, defaultGroupId)
    await expect.poll(() => other.of(ann.id)).toMatchObject({ priceFactor: 1, models: null })
    await other.close()
  })
})

describe('limits', () => {
  test('of parallel runs, none exceeds the tokens of the day, and the refusal says when the limit resets', async () => {
    const { ann } = await personIn({ daily_tokens: 25 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(ann, 'image-10')))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 429, 429, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    if (!refused) throw new Error('nothing was refused')
    const problem = await errorBody(refused)
    const untilMidnight = (24 * 60 * 60 * 1000 - (Date.now() % (24 * 60 * 60 * 1000))) / 1000
    expect(problem).toMatchObject({ code: 'over_account_limit', limit: 25, left: 5 })
    expect(Math.abs((problem.retry_after ?? 0) - untilMidnight)).toBeLessThan(60)
    expect(refused.headers.get('retry-after')).toBe(String(problem.retry_after))
    expect(problem.detail).toMatch(/^This costs 10 tokens, and 5 tokens are left of your account’s limit of 25 a day\./)
    const { over_limit: over } = await quote(ann, 'image-10')
    expect(over).toMatchObject({ per: 'account', limit: 25, left: 5 })
    expect(new Date(over?.resets_at ?? '').toISOString()).toMatch(/T00:00:00\.000Z$/)
    // Another time zone does not begin another day.
    await ann.call('PATCH', '/me', { time_zone: 'Pacific/Kiritimati' })
    expect((await submit(ann, 'image-10')).status).toBe(429)
    expect((await submit(ann, 'text-1')).status).toBe(202)
  })

  test('a person’s own limits replace those of the group until they are removed', async () => {
    const { group, ann } = await personIn({ daily_tokens: 5, storage_megabytes: 2 })
    expect((await submit(ann, 'image-10')).status).toBe(429)
    const set = await read(operatorPersonDetailsSchema, place(ann.id, group.id, { daily_tokens: 10, storage_megabytes: 7 }))
    expect(set).toMatchObject({ group: { id: group.id, name: group.name }, limits: { daily_tokens: 10, storage_megabytes: 7 } })
    expect(await read(storageUseSchema, ann.call('GET', '/library/storage'))).toMatchObject({ limit_bytes: 7_000_000 })
    expect((await submit(ann, 'image-10')).status).toBe(202)
    await place(ann.id, group.id)
    expect(await read(storageUseSchema, ann.call('GET', '/library/storage'))).toMatchObject({ limit_bytes: 2_000_000 })
    expect((await submit(ann, 'text-1')).status).toBe(429)
    const acts = await server.db.select().from(operatorActs).where(eq(operatorActs.personId, ann.id)).orderBy(operatorActs.id)
    expect(acts).toMatchObject([
      { action: 'group_assigned', before: { group: null }, after: { group: group.name } },
      { action: 'limits_changed', before: { daily_tokens: null }, after: { daily_tokens: 10, storage_megabytes: 7 } },
      { action: 'limits_changed', before: { daily_tokens: 10 }, after: { daily_tokens: null } },
    ])
  })
})

describe('groups', () => {
  test('a group is created, changed and deleted with an entry in the audit log, and its people return to the default group', async () => {
    const { group, ann } = await personIn({ name: 'Partners', price_factor: 0.5 })
    expect(await fieldCodes(owner.call('POST', '/operator/groups', terms({ name: ' partners ' })))).toEqual({ name: 'name_taken' })
    expect(await fieldCodes(changeGroup(group.id, { price_factor: -1 }))).toEqual({ price_factor: 'too_small' })
    expect(await read(operatorGroupSchema, changeGroup(group.id, { name: 'Friends' }))).toMatchObject({ name: 'Friends', people: 1 })
    expect(await fieldCodes(place(ann.id, uuidv7()))).toEqual({ group_id: 'not_an_option' })
    expect((await owner.call('DELETE', `/operator/groups/${group.id}`)).status).toBe(204)
    expect(await read(operatorPersonDetailsSchema, owner.call('GET', `/operator/people/${ann.id}`))).toMatchObject({
      group: { id: defaultGroupId, name: null },
    })
    expect(await quote(ann, 'image-10')).toMatchObject({ price: 10 })
    expect((await owner.call('DELETE', `/operator/groups/${defaultGroupId}`)).status).toBe(404)
    const acts = await server.db.select().from(operatorActs).where(eq(operatorActs.action, 'group_deleted'))
    expect(acts).toMatchObject([{ actorId: owner.id, before: { subject: 'Friends', people: 1 } }])
  })

  test('only a role that may set limits reaches a person, and only one below its own', async () => {
    const [operator, other, support, ann] = await Promise.all([person('operator'), person('operator'), person('support'), person()])
    const limit = (by: Caller, id: string) =>
      by.call('PUT', `/operator/people/${id}/limits`, { group_id: defaultGroupId, ...noLimits, daily_tokens: 5, reason })
    expect((await limit(operator, ann.id)).status).toBe(200)
    expect((await errorBody(limit(operator, other.id))).code).toBe('role_too_high')
    expect((await errorBody(limit(operator, operator.id))).code).toBe('own_account')
    expect((await errorBody(limit(support, ann.id))).code).toBe('not_found')
    expect((await limit(owner, owner.id)).status).toBe(200)
    await place(owner.id, defaultGroupId)
  })

  test('welcome tokens are granted once per person, however often and however parallel they are placed in the group', async () => {
    const [group, other, ann] = [await createGroup({ welcome_grant: 30 }), await createGroup(), await person()]
    await Promise.all([place(ann.id, group.id), place(ann.id, group.id), place(ann.id, other.id)])
    await place(ann.id, defaultGroupId)
    await place(ann.id, group.id)
    expect(await getBalance(server.db, ann.id)).toMatchObject({ available: 30 })
    expect(await auditLedger(server.db)).toEqual([])
  })
})

test('however grants, group changes, runs and cancels interleave, the ledger holds and nobody pays more than was held', async () => {
  const step = fc.oneof(
    fc.record({ what: fc.constant('grant' as const), amount: fc.integer({ min: -20, max: 40 }).filter((amount) => amount !== 0) }),
    fc.record({ what: fc.constant('place' as const), group: fc.nat(2), daily: fc.constantFrom(null, 5, 40) }),
    fc.record({ what: fc.constant('price' as const), factor: fc.constantFrom(0, 0.013, 0.5, 1, 2.5) }),
    fc.record({ what: fc.constant('run' as const), seconds: fc.integer({ min: 1, max: 9 }), cancels: fc.boolean() }),
    fc.record({ what: fc.constant('run' as const), seconds: fc.integer({ min: 1, max: 9 }), cancels: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const ann = await person('member', 30)
      const made = [await createGroup({ price_factor: 0.5, welcome_grant: 7 }), await createGroup({ models: ['text-1'] })]
      const ids = [defaultGroupId, ...made.map(({ id }) => id)]
      await Promise.all(
        steps.map(async (one) => {
          if (one.what === 'grant') await owner.call('POST', `/operator/people/${ann.id}/tokens`, { amount: one.amount, reason })
          else if (one.what === 'place') await place(ann.id, ids[one.group] ?? defaultGroupId, { daily_tokens: one.daily })
          else if (one.what === 'price') await changeGroup(ids[1] ?? '', { price_factor: one.factor })
          else {
            const answer = await submit(ann, 'video', { duration: one.seconds })
            if (answer.status !== 202) return
            const { id } = await read(generationSchema, answer)
            if (one.cancels) await cancelGeneration(server.db, { providers: server.providers, userId: ann.id, id })
            else await finish(id)
          }
        }),
      )
      expect(await auditLedger(server.db)).toEqual([])
      const rows = await server.db.select().from(generations).where(eq(generations.userId, ann.id))
      for (const row of rows) {
        expect(row.chargedMilli ?? 0).toBeLessThanOrEqual(row.priceMilli)
        expect(row.priceRule?.per).toMatchObject({ tokens: row.priceFactor })
      }
      expect(await getBalance(server.db, ann.id)).toMatchObject({ held: 0 })
    }),
    { numRuns: 8 },
  )
})
