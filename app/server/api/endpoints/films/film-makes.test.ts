import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type FilmInput } from '#app/contract/films/film-document.ts'
import { filmChangedSchema, filmMakeSchema, filmQuoteSchema, filmSchema } from '#app/contract/films/films.ts'
import { generationPageSchema, generationSchema } from '#app/contract/runs/generations.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { withFilms } from '#tests/fakes/film-provider.ts'
import { hangs, makesAFile, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { countStatements } from '#tests/fixtures/count-statements.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { statementsOf } from '#tests/fixtures/statements-of.ts'
import { purgeGenerations } from '#app/server/core/library/works/purge-generations.ts'
import { trashGenerations } from '#app/server/core/library/works/trash-generations.ts'
import { makeFilm } from '#app/server/core/making/films/make-film.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { shares } from '#app/server/db/schema/library.ts'
import { safetyRules } from '#app/server/db/schema/safety.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { ProviderError, type RunRequest } from '#app/server/providers/provider.ts'
import { createApi } from '../../api.ts'

const scripted = scriptedProvider()
const asked: RunRequest[] = []
let runtime: TestRuntime
let api: ReturnType<typeof createApi>
/** Seconds that the film turns out to have. */
let seconds = 20
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: withFilms(scripted), env: { SESSION_LIMITS: 'off' } })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  asked.length = 0
  seconds = 20
  const file = makesAFile(runtime.scratchDir)
  scripted.script = async (request, context) => {
    asked.push(request)
    return { ...(await file(request, context)), usage: { seconds } }
  }
})

/** Two shots of 4 seconds and one of 12, of which a line is a part. */
const document: FilmInput = {
  v: 1,
  language: 'en',
  title: 'The fox',
  order: ['shotaa', 'shotbb', 'shotcc'],
  shots: {
    shotaa: { action: 'A fox waits.' },
    shotbb: { action: 'A door opens.' },
    shotcc: { seconds: 12, words: [{ who: 'narrator', text: 'Nobody is there.' }] },
  },
}

async function person({ tokens = 100 } = {}) {
  const user = await createUser(runtime, { tokens })
  const { token } = await createSession(runtime, runtime.keys, user)
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    callApi(api, method, `/v1${path}`, { token, body, headers })
  const read = async <S extends v.GenericSchema>(schema: S, ...request: Parameters<typeof call>): Promise<v.InferOutput<S>> =>
    v.parse(schema, await (await call(...request)).json())
  const { id } = await read(filmSchema, 'POST', '/films', { document })
  const film = () => read(filmSchema, 'GET', `/films/${id}`)
  return {
    userId: user.id,
    id,
    call,
    read,
    film,
    part: async (name = 'animatic') => (await film()).parts.find((part) => part.part === name),
    patch: (change: object) => read(filmChangedSchema, 'PATCH', `/films/${id}`, { document: change }),
    quote: () => read(filmQuoteSchema, 'POST', `/films/${id}/quote`, { what: 'animatic' }),
    make: async (more: object = {}) => {
      const { make, runs } = await read(filmMakeSchema, 'POST', `/films/${id}/make`, { what: 'animatic', ...more })
      return { make, run: runs[0]?.id ?? '' }
    },
    refusal: async (more: object = {}, headers: Record<string, string> = {}) =>
      await errorBody(call('POST', `/films/${id}/make`, { what: 'animatic', ...more }, headers)),
    async balance() {
      const { available, held } = tokenAccounts
      const [account] = await runtime.db.select({ available, held }).from(tokenAccounts).where(eq(tokenAccounts.userId, user.id))
      return account
    },
  }
}

function run(id: string) {
  const { queue, providers, storage, progress, logger } = runtime
  const worker = { id: uuidv7(), queue, providers, storage, progress, logger }
  return runGeneration(runtime.db, { worker, id, controller: new AbortController() })
}

