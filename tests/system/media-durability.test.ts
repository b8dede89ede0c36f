import { eq } from 'drizzle-orm'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { files } from '#app/server/db/schema/files.ts'
import { losesAnswers } from '#tests/fakes/providers/crash-points.ts'
import { answerImages } from '#tests/fakes/providers/image-servers.ts'
import { type MediaCall, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { answerSounds } from '#tests/fakes/providers/speech-servers.ts'
import { answerStudios } from '#tests/fakes/providers/studio-servers.ts'
import { answerVideos } from '#tests/fakes/providers/video-servers.ts'
import { openConnectedServer } from '#tests/fixtures/connected-server.ts'
import { makeFilm, makePicture, makeSound } from '#tests/fixtures/make-media.ts'

let film: Uint8Array
let picture: Buffer
beforeAll(async () => {
  film = await makeFilm()
  picture = await makePicture()
})

type ConnectedServer = Awaited<ReturnType<typeof openConnectedServer>>
type Service = ReturnType<typeof losesAnswers>
let connected: ConnectedServer
let service: Service
let knowing: Service
let forgetful: Service
const warnings: string[] = []
beforeAll(async () => {
  const open = (knowsKeys: boolean) => {
    const routes = [answerImages(picture), answerSounds(makeSound()), answerVideos(film), answerStudios({ film, picture })]
    return losesAnswers((call: MediaCall) => routes.map((route) => route(call)).find((one) => one !== undefined), { knowsKeys })
  }
  knowing = open(true)
  forgetful = open(false)
  const server = await startMediaServer((call) => service.route(call))
  const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
  // On a single machine the next start takes over at once; elsewhere a lease would have to expire.
  connected = await openConnectedServer({ url: server.url, key: 'sk-durable', logger, embedded: true })
  return () => server[Symbol.asyncDispose]()
})
afterAll(() => connected?.[Symbol.asyncDispose]())
beforeEach(() => {
  warnings.length = 0
  // Logged, because the row of a failed run contains only the code of its error.
  onTestFailed(() => console.error(warnings.join('')))
})

/** A storage that stores a file and then hangs until it is released. */
function hangingStorage() {
  const stored = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const { storage } = connected
  const hanging: typeof storage = {
    ...storage,
    async putFile(key, path) {
      const kept = await storage.putFile(key, path)
      stored.resolve()
      await go.promise
      return kept
    },
  }
  return { storage: hanging, stored: stored.promise, letGo: go.resolve }
}

async function filesOf(id: string): Promise<string[]> {
  const folder = join(connected.env.DATA_DIR, 'files', id.slice(-2), id)
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted()
}

type Made = { what: string; model: string; begins(call: MediaCall): boolean }
const starts = (path: string) => (call: MediaCall) => call.method === 'POST' && call.path.startsWith(path)
const openaiFilm: Made = { what: 'a film', model: 'openai/film', begins: starts('/openai/videos') }
const xaiFilm: Made = { what: 'a film of a service without keys', model: 'xai/grok-imagine-video', begins: starts('/xai/videos') }
const runwayFilm: Made = { what: 'a film of Runway', model: 'runway/gen4.5', begins: starts('/runway/text_to_video') }
const lumaFilm: Made = { what: 'a film of Luma', model: 'luma/ray-3.2', begins: starts('/luma/generations') }
const klingFilm: Made = { what: 'a film of Kling', model: 'kling/kling-3.0', begins: starts('/kling/text-to-video') }
const openaiPicture: Made = { what: 'a picture', model: 'openai/gpt-image-2.6-flare', begins: starts('/openai/images') }
const xaiPicture: Made = { what: 'a picture behind an address', model: 'xai/grok-imagine-image', begins: starts('/xai/images') }
const bflPicture: Made = { what: 'a picture that is asked for', model: 'bfl/flux-pro-1.1', begins: starts('/bfl/flux') }
const replicatePicture: Made = {
  what: 'a picture of another service that is asked for',
  model: 'replicate/black-forest-labs-flux-schnell',
  begins: starts('/replicate/models'),
}
const openaiSpeech: Made = { what: 'speech', model: 'openai/voice', begins: starts('/openai/audio/speech') }
const music: Made = { what: 'music', model: 'elevenlabs/music_v1', begins: starts('/elevenlabs/v1/music') }

/** The points at which the first worker dies. Each resolves when the worker hangs there forever. */
const isResult = ({ method, path }: MediaCall) => method === 'GET' && /\.(?:mp4|png)|\/content$/.test(path)
const isPoll = ({ method, path }: MediaCall) =>
  method === 'GET' && /\/videos\/\w+$|\/(?:tasks|generations)\/[\w-]+$|\/tasks\?task_ids=|\/get_result\?|\/predictions\/\w+$/.test(path)

const workers: Awaited<ReturnType<ConnectedServer['startWorker']>>[] = []
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  workers.length = 0
})
async function startWorker(options?: Parameters<ConnectedServer['startWorker']>[0]) {
  const worker = await connected.startWorker(options)
  workers.push(worker)
  return worker
}

type Ending = { status: 'succeeded' | 'failed'; errorCode: 'answer_lost' | null }
type Crash = { made: Made; at: 'start' | 'poll' | 'result' | 'store'; knowsKeys: boolean; started: number }

/**
 * Starts the run, leaves its first worker dead at the given point with the hold in place, then starts a second worker, as the next start of
 * the server does.
 */
