import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import * as v from 'valibot'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CreateGeneration, type Generation, generationPageSchema, generationSchema } from '#app/contract/runs/generations.ts'
import {
  archiveAnswerSchema,
  bulkAnswerSchema,
  collectionSchema,
  collectionsSchema,
  librarySummarySchema,
  storageUseSchema,
} from '#app/contract/library/library.ts'
import { bulkMax } from '#app/contract/base/values.ts'
import { overviewSchema } from '#app/contract/operator/overview.ts'
import { config } from '#config'
import { insertWorks } from '#tests/factories/works.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { fileContent, hangs, makesAFile, scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { type ApiCall, callApi } from '#tests/fixtures/call-api.ts'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { read, refusal } from '#tests/fixtures/read-response.ts'
import { signArchiveUrl } from '#app/server/core/library/works/archive-link.ts'
import { sweepTrash } from '#app/server/core/library/works/purge-generations.ts'
import { retireResults } from '#app/server/core/library/works/retire-results.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { files, uploads } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { collectionItems, shares } from '#app/server/db/schema/library.ts'
import { createApi } from '../../api.ts'

const provider = scriptedProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, work: true })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  provider.script = succeeds
})

const send = (method: string, path: string, call: ApiCall = {}) => callApi(api, method, path, call)

async function person(tokens = 1_000) {
  const user = await createUser(runtime, { tokens })
  const { token } = await createSession(runtime, runtime.keys, user)
  const call = (method: string, path: string, body?: unknown) => send(method, path, { body, token })
  const get = (id: string) => read(generationSchema, call('GET', `/v1/generations/${id}`))
  const bulk = (action: string, ids: readonly string[], collection_id?: string) =>
    call('POST', '/v1/library/bulk', { action, ids, ...(collection_id && { collection_id }) })
  return {
    ...user,
    token,
    call,
    get,
    bulk,
    changed: async (action: string, ids: readonly string[], collection?: string) =>
      (await read(bulkAnswerSchema, bulk(action, ids, collection))).changed,
    async listed(query = '') {
      return (await read(generationPageSchema, call('GET', `/v1/generations?${query}`))).items.map(({ id }) => id)
    },
    async make(input: Partial<CreateGeneration> = {}): Promise<Generation> {
      const { id } = await read(generationSchema, call('POST', '/v1/generations', { model: 'text-1', prompt: 'a lake', ...input }))
      await expect.poll(async () => (await get(id)).status).toMatch(/succeeded|failed|canceled/)
      return get(id)
    },
    async collection(name: string) {
      return read(collectionSchema, call('POST', '/v1/collections', { name }))
    },
    collections: async () => (await read(collectionsSchema, call('GET', '/v1/collections'))).items,
    summary: () => read(librarySummarySchema, call('GET', '/v1/library')),
  }
}

/** Inserts finished works, oldest first. */
const addWorks = (userId: string, works: Parameters<typeof insertWorks>[2]) => insertWorks(runtime.db, userId, works)

/** Adds a file to a work without storing it. */
const addFile = (userId: string, generationId: string, bytes: number) =>
  runtime.db.insert(files).values({
    id: uuidv7(),
    userId,
    generationId,
    position: 0,
    storageKey: `none/${generationId}`,
    mediaType: 'image/png',
    bytes,
    sha256: 'd'.repeat(64),
  })

