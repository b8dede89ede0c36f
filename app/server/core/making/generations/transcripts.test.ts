import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import type { Locale } from '#config'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { makeFilm, makeSound } from '#tests/fixtures/make-media.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { problemAnswer } from '#app/server/api/answers/problem-answer.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import type { Provider, ProviderModel } from '#app/server/providers/provider.ts'
import { purgeGenerations } from '../../library/works/purge-generations.ts'
import { Problem } from '../../problem.ts'
import { openInputs } from '../runs/open-inputs.ts'
import { runGeneration } from '../runs/run-generation.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { keepUpload } from '../uploads/keep-upload.ts'
import { checkInputs } from './check-inputs.ts'
import { createGeneration } from './create-generation.ts'
import { deleteGeneration } from './delete-generation.ts'
import { quoteGeneration } from './quote-generation.ts'
import { readTranscript, writeTranscript } from './read-transcript.ts'
import { refuseSilentVideos } from '../runs/refuse-silent-videos.ts'
import { toGeneration } from './to-generation.ts'

const text = (message: string) => ({ id: `test.${message}`, message })
const listens: ProviderModel = {
  id: 'listens',
  type: 'audio',
  task: 'transcribe',
  provider: 'scripted',
  name: text('Listens'),
  description: text('scripted'),
  price: { base: 0, per: { measure: 'input_duration', every: 1, tokens: 0.5 } },
  options: {},
  inputs: [{ role: 'source', types: ['audio', 'video'], max: 1, required: true, min_seconds: 0.5, max_seconds: 10, max_bytes: 100_000 }],
  prompt: { placeholder: text('A recording'), maxLength: 0, examples: [] },
  unavailable: null,
}
const scripted = scriptedProvider(async () => ({
  text: 'Good evening, everybody, and welcome to the programme. Tonight we talk about the lake behind the hills.',
  files: [],
  transcript: { language: 'en', segments: [{ start_ms: 0, end_ms: 4_000, text: 'Good evening', speaker: 1 }] },
}))
const provider: Provider = { ...scripted, models: async () => [listens, ...(await scripted.models())] }

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
})
afterAll(() => runtime[Symbol.asyncDispose]())

async function recorded(seconds: number) {
  const { db, storage, uploadSlots: slots } = runtime
  const user = await createUser(runtime, { tokens: 10 })
  const { id } = await keepUpload(db, { storage, slots, userId: user.id, bytes: makeSound(seconds, 8_000) })
  const input = { model: 'listens', prompt: '', options: {}, inputs: [{ upload_id: id, role: 'source' as const }] }
  return { user, input }
}
const submit = (userId: string, input: Parameters<typeof createGeneration>[1]['input']) =>
  createGeneration(runtime.db, { queue: runtime.queue, providers: runtime.providers, userId, input })
const run = (id: string) => {
  const { queue, providers, storage, progress, logger } = runtime
  const worker = { id: uuidv7(), queue, providers, storage, progress, logger }
  return runGeneration(runtime.db, { worker, id, controller: new AbortController() })
}
const shown = async (row: Awaited<ReturnType<typeof submit>>, locale: Locale = 'en') =>
  toGeneration(runtime.db, row, { keys: runtime.keys, providers: runtime.providers, locale })
const fieldsOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => (error instanceof Problem ? error.fields : error))

test('a recording is quoted, held and charged by its length, and its transcript is stored with times', async () => {
  const { db, providers } = runtime
  const { user, input } = await recorded(4.2)
  const quote = await quoteGeneration(db, { providers, userId: user.id, locale: 'en', input })
  // 4.2 seconds are five started ones, which cost 2.5 tokens.
  expect(quote.price).toBe(3)
  const { id } = await submit(user.id, input)
  await run(id)
  const transcript = await readTranscript(db, { userId: user.id, id })
  expect(transcript).toMatchObject({ language: 'en', segments: [{ start_ms: 0, speaker: 1 }] })
  expect(writeTranscript(transcript, 'srt', 'ru')).toBe('1\n00:00:00,000 --> 00:00:04,000\nГоворящий 1: Good evening\n')
  expect(await auditLedger(db)).toEqual([])
})

test('a transcript is named by its first words until it gets a title, and before it by what it will be', async () => {
  const { user, input } = await recorded(1)
  const row = await submit(user.id, input)
  expect(await shown(row)).toMatchObject({ prompt: '', title: 'Transcript', transcript: null })
  const heard = 'Good evening, everybody, and welcome to the programme. Tonight we talk about the lake behind the hills.'
  const title = 'Good evening, everybody, and welcome to the programme. Tonight we talk about…'
  expect(await shown({ ...row, text: heard })).toMatchObject({ title })
  expect(await shown({ ...row, text: heard, title: 'My talk' })).toMatchObject({ title: 'My talk' })
})

