import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { ALL_FORMATS, FilePathSource, Input, VideoSampleSink } from 'mediabunny'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEngine } from '@quartet/engine/protocol/open-engine.ts'
import { pino } from 'pino'
import type { FilmInput } from '#app/contract/films/film-document.ts'
import { cancelMakeSchema, filmMakeSchema, filmQuoteSchema, filmSchema } from '#app/contract/films/films.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { answerFilmParts, filmServiceModels } from '#tests/fakes/providers/film-services.ts'
import { type MediaAnswer, type MediaCall, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { isFull, repetitions } from '#tests/fixtures/campaign.ts'
import { makeFilm, makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { purgeGenerations } from '#app/server/core/library/works/purge-generations.ts'
import { trashGenerations } from '#app/server/core/library/works/trash-generations.ts'
import { releaseForgotten } from '#app/server/core/making/runs/release-waiting.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { files } from '#app/server/db/schema/files.ts'
import { filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenAccounts, tokenEntries } from '#app/server/db/schema/tokens.ts'
import { openConnected } from '#app/server/providers/connected/open-connected.ts'
import { parseModelsFile } from '#app/server/providers/models-file/read-models-file.ts'
import { openers } from '#app/server/providers/openers.ts'
import { sketchProvider } from '#app/server/providers/sketch/provider.ts'
import { createApi } from '../../api.ts'

/** Shots of the film of which all calls are looked at. */
const shots = repetitions(4, 8)
/** Shots of a film whose failures are looked at. */
const few = 3
const names = Array.from({ length: shots }, (_, index) => `shot${String.fromCodePoint(97 + index).repeat(2)}`)
/** A film of the first shots, of half a second each. */
function filmOf(count: number, more: FilmInput['shots'] = {}): FilmInput {
  const order = names.slice(0, count)
  return {
    v: 1,
    language: 'en',
    title: 'The keeper',
    shape: '1:1',
    captions: 'none',
    models: { still: { model: 'openai/picture' }, clip: { model: 'openai/clip' }, line: { model: 'openai/voice' } },
    order,
    shots: { ...Object.fromEntries(order.map((name, index) => [name, { action: `Step ${index + 1}.`, seconds: 0.5 }])), ...more },
  }
}

/** The color of each shot's picture. */
const tints = names.map((_, index) => [index * 32, 255 - index * 32, 120])
let scratchDir: string
let drawn: typeof fault
let parts: ReturnType<typeof answerFilmParts>
/** Answers before the service does. */
let fault: (call: MediaCall) => MediaAnswer | undefined
let server: Awaited<ReturnType<typeof startMediaServer>>
let runtime: TestRuntime
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  const pictures = await Promise.all(
    tints.map(([r = 0, g = 0, b = 0]) =>
      sharp({ create: { width: 64, height: 64, channels: 3, background: { r, g, b } } })
        .png()
        .toBuffer(),
    ),
  )
  drawn = ({ path, body }) => {
    if (path !== '/openai/images/generations') return undefined
    const picture = pictures[Number(/Step (\d)\./.exec(body)?.[1] ?? 1) - 1] ?? Buffer.alloc(0)
    return { json: { created: 1, data: [{ b64_json: picture.toString('base64') }] } }
  }
  const media = { picture: await makePicture(), film: await makeFilm(), sound: makeSound() }
  server = await startMediaServer(
    (call) => fault(call),
    (call) => drawn(call) ?? parts(call),
  )
  parts = answerFilmParts(media)
  const modelsFile = parseModelsFile(filmServiceModels, 'models.yaml')
  const poll = { firstMs: 5, growth: 1, ceilingMs: 5, attemptMs: 5_000, giveUpMs: 60_000 }
  scratchDir = await mkdtemp(join(tmpdir(), 'film-services-'))
  runtime = await openTestRuntime({
    provider: sketchProvider(openEngine({ scratchDir, logger: pino({ level: 'silent' }) })),
    env: { OPENAI_API_KEY: 'sk-films', OPENAI_BASE_URL: `${server.url}/openai`, OLLAMA_URL: 'off', SESSION_LIMITS: 'off' },
    connect: (env, keysOf) => openConnected({ env, openers, modelsFile, scratchDir, keysOf, times: { answerMs: 120_000, poll } }),
  })
  api = createApi(runtime)
})
afterAll(async () => {
  await runtime?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
  await rm(scratchDir, { recursive: true, force: true })
})
beforeEach(() => {
  fault = () => undefined
  server.calls.length = 0
})

