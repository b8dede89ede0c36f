import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FilmInput } from '#app/contract/films/film-document.ts'
import {
  cancelMakeSchema,
  filmChangedSchema,
  filmMakeSchema,
  filmQuoteSchema,
  filmSchema,
  filmTakesSchema,
} from '#app/contract/films/films.ts'
import { generationPageSchema } from '#app/contract/runs/generations.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { withFilms } from '#tests/fakes/film-provider.ts'
import { makesAFile, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { countStatements } from '#tests/fixtures/count-statements.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { trashGenerations } from '#app/server/core/library/works/trash-generations.ts'
import { makeFilm } from '#app/server/core/making/films/make-film.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { releaseForgotten } from '#app/server/core/making/runs/release-waiting.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { generationSources } from '#app/server/db/schema/generation-sources.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenAccounts, tokenEntries } from '#app/server/db/schema/tokens.ts'
import { type ModelOption, ProviderError, type ProviderModel, type RunRequest } from '#app/server/providers/provider.ts'
import { createApi } from '../../api.ts'

const text = (message: string) => ({ id: `test.${message}`, message })
const base = { provider: 'scripted', description: text('scripted'), unavailable: null, inputs: [] }
const prompt = { placeholder: text('Words'), maxLength: 200, examples: [] }
const aspect: ModelOption = { type: 'string', title: text('Shape'), enum: ['1:1', '16:9'], default: '1:1' }
/** `draws` costs 4, `moves` 2 a second and takes a picture first, `speaks` 1, `composes` 3. */
const models: ProviderModel[] = [
  { ...base, id: 'draws', name: text('draws'), type: 'image', price: { base: 4, per: null }, options: { aspect }, prompt },
  {
    ...base,
    id: 'moves',
    name: text('moves'),
    type: 'video',
    price: { base: 0, per: { measure: 'duration', every: 1, tokens: 2 } },
    options: { duration: { type: 'integer', title: text('Length'), minimum: 3, maximum: 8, default: 5 } },
    inputs: [{ role: 'first_frame', types: ['image'], max: 1 }],
    prompt,
    endsAt: '2027-03-01',
  },
  { ...base, id: 'speaks', name: text('speaks'), type: 'audio', price: { base: 1, per: null }, options: {}, prompt },
  { ...base, id: 'composes', name: text('composes'), type: 'audio', price: { base: 3, per: null }, options: {}, prompt },
]

const scripted = scriptedProvider()
const asked: RunRequest[] = []
let failing: (request: RunRequest) => boolean
let runtime: TestRuntime
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  const provider = withFilms({ ...scripted, models: async () => models, run: (request, context) => scripted.script(request, context) })
  runtime = await openTestRuntime({ provider, env: { SESSION_LIMITS: 'off' } })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  asked.length = 0
  failing = () => false
  const file = makesAFile(runtime.scratchDir)
  scripted.script = async (request, context) => {
    asked.push(request)
    if (failing(request)) throw new ProviderError('refused', 'scripted')
    const made = await file(request, context)
    const files = made.files.map((one) => ({ ...one, durationMs: request.model === 'draws' ? null : 5_000 }))
    return { ...made, files, usage: { seconds: 8 }, ...(request.film && { standIns: standInsOf(request) }) }
  }
})

const standInsOf = ({ film }: RunRequest) =>
  (film?.cut.document.order ?? []).filter((id) => !film?.files.has(`clip:${id}`) && !film?.files.has(`still:${id}`))

const shots = { shotaa: { action: 'A fox waits.', seconds: 4 }, shotbb: { action: 'A door opens.', seconds: 4 } }
const film: FilmInput = {
  v: 1,
  language: 'en',
  title: 'The fox',
  order: ['shotaa', 'shotbb'],
  shots,
  models: { still: { model: 'draws' }, clip: { model: 'moves' } },
}
/** Two pictures, two videos of four seconds, and a film of eight. */
const priceOfAll = 2 * 4 + 2 * 8 + 2