describe('the trash', () => {
  test('the trash hides deleted works from the library and restores them complete', async () => {
    const ann = await person()
    provider.script = makesAFile(runtime.scratchDir)
    const work = await ann.make({ model: 'image-10' })
    expect((await ann.call('DELETE', `/v1/generations/${work.id}`)).status).toBe(204)
    expect(await ann.listed()).toEqual([])
    expect(await ann.listed('trash=true')).toEqual([work.id])
    expect(await ann.get(work.id)).toMatchObject({ prompt: 'a lake', deleted_at: expect.any(String) })
    expect(await ann.summary()).toMatchObject({ total: 0, trash: 1 })
    const link = (await ann.get(work.id)).files[0]?.url.replace('/api', '') ?? ''
    expect(await (await send('GET', link)).text()).toBe(fileContent)

    const restored = await read(generationSchema, ann.call('POST', `/v1/generations/${work.id}/restore`))
    expect(restored).toEqual({ ...work, files: restored.files })
    expect(await ann.listed()).toEqual([work.id])
    expect(await ann.listed('trash=true')).toEqual([])
  })

  test('the trash accepts a running work: it is canceled and refunded, and stays canceled when restored', async () => {
    const ann = await person(10)
    provider.script = hangs
    const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { model: 'image-10', prompt: 'x' }))
    await expect.poll(async () => (await ann.get(id)).status).toBe('running')
    expect(await ann.changed('trash', [id])).toBe(1)
    expect(await ann.get(id)).toMatchObject({ status: 'canceled', charged: 0 })
    expect(await ann.changed('restore', [id])).toBe(1)
    expect(await ann.get(id)).toMatchObject({ status: 'canceled', deleted_at: null })
    expect(await read(v.looseObject({ available: v.number(), held: v.number() }), ann.call('GET', '/v1/tokens'))).toMatchObject({
      available: 10,
      held: 0,
    })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a permanent deletion removes prompt, files, folders and shares at once, the receipt stays, and a restore fails', async () => {
    const ann = await person()
    provider.script = makesAFile(runtime.scratchDir)
    const work = await ann.make({ model: 'image-10', prompt: 'a secret' })
    const folder = await ann.collection('Lakes')
    await ann.changed('add', [work.id], folder.id)
    await runtime.db.insert(shares).values({ token: uuidv7(), generationId: work.id, userId: ann.id, showPrompt: true })
    const storageKeys = (await runtime.db.select().from(files).where(eq(files.generationId, work.id))).map(({ storageKey }) => storageKey)
    expect(await ann.changed('purge', [work.id]), 'not in the trash yet').toBe(0)
    await ann.changed('trash', [work.id])
    expect(await ann.changed('purge', [work.id])).toBe(1)

    expect(await refusal(ann.call('GET', `/v1/generations/${work.id}`))).toMatchObject({ status: 404 })
    expect(await refusal(ann.call('POST', `/v1/generations/${work.id}/restore`))).toMatchObject({ status: 404 })
    expect(await ann.changed('restore', [work.id])).toBe(0)
    expect(await ann.changed('purge', [work.id])).toBe(0)
    expect(await ann.listed('trash=true')).toEqual([])
    const [row] = await runtime.db.select().from(generations).where(eq(generations.id, work.id))
    expect(row).toMatchObject({ prompt: '', text: null, title: null, options: {}, charged: 10 })
    expect(await runtime.db.$count(collectionItems, eq(collectionItems.generationId, work.id))).toBe(0)
    expect(await runtime.db.$count(shares, eq(shares.generationId, work.id))).toBe(0)
    await expect.poll(() => runtime.db.$count(files, eq(files.generationId, work.id))).toBe(0)
    expect(storageKeys).toHaveLength(2)
    for (const key of storageKeys) await expect(runtime.storage.read(key)).rejects.toThrow()
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('the trash is emptied as a whole, of one person only', async () => {
    const ann = await person()
    const eve = await person()
    const ids = await addWorks(
      ann.id,
      Array.from({ length: 700 }, () => ({ deletedAt: new Date() })),
    )
    const [kept] = await addWorks(ann.id, [{}])
    const [hers] = await addWorks(eve.id, [{ deletedAt: new Date() }])
    expect(await read(bulkAnswerSchema, ann.call('DELETE', '/v1/library/trash'))).toEqual({ changed: ids.length })
    expect(await ann.listed()).toEqual([kept])
    expect(await ann.listed('trash=true')).toEqual([])
    expect(await eve.listed('trash=true')).toEqual([hers])
  })

  test('the trash deletes a work after thirty days, and not before', async () => {
    const ann = await person()
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const [, recent] = await addWorks(ann.id, [{ deletedAt: daysAgo(31) }, { deletedAt: daysAgo(29) }])
    await sweepTrash(runtime.db, { queue: runtime.queue })
    expect(await ann.listed('trash=true')).toEqual([recent])
    expect(config.library.trash.maxAge).toBe(30 * 86_400)
  })

  test('an upload that only a work in the trash uses is stored with it', async () => {
    const { isUnused } = await import('#app/server/core/making/uploads/is-unused.ts')
    const { uploads } = await import('#app/server/db/schema/files.ts')
    const ann = await person()
    const id = uuidv7()
    await runtime.db
      .insert(uploads)
      .values({ id, userId: ann.id, type: 'image', storageKey: 'x', mediaType: 'image/png', bytes: 1, sha256: '' })
    const [work = ''] = await addWorks(ann.id, [{ deletedAt: new Date(), inputs: [{ upload_id: id, role: 'reference' }] }])
    const unused = () => runtime.db.$count(uploads, sql`${eq(uploads.id, id)} and ${isUnused()}`)
    expect(await unused()).toBe(0)
    await ann.changed('purge', [work])
    expect(await unused()).toBe(1)
  })
})

