import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import * as v from 'valibot'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generationPageSchema, quoteAnswerSchema } from '#app/contract/runs/generations.ts'
import { modelsSchema } from '#app/contract/runs/models.ts'
import { overviewSchema, studioSchema } from '#app/contract/operator/overview.ts'
import { keptDraftSchema, threadPageSchema } from '#app/contract/studio/studio.ts'
import { fieldModel, firstKind, studioModel, usual } from '#app/contract/runs/usual-models.ts'
import { type Kind, kinds } from '#app/contract/base/values.ts'
import { config } from '#config'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser, type UserOverrides } from '#tests/factories/users.ts'
import { insertWorks } from '#tests/factories/works.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { statementsOf } from '#tests/fixtures/statements-of.ts'
import { grantTokens } from '#app/server/core/money/tokens/grant-tokens.ts'
import { setLimits } from '#app/server/core/money/tokens/set-limits.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { drafts, threads } from '#app/server/db/schema/library.ts'
import { users } from '#app/server/db/schema/users.ts'
import { tokenAccounts, tokenLots } from '#app/server/db/schema/tokens.ts'
import { createApi } from '../../api.ts'

/** Models that cost the operator something, so that free tokens of an unverified email do not pay for them. */
const { builtIn: _, ...provider } = scriptedProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())

const pageSize = config.generations.pageSize.default

async function person(overrides: UserOverrides = {}) {
  const user = await createUser(runtime, { tokens: 1_000, ...overrides })
  const { token } = await createSession(runtime, runtime.keys, user)
  const call = (method: string, path: string, body?: unknown) => callApi(api, method, path, { body, token })
  const read = async <S extends v.GenericSchema>(schema: S, path: string, body?: unknown) =>
    v.parse(schema, await (await call(body ? 'POST' : 'GET', path, body)).json())
  return {
    ...user,
    call,
    read,
    list: (query: string) => read(generationPageSchema, `/v1/generations?${query}`),
    draft: (kind: Kind) => read(keptDraftSchema, `/v1/drafts/${kind}`),
    studio: (kind: Kind, model?: string) => read(studioSchema, `/v1/studios/${kind}${model ? `?quote=${model}` : ''}`),
    overview: (models: string) => read(overviewSchema, `/v1/library/overview?quote=${models}`),
    /** Null if the quote is refused. */
    async quote(model: string, options: object = {}) {
      const answer = await call('POST', '/v1/generations/quote', { model, prompt: '', options })
      return answer.ok ? v.parse(quoteAnswerSchema, await answer.json()) : null
    },
    saveDraft: (kind: Kind) =>
      call('POST', `/v1/drafts/${kind}`, { draft: { prompt: `a ${kind}`, model: 'image-10', options: { 'image-10': { size: 'large' } } } }),
  }
}
type Person = Awaited<ReturnType<typeof person>>

/** Inserts finished works, oldest first. */
const addWorks = (userId: string, works: Parameters<typeof insertWorks>[2]) => insertWorks(runtime.db, userId, works)
const unfinished = (status: 'queued' | 'running', type: Kind) => ({ status, type, finishedAt: null })
const each = (count: number, work: Partial<typeof generations.$inferInsert> = {}) => Array.from({ length: count }, () => work)

async function lot(userId: string, amount: number, expiresAt: Date | null) {
  await runtime.db.transaction((tx) => grantTokens(tx, { userId, source: 'grant', amount, expiresAt, reason: null }))
}
const inGroup = async (values: Partial<typeof groups.$inferInsert>, overrides: UserOverrides = {}) => {
  const id = uuidv7()
  await runtime.db.insert(groups).values({ id, name: id, ...values })
  return person({ ...overrides, groupId: id })
}