function run(id: string) {
  const { queue, providers, storage, progress, logger } = runtime
  const worker = { id: uuidv7(), queue, providers, storage, progress, logger }
  return runGeneration(runtime.db, { worker, id, controller: new AbortController() })
}

async function director(given: FilmInput) {
  const user = await createUser(runtime, { tokens: 1_000 })
  const { token } = await createSession(runtime, runtime.keys, user)
  const read = async <S extends v.GenericSchema>(schema: S, method: string, path: string, body?: unknown): Promise<v.InferOutput<S>> =>
    v.parse(schema, await (await callApi(api, method, `/v1${path}`, { token, body })).json())
  const { id } = await read(filmSchema, 'POST', '/films', { document: given })
  const runs = async () => {
    const rows = await runtime.db
      .select({ run: generations, part: filmTakes.part })
      .from(generations)
      .innerJoin(filmTakes, eq(filmTakes.generationId, generations.id))
      .where(eq(generations.userId, user.id))
      .orderBy(generations.id)
    return new Map(rows.map(({ run: row, part }) => [part, row]))
  }
  return {
    userId: user.id,
    id,
    read,
    runs,
    film: async () => (await read(filmSchema, 'GET', `/films/${id}`)).parts.find(({ part }) => part === 'film'),
    quote: () => read(filmQuoteSchema, 'POST', `/films/${id}/quote`, { what: 'all' }),
    make: (what = 'all') => read(filmMakeSchema, 'POST', `/films/${id}/make`, { what }),
    /** Runs everything that may start, until nothing is left. */
    async work() {
      for (;;) {
        const ready = [...(await runs()).values()].filter(({ finishedAt, waitsFor }) => finishedAt === null && waitsFor === null)
        await Promise.all(ready.map((one) => run(one.id)))
        if ((await releaseForgotten(runtime.db, runtime.queue)) === 0 && ready.length === 0) return
      }
    },
    async balance() {
      const { available, held } = tokenAccounts
      return (await runtime.db.select({ available, held }).from(tokenAccounts).where(eq(tokenAccounts.userId, user.id)))[0]
    },
    async settled() {
      const [sum] = await runtime.db
        .select({ milli: sql<number>`coalesce(sum(milli), 0)::int` })
        .from(tokenEntries)
        .where(and(eq(tokenEntries.userId, user.id), eq(tokenEntries.kind, 'settle')))
      return sum?.milli
    },
  }
}
type Director = Awaited<ReturnType<typeof director>>

async function pathOf(run: string | undefined) {
  const [file] = await runtime.db
    .select({ key: files.storageKey })
    .from(files)
    .where(and(eq(files.generationId, run ?? ''), eq(files.position, 0)))
  return runtime.storage.openLocal(file?.key ?? '')
}

/** The colors in the middle of a film at these seconds. */
async function coloursOf(run: string | undefined, seconds: readonly number[]): Promise<number[][]> {
  await using local = await pathOf(run)
  using input = new Input({ source: new FilePathSource(local.path), formats: ALL_FORMATS })
  const video = await input.getPrimaryVideoTrack()
  if (!video) throw new Error('a film without pictures')
  const sink = new VideoSampleSink(video)
  const colours: number[][] = []
  for (const at of seconds) {
    using sample = await sink.getSample(at)
    if (!sample) throw new Error(`no frame at ${at} s`)
    const data = new Uint8Array(sample.allocationSize({ format: 'RGBA' }))
    await sample.copyTo(data, { format: 'RGBA' })
    const middle = 4 * (Math.floor(sample.codedHeight / 2) * sample.codedWidth + Math.floor(sample.codedWidth / 2))
    colours.push([...data.subarray(middle, middle + 3)])
  }
  return colours
}