describe('the overview', () => {
  test('the overview agrees with the lists, the summary and the collections, without works of strangers or of the trash', async () => {
    const ann = await person()
    const stranger = await person()
    await addWorks(stranger.id, [{ status: 'running', finishedAt: null }, {}])
    const pageSize = config.generations.pageSize.default
    const old = await addWorks(ann.id, [{ status: 'queued', finishedAt: null }, ...Array.from({ length: pageSize + 5 }, () => ({}))])
    provider.script = makesAFile(runtime.scratchDir)
    const work = await ann.make({ model: 'image-10' })
    const { id } = await ann.collection('Lakes')
    await ann.collection('Empty')
    await ann.changed('add', [work.id, ...old.slice(0, 3)], id)
    await ann.changed('trash', old.slice(-2))
    await ann.call('POST', `/v1/generations/${work.id}/share`, {})

    const overview = await read(overviewSchema, ann.call('GET', '/v1/library/overview'))
    const pageOf = (query: string) => read(generationPageSchema, ann.call('GET', `/v1/generations?${query}`))
    expect(overview).toEqual({
      works: await pageOf(''),
      active: await pageOf('status__in=queued,running'),
      summary: await ann.summary(),
      collections: await ann.collections(),
      quote: null,
    })
    expect(overview.works.items).toHaveLength(pageSize)
    expect(overview.works.items[0]).toMatchObject({ id: work.id, files: work.files, receipt: work.receipt, collection_ids: [id] })
    expect(overview.active.items.map((active) => active.id)).toEqual(old.slice(0, 1))
    expect(overview.summary).toMatchObject({ total: pageSize + 5, trash: 2 })
    expect(overview.collections.map(({ name, count }) => [name, count])).toEqual([
      ['Empty', 0],
      ['Lakes', 4],
    ])
  })

  test('the overview of a new account is empty', async () => {
    const ann = await person()
    const empty = { items: [], next_cursor: null }
    expect(await read(overviewSchema, ann.call('GET', '/v1/library/overview'))).toEqual({
      works: empty,
      active: empty,
      summary: { total: 0, trash: 0, models: [] },
      collections: [],
      quote: null,
    })
  })
})

describe('bulk changes', () => {
  test('a bulk change skips works of strangers, deleted and unchanged ones, and returns the number of changes', async () => {
    const ann = await person()
    const eve = await person()
    const [a = '', b = ''] = await addWorks(ann.id, [{}, { favorite: true }])
    const [hers = ''] = await addWorks(eve.id, [{}])
    expect(await ann.changed('favorite', [a, a, b, hers, uuidv7()])).toBe(1)
    for (const action of ['trash', 'restore', 'purge', 'unfavorite', 'favorite']) expect(await ann.changed(action, [hers])).toBe(0)
    expect(await eve.get(hers)).toMatchObject({ favorite: false, deleted_at: null })
  })

  test('a bulk change takes up to a hundred works', async () => {
    const ann = await person()
    const ids = Array.from({ length: bulkMax + 1 }, () => uuidv7())
    expect(await refusal(ann.bulk('trash', ids))).toMatchObject({ status: 422, fields: { ids: 'too_many' } })
    expect(await refusal(ann.bulk('trash', []))).toMatchObject({ status: 422 })
    expect(await refusal(ann.bulk('burn', ids.slice(1)))).toMatchObject({ status: 422 })
    expect(await refusal(ann.bulk('add', ids.slice(1)))).toMatchObject({ status: 422 })
    expect(await refusal(ann.call('POST', '/v1/library/archive', { ids }))).toMatchObject({ status: 422 })
    expect(await ann.changed('trash', ids.slice(1))).toBe(0)
  })

  test('two parallel deletions of the same works count each of them once', async () => {
    const ann = await person()
    const ids = await addWorks(
      ann.id,
      Array.from({ length: 20 }, () => ({})),
    )
    const counts = await Promise.all([ann.changed('trash', ids), ann.changed('trash', ids)])
    expect(counts[0] + counts[1]).toBe(20)
  })

  test('every call of the library needs a session', async () => {
    const calls = [
      send('GET', '/v1/library'),
      send('GET', '/v1/library/overview'),
      send('POST', '/v1/library/bulk', { body: { action: 'trash', ids: [uuidv7()] } }),
      send('DELETE', '/v1/library/trash'),
      send('POST', '/v1/library/archive', { body: { ids: [uuidv7()] } }),
      send('GET', '/v1/collections'),
      send('POST', '/v1/collections', { body: { name: 'x' } }),
      send('PATCH', `/v1/collections/${uuidv7()}`, { body: { name: 'x' } }),
      send('DELETE', `/v1/collections/${uuidv7()}`),
      send('POST', `/v1/generations/${uuidv7()}/restore`),
    ]
    for (const answer of calls) expect(await refusal(answer)).toMatchObject({ status: 401 })
  })
})