describe('an animatic', () => {
  test('the price is held for a fifth more than planned, as quoted, and charged by the real length', async () => {
    const { quote, make, balance, part, read } = await person()
    // 20 seconds with words: 24 are held, of which each started 5 cost a token.
    expect(await quote()).toMatchObject({ price: 5, missing: 0, parts: [{ part: 'animatic', model: 'sketch-film', price: 5 }] })
    const { run: id } = await make()
    expect(await balance()).toEqual({ available: 95, held: 5 })
    expect(await part()).toMatchObject({ state: 'waiting', run: id, take: null })
    await run(id)
    expect(await balance()).toEqual({ available: 96, held: 0 })
    expect(await part()).toMatchObject({ state: 'made', run: null, takes: 1, take: { id, charged_milli: 4_000, url: expect.any(String) } })
    expect(await read(generationSchema, 'GET', `/generations/${id}`)).toMatchObject({
      film: { part: 'animatic' },
      prompt: 'The fox',
      options: { duration: 24, resolution: '480p', shape: '16:9', captions: 'file' },
    })
    const { items } = await read(generationPageSchema, 'GET', '/generations')
    expect(items.map((work) => work.id)).toEqual([id])
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test.each([
    ['720p', 10],
    ['1080p', 20],
  ])('%s costs %i tokens, and a film that turns out longer never more', async (resolution, price) => {
    const { quote, make, balance, patch } = await person()
    await patch({ resolution })
    expect((await quote()).price).toBe(price)
    seconds = 100
    await run((await make()).run)
    expect(await balance()).toEqual({ available: 100 - price, held: 0 })
  })

  test('a run makes the film as it was at its submit, and changes since then make it out of date until they are undone', async () => {
    const { id, make, patch, part, read } = await person()
    const { run: first } = await make()
    await patch({ shots: { shotaa: { action: 'A fox leaves.', camera: 'push_in' } } })
    expect(await part()).toMatchObject({ state: 'waiting', causes: [] })
    await run(first)
    expect(asked[0]?.film?.cut).toMatchObject({ film: id, document: { shots: { shotaa: { action: 'A fox waits.', camera: 'still' } } } })
    expect(await part()).toMatchObject({ state: 'stale', causes: ['text', 'camera'], take: { id: first } })
    await read(filmChangedSchema, 'POST', `/films/${id}/undo`)
    expect(await part()).toMatchObject({ state: 'made', causes: [] })
    await patch({ seconds: 60 })
    expect(await part()).toMatchObject({ state: 'made' })
  })

  test('the chosen take counts, otherwise the newest; one that was deleted does not', async () => {
    const { userId, make, patch, part } = await person()
    const { run: first } = await make()
    await run(first)
    await patch({ title: 'Another' })
    const { run: second } = await make()
    await run(second)
    expect(await part()).toMatchObject({ state: 'made', take: { id: second }, takes: 2 })
    await patch({ takes: { animatic: first } })
    expect(await part()).toMatchObject({ state: 'stale', causes: ['title'], take: { id: first } })
    await trashGenerations(runtime.db, { providers: runtime.providers, userId, ids: [first] })
    expect(await part()).toMatchObject({ state: 'made', take: { id: second }, takes: 1 })
    await purgeGenerations(runtime.db, { queue: runtime.queue, userId, ids: [first] })
    expect(await runtime.db.$count(filmTakes, eq(filmTakes.generationId, first))).toBe(0)
  })

  test('a failed run is free, named with its reason, and can be run again as it was', async () => {
    const { make, part, patch, call, balance } = await person()
    scripted.script = async () => Promise.reject(new ProviderError('internal', 'scripted'))
    const { run: id } = await make()
    await run(id)
    expect(await part()).toMatchObject({ state: 'failed', run: null, take: null, error: { code: 'internal', detail: expect.any(String) } })
    expect(await balance()).toEqual({ available: 100, held: 0 })
    await patch({ title: 'Another' })
    const again = v.parse(generationSchema, await (await call('POST', `/generations/${id}/retry`, {})).json())
    expect(again).toMatchObject({ prompt: 'The fox', film: { part: 'animatic' } })
    expect(await part()).toMatchObject({ state: 'waiting', run: again.id })
    const rows = await runtime.db.select().from(filmTakes).where(eq(filmTakes.generationId, again.id))
    expect(rows[0]?.recipe).toMatchObject({ document: { title: 'The fox' } })
  })
})

describe('a make', () => {
  test('parts that are up to date or under way are not made twice, unless that is asked for', async () => {
    const { make, refusal, patch } = await person()
    const { run: first } = await make()
    expect(await refusal()).toMatchObject({ code: 'nothing_to_make' })
    await run(first)
    expect(await refusal()).toMatchObject({ code: 'nothing_to_make' })
    await run((await make({ again: true })).run)
    await patch({ title: 'Another' })
    await make()
  })

  test('one of several makes of a film at once starts, and makes with one key are one', async () => {
    const { id, refusal, call, balance } = await person()
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await call('POST', `/films/${id}/make`, { what: 'animatic' })).status),
    )
    expect(statuses.toSorted()).toEqual([202, 409, 409, 409, 409, 409])
    expect(await balance()).toEqual({ available: 95, held: 5 })
    const other = await person()
    const headers = { 'idempotency-key': randomUUID() }
    const makes = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const response = await other.call('POST', `/films/${other.id}/make`, { what: 'animatic' }, headers)
        return v.parse(filmMakeSchema, await response.json()).make
      }),
    )
    expect(new Set(makes).size).toBe(1)
    expect(await other.balance()).toEqual({ available: 95, held: 5 })
    expect(await other.refusal({ again: true }, headers)).toMatchObject({ code: 'idempotency_conflict' })
    // A part under way is not made a second time, whatever is asked for.
    expect(await refusal({ again: true })).toMatchObject({ code: 'nothing_to_make' })
    const rich = await person()
    expect(await rich.refusal({ max_price: 4 })).toMatchObject({ code: 'price_changed', price: 5 })
  })

  test('a word that the operator does not allow is found anywhere in the film', async () => {
    const { patch, refusal, balance } = await person()
    await runtime.db.insert(safetyRules).values({ wordsEn: ['dragon'] })
    onTestFinished(async () => void (await runtime.db.delete(safetyRules)))
    await patch({ shots: { shotcc: { words: [{ who: 'narrator', text: 'A dragon comes.' }] } } })
    expect(await refusal()).toMatchObject({ fields: { prompt: { code: 'prompt_blocked' } } })
    expect(await balance()).toEqual({ available: 100, held: 0 })
  })

  test('too few tokens, an empty film and one that is too long start nothing', async () => {
    const poor = await person({ tokens: 4 })
    expect(await poor.refusal()).toMatchObject({ code: 'not_enough_tokens', missing: 1 })
    expect(await poor.quote()).toMatchObject({ missing: 1 })
    await poor.patch({ shots: { shotaa: { seconds: 170 } } })
    expect(await poor.refusal()).toMatchObject({ fields: { 'document.shots': { code: 'too_long' } } })
    await poor.patch({ shots: { shotaa: null, shotbb: null, shotcc: null } })
    expect(await poor.refusal()).toMatchObject({ fields: { 'document.shots': { code: 'required' } } })
    expect(await runtime.db.$count(generations, eq(generations.userId, poor.userId))).toBe(0)
    expect(await poor.balance()).toEqual({ available: 4, held: 0 })
  })

  test('only a film starts the model, and another person’s film is not found', async () => {
    const [ann, eve] = [await person(), await person()]
    const body = { model: 'sketch-film', prompt: '' }
    expect(await errorBody(ann.call('POST', '/generations', body))).toMatchObject({
      fields: { model: { code: 'model_of_another_kind' } },
    })
    for (const path of ['make', 'quote'])
      expect((await ann.call('POST', `/films/${eve.id}/${path}`, { what: 'animatic' })).status).toBe(404)
    await run((await eve.make()).run)
    const take = (await eve.part())?.take?.id
    expect((await ann.call('PATCH', `/films/${ann.id}`, { document: { takes: { animatic: take } } })).status).toBe(422)
  })

  test('a start takes at most 20 statements, and a film is read with 3', async () => {
    const { userId, id, make, film, part, call } = await person()
    const { counting, count } = countStatements(runtime.db)
    const { queue, providers } = runtime
    await makeFilm(counting, { queue, providers, userId, id, input: { what: 'animatic', again: false }, idempotencyKey: 'a key' })
    await run((await part())?.run ?? '')
    await run((await make({ again: true })).run)
    expect(count.statements).toBeLessThanOrEqual(20)
    if ('pool' in runtime.handle) expect((await statementsOf(runtime.handle.pool, film)).length).toBeLessThanOrEqual(3)
    expect((await (await call('GET', `/films/${id}`)).text()).length).toBeLessThan(60_000)
  })
})