test('a transcript is a text for other models, and belongs to its person alone', async () => {
  const { db, storage, providers } = runtime
  const { user, input } = await recorded(1)
  const { id } = await submit(user.id, input)
  await run(id)
  const inputs = [{ generation_id: id, role: 'source' as const }]
  const remix = await providers.find('remix')
  if (!remix) throw new Error('no model')
  await checkInputs(db, { userId: user.id, model: remix, inputs, options: {} })
  await using opened = await openInputs(db, { storage, row: { userId: user.id, inputs } })
  expect(opened.files).toMatchObject([{ mediaType: 'text/plain' }])
  const stranger = await createUser(runtime)
  await expect(readTranscript(db, { userId: stranger.id, id })).rejects.toMatchObject({ code: 'not_found' })
  await deleteGeneration(db, { providers, userId: user.id, id })
  await purgeGenerations(db, { queue: runtime.queue, userId: user.id, ids: [id] })
  await expect(readTranscript(db, { userId: user.id, id })).rejects.toMatchObject({ code: 'not_found' })
})

test('a video without sound is refused before the run, and a recording that is too long with its length', async () => {
  const { db, storage, providers, uploadSlots: slots } = runtime
  const user = await createUser(runtime, { tokens: 10 })
  const given = new URL('../../../../../tests/fixtures/inputs/video-without-sound.3gp', import.meta.url)
  const films = [await readFile(given), Buffer.from(await makeFilm())]
  for (const bytes of films) {
    const { id, type } = await keepUpload(db, { storage, slots, userId: user.id, bytes })
    expect(type).toBe('video')
    const asked = { storage, userId: user.id, inputs: [{ upload_id: id, role: 'source' as const }] }
    const input = { model: 'listens', prompt: '', options: {}, inputs: asked.inputs }
    const silent = { 'inputs.0': 'input_without_sound' }
    expect(await fieldsOf(quoteGeneration(db, { providers, userId: user.id, locale: 'en', input }))).toEqual(silent)
    expect(await fieldsOf(submit(user.id, input))).toEqual(silent)
    // An earlier release did not store whether an upload has sound.
    await db.update(uploads).set({ hasSound: null }).where(eq(uploads.id, id))
    expect(await fieldsOf(refuseSilentVideos(db, { ...asked, model: listens }))).toEqual(silent)
    await refuseSilentVideos(db, { ...asked, model: undefined })
  }
  const long = await recorded(12)
  const refused = await submit(long.user.id, long.input).catch((error: unknown) => error)
  if (!(refused instanceof Problem)) throw new Error('not refused')
  const { fields } = v.parse(errorBodySchema, await problemAnswer(refused, 'en').json())
  const detail = 'This recording lasts 0:12, and the model takes at most 0:10. Shorten it or choose another model.'
  expect(fields).toEqual({ 'inputs.0': { code: 'input_too_long', detail } })
})

test('a missing or too long recording, and a prompt that the model does not take, are refused at their fields', async () => {
  const { user, input } = await recorded(11)
  expect(await fieldsOf(submit(user.id, { ...input, inputs: [] }))).toEqual({ inputs: 'input_missing' })
  expect(await fieldsOf(submit(user.id, input))).toEqual({ 'inputs.0': 'input_too_long' })
  for (const [seconds, problem] of [
    [0.3, 'input_too_short'],
    [8, 'input_too_large'],
  ] as const) {
    const other = await recorded(seconds)
    expect(await fieldsOf(submit(other.user.id, other.input))).toEqual({ 'inputs.0': problem })
  }
  expect(await fieldsOf(submit(user.id, { ...input, prompt: 'words' }))).toEqual({ prompt: 'prompt_too_long' })
  expect(await fieldsOf(submit(user.id, { ...input, model: 'image-10', inputs: [] }))).toEqual({ prompt: 'prompt_empty' })
  expect(await fieldsOf(submit(user.id, { ...input, inputs: [{ upload_id: randomUUID(), role: 'source' }] }))).toEqual({
    'inputs.0': 'input_unknown',
  })
})

test('subtitles without times are refused, but an empty transcript has an empty file', () => {
  const timeless = { text: 'Words', language: null, segments: [] }
  expect(() => writeTranscript(timeless, 'vtt', 'en')).toThrow(Problem)
  expect(writeTranscript(timeless, 'txt', 'en')).toBe('Words\n')
  expect(writeTranscript({ ...timeless, text: '' }, 'vtt', 'en')).toBe('WEBVTT\n')
})