describe('collections', () => {
  test('collections hold works, count them without the trash, and show the newest still', async () => {
    const ann = await person()
    provider.script = makesAFile(runtime.scratchDir)
    const older = await ann.make({ model: 'image-10' })
    const newer = await ann.make({ model: 'image-10' })
    const { id } = await ann.collection('  Lakes \n and seas ')
    expect(await ann.changed('add', [older.id, newer.id], id)).toBe(2)
    expect(await ann.changed('add', [older.id], id), 'in it already').toBe(0)
    const posterOf = ({ files: [file] }: Generation) => file?.poster_url?.split('?')[0]
    const [full] = await ann.collections()
    expect(full).toMatchObject({ name: 'Lakes and seas', count: 2 })
    expect(full?.cover_url?.split('?')[0]).toBe(posterOf(newer))
    expect((await send('GET', full?.cover_url?.replace('/api', '') ?? '')).status).toBe(200)
    expect(await ann.listed(`collection=${id}`)).toEqual([newer.id, older.id])
    expect((await ann.get(newer.id)).collection_ids).toEqual([id])

    await ann.changed('trash', [newer.id])
    const [rest] = await ann.collections()
    expect([rest?.count, rest?.cover_url?.split('?')[0]]).toEqual([1, posterOf(older)])
    await ann.changed('restore', [newer.id])
    expect((await ann.collections())[0]?.count).toBe(2)
    expect(await ann.changed('remove', [older.id, uuidv7()], id)).toBe(1)
    expect((await ann.call('DELETE', `/v1/collections/${id}`)).status).toBe(204)
    expect(await ann.listed()).toEqual([newer.id, older.id])
    expect((await ann.get(newer.id)).collection_ids).toEqual([])
  })

  test('an unusable name is reported at its field', async () => {
    const ann = await person()
    const first = await ann.collection('Обложки')
    const other = await ann.collection('Covers')
    const name = async (given: unknown) => (await refusal(ann.call('POST', '/v1/collections', { name: given }))).fields.name
    expect(await name('')).toBe('required')
    expect(await name('   ')).toBe('required')
    expect(await name('\u200b\u2060')).toBe('required')
    expect(await name('x'.repeat(81))).toBe('too_long')
    expect(await name('ОБЛОЖКИ')).toBe('name_taken')
    expect(await refusal(ann.call('PATCH', `/v1/collections/${other.id}`, { name: 'обложки' }))).toMatchObject({
      status: 422,
      fields: { name: 'name_taken' },
    })
    expect(await read(collectionSchema, ann.call('PATCH', `/v1/collections/${first.id}`, { name: 'обложки' }))).toMatchObject({
      name: 'обложки',
    })
    const eve = await person()
    expect((await eve.collection('Обложки')).count).toBe(0)
  })

  test('two clicks do not create two collections of one name, nor more than a person may have', async () => {
    const ann = await person()
    const tries = await Promise.all(Array.from({ length: 5 }, () => ann.call('POST', '/v1/collections', { name: 'Once' })))
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422])
    await runtime.db.execute(sql`insert into collections (id, user_id, name)
      select gen_random_uuid(), ${ann.id}, 'c' || n from generate_series(2, ${config.library.maxCollections}) n`)
    expect(await refusal(ann.call('POST', '/v1/collections', { name: 'One more' }))).toMatchObject({ fields: { name: 'too_many' } })
  })

  test('a stranger’s collections are absent', async () => {
    const ann = await person()
    const eve = await person()
    const { id } = await ann.collection('Mine')
    const [work = ''] = await addWorks(ann.id, [{}])
    const [hers = ''] = await addWorks(eve.id, [{}])
    await ann.changed('add', [work], id)
    expect(await eve.collections()).toEqual([])
    expect(await eve.listed(`collection=${id}`)).toEqual([])
    const calls = [
      eve.call('PATCH', `/v1/collections/${id}`, { name: 'Hers' }),
      eve.call('DELETE', `/v1/collections/${id}`),
      eve.bulk('add', [hers], id),
      eve.bulk('remove', [work], id),
      eve.call('DELETE', '/v1/collections/nonsense'),
    ]
    for (const answer of calls) expect(await refusal(answer)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await ann.changed('add', [hers], id), 'a stranger’s work in an own collection').toBe(0)
  })
})