async function person({ tokens = 1_000, document = film }: { tokens?: number; document?: FilmInput } = {}) {
  const user = await createUser(runtime, { tokens })
  const { token } = await createSession(runtime, runtime.keys, user)
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    callApi(api, method, `/v1${path}`, { token, body, headers })
  const read = async <S extends v.GenericSchema>(schema: S, ...request: Parameters<typeof call>): Promise<v.InferOutput<S>> =>
    v.parse(schema, await (await call(...request)).json())
  const { id } = await read(filmSchema, 'POST', '/films', { document })
  const get = () => read(filmSchema, 'GET', `/films/${id}`)
  const unfinished = () =>
    runtime.db
      .select({ id: generations.id, waitsFor: generations.waitsFor })
      .from(generations)
      .where(and(eq(generations.userId, user.id), inArray(generations.status, ['queued', 'running'])))
      .orderBy(generations.id)
  return {
    userId: user.id,
    id,
    call,
    read,
    get,
    part: async (name: string) => (await get()).parts.find(({ part }) => part === name),
    stale: async () => (await get()).parts.filter(({ state }) => state === 'stale').map(({ part, causes }) => [part, causes]),
    patch: (change: object) => read(filmChangedSchema, 'PATCH', `/films/${id}`, { document: change }),
    undo: () => read(filmChangedSchema, 'POST', `/films/${id}/undo`),
    quote: (body: object) => read(filmQuoteSchema, 'POST', `/films/${id}/quote`, body),
    make: (body: object, headers?: Record<string, string>) => read(filmMakeSchema, 'POST', `/films/${id}/make`, body, headers),
    refusal: async (body: object, headers?: Record<string, string>) => errorBody(call('POST', `/films/${id}/make`, body, headers)),
    takes: async (part: string) => (await read(filmTakesSchema, 'GET', `/films/${id}/takes?part=${part}`)).items,
    unfinished,
    /** Runs everything that may start, until nothing is left. */
    async work() {
      for (;;) {
        const ready = (await unfinished()).filter(({ waitsFor }) => waitsFor === null)
        for (const one of ready) await run(one.id)
        // As a worker does when it gets notice of a cancel.
        if ((await releaseForgotten(runtime.db, runtime.queue)) === 0 && ready.length === 0) return
      }
    },
    async balance() {
      const { available, held } = tokenAccounts
      const [account] = await runtime.db.select({ available, held }).from(tokenAccounts).where(eq(tokenAccounts.userId, user.id))
      return account
    },
    runs: () => runtime.db.select().from(generations).where(eq(generations.userId, user.id)).orderBy(generations.id),
  }
}

function run(id: string) {
  const { queue, providers, storage, progress, logger } = runtime
  const worker = { id: uuidv7(), queue, providers, storage, progress, logger }
  return runGeneration(runtime.db, { worker, id, controller: new AbortController() })
}

const partsOf = ({ runs }: { runs: { film?: { part: string } | null | undefined }[] }) => runs.map((one) => one.film?.part)

describe('a quote', () => {
  test('each part has its model, its price, and what the model does not honour', async () => {
    const { quote } = await person()
    const { parts, price } = await quote({ what: 'all' })
    expect(price).toBe(priceOfAll)
    const row = (name: string) => parts.find(({ part }) => part === name)
    expect(parts.map(({ part }) => part)).toEqual(['still:shotaa', 'still:shotbb', 'clip:shotaa', 'clip:shotbb', 'film'])
    expect(row('still:shotaa')).toMatchObject({ model: 'draws', price: 4, honours: ['shape'], not_honoured: [] })
    expect(row('clip:shotaa')).toMatchObject({
      model: 'moves',
      price: 8,
      honours: ['picture', 'length'],
      not_honoured: ['shape'],
      ends_at: '2027-03-01T00:00:00.000Z',
    })
  })

  test('a shot longer than its model, words that do not fit and a part without a model are named', async () => {
    const { quote, patch } = await person()
    await patch({ shots: { shotaa: { seconds: 20 }, shotbb: { action: 'word '.repeat(60) } } })
    const { parts } = await quote({ what: 'clips' })
    expect(parts[0]).toMatchObject({ part: 'clip:shotaa', price: 16, not_honoured: ['shape', 'length'] })
    // A start within the video needs as much more of it.
    await patch({ shots: { shotbb: { from: 1.5, seconds: 4 } } })
    expect((await quote({ parts: ['clip:shotbb'] })).parts).toMatchObject([{ part: 'clip:shotbb', price: 12 }])
    await patch({ shots: { shotaa: { still: { model: 'gone' } } } })
    const stills = (await quote({ what: 'stills' })).parts
    expect(stills[0]).toMatchObject({ part: 'still:shotaa', excluded: 'model_unavailable', price: 0 })
    expect(stills[1]).toMatchObject({ part: 'still:shotbb', not_honoured: ['text'] })
  })
})