/** Calls that start videos. */
const clipCalls = () => server.calls.filter(({ method, path }) => method === 'POST' && path === '/openai/videos')

/** Expects that a person has paid for these runs, those without a row included, and for nothing else. */
async function expectCharged({ runs, settled, balance }: Director, { purgedMilli = 0 } = {}) {
  const charged = [...(await runs()).values()].reduce((sum, { chargedMilli }) => sum + (chargedMilli ?? 0), purgedMilli)
  expect(await settled()).toBe(charged)
  expect((await balance())?.held).toBe(0)
  expect(await auditLedger(runtime.db)).toEqual([])
}

/** The shot whose picture has the most similar color, as encoders change colors a little. */
function shotOf(colour: readonly number[]): string | undefined {
  const distances = tints.map((tint) => Math.hypot(...tint.map((value, at) => value - (colour[at] ?? 0))))
  return names[distances.indexOf(Math.min(...distances))]
}

/** The color of the picture in a form. */
async function colourSent(body: string): Promise<number[]> {
  const [, bytes = ''] = /filename="first\.jpg"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(body) ?? []
  const { channels } = await sharp(Buffer.from(bytes, 'latin1')).stats()
  return channels.map(({ mean }) => mean)
}

test('a film by services: the holds are the quote, each clip gets its picture, and the film shows the real ones', async () => {
  const ann = await director(filmOf(shots, { shotaa: { action: 'Step 1.', seconds: 1, words: [{ who: 'narrator', text: 'Up.' }] } }))
  const { parts: quoted, price } = await ann.quote()
  expect(quoted.map(({ part, excluded }) => [part, excluded])).not.toContainEqual([expect.anything(), expect.any(String)])
  expect(quoted).toHaveLength(2 * shots + 2)
  for (const { part, honours } of quoted) if (part.startsWith('clip:')) expect(honours).toContain('picture')
  await ann.make()
  expect(await ann.balance()).toEqual({ available: 1_000 - price, held: price })
  await ann.work()
  const runs = await ann.runs()
  expect(new Set([...runs.values()].map(({ status }) => status))).toEqual(new Set(['succeeded']))
  await expectCharged(ann)
  const calls = clipCalls()
  expect(calls).toHaveLength(shots)
  for (const [index, name] of names.entries()) {
    // A request has one reference, as its model takes, and that is the picture of its own shot.
    expect(runs.get(`clip:${name}`)?.inputs).toEqual([{ generation_id: runs.get(`still:${name}`)?.id, role: 'first_frame' }])
    const [call, ...others] = calls.filter(({ body }) => body.includes(`Step ${index + 1}.`))
    expect(others).toEqual([])
    expect(shotOf(await colourSent(call?.body ?? ''))).toBe(name)
  }
  expect(await ann.film()).toMatchObject({ state: 'made', stand_ins: [] })
})

test('pictures of a service are in the frames of the film', async () => {
  const ann = await director(filmOf(few))
  await ann.make('stills')
  await ann.work()
  await ann.make('film')
  await ann.work()
  expect(await ann.film()).toMatchObject({ state: 'made', stand_ins: [] })
  const colours = await coloursOf((await ann.runs()).get('film')?.id, [0.2, 0.7, 1.2])
  expect(colours.map(shotOf)).toEqual(names.slice(0, few))
})