describe('filters', () => {
  test('filters narrow the list down together, and it is paged by its key under them', async () => {
    const ann = await person()
    const day = (n: number) => new Date(Date.UTC(2026, 0, n))
    const works = Array.from({ length: 40 }, (_, index) => ({
      id: uuidv7({ msecs: day(index + 1).getTime() }),
      createdAt: day(index + 1),
      model: index % 2 ? 'image-10' : 'remix',
      status: index % 10 === 9 ? ('failed' as const) : ('succeeded' as const),
      favorite: index % 4 === 1,
    }))
    const ids = await addWorks(ann.id, works)
    const query = `model__in=image-10&status__in=succeeded&favorite=true&from=${day(6).toISOString()}&to=${day(34).toISOString()}`
    const wanted = ids.filter((_, index) => index % 2 && index % 10 !== 9 && index % 4 === 1 && index >= 5 && index < 33).toReversed()
    const paged: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: v.InferOutput<typeof generationPageSchema> = await read(
        generationPageSchema,
        ann.call('GET', `/v1/generations?limit=2&${query}${cursor && `&cursor=${cursor}`}`),
      )
      paged.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(wanted.length).toBeGreaterThan(4)
    expect(paged).toEqual(wanted)
  })

  test('filters that make no sense are refused with a typed error', async () => {
    const ann = await person()
    for (const query of [
      'from=yesterday',
      'to=2026-01-01T24:61:00Z',
      'from=2026-01-01T24:00:00.000Z',
      'collection=1',
      'trash=maybe',
      `model__in=${'x'.repeat(1001)}`,
    ])
      expect((await ann.call('GET', `/v1/generations?${query}`)).status, query).toBeOneOf([200, 422])
  })

  test('the summary names the models that were used, most used first', async () => {
    const ann = await person()
    await addWorks(ann.id, [{}, {}, { model: 'remix' }, { model: 'long-gone' }, { model: 'remix', deletedAt: new Date() }])
    const { models, total, trash } = await ann.summary()
    expect([total, trash]).toEqual([4, 1])
    expect(models.map(({ id, name, count }) => `${id} ${name} ${count}`)).toEqual([
      'image-10 image-10 2',
      'long-gone long-gone 1',
      'remix remix 1',
    ])
  })
})