const people: Record<string, () => Promise<Person>> = {
  'without works': () => person(),
  'with a work of each kind': async () => {
    const ann = await person()
    await addWorks(
      ann.id,
      kinds.map((type) => ({ type, model: `a ${type}` })),
    )
    await ann.saveDraft('image')
    await ann.saveDraft('text')
    return ann
  },
  'with more than a page of each kind, and unfinished works older than those': async () => {
    const ann = await person()
    await addWorks(ann.id, [
      unfinished('running', 'video'),
      unfinished('queued', 'image'),
      ...kinds.flatMap((type) => each(pageSize + 2, { type })),
      unfinished('queued', 'text'),
      { type: 'audio', deletedAt: new Date() },
    ])
    return ann
  },
  'with more unfinished works than a page': async () => {
    const ann = await person()
    await addWorks(ann.id, [...each(pageSize + 2, unfinished('queued', 'audio')), ...each(2)])
    return ann
  },
  'with answers that have images': async () => {
    const ann = await person()
    const [answer = ''] = await addWorks(ann.id, [{ type: 'text', model: 'text-1', text: 'Here it is.', pictured: true }, {}])
    await runtime.db.insert(files).values({
      id: uuidv7(),
      userId: ann.id,
      generationId: answer,
      position: 1,
      storageKey: `none/${answer}`,
      mediaType: 'image/png',
      bytes: 7,
      sha256: 'd'.repeat(64),
    })
    return ann
  },
  'with more than a page of conversations': async () => {
    const ann = await person()
    const rows = each(pageSize + 2).map((_, at) => ({
      id: uuidv7(),
      userId: ann.id,
      title: at % 2 ? `No. ${at}` : null,
      updatedAt: new Date(at * 1000),
    }))
    await runtime.db.insert(threads).values(rows)
    const turns = rows.flatMap(({ id }) => [{ threadId: id, prompt: `of ${id}` }, { threadId: id }])
    await addWorks(
      ann.id,
      turns.map((turn, at) => ({ type: 'text', text: 'So it is.', ...turn, deletedAt: at < 2 ? new Date() : null })),
    )
    return ann
  },
  'with a debt': async () => {
    const ann = await person({ tokens: 0 })
    await runtime.db.update(tokenAccounts).set({ debt: 30, restMilli: 500 }).where(eq(tokenAccounts.userId, ann.id))
    return ann
  },
  'with an expired lot': async () => {
    const ann = await person({ tokens: 3 })
    await lot(ann.id, 20, new Date(Date.now() + 3_600_000))
    await runtime.db
      .update(tokenLots)
      .set({ expiresAt: new Date(0) })
      .where(sql`${tokenLots.expiresAt} is not null and ${tokenLots.userId} = ${ann.id}`)
    return ann
  },
  'with an unverified email': () => person({ emailVerifiedAt: null }),
  'with limits of their own': async () => {
    const ann = await person()
    await setLimits(runtime.db, ann.id, { per_run: 9, per_day: 5 })
    return ann
  },
  'with a limit of their account': () => inGroup({ dailyTokens: 2 }),
  'of a group with prices and models of its own': () => inGroup({ priceFactor: 1.25, models: ['image-10', 'text-1'] }),
}

const modelsOf: Record<Kind, string> = { image: 'image-10', video: 'video', text: 'text-1', audio: 'gone' }

describe.each(Object.entries(people))('for a person %s', (_name, create) => {
  test('a studio of each kind is the same as the calls for its parts', async () => {
    const ann = await create()
    const models = await ann.read(modelsSchema, '/v1/models')
    for (const kind of kinds) {
      const options = models.find(({ id }) => id === modelsOf[kind])?.options.properties ?? {}
      const defaults = Object.fromEntries(
        Object.entries(options).flatMap(([name, option]) => (option.default === undefined ? [] : [[name, option.default]])),
      )
      expect(await ann.studio(kind, modelsOf[kind])).toEqual({
        works: await ann.list(`type__in=${kind}`),
        active: await ann.list('status__in=queued,running'),
        draft: await ann.draft(kind),
        ...(kind === 'text' && { threads: await ann.read(threadPageSchema, '/v1/threads') }),
        quote: await ann.quote(modelsOf[kind], defaults),
      })
    }
  })

  test('the price of a dashboard is the same as by its own call, of the model that makes the newest work', async () => {
    const ann = await create()
    const [newest] = (await ann.list('')).items
    const { quote } = await ann.overview(Object.values(modelsOf).join(','))
    expect(quote).toEqual(await ann.quote(modelsOf[newest?.type ?? 'image']))
  })

  test('the usual price is that of the model which the page proposes', async () => {
    const ann = await create()
    const models = await ann.read(modelsSchema, '/v1/models')
    const [newest] = (await ann.list('')).items
    const field = fieldModel(models, newest?.type ?? firstKind)
    expect((await ann.overview(usual)).quote).toEqual(field ? await ann.quote(field.id) : null)
    for (const kind of kinds) {
      expect((await ann.studio(kind, usual)).quote).toEqual((await ann.studio(kind, studioModel(models, kind)?.id)).quote)
    }
  })

  test('a studio and a dashboard take a statement each, the check of the session included, and another to place queued runs', async () => {
    const ann = await create()
    const { items: queued } = await ann.list('status__in=queued')
    const views = [() => ann.studio('image', 'image-10'), () => ann.studio('text', 'text-1'), () => ann.overview('image-10,text-1')]
    for (const open of views) {
      await open()
      expect(await statementsOf(runtime.handle.pool, open)).toHaveLength(queued.length > 0 ? 2 : 1)
    }
  })
})