async function dieAndGoOn({ made, at, knowsKeys }: Crash, ending: Ending = { status: 'succeeded', errorCode: null }) {
  service = knowsKeys ? knowing : forgetful
  const before = service.started()
  const { userId, id, price } = await connected.submit(made.model)
  const hanging = hangingStorage()
  const where = { start: made.begins, poll: isPoll, result: isResult }
  const reached = at === 'store' ? hanging.stored : service.loseNext(where[at])
  const first = await startWorker(at === 'store' ? { storage: hanging.storage } : {})
  await reached
  await first.crash()
  expect(await connected.statusOf(id)).toBe('running')
  expect(await connected.balanceOf(userId)).toEqual({ available: 1_000 - price, held: price })

  await startWorker()
  const outcome = async () => {
    const { status, errorCode } = await connected.rowOf({ userId, id })
    return { status, errorCode }
  }
  await expect.poll(outcome).toEqual(ending)
  // The first worker continues and changes nothing.
  hanging.letGo()
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  return { userId, id, price, started: service.started() - before }
}

async function expectOneResultPaidOnce({ userId, id, price }: { userId: string; id: string; price: number }) {
  const row = await connected.rowOf({ userId, id })
  expect(row).toMatchObject({ status: 'succeeded', charged: price })
  expect(await connected.entriesOf(id)).toEqual([`hold ${price}`, `settle ${price}`])
  expect(await connected.balanceOf(userId)).toEqual({ available: 1_000 - price, held: 0 })
  const kept = await connected.db.select().from(files).where(eq(files.generationId, id))
  expect(kept.filter(({ position }) => position !== null)).toHaveLength(1)
  expect(await filesOf(id)).toHaveLength(kept.length)
  expect(await auditLedger(connected.db)).toEqual([])
}

describe('a dead worker', () => {
  const crashes: Crash[] = [
    { made: openaiFilm, at: 'start', knowsKeys: true, started: 1 },
    { made: openaiFilm, at: 'poll', knowsKeys: true, started: 1 },
    { made: openaiFilm, at: 'result', knowsKeys: true, started: 1 },
    { made: openaiFilm, at: 'store', knowsKeys: true, started: 1 },
    { made: xaiFilm, at: 'poll', knowsKeys: false, started: 1 },
    { made: xaiFilm, at: 'result', knowsKeys: false, started: 1 },
    { made: xaiFilm, at: 'store', knowsKeys: false, started: 1 },
    { made: klingFilm, at: 'start', knowsKeys: false, started: 1 },
    { made: runwayFilm, at: 'result', knowsKeys: false, started: 1 },
    { made: lumaFilm, at: 'poll', knowsKeys: false, started: 1 },
    { made: klingFilm, at: 'store', knowsKeys: false, started: 1 },
    { made: bflPicture, at: 'poll', knowsKeys: false, started: 1 },
    { made: replicatePicture, at: 'result', knowsKeys: false, started: 1 },
  ]
  const others: Crash[] = [runwayFilm, lumaFilm, klingFilm, bflPicture, replicatePicture]
    .flatMap((made) => (['poll', 'result', 'store'] as const).map((at) => ({ made, at, knowsKeys: false, started: 1 })))
    .filter((crash) => !crashes.some(({ made, at }) => made === crash.made && at === crash.at))
  const goesOn = async (crash: Crash) => {
    const ended = await dieAndGoOn(crash)
    await expectOneResultPaidOnce(ended)
    expect(ended.started).toBe(crash.started)
  }
  test.each(crashes)(
    'a worker that dies is followed by another one: one result, paid once, nothing left behind ($made.what, dead at its $at)',
    goesOn,
  )
  test.each(others)(
    'another worker goes on where a worker has died: one result, paid once, nothing left behind ($made.what, dead at its $at)',
    { tags: 'full' },
    goesOn,
  )
})

type Loss = Pick<Crash, 'made' | 'at'>
const losses: Loss[] = [
  { made: xaiFilm, at: 'start' },
  { made: bflPicture, at: 'start' },
  { made: xaiPicture, at: 'result' },
  { made: openaiPicture, at: 'start' },
  { made: openaiSpeech, at: 'store' },
  { made: music, at: 'start' },
]
const otherLosses: Loss[] = [
  ...[runwayFilm, lumaFilm, replicatePicture, xaiPicture, openaiSpeech].map((made) => ({ made, at: 'start' as const })),
  { made: xaiPicture, at: 'store' },
]
describe('a lost answer', () => {
  const isLost = async ({ made, at }: Loss) => {
    const crash = { made, at, knowsKeys: false, started: 1 }
    const { userId, id, price, started } = await dieAndGoOn(crash, { status: 'failed', errorCode: 'answer_lost' })
    expect(started).toBe(1)
    expect(await connected.rowOf({ userId, id })).toMatchObject({ charged: 0 })
    expect(await connected.entriesOf(id)).toEqual([`hold ${price}`, `release ${price}`])
    expect(await connected.balanceOf(userId)).toEqual({ available: 1_000, held: 0 })
    expect(await filesOf(id).catch(() => [])).toEqual([])
    expect(await auditLedger(connected.db)).toEqual([])
  }
  test.each(losses)(
    'an answer that a dead worker has lost is not requested again: the service is paid once and the person nothing ($made.what, dead at its $at)',
    isLost,
  )
  test.each(otherLosses)(
    'an answer lost by a dead worker is paid once and charged to nobody ($made.what, dead at its $at)',
    { tags: 'full' },
    isLost,
  )
})