describe('search', () => {
  let ann: Awaited<ReturnType<typeof person>>
  let named: Map<string, string>
  beforeAll(async () => {
    ann = await person()
    const works = {
      lighthouse: { prompt: 'A lighthouse on the old harbour' },
      mountains: { prompt: 'Зелёные горы над озером' },
      cities: { prompt: 'Ночной город, огни' },
      titled: { prompt: 'abstract shapes', title: 'Обложка для книги' },
      written: { type: 'text' as const, prompt: 'Write about tea', text: 'The kettle boils. Чайник кипит на плите.' },
      percent: { prompt: 'Grows by 100% a year, foo-bar, x@example.com' },
    }
    const ids = await addWorks(ann.id, Object.values(works))
    named = new Map(ids.map((id, index) => [id, Object.keys(works)[index] ?? '']))
  })
  const found = async (q: string) => (await ann.listed(`q=${encodeURIComponent(q)}`)).map((id) => named.get(id)).sort()

  test.each([
    ['a word in any of its forms, in both languages', ['гора', 'горах', 'горы', 'озера', 'ЗЕЛЁНЫХ гор'], ['mountains']],
    ['English words in any of their forms', ['lighthouses', 'harbours', 'Lighthouse harbour'], ['lighthouse']],
    ['the beginning of the last word, while it is being typed', ['lightho', 'old harb', 'l'], ['lighthouse']],
    ['titles', ['обложки', 'книга обложка'], ['titled']],
    ['texts', ['kettles', 'чайники', 'кипит на пл'], ['written']],
    ['words beside little ones that mean nothing', ['the kettle', 'горы над', 'на плите'], undefined],
    ['a phrase in quotes, of whichever kind', ['"old harbour"', '«old harbour»', '“old harbour”'], ['lighthouse']],
    ['figures and what is written with signs', ['100%', 'foo-bar', 'x@example.com'], ['percent']],
  ] as const)('a search finds %s', async (_what, queries, wanted) => {
    for (const query of queries) {
      const names = await found(query)
      if (wanted) expect(names, query).toEqual(wanted)
      else expect(names, query).toHaveLength(1)
    }
  })

  test('a search requires all of the terms, and a phrase in its order', async () => {
    expect(await found('lighthouse kettle')).toEqual([])
    expect(await found('"harbour old" ')).toEqual([])
    expect(await found('гор')).toEqual(['cities', 'mountains'])
    expect(await found('гор огни')).toEqual([])
  })

  test('a search finds letters in one part and in two alike, however they were written and typed', async () => {
    const mac = await person()
    const poet = await mac.make({ prompt: 'майский йодлер поёт'.normalize('NFD') })
    const cafe = await mac.make({ prompt: 'A quiet caf\u00e9 at night' })
    const listed = (q: string) => mac.listed(`q=${encodeURIComponent(q)}`)
    expect(await listed('йодлер')).toEqual([poet.id])
    expect(await listed('йодлер'.normalize('NFD'))).toEqual([poet.id])
    expect(await listed('cafe\u0301')).toEqual([cafe.id])
    // A work that an older release has stored as it was typed.
    const [stored] = await addWorks(mac.id, [{ prompt: 'чёрный кофейник'.normalize('NFD'), text: 'й'.normalize('NFD') }])
    expect(await listed('кофейник')).toEqual([stored])
  })

  test('a search finds no stranger’s work and no text that is still being written', async () => {
    const eve = await person()
    expect(await eve.listed('q=lighthouse')).toEqual([])
    await addWorks(eve.id, [{ status: 'running', finishedAt: null, text: 'lighthouse keeper' }])
    expect(await eve.listed('q=keeper')).toEqual([])
  })

  test('a search accepts any input: nothing is a syntax error', async () => {
    const nasty = [
      '"',
      '""',
      "'",
      "''':*",
      '\\',
      '&|!()<->:*',
      ':*',
      'a:*',
      "a' & 'b",
      '!',
      '<->',
      '\u0000',
      'a\u0000b',
      '%_%',
      '((((',
      '-',
      '--',
      '🎻',
      'ʼ',
      '\u202e',
      'a & | b',
      '$1',
      "'); drop table users; --",
      '\ud800'.toWellFormed(),
    ]
    for (const q of nasty) expect((await ann.call('GET', `/v1/generations?q=${encodeURIComponent(q)}`)).status, JSON.stringify(q)).toBe(200)
    // The allowance is 240 such calls a minute per person.
    const searches = { by: ann, left: 200 }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (q) => {
        if (searches.left === 0) Object.assign(searches, { by: await person(), left: 200 })
        searches.left -= 1
        const { status } = await searches.by.call('GET', `/v1/generations?q=${encodeURIComponent(q)}`)
        expect(status).toBe(200)
      }),
      { numRuns: repetitions(60, 1_000) },
    )
  })

  test('a search uses the index among thousands of works', async () => {
    const many = await person()
    const things = ['harbour', 'forest', 'маяк', 'river', 'озеро', 'street', 'крыша', 'window']
    const count = repetitions(1_000, 10_000)
    await addWorks(
      many.id,
      Array.from({ length: count }, (_, index) => ({
        prompt: `${things[index % 8]} number ${index} ${index % 500 === 7 ? 'лисица' : 'plain'}`,
      })),
    )
    await runtime.db.execute(sql`analyze search_entries`)
    const { hasWords } = await import('#app/server/core/search-terms.ts')
    const plan = await runtime.db.execute<{ 'QUERY PLAN': string }>(
      sql`explain select generation_id from search_entries where ${hasWords(many.id, 'лисицы')}`,
    )
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('search_entries_words')
    expect(await many.listed('q=%D0%BB%D0%B8%D1%81%D0%B8%D1%86%D1%8B&limit=100')).toHaveLength(count / 500)
  })
})