describe('takes in the trash', () => {
  test('a film in the trash takes its takes along and brings them back, except favorites and shared ones; a run is canceled', async () => {
    const { userId, id, make, patch, call, part, balance } = await person()
    const takes: string[] = []
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      await patch({ title })
      takes.push((await make()).run)
      if (title !== 'Four') await run(takes.at(-1) ?? '')
    }
    const [plain = '', favorite = '', shared = '', running = ''] = takes
    await call('PATCH', `/generations/${favorite}`, { favorite: true })
    await runtime.db.insert(shares).values({ token: randomUUID(), generationId: shared, userId, showPrompt: true, expiresAt: null })
    expect((await call('DELETE', `/films/${id}`)).status).toBe(204)
    const trashed = async () => {
      const rows = await runtime.db.select().from(generations).where(eq(generations.userId, userId)).orderBy(generations.id)
      return rows.filter(({ deletedAt }) => deletedAt !== null).map((row) => [row.id, row.status])
    }
    expect(await trashed()).toEqual([
      [plain, 'succeeded'],
      [running, 'canceled'],
    ])
    expect((await balance())?.held).toBe(0)
    await call('POST', `/films/${id}/restore`)
    expect(await trashed()).toEqual([])
    expect(await part()).toMatchObject({ state: 'stale', takes: 3 })
  })

  test('a running take stops with its film', async () => {
    const { id, make, call } = await person()
    scripted.script = hangs
    const { run: take } = await make()
    await call('DELETE', `/films/${id}`)
    await run(take)
    const [row] = await runtime.db.select().from(generations).where(eq(generations.id, take))
    expect(row).toMatchObject({ status: 'canceled', charged: 0 })
  })
})
