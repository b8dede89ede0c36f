import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { config } from '#config'
import type { CatalogueModel } from '../catalogue/model.ts'
import type { KindModel, RawResult } from '../kinds.ts'
import { pathsOf } from '../paths-of.ts'
import type { VoiceSample } from '../provider.ts'
import { headBytes, sniffMedium } from '../../inspection/sniff-medium.ts'
import { fetchResult } from './fetch-result.ts'
import type { ReceiveResult } from './receive.ts'
import type { Voice } from './voices.ts'

export type VoiceSamplesOptions = {
  service: string
  /** Folder in which samples are kept for good. */
  dir: string
  /** Whether voices without a preview of their service are recorded once, which the service bills to the operator. */
  generates: boolean
  headers: Record<string, string>
  ownOrigins: readonly string[]
  receive: ReceiveResult
  open(model: CatalogueModel): Promise<KindModel>
  now?(): number
}

export type VoiceSamples = {
  /** Adds the addresses of samples to the voices of the models. */
  addTo(models: readonly CatalogueModel[], voices: readonly Voice[]): readonly CatalogueModel[]
  /** Returns the sample of a voice, which is fetched or recorded on first use; undefined if there is none. */
  read(voice: string, listed: { models: readonly CatalogueModel[]; voices: readonly Voice[] }): Promise<VoiceSample | undefined>
}

/** Read by each voice in both languages, because one recording serves everyone. */
const sentence = 'Hello, this is my voice. Здравствуйте, это мой голос.'

const mostBytes = 4 * 1024 * 1024
const longestMs = 60_000
/** Pause after a failure, because a recording may be billed although it does not arrive. */
const retryMs = 15 * 60_000

export function openVoiceSamples(options: VoiceSamplesOptions): VoiceSamples {
  const { service, dir, generates, now = () => performance.now() } = options
  const reading = new Map<string, Promise<string | undefined>>()
  const failedAt = new Map<string, number>()

  const path = (voice: string) => join(dir, createHash('sha256').update(`${service}\n${voice}`).digest('hex'))
  const speakerOf = (models: readonly CatalogueModel[], voice: string) =>
    models.find(({ via, options: { voice: own } }) => via === 'speech' && own && 'enum' in own && own.enum.includes(voice))

  /** Fetches or records the sample and keeps it; returns its path. */
  async function obtain(voice: string, make: (signal: AbortSignal) => Promise<RawResult>): Promise<string | undefined> {
    const kept = path(voice)
    if (await stat(kept).catch(() => undefined)) return kept
    if (now() - (failedAt.get(voice) ?? Number.NEGATIVE_INFINITY) < retryMs) return undefined
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      await keep(await make(AbortSignal.timeout(longestMs)), kept, options)
      return kept
    } catch {
      failedAt.set(voice, now())
      return undefined
    }
  }

  return {
    addTo(models, voices) {
      const previewed = new Set(voices.flatMap(({ id, sample }) => (sample === undefined ? [] : id)))
      return models.map((model) => {
        const { voice } = model.options
        if (model.via !== 'speech' || !voice || !('enum' in voice)) return model
        const heard = voice.enum.filter((id) => generates || previewed.has(id))
        if (heard.length === 0) return model
        const samples = Object.fromEntries(heard.map((id) => [id, addressOf(service, id)]))
        return { ...model, options: { ...model.options, voice: { ...voice, 'x-samples': samples } } }
      })
    },
    async read(voice, { models, voices }) {
      const preview = voices.find(({ id }) => id === voice)?.sample
      const speaker = speakerOf(models, voice)
      if (preview === undefined && !(generates && speaker)) return undefined
      const make = (signal: AbortSignal) =>
        preview === undefined ? record(voice, { speaker, signal, ...options }) : fetchPreview(preview, { signal, ...options })
      const pending = reading.get(voice) ?? obtain(voice, make).finally(() => reading.delete(voice))
      reading.set(voice, pending)
      const kept = await pending
      return kept === undefined ? undefined : readSample(kept)
    },
  }
}

const addressOf = (service: string, voice: string) =>
  `${config.api.basePath}/v1/voices/${encodeURIComponent(service)}/${encodeURIComponent(voice)}/sample`

type Recording = Pick<VoiceSamplesOptions, 'open'> & { speaker: CatalogueModel | undefined; signal: AbortSignal }

async function record(voice: string, { speaker, open: openModel, signal }: Recording): Promise<RawResult> {
  const model = speaker && (await openModel(speaker))
  if (model?.kind !== 'speech') throw new Error('no model has the voice')
  const call = { model: speaker?.model ?? '', options: { voice }, signal, idempotencyKey: randomUUID() }
  const { results } = await model.speak({ ...call, text: sentence, inputs: [] })
  const [result] = results
  if (!result) throw new Error('the service gave no sound')
  return result
}

const encodedSchema = v.union([
  v.string(),
  v.pipe(
    v.object({ audio_data: v.string() }),
    v.transform(({ audio_data: data }) => data),
  ),
])

type Preview = Pick<VoiceSamplesOptions, 'headers' | 'ownOrigins'> & { signal: AbortSignal }

/** Fetches the preview of a service, which is a sound, or JSON with a sound in base64. */
async function fetchPreview(url: string, { headers, ownOrigins, signal }: Preview): Promise<RawResult> {
  const response = await fetchResult(url, { headers, ownOrigins, signal })
  const bytes = await buffer(bounded(response))
  if (!response.headers['content-type']?.includes('json')) return { bytes }
  return { bytes: Buffer.from(v.parse(encodedSchema, JSON.parse(bytes.toString())), 'base64') }
}

async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > mostBytes * 2) throw new Error('the sample is too big')
    yield chunk
  }
}

/** Checks that a sample is a sound of a reasonable size, and moves it to its place. */
async function keep(raw: RawResult, to: string, { dir, ownOrigins, receive }: VoiceSamplesOptions): Promise<void> {
  const made = await receive(raw, { kind: 'audio', context: { dir, ownOrigins, signal: AbortSignal.timeout(longestMs) } })
  try {
    if ((await stat(made.path)).size > mostBytes) throw new Error('the sample is too big')
    await rename(made.path, to)
  } finally {
    await Promise.all(pathsOf(made).map((path) => rm(path, { force: true })))
  }
}

async function readSample(path: string): Promise<VoiceSample | undefined> {
  await using file = await open(path)
  const { buffer: head, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  const mediaType = sniffMedium(head.subarray(0, bytesRead))?.mediaType
  return mediaType === undefined ? undefined : { mediaType, bytes: await readFile(path) }
}
