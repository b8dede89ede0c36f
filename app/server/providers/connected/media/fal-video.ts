import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { OperationModel, RunInput } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { classifyFailure } from '../classify-error.ts'
import { callJson } from './call-json.ts'
import { durationOf, ratioOf, seedOf } from './frame-size.ts'
import type { MediaAccess } from './media-fetch.ts'
import { final, gaveNothing, operationIdSchema } from './operations.ts'
import { readFilm } from './read-film.ts'
import { readFrames } from './film-frames.ts'
import { readSpeech } from './read-voice.ts'
import { readPicture, toDataUri } from './read-pictures.ts'

const startedSchema = v.object({ request_id: operationIdSchema, status_url: v.optional(v.string()) })
const statusSchema = v.object({
  status: v.string(),
  error: v.optional(v.nullable(v.unknown())),
  error_type: v.optional(v.nullable(v.string())),
})
const fileSchema = v.object({ url: v.string() })
/** The fields that fal's models use for what they made. */
const resultSchema = v.object({
  video: v.optional(v.nullable(fileSchema)),
  videos: v.optional(v.nullable(v.array(fileSchema))),
  image: v.optional(v.nullable(fileSchema)),
  images: v.optional(v.nullable(v.array(fileSchema))),
  audio: v.optional(v.nullable(fileSchema)),
  audio_file: v.optional(v.nullable(fileSchema)),
})

/** Attempts to fetch the result of completed work, and the milliseconds between them. fal repeats the work itself before it completes. */
const resultTries = 3
const resultPauseMs = 300

const fromText = /\/text-to-video$/
/** A path for films from something else than a text, such as `…/image-to-video`. */
const fromElse = /\/(?!text)\w[\w-]*-to-video$/

/** The path of a model; films from a picture have their own, next to that of films from a text or below the model's. */
function pathOf(model: string, { fromPicture }: { fromPicture: boolean }): string {
  return fromPicture && !fromElse.test(model) ? `/${model.replace(fromText, '')}/image-to-video` : `/${model}`
}
/** The path of a request whose start named none: it consists of the first two parts of a model's name. */
const requestOf = (model: string, id: string) => `/${model.split('/').slice(0, 2).join('/')}/requests/${id}`

const statusPath = /^\/(?:[\w-]+\/)+requests\/[\w-]{1,200}\/status$/

/** The path of the request that fal named at the start; undefined if it is none of the queue. */
function namedRequest(statusUrl: string | undefined): string | undefined {
  const path = URL.parse(statusUrl ?? '')?.pathname
  return path !== undefined && statusPath.test(path) ? path.slice(0, -'/status'.length) : undefined
}

/** Films, and whatever else an operator's model makes, by fal's queue. The package's own model is typed for another version of the interface. */
export function falVideo(given: MediaAccess, { speaks = false }: { speaks?: boolean } = {}): OperationModel {
  const access = { ...given, baseUrl: given.operationsOrigin }
  const headers = { authorization: `Key ${access.apiKey}` }
  return {
    kind: 'operation',
    async start({ model, prompt, inputs, options, signal, idempotencyKey }) {
      const { path, body } = speaks ? await spokenOf(inputs, { model, options }) : await filmOf(inputs, { model, prompt, options })
      const { request_id: id, status_url: statusUrl } = await callJson(access, {
        path,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify(body),
        signal,
        schema: startedSchema,
      })
      const request = namedRequest(statusUrl)
      return { id, ...(request !== undefined && { request }) }
    },
    async poll({ id, request: named }, { model, signal }) {
      const request = typeof named === 'string' ? named : requestOf(model, id)
      const {
        status,
        error,
        error_type: type,
      } = await callJson(access, { path: `${request}/status`, headers, signal, schema: statusSchema })
      if (status !== 'COMPLETED') return { state: 'running', progress: null }
      if (error != null || type != null) throw final(classifyFailure('fal', { body: { error_type: type, message: error } }))
      const made = await readCompleted(() => callJson(access, { path: request, headers, signal, schema: resultSchema }), signal)
      const results = [made.video, made.videos, made.image, made.images, made.audio, made.audio_file].flatMap((file) => file ?? [])
      if (results.length === 0) throw gaveNothing('fal')
      return { state: 'done', results, usage: { runs: 1, ...(made.images && { images: results.length }) } }
    },
  }
}

/** Reads the result of completed work, which is the same at every later query, also if it is the failure of the model. */
async function readCompleted<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = resultTries; ; tries -= 1) {
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || !(error instanceof ProviderError) || !error.retryable) throw error
      if (tries === 1) throw final(error)
      await sleep(resultPauseMs, undefined, { signal })
    }
  }
}

type Film = { model: string; prompt: string; options: OptionValues }

async function filmOf(inputs: readonly RunInput[], { model, prompt, options }: Film) {
  const { aspectRatio } = ratioOf(options) ?? {}
  const { duration } = durationOf(options) ?? {}
  const { first, last } = await readFrames(inputs, { read: (frame) => readPicture(frame), lastAlone: true })
  const body = {
    ...(prompt && { prompt }),
    ...seedOf(options),
    ...(aspectRatio && { aspect_ratio: aspectRatio }),
    ...(duration !== undefined && { duration: `${duration}s` }),
    ...(typeof options.resolution === 'string' && { resolution: options.resolution }),
    ...(first && { image_url: toDataUri(first) }),
    ...(last && { end_image_url: toDataUri(last) }),
  }
  return { path: pathOf(model, { fromPicture: (first ?? last) !== undefined }), body }
}

/** A film whose person says what is recorded. */
async function spokenOf(inputs: readonly RunInput[], { model, options }: Omit<Film, 'prompt'>) {
  const film = inputs.find(({ role }) => role === 'source')
  const speech = inputs.find(({ role }) => role === 'speech')
  if (!film || !speech) throw new ProviderError('invalid_input', 'a film or its speech is missing')
  const body = { video_url: await readFilm(film), audio_url: await readSpeech(speech), sync_mode: options.fit }
  return { path: pathOf(model, { fromPicture: false }), body }
}