describe('a make of everything', () => {
  test('the holds are the quote, a video begins with its picture, and the film is made of all', async () => {
    const { quote, make, balance, work, get, stale, refusal, runs, userId, takes } = await person()
    const { price } = await quote({ what: 'all' })
    const made = await make({ what: 'all', max_price: price })
    expect(partsOf(made)).toEqual(['still:shotaa', 'still:shotbb', 'clip:shotaa', 'clip:shotbb', 'film'])
    expect(made.runs.map((one) => one.film?.waits)).toEqual([false, false, true, true, true])
    expect(await balance()).toEqual({ available: 1_000 - price, held: price })
    expect(await runtime.db.$count(generationSources)).toBe(6)
    expect((await get()).make).toEqual({ id: made.make, runs: 5, ended: 0 })
    await work()
    const rows = await runs()
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'succeeded'))
    expect(asked.find(({ model }) => model === 'moves')?.inputs).toMatchObject([{ role: 'first_frame' }])
    expect(asked.find(({ model }) => model === 'moves')?.prompt).toBe('A fox waits. The camera stands still.')
    expect([...(asked.at(-1)?.film?.files.keys() ?? [])].sort()).toEqual(['clip:shotaa', 'clip:shotbb', 'still:shotaa', 'still:shotbb'])
    // Nothing is out of date right after, and a second make finds nothing.
    expect(await stale()).toEqual([])
    expect((await get()).parts.map(({ state }) => state)).toEqual(['made', 'made', 'made', 'made', 'missing', 'made'])
    expect(await refusal({ what: 'all' })).toMatchObject({ code: 'nothing_to_make' })
    const [settled] = await runtime.db
      .select({ sum: sql<number>`sum(milli)::int` })
      .from(tokenEntries)
      .where(and(eq(tokenEntries.userId, userId), eq(tokenEntries.kind, 'settle')))
    expect(settled?.sum).toBe(rows.reduce((sum, { chargedMilli }) => sum + (chargedMilli ?? 0), 0))
    expect((await takes('still:shotaa'))[0]).toMatchObject({ status: 'succeeded', chosen: true, causes: [], model: 'draws' })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a failed picture cancels its video free, and the film is made with a card that is named', async () => {
    const { make, work, get, part, balance, refusal } = await person()
    failing = ({ model, prompt: said }) => model === 'draws' && said.includes('door')
    await make({ what: 'all' })
    await work()
    expect((await get()).parts.map(({ part: name, state }) => [name, state])).toEqual([
      ['still:shotaa', 'made'],
      ['still:shotbb', 'failed'],
      ['clip:shotaa', 'made'],
      ['clip:shotbb', 'missing'],
      ['animatic', 'missing'],
      ['film', 'made'],
    ])
    expect(asked.filter(({ model }) => model === 'moves')).toHaveLength(1)
    expect(await part('film')).toMatchObject({ stand_ins: ['shotbb'] })
    expect(await part('still:shotbb')).toMatchObject({ error: { code: 'refused' } })
    expect(await balance()).toEqual({ available: 1_000 - 4 - 8 - 2, held: 0 })
    expect(await runtime.db.$count(generationSources)).toBe(0)
    // Failed and missing parts are made, and the film of them.
    failing = () => false
    expect(partsOf(await make({ what: 'all' }))).toEqual(['still:shotbb', 'clip:shotbb', 'film'])
    await work()
    expect(await refusal({ what: 'all' })).toMatchObject({ code: 'nothing_to_make' })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a picture that is deleted before the film starts is missing in it', async () => {
    const { userId, make, work, unfinished, part, stale } = await person()
    await make({ what: 'stills' })
    await work()
    await make({ what: 'film' })
    const [take] = await runtime.db.select().from(generations).where(eq(generations.userId, userId)).orderBy(generations.id)
    await trashGenerations(runtime.db, { providers: runtime.providers, userId, ids: [take?.id ?? ''] })
    expect(await unfinished()).toHaveLength(1)
    await work()
    expect(await part('film')).toMatchObject({ state: 'made', stand_ins: ['shotaa'] })
    expect(await stale()).toEqual([])
    expect(await part('still:shotaa')).toMatchObject({ state: 'missing' })
  })

  test('a make is stopped as a whole, and nothing is charged', async () => {
    const { id, make, read, balance, runs, get } = await person()
    const { make: makeId } = await make({ what: 'all' })
    const { canceled, too_late } = await read(cancelMakeSchema, 'POST', `/films/${id}/makes/${makeId}/cancel`)
    expect([canceled.length, too_late]).toEqual([5, []])
    expect((await runs()).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'canceled'))
    expect(await balance()).toEqual({ available: 1_000, held: 0 })
    expect((await get()).make).toBeNull()
    await releaseForgotten(runtime.db, runtime.queue)
    expect(await runtime.db.$count(generationSources)).toBe(0)
    const eve = await person()
    expect((await eve.call('POST', `/films/${eve.id}/makes/${makeId}/cancel`)).status).toBe(404)
  })
})

