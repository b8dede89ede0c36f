import { readdir } from 'node:fs/promises'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { toGeneration } from '#app/server/core/making/generations/to-generation.ts'
import { type Moderation, openModeration } from '#app/server/core/making/models/moderation.ts'
import { listModels } from '#app/server/core/making/models/list-models.ts'
import { openModelFigures } from '#app/server/core/making/models/model-figures.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { modelHealth } from '#app/server/db/schema/models.ts'
import { receiveWithin } from '#app/server/providers/connected/receive-result.ts'
import { answerDrawings } from '#tests/fakes/providers/drawing-servers.ts'
import { answerImages } from '#tests/fakes/providers/image-servers.ts'
import { failMedia, type MediaAnswer, type MediaCall, mediaSecrets, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { answerSounds } from '#tests/fakes/providers/speech-servers.ts'
import { answerStudios } from '#tests/fakes/providers/studio-servers.ts'
import { answerVideos } from '#tests/fakes/providers/video-servers.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import { openConnectedServer } from '#tests/fixtures/connected-server.ts'
import { makeFilm, makePicture, makeSound } from '#tests/fixtures/make-media.ts'

type ConnectedServer = Awaited<ReturnType<typeof openConnectedServer>>
type Spoil = (call: MediaCall) => MediaAnswer | undefined

const logged: string[] = []
let film: Uint8Array
let server: Awaited<ReturnType<typeof startMediaServer>>
let connected: ConnectedServer
let impatient: ConnectedServer
/** Corrupts the results of a healthy service. */
let spoil: Spoil | undefined

beforeAll(async () => {
  film = await makeFilm()
  const films = answerVideos(film)
  const picture = await makePicture()
  const studios = answerStudios({ film, picture })
  const routes = [answerImages(picture), answerSounds(makeSound()), films, studios, answerDrawings(picture)]
  server = await startMediaServer(failMedia, (call) => spoil?.(call), ...routes)
  const logger = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const open = (times: Parameters<typeof openConnectedServer>[0]['times'], idleMs: number) =>
    openConnectedServer({
      url: server.url,
      key: mediaSecrets.key,
      env: { GOOGLE_GENERATIVE_AI_API_KEY: mediaSecrets.key, GOOGLE_GENERATIVE_AI_BASE_URL: `${server.url}/google` },
      logger,
      receive: receiveWithin({ bytes: { image: 20_000, audio: 20_000, video: 20_000 }, totalMs: 20_000, idleMs }),
      ...(times && { times }),
    })
  connected = await open(undefined, 20_000)
  impatient = await open({ answerMs: 200, poll: { firstMs: 1, growth: 1, ceilingMs: 20, attemptMs: 60, giveUpMs: 300 } }, 200)
})
afterAll(async () => {
  await connected?.[Symbol.asyncDispose]()
  await impatient?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

async function tryOnce({ db, queue, providers, storage, progress, logger }: ConnectedServer, id: string, moderation?: Moderation) {
  await runGeneration(db, {
    worker: { id: uuidv7(), queue, providers, storage, progress, logger, moderation: async () => moderation },
    id,
    controller: new AbortController(),
  })
}

/** Makes as many attempts as the queue would, without its pauses. */
async function runToItsEnd(model: string, { prompt = 'a lake', place = connected }: { prompt?: string; place?: ConnectedServer } = {}) {
  const { db, keys, providers } = place
  await db.delete(modelHealth)
  const { userId, id, price } = await place.submit(model, prompt)
  for (let tries = 0; tries < 60 && !(await place.rowOf({ userId, id })).finishedAt; tries += 1) await tryOnce(place, id)
  const row = await place.rowOf({ userId, id })
  const seen = await Promise.all((['en', 'ru'] as const).map((locale) => toGeneration(db, row, { keys, providers, locale })))
  const starts = server.calls.filter(({ method, headers }) => method === 'POST' && headers['idempotency-key'] === id).length
  return { row, price, starts, balance: await place.balanceOf(userId), said: seen.map(({ error }) => error?.detail), seen }
}

const free = { available: 1_000, held: 0 }
const words: Partial<Record<GenerationErrorCode, { en: RegExp; ru: RegExp }>> = {
  provider_auth: { en: /isn’t set up correctly/, ru: /настроена неправильно/ },
  invalid_input: { en: /couldn’t use this request/, ru: /не подошёл модели/ },
  model_gone: { en: /no longer offers/, ru: /больше не предлагает/ },
  refused: { en: /isn’t allowed/, ru: /не разрешён/ },
  temporary: { en: /returned no result/, ru: /не вернула результат/ },
  rate_limited: { en: /too busy/, ru: /перегружена/ },
  timeout: { en: /took too long/, ru: /слишком долго/ },
  answer_lost: { en: /pay for it twice/, ru: /дважды/ },
}
function expectWords(said: readonly (string | undefined)[], code: GenerationErrorCode) {
  expect(said[0]).toMatch(words[code]?.en ?? /^$/)
  expect(said[1]).toMatch(words[code]?.ru ?? /^$/)
}

const models = [
  ['a film', 'openai/film'],
  ['a film of the SDK', 'xai/grok-imagine-video'],
  ['a film of Runway', 'runway/gen4.5'],
  ['a film of Luma', 'luma/ray-3.2'],
  ['a film of Kling', 'kling/kling-3.0'],
  ['a picture', 'openai/gpt-image-2.6-flare'],
  ['a picture that is asked for', 'bfl/flux-pro-1.1'],
  ['a picture of Replicate', 'replicate/black-forest-labs-flux-schnell'],
  ['speech', 'openai/voice'],
  ['music', 'minimax/music-2.0'],
] as const

/** Models whose start may be repeated: Kling finds lost work by the run's id, and the operator's gateway honors idempotency keys. */
const repeatable: readonly string[] = ['openai/film', 'kling/kling-3.0']
const losses: readonly string[] = ['reset', 'html']

type Case = { fault: string; code: GenerationErrorCode; attempts: number }
const cases: Case[] = [
  { fault: 'key', code: 'provider_auth', attempts: 1 },
  { fault: 'forbidden', code: 'provider_auth', attempts: 1 },
  { fault: 'gone', code: 'model_gone', attempts: 1 },
  { fault: 'input', code: 'invalid_input', attempts: 1 },
  { fault: 'refused', code: 'refused', attempts: 1 },
  { fault: 'quota', code: 'provider_auth', attempts: 1 },
  { fault: 'broken', code: 'temporary', attempts: 5 },
  { fault: 'html', code: 'temporary', attempts: 5 },
  { fault: 'reset', code: 'temporary', attempts: 5 },
]

describe.each(models)('%s (%s)', (_what, model) => {
  // classify-error.test.ts covers every response. Here each adapter meets one of each kind, and one adapter meets all; in a full run, all
  // adapters meet all.
  const kinds = ['key', 'refused', 'reset']
  test.each(isFull || model === 'openai/film' ? cases : cases.filter(({ fault }) => kinds.includes(fault)))(
    'a failing service ends the run with its error class and message, after its attempts, at no cost: $fault',
    async ({ fault, code, attempts }) => {
      const { row, balance, said } = await runToItsEnd(model, { prompt: `fault-${fault}` })
      const isLost = !repeatable.includes(model) && losses.includes(fault)
      const ended = isLost ? ({ errorCode: 'answer_lost', attempts: 1 } as const) : { errorCode: code, attempts }
      expect(row).toMatchObject({ status: 'failed', ...ended, charged: 0 })
      expect(balance).toEqual(free)
      expectWords(said, ended.errorCode)
    },
  )
})

describe('an unusable result', () => {
  const isFilm = ({ path }: MediaCall) => path === '/openai/videos/video_1/content'
  const spoils: { what: string; attempts: number; answer(): MediaAnswer }[] = [
    { what: 'its address has run out', attempts: 5, answer: () => ({ status: 403, json: { message: mediaSecrets.words } }) },
    { what: 'it is empty', attempts: 5, answer: () => ({ bytes: new Uint8Array() }) },
    { what: 'it is a page', attempts: 5, answer: () => ({ headers: { 'content-type': 'video/mp4' }, bytes: Buffer.from('<html>') }) },
    { what: 'it is half of one', attempts: 5, answer: () => ({ bytes: film.slice(0, film.length / 2) }) },
    { what: 'it is too big', attempts: 1, answer: () => ({ bytes: Buffer.concat([film, new Uint8Array(20_000)]) }) },
    {
      what: 'it leads into our own network',
      attempts: 1,
      answer: () => ({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' }, json: {} }),
    },
  ]
  test.each(spoils)(
    'an unusable video is fetched again without a new start, and nothing is charged: $what',
    async ({ attempts, answer }) => {
      spoil = (call) => (isFilm(call) ? answer() : undefined)
      const { row, balance, said, starts } = await runToItsEnd('openai/film')
      spoil = undefined
      expect(row).toMatchObject({ status: 'failed', errorCode: 'temporary', attempts, charged: 0 })
      expect(balance).toEqual(free)
      expectWords(said, 'temporary')
      expect(starts).toBe(1)
    },
  )

  test('a video that never arrives is fetched again without a new start, and nothing is charged', async () => {
    spoil = (call) => (isFilm(call) ? 'silent' : undefined)
    const { row, balance } = await runToItsEnd('openai/film', { place: impatient })
    spoil = undefined
    expect(row).toMatchObject({ status: 'failed', charged: 0 })
    expect(balance).toEqual(free)
  })

  test.each([
    ['openai/voice', '/openai/audio/speech'],
    ['openai/gpt-image-2.6-flare', '/openai/images/generations'],
  ])('%s: an unusable answer is not requested again, because it is billed, and nothing is charged', async (model, path) => {
    for (const answer of [{ bytes: new Uint8Array() }, { bytes: Buffer.from(`<html>${mediaSecrets.words}`) }]) {
      spoil = (call) => (call.path === path ? answer : undefined)
      const { row, balance, starts } = await runToItsEnd(model)
      spoil = undefined
      expect(row).toMatchObject({ status: 'failed', errorCode: 'answer_lost', attempts: 1, charged: 0 })
      expect(balance).toEqual(free)
      expect(starts).toBe(1)
    }
  })
})

test.each(models.filter((_, index) => isFull || index % 3 === 0))(
  '%s (%s): a service that does not answer in time is called again unless that might start the work twice, then the run fails',
  async (_what, model) => {
    const { row, balance } = await runToItsEnd(model, { prompt: 'fault-silent', place: impatient })
    const ended = repeatable.includes(model) ? { errorCode: 'temporary', attempts: 5 } : { errorCode: 'answer_lost', attempts: 1 }
    expect(row).toMatchObject({ status: 'failed', ...ended, charged: 0 })
    expect(balance).toEqual(free)
  },
)

test('work that stays pending keeps its hold and uses no attempt, and fails in the end at no cost', async () => {
  spoil = ({ method, path }) =>
    method === 'GET' && path === '/openai/videos/video_1' ? { json: { id: 'video_1', status: 'in_progress', progress: 10 } } : undefined
  const { userId, id, price } = await impatient.submit('openai/film')
  await tryOnce(impatient, id)
  expect(await impatient.rowOf({ userId, id })).toMatchObject({ status: 'queued', attempts: 0, progress: expect.closeTo(0.1, 3) })
  expect(await impatient.balanceOf(userId)).toEqual({ available: 1_000 - price, held: price })
  const { row, balance, said, starts } = await runToItsEnd('openai/film', { place: impatient })
  spoil = undefined
  expect(row).toMatchObject({ status: 'failed', errorCode: 'timeout', charged: 0 })
  expect(balance).toEqual(free)
  expectWords(said, 'timeout')
  expect(starts).toBe(1)
})

describe('moderation of images', () => {
  const judging = (forbids: boolean) =>
    openModeration([{ name: 'a judge', forbids: async () => false, forbidsPicture: async () => forbids }])

  test.each(['openai/gpt-image-2.6-flare', 'openai/film', 'google/gemini-nano-banana-2.1-chat'])(
    '%s: a result that moderation refuses is free and not stored',
    async (model) => {
      await connected.db.delete(modelHealth)
      const { userId, id } = await connected.submit(model)
      await tryOnce(connected, id, judging(true))
      expect(await connected.rowOf({ userId, id })).toMatchObject({ status: 'failed', errorCode: 'refused', charged: 0 })
      expect(await connected.balanceOf(userId)).toEqual(free)
      expect(await readdir(connected.scratchDir)).toEqual([])
      expect(logged.join('')).toContain('refused by moderation')
    },
  )

  test('an input picture is moderated before any service is called', async () => {
    await connected.db.delete(modelHealth)
    const first = await connected.submit('openai/gpt-image-2.6-flare')
    await tryOnce(connected, first.id, judging(false))
    expect(await connected.rowOf(first)).toMatchObject({ status: 'succeeded' })
    const asked = server.calls.length
    const inputs = [{ generation_id: first.id, index: 0, role: 'source' as const }]
    const { userId, id } = await connected.submit('openai/gpt-image-2.6-flare', 'a lake', { by: first.userId, inputs })
    await tryOnce(connected, id, judging(true))
    expect(await connected.rowOf({ userId, id })).toMatchObject({ status: 'failed', errorCode: 'refused', charged: 0 })
    expect(server.calls).toHaveLength(asked)
  })
})

test.each(models)('%s (%s): after a rate limit the run is queued again and keeps its hold', async (_what, model) => {
  await connected.db.delete(modelHealth)
  const { userId, id, price } = await connected.submit(model, 'fault-busy')
  await tryOnce(connected, id)
  expect(await connected.rowOf({ userId, id })).toMatchObject({ status: 'queued' })
  expect(await connected.balanceOf(userId)).toEqual({ available: 1_000 - price, held: price })
})

test('the ledger is sound after all faults, no key or address of a service is in log, database or answers, and its messages are for operators only', async () => {
  const { db, providers } = impatient
  const seen = await runToItsEnd('minimax/music-2.0', { prompt: 'status-1026 a lake at night', place: impatient })
  expect(seen.row).toMatchObject({ status: 'failed', errorCode: 'refused' })
  for (const place of [connected, impatient]) expect(await auditLedger(place.db)).toEqual([])
  const answers = JSON.stringify([
    seen.seen,
    await listModels(db, { providers, figures: openModelFigures(db), locale: 'ru', types: undefined }),
  ])
  const stored = `${await connected.everythingStored()}\n${await impatient.everythingStored()}`
  expect(stored).toContain('a lake at night')
  expect(logged.join('')).toContain('generation did not succeed')
  expect(answers).not.toContain(mediaSecrets.words)
  expect(logged.join('')).not.toContain('a lake at night')
  for (const [place, text] of Object.entries({ log: logged.join(''), database: stored, answers }))
    for (const secret of [mediaSecrets.key, 'SECRETKEY', server.url, new URL(server.url).host, '169.254'])
      expect({ place, secret, found: text.includes(secret) }).toEqual({ place, secret, found: false })
})
