import * as v from 'valibot'
import type { OptionValues } from '#app/contract/generations.ts'
import type { OperationModel, RunInput } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { callJson } from './call-json.ts'
import { durationOf, ratioOf, seedOf } from './frame-size.ts'
import type { MediaAccess } from './media-fetch.ts'
import { operationIdSchema } from './operations.ts'
import { readFilm } from './read-film.ts'
import { readFrames } from './film-frames.ts'
import { readSpeech } from './read-voice.ts'
import { readPicture, toDataUri } from './read-pictures.ts'

const startedSchema = v.object({ request_id: operationIdSchema })
const answerSchema = v.union([
  v.object({ video: v.object({ url: v.string() }) }),
  v.object({ detail: v.literal('Request is still in progress') }),
])

/** The path of a model; films from a picture have their own. */
const pathOf = (model: string, { fromPicture }: { fromPicture: boolean }) => `/${model}${fromPicture ? '/image-to-video' : ''}`
/** The path of requests, which consists of the first two parts of a model's name. */
const requestsOf = (model: string) => `/${model.split('/').slice(0, 2).join('/')}`

/** Films by fal's queue. The package's own model is typed for another version of the interface. */
export function falVideo(given: MediaAccess, { speaks = false }: { speaks?: boolean } = {}): OperationModel {
  const access = { ...given, baseUrl: given.operationsOrigin }
  const headers = { authorization: `Key ${access.apiKey}` }
  return {
    kind: 'operation',
    async start({ model, prompt, inputs, options, signal, idempotencyKey }) {
      const { path, body } = speaks ? await spokenOf(inputs, { model, options }) : await filmOf(inputs, { model, prompt, options })
      const { request_id: id } = await callJson(access, {
        path,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify(body),
        signal,
        schema: startedSchema,
      })
      return { id }
    },
    async poll({ id }, { model, signal }) {
      const answer = await callJson(access, { path: `${requestsOf(model)}/requests/${id}`, headers, signal, schema: answerSchema })
      if ('detail' in answer) return { state: 'running', progress: null }
      return { state: 'done', results: [{ url: answer.video.url }], usage: { runs: 1 } }
    },
  }
}

type Film = { model: string; prompt: string; options: OptionValues }

async function filmOf(inputs: readonly RunInput[], { model, prompt, options }: Film) {
  const { aspectRatio } = ratioOf(options) ?? {}
  const { duration } = durationOf(options) ?? {}
  const { first, last } = await readFrames(inputs, { read: (frame) => readPicture(frame) })
  const body = {
    ...(prompt && { prompt }),
    ...seedOf(options),
    ...(aspectRatio && { aspect_ratio: aspectRatio }),
    ...(duration !== undefined && { duration: `${duration}s` }),
    ...(typeof options.resolution === 'string' && { resolution: options.resolution }),
    ...(first && { image_url: toDataUri(first) }),
    ...(last && { end_image_url: toDataUri(last) }),
  }
  return { path: pathOf(model, { fromPicture: first !== undefined }), body }
}

/** A film whose person says what is recorded. */
async function spokenOf(inputs: readonly RunInput[], { model, options }: Omit<Film, 'prompt'>) {
  const film = inputs.find(({ role }) => role === 'source')
  const speech = inputs.find(({ role }) => role === 'speech')
  if (!film || !speech) throw new ProviderError('invalid_input', 'a film or its speech is missing')
  const body = { video_url: await readFilm(film), audio_url: await readSpeech(speech), sync_mode: options.fit }
  return { path: pathOf(model, { fromPicture: false }), body }
}