describe('two makes', () => {
  test('no part is started twice by makes at once', async () => {
    const { id, call, runs, balance } = await person()
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', `/films/${id}/make`, { what: 'all' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409, 409])
    expect(await runs()).toHaveLength(5)
    expect((await balance())?.held).toBe(priceOfAll)
  })

  test('a video that is asked for while its picture is under way waits for it, and the film for both', async () => {
    const { make, work, stale, part, refusal } = await person()
    await make({ what: 'stills' })
    const clips = await make({ what: 'clips' })
    expect(clips.runs.map((one) => one.film?.waits)).toEqual([true, true])
    expect(await refusal({ what: 'clips' })).toMatchObject({ code: 'nothing_to_make' })
    await make({ what: 'film' })
    await work()
    expect(await stale()).toEqual([])
    expect(await part('film')).toMatchObject({ state: 'made', stand_ins: [] })
  })

  test('one key is one make, and another body is refused', async () => {
    const { id, call, runs, refusal } = await person()
    const headers = { 'idempotency-key': randomUUID() }
    const makes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const response = await call('POST', `/films/${id}/make`, { what: 'all' }, headers)
        return v.parse(filmMakeSchema, await response.json()).make
      }),
    )
    expect(new Set(makes).size).toBe(1)
    expect(await runs()).toHaveLength(5)
    expect(await refusal({ what: 'stills' }, headers)).toMatchObject({ code: 'idempotency_conflict' })
  })

  test('a lower price, or a token too few, starts nothing', async () => {
    const { refusal, runs, balance } = await person({ tokens: priceOfAll - 1 })
    expect(await refusal({ what: 'all' })).toMatchObject({ code: 'not_enough_tokens', missing: 1 })
    const rich = await person()
    expect(await rich.refusal({ what: 'all', max_price: priceOfAll - 1 })).toMatchObject({ code: 'price_changed', price: priceOfAll })
    expect([await runs(), await rich.runs()]).toEqual([[], []])
    expect(await balance()).toEqual({ available: priceOfAll - 1, held: 0 })
  })
})