test('the people above differ in their prices', async () => {
  const quotes = await Promise.all(
    Object.entries(people).map(async ([name, create]) => [name, (await (await create()).studio('image', 'image-10')).quote] as const),
  )
  expect(Object.fromEntries(quotes)).toMatchObject({
    'without works': { price: 10, hold: 10, available: 1_000, missing: 0, over_limit: null, email_not_verified: false },
    'with a debt': { available: 0, missing: 10 },
    'with an expired lot': { available: 3, missing: 7 },
    'with an unverified email': { available: 1_000, missing: 0, email_not_verified: true },
    'with limits of their own': { over_limit: { per: 'run', limit: 9, left: 9 } },
    'with a limit of their account': { over_limit: { per: 'account', limit: 2, left: 2 } },
    'of a group with prices and models of its own': { price: 13, price_milli: 12_500 },
  })
})

test('nothing is quoted unless a model is named, and what cannot be quoted is null', async () => {
  const ann = await person()
  expect((await ann.studio('image')).quote).toBeNull()
  expect((await ann.overview('')).quote).toBeNull()
  expect((await ann.studio('image', 'nothing-like-it')).quote).toBeNull()
  expect((await ann.overview('nothing-like-it,image-10')).quote).toBeNull()
  const bob = await inGroup({ models: ['text-1'] })
  expect((await bob.studio('image', 'image-10')).quote).toBeNull()
  await addWorks(bob.id, [{ type: 'text' }])
  expect((await bob.overview('image-10,video')).quote).toBeNull()
  expect((await bob.overview('image-10,text-1')).quote).toMatchObject({ price: 1 })
})

test('the token of an account that was deleted opens no view', async () => {
  const ann = await person()
  await runtime.db.delete(users).where(eq(users.id, ann.id))
  const refused = await Promise.all([ann.call('GET', '/v1/library/overview'), ann.call('GET', '/v1/studios/text')])
  expect(refused.map(({ status }) => status)).toEqual([401, 401])
})

test('a draft that this release cannot read is left out of a studio, and everything else is there', async () => {
  const ann = await person()
  const [work] = await addWorks(ann.id, [{}])
  await ann.saveDraft('image')
  await runtime.db
    .update(drafts)
    .set({ draft: sql`'{"prompt": 7}'` })
    .where(eq(drafts.userId, ann.id))
  expect(await ann.studio('image', 'image-10')).toMatchObject({ works: { items: [{ id: work }] }, draft: null, quote: { price: 10 } })
})

test('a studio and a dashboard read a page of works by indexes, without the figures of one person', async () => {
  const many = await person()
  await runtime.db.execute(sql`
    insert into generations (id, user_id, type, model, prompt, options, inputs, status, price, price_milli, finished_at)
    select gen_random_uuid(), ${many.id}, (array['image', 'video', 'audio', 'text'])[1 + n % 4]::kind, 'm', 'p', '{}', '[]', 'succeeded', 0, 0, now()
    from generate_series(1, 3000) n`)
  await runtime.db.execute(sql`analyze generations`)
  expect((await many.studio('audio')).works.next_cursor).not.toBeNull()
  expect((await many.studio('text')).works.next_cursor).not.toBeNull()
  expect((await many.overview('')).works.next_cursor).not.toBeNull()
  const byType = 'generations_of_user_by_type'
  const { pool } = runtime.handle
  for (const [index, open] of [
    [byType, () => many.studio('audio')],
    [byType, () => many.studio('text')],
    ['generations_of_user', () => many.overview('')],
  ] as const) {
    const [statement = ''] = await statementsOf(pool, open)
    const plan = await genericPlan(pool, statement)
    expect(plan).toMatch(new RegExp(`Limit .* rows=${pageSize + 1} .*\n.* ${index} `))
    expect(plan).toContain('generations_active')
    expect(plan).not.toContain('Seq Scan on generations')
  }
})

/** Returns the plan for unknown parameters, which PostgreSQL keeps unless it seems dearer than a plan for each person. */
async function genericPlan(pool: pg.Pool, statement: string): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare explained as ${statement}`)
    const { rows: parameters } = await client.query<{ count: number }>(
      `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'explained'`,
    )
    const values = Array(parameters[0]?.count ?? 0).fill('null')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute explained(${values.join(', ')})`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    // The connection ends, and with it its setting and statement.
    client.release(true)
  }
}