/** Errors of the service; `classify-error.test.ts` shows that each of them fails a run, so one of them is enough in the usual run. */
const failures = [
  ['refused', { status: 400, json: { error: { message: 'no', type: 'image_generation_user_error', code: 'moderation_blocked' } } }],
  ['gone', { status: 404, json: { error: { message: 'no', type: 'invalid_request_error', code: 'model_not_found' } } }],
  ['broken', { status: 400, json: { error: { message: 'no', type: 'invalid_request_error', code: null } } }],
] satisfies [string, MediaAnswer][]

test.each(isFull ? failures : failures.slice(0, 1))(
  'the picture of shot 3 is %s: its clip is free, and the film has one stand-in, which is named',
  async (_why, answer) => {
    const ann = await director(filmOf(few))
    fault = ({ path, body }) => (path === '/openai/images/generations' && body.includes('Step 3.') ? answer : undefined)
    await ann.make()
    await ann.work()
    const runs = await ann.runs()
    expect(runs.get('still:shotcc')).toMatchObject({ status: 'failed', chargedMilli: 0 })
    expect(runs.get('clip:shotcc')).toMatchObject({ status: 'canceled', chargedMilli: 0 })
    expect(clipCalls()).toHaveLength(few - 1)
    expect(runs.get('film')?.status).toBe('succeeded')
    expect(await ann.film()).toMatchObject({ state: 'made', stand_ins: ['shotcc'] })
    await expectCharged(ann)
  },
)

test('a clip that its service gives up shows its picture, and one whose picture was purged before the start is free', async () => {
  const ann = await director(filmOf(few))
  fault = ({ path, method, body }) =>
    path === '/openai/videos' && method === 'POST' && body.includes('Step 1.')
      ? { status: 400, json: { error: { message: 'no', code: 'moderation_blocked' } } }
      : undefined
  await ann.make('stills')
  await ann.work()
  await ann.make('all')
  const { id: purged = '', chargedMilli } = (await ann.runs()).get('still:shotbb') ?? {}
  const { db, providers, queue } = runtime
  await trashGenerations(db, { providers, userId: ann.userId, ids: [purged] })
  await purgeGenerations(db, { queue, userId: ann.userId, ids: [purged] })
  await ann.work()
  const runs = await ann.runs()
  expect(runs.get('clip:shotaa')).toMatchObject({ status: 'failed', errorCode: 'refused', chargedMilli: 0 })
  expect(runs.get('clip:shotbb')).toMatchObject({ status: 'failed', chargedMilli: 0 })
  expect(await ann.film()).toMatchObject({ state: 'made', stand_ins: ['shotbb'] })
  await expectCharged(ann, { purgedMilli: chargedMilli ?? 0 })
})

test('a clip that its service cannot stop is named as too late, and the rest is free at once', async () => {
  const ann = await director(filmOf(few))
  await ann.make('stills')
  await ann.work()
  const { make } = await ann.make('all')
  let held = true
  fault = ({ path, method }) => {
    if (!held || method === 'POST' || !path.startsWith('/openai/videos/')) return undefined
    const id = path.split('/').at(-1)
    return { json: method === 'DELETE' ? { id, deleted: false } : { id, status: 'in_progress', progress: 40 } }
  }
  const clip = (await ann.runs()).get('clip:shotaa')?.id ?? ''
  const running = run(clip)
  const isStarted = and(eq(generations.id, clip), isNotNull(generations.operation))
  await expect.poll(() => runtime.db.$count(generations, isStarted)).toBe(1)
  const { canceled, too_late } = await ann.read(cancelMakeSchema, 'POST', `/films/${ann.id}/makes/${make}/cancel`)
  expect(too_late).toEqual([clip])
  expect(canceled).toHaveLength(few)
  held = false
  await running
  expect(
    await runtime.db.$count(generations, and(eq(generations.userId, ann.userId), inArray(generations.status, ['queued', 'running']))),
  ).toBe(0)
  expect((await ann.runs()).get('clip:shotaa')).toMatchObject({ status: 'succeeded' })
  await expectCharged(ann)
})