describe('an archive', () => {
  const unpack = async (response: Response) => {
    const folder = await mkdtemp(join(tmpdir(), 'quartet-archive-'))
    try {
      const path = join(folder, 'archive.zip')
      await writeFile(path, new Uint8Array(await response.arrayBuffer()))
      // Python's zipfile verifies every checksum and rejects malformed archives.
      const script = `import json,sys,zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps({ name: z.read(name).decode() for name in z.namelist() }))`
      const { stdout } = await promisify(execFile)('python3', ['-c', script, path], { env: { ...process.env, PYTHONIOENCODING: 'utf-8' } })
      return v.parse(v.record(v.string(), v.string()), JSON.parse(stdout))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  const linkTo = async ({ call }: Awaited<ReturnType<typeof person>>, ids: readonly string[]) =>
    (await read(archiveAnswerSchema, call('POST', '/v1/library/archive', { ids }))).url.replace('/api', '')
  const indexSchema = v.pipe(
    v.string(),
    v.parseJson(),
    v.array(v.looseObject({ id: v.string(), prompt: v.string(), files: v.array(v.string()), missing: v.array(v.string()) })),
  )

  test('an archive holds files under names of their own, texts as Markdown, and the prompts; a missing file is named, and the rest is whole', async () => {
    const ann = await person()
    provider.script = makesAFile(runtime.scratchDir)
    const first = await ann.make({ model: 'image-10', prompt: 'Озеро, туман' })
    const second = await ann.make({ model: 'image-10', prompt: 'Озеро, туман' })
    const lost = await ann.make({ model: 'image-10', prompt: 'lost' })
    provider.script = async () => ({
      text: '# Tea\n\nIt boils.',
      thinking: 'Water first.',
      sources: [{ url: 'https://tea.example/', title: 'Tea' }],
      files: [],
    })
    const text = await ann.make({ model: 'text-1', prompt: 'About tea' })
    const [file] = await runtime.db
      .select()
      .from(files)
      .where(sql`${files.generationId} = ${lost.id} and ${files.position} = 0`)
    await runtime.storage.delete(file?.storageKey ?? '')

    const answer = await send('GET', await linkTo(ann, [first.id, second.id, lost.id, text.id, first.id]))
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="quartet-\d{4}-\d\d-\d\d\.zip"$/)
    const { 'index.json': index, ...rest } = await unpack(answer)
    expect(rest).toEqual({
      'озеро-туман.webp': fileContent,
      'озеро-туман-2.webp': fileContent,
      'about-tea.md': '> **Thinking**\n>\n> Water first.\n\n# Tea\n\nIt boils.\n\n## Sources\n\n1. [Tea](https://tea.example/)\n',
    })
    expect(v.parse(indexSchema, index).map(({ prompt, files: names, missing }) => [prompt, names, missing])).toEqual([
      ['About tea', ['about-tea.md'], []],
      ['lost', [], ['lost.webp']],
      ['Озеро, туман', ['озеро-туман.webp'], []],
      ['Озеро, туман', ['озеро-туман-2.webp'], []],
    ])
  })

  test('a file that breaks off in the middle does not break the archive', async () => {
    const ann = await person()
    provider.script = makesAFile(runtime.scratchDir)
    const work = await ann.make({ model: 'image-10', prompt: 'half' })
    const whole = runtime.storage.read
    const broken = createApi({
      ...runtime,
      storage: {
        ...runtime.storage,
        read: async (key, range) => {
          const bytes = new Uint8Array(await new Response(await whole(key, range)).arrayBuffer())
          let sent = false
          return new ReadableStream({
            pull(controller) {
              if (sent) return controller.error(new Error('the disk is gone'))
              sent = true
              return controller.enqueue(bytes.slice(0, 9))
            },
          })
        },
      },
    })
    const url = await linkTo(ann, [work.id])
    const unpacked = await unpack(await broken.fetch(new Request(`http://localhost/api${url}`)))
    expect(unpacked['half.webp']).toBe(fileContent.slice(0, 9))
    expect(v.parse(indexSchema, unpacked['index.json'])[0]?.missing).toEqual(['half.webp'])
  })

  test('an archive contains nothing of strangers, of the trash or of failed runs', async () => {
    const ann = await person()
    const eve = await person()
    const [hers = ''] = await addWorks(eve.id, [{ text: 'hers', type: 'text' }])
    const [trashed = ''] = await addWorks(ann.id, [{ deletedAt: new Date(), type: 'text', text: 'x' }])
    const unpacked = await unpack(await send('GET', await linkTo(ann, [hers, trashed])))
    expect(Object.keys(unpacked)).toEqual(['index.json'])
    expect(v.parse(indexSchema, unpacked['index.json'])).toEqual([])
  })

  test('an archive is not found by a link that was made up, changed, or is too old', async () => {
    const ann = await person()
    const url = await linkTo(ann, [uuidv7()])
    const old = signArchiveUrl(runtime.keys, { userId: ann.id, ids: [] }, Date.now() - (config.library.archiveUrlMaxAge + 1) * 1000)
    const bad = [
      `${url}x`,
      url.replace(/archive\/../, 'archive/zz'),
      '/v1/library/archive/x',
      '/v1/library/archive/.',
      old.replace('/api', ''),
    ]
    for (const path of bad) expect((await send('GET', path)).status, path).toBe(404)
    expect((await send('HEAD', url)).status).toBe(200)
  })

  test('an archive closes its files when the client disconnects', async () => {
    const ann = await person()
    const work = await (async () => {
      provider.script = makesAFile(runtime.scratchDir)
      return ann.make({ model: 'image-10' })
    })()
    const url = await linkTo(ann, [work.id])
    let canceled = false
    const slow = createApi({
      ...runtime,
      storage: {
        ...runtime.storage,
        read: async () =>
          new ReadableStream({
            pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
            cancel() {
              canceled = true
            },
          }),
      },
    })
    const answer = await slow.fetch(new Request(`http://localhost/api${url}`))
    const reader = answer.body?.getReader()
    for (let count = 0; count < 4; count += 1) await reader?.read()
    await reader?.cancel()
    await expect.poll(() => canceled).toBe(true)
  })
})

describe('the space that files take', () => {
  test('results, trash and uploads count, and the largest works are named', async () => {
    const [ann, eve] = [await person(), await person()]
    const [small = '', large = '', trashed = ''] = await addWorks(ann.id, [
      { title: 'Small' },
      { prompt: 'A large lake' },
      { deletedAt: new Date() },
    ])
    for (const [id, bytes] of [
      [small, 10],
      [large, 2_000],
      [trashed, 300],
    ] as const)
      await addFile(ann.id, id, bytes)
    const sha256 = 'd'.repeat(64)
    const upload = { id: uuidv7(), userId: ann.id, type: 'text', storageKey: 'none', mediaType: 'text/plain', bytes: 40, sha256 } as const
    await runtime.db.insert(uploads).values(upload)
    const use = await read(storageUseSchema, ann.call('GET', '/v1/library/storage'))
    expect(use).toMatchObject({ used_bytes: 2_350, results_bytes: 2_010, trash_bytes: 300, uploads_bytes: 40, trash_days: 30 })
    expect(use.largest).toEqual([
      { id: large, type: 'image', name: 'A large lake', bytes: 2_000 },
      { id: small, type: 'image', name: 'Small', bytes: 10 },
    ])
    expect(await read(storageUseSchema, eve.call('GET', '/v1/library/storage'))).toMatchObject({ used_bytes: 0, largest: [] })
  })

  test('at the limit, runs that make files and uploads are refused without a charge, and conversations go on', async () => {
    const ann = await person()
    const [full = ''] = await addWorks(ann.id, [{}])
    await addFile(ann.id, full, (config.library.storage.maxMegabytes ?? 0) * 1_000_000)
    const run = { prompt: 'a lake', model: 'image-10' }
    expect(await refusal(ann.call('POST', '/v1/generations', run))).toMatchObject({ status: 403, code: 'over_storage_limit' })
    const form = new FormData()
    form.set('file', new Blob(['A note.']), 'note.txt')
    const headers = { authorization: `Bearer ${ann.token}` }
    const upload = api.fetch(new Request('http://localhost/api/v1/uploads', { method: 'POST', headers, body: form }))
    expect(await refusal(upload)).toMatchObject({ code: 'over_storage_limit' })
    expect(await ann.listed()).toEqual([full])
    expect((await ann.make()).status).toBe('succeeded')
    await ann.changed('trash', [full])
    expect(await refusal(ann.call('POST', '/v1/generations', run))).toMatchObject({ code: 'over_storage_limit' })
    await ann.changed('purge', [full])
    await expect.poll(() => runtime.db.$count(files, eq(files.generationId, full))).toBe(0)
    expect((await ann.call('POST', '/v1/generations', run)).status).toBe(202)
  })

  test('old results move to the trash, except texts, favorites, shared works and those in collections', async () => {
    const ann = await person()
    const finishedAt = new Date(Date.now() - 91 * 86_400_000)
    const [old = '', favorite = '', shared = '', collected = '', text = '', recent = ''] = await addWorks(ann.id, [
      { finishedAt },
      { finishedAt, favorite: true },
      { finishedAt },
      { finishedAt },
      { finishedAt },
      {},
    ])
    for (const id of [old, favorite, shared, collected, recent]) await addFile(ann.id, id, 10)
    await runtime.db.insert(shares).values({ token: uuidv7(), generationId: shared, userId: ann.id, showPrompt: false })
    await ann.changed('add', [collected], (await ann.collection('Kept')).id)
    expect(await retireResults(runtime.db)).toBe(0)
    expect(await retireResults(runtime.db, { maxAge: 90 * 86_400 })).toBe(1)
    expect(await ann.listed('trash=true')).toEqual([old])
    expect((await ann.listed()).toSorted()).toEqual([favorite, shared, collected, text, recent].toSorted())
  })
})

test('values that a process of a newer release has written break no list: a failure is a general one, a work in an unknown state is left out', async () => {
  const { id: userId, listed, get, call } = await person()
  const [first = '', second = '', third = ''] = await addWorks(userId, [{}, { status: 'failed', errorCode: 'timeout' }, {}])
  for (const statement of [
    `alter type generation_error add value 'of_a_later_release'`,
    `alter type generation_status add value 'of_a_later_release'`,
    `update generations set error_code = 'of_a_later_release' where id = '${second}'`,
    `update generations set status = 'of_a_later_release' where id = '${third}'`,
  ])
    await runtime.handle.pool.query(statement)
  expect(await listed()).toEqual([second, first])
  expect(await get(second)).toMatchObject({ status: 'failed', error: { code: 'internal', detail: expect.stringMatching(/on our side/) } })
  expect((await call('GET', `/v1/generations/${third}`)).status).toBe(500)
})