describe('takes', () => {
  test('another picture makes its video and the film out of date, until it is chosen no more', async () => {
    const { id, make, work, stale, patch, undo, takes, call } = await person()
    await make({ what: 'all' })
    await work()
    await make({ parts: ['still:shotaa'] })
    await work()
    expect(await stale()).toEqual([['clip:shotaa', ['picture']]])
    const [second, first] = await takes('still:shotaa')
    expect([second?.chosen, first?.chosen]).toEqual([true, false])
    await patch({ takes: { 'still:shotaa': first?.id } })
    expect(await stale()).toEqual([])
    await undo()
    expect(await stale()).toEqual([['clip:shotaa', ['picture']]])
    // The film shows the video, so that only another video changes it.
    await make({ what: 'clips' })
    await work()
    expect(await stale()).toEqual([['film', ['video']]])
    const eve = await person()
    const stolen = { document: { takes: { 'still:shotaa': first?.id } } }
    expect((await eve.call('PATCH', `/films/${eve.id}`, stolen)).status).toBe(422)
    expect((await eve.call('GET', `/films/${id}/takes?part=still:shotaa`)).status).toBe(404)
    expect((await call('GET', `/films/${id}/takes?part=nothing`)).status).toBe(422)
  })

  test('a take that is kept is not out of date until something else changes', async () => {
    const { make, work, stale, patch, part, undo } = await person()
    await make({ what: 'stills' })
    await work()
    await patch({ shots: { shotaa: { action: 'A fox leaves.' } } })
    expect(await part('still:shotaa')).toMatchObject({ state: 'stale', causes: ['text'] })
    await patch({ kept: { 'still:shotaa': (await part('still:shotaa'))?.recipe } })
    expect(await stale()).toEqual([])
    await patch({ shots: { shotaa: { framing: 'close' } } })
    expect(await stale()).toEqual([['still:shotaa', ['text', 'framing']]])
    await undo()
    expect(await stale()).toEqual([])
    await undo()
    expect(await stale()).toEqual([['still:shotaa', ['text']]])
  })

  test('lists of works and search leave takes out, except the film; a film lists its own', async () => {
    const { id, make, work, read } = await person()
    await make({ what: 'all' })
    await work()
    const list = async (query: string) => (await read(generationPageSchema, 'GET', `/generations${query}`)).items
    expect((await list('')).map((one) => one.film?.part)).toEqual(['film'])
    expect((await list('?q=fox')).map((one) => one.film?.part)).toEqual(['film'])
    expect(await list(`?film=${id}`)).toHaveLength(5)
    expect((await list(`?film=${id}&q=door`)).map((one) => one.film?.part)).toEqual(['clip:shotbb', 'still:shotbb'])
    expect(await list('?q=door')).toEqual([])
    const eve = await person()
    expect((await eve.read(generationPageSchema, 'GET', `/generations?film=${id}`)).items).toEqual([])
  })
})

test('words and music of services are parts, and the film is as long as the recordings', async () => {
  const document: FilmInput = {
    ...film,
    shots: { shotaa: { words: [{ who: 'narrator', text: 'Nobody is there.' }] } },
    order: ['shotaa'],
    music: { words: 'slow' },
    models: { line: { model: 'speaks' }, music: { model: 'composes' } },
  }
  const { quote, make, work, get, stale, patch } = await person({ document })
  expect((await quote({ what: 'lines' })).parts).toMatchObject([{ part: 'line:shotaa.1', model: 'speaks', price: 1 }])
  await make({ what: 'lines' })
  await make({ what: 'music' })
  await work()
  // The recording has five seconds, of which there are silences before and after.
  expect((await get()).timeline.seconds).toBeCloseTo(5.8, 1)
  await make({ what: 'film' })
  await work()
  expect([...(asked.at(-1)?.film?.files.keys() ?? [])].sort()).toEqual(['line:shotaa.1', 'music'])
  expect(await stale()).toEqual([])
  await patch({ shots: { shotaa: { words: [{ who: 'narrator', text: 'Somebody is there.' }] } } })
  expect(await stale()).toEqual([
    ['line:shotaa.1', ['words']],
    ['film', ['words']],
  ])
})

test('a make takes at most 20 statements, however many runs it starts', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 29 }, (_, at) => [
      `shot${String.fromCodePoint(97 + (at % 26), 97 + Math.floor(at / 26))}`,
      { action: 'A fox.', seconds: 4 },
    ]),
  )
  const { userId, id, runs } = await person({ document: { ...film, order: Object.keys(many), shots: many } })
  const { counting, count } = countStatements(runtime.db)
  const { queue, providers } = runtime
  await makeFilm(counting, { queue, providers, userId, id, input: { what: 'all', again: false }, idempotencyKey: 'a key' })
  expect(await runs()).toHaveLength(59)
  expect(count.statements).toBeLessThanOrEqual(20)
})
