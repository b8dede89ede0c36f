import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { OperationModel, OperationState, RawResult, RunInput } from '../../kinds.ts'
import { classifyFailure } from '../classify-error.ts'
import { callJson } from './call-json.ts'
import { readFrames } from './film-frames.ts'
import { durationOf, ratioOf } from './frame-size.ts'
import type { MediaAccess } from './media-fetch.ts'
import { final, gaveNothing, operationIdSchema } from './operations.ts'
import { readFilm } from './read-film.ts'
import { mediaTypeOf, readPicture, toBase64 } from './read-pictures.ts'

const text = v.optional(v.nullable(v.string()))
const interactionSchema = v.object({
  id: operationIdSchema,
  status: v.string(),
  error: v.optional(v.nullable(v.looseObject({}))),
  steps: v.optional(
    v.nullable(
      v.array(
        v.object({
          type: v.string(),
          content: v.optional(v.nullable(v.array(v.object({ type: v.string(), data: text, uri: text })))),
        }),
      ),
    ),
  ),
})
type Interaction = v.InferOutput<typeof interactionSchema>

/** Films of Google's Interactions API, made in the background and polled in separate calls. */
export function googleVideo(access: MediaAccess): OperationModel {
  const headers = { 'x-goog-api-key': access.apiKey }
  return {
    kind: 'operation',
    async start({ model, prompt, inputs, options, signal }) {
      const { task, given } = await workOf(inputs)
      const { id } = await callJson(access, {
        path: '/interactions',
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          model,
          input: [...given, { type: 'text', text: prompt }],
          background: true,
          response_modalities: ['video'],
          response_format: [formatOf(options)],
          generation_config: { video_config: { task } },
        }),
        signal,
        schema: interactionSchema,
      })
      return { id }
    },
    async poll({ id }, { signal }) {
      return toState(access, await callJson(access, { path: `/interactions/${id}`, headers, signal, schema: interactionSchema }))
    },
    async cancel({ id }) {
      const signal = AbortSignal.timeout(10_000)
      const { status } = await callJson(access, {
        path: `/interactions/${id}/cancel`,
        method: 'POST',
        headers,
        signal,
        schema: interactionSchema,
      })
      return status === 'cancelled'
    },
  }
}

/** The settings of the film. A link in place of its bytes, because a film of 4K would not fit into an answer. */
function formatOf(options: OptionValues) {
  const { aspectRatio } = ratioOf(options) ?? {}
  const { duration } = durationOf(options) ?? {}
  return {
    type: 'video',
    ...(aspectRatio && { aspect_ratio: aspectRatio }),
    ...(typeof options.resolution === 'string' && { resolution: options.resolution }),
    ...(duration !== undefined && { duration: `${duration}s` }),
    delivery: 'uri',
  }
}

/** The task and its files. Their order is their meaning: a first frame precedes the last one. */
async function workOf(inputs: readonly RunInput[]) {
  const source = inputs.find(({ role }) => role === 'source')
  if (source) {
    const film = await readFilm(source)
    return { task: 'extend', given: [{ type: 'video', data: film.slice(film.indexOf(',') + 1), mime_type: source.mediaType }] }
  }
  const { first, last } = await readFrames(inputs, { read: (frame) => readPicture(frame) })
  const frames = [first, last].flatMap((frame) => frame ?? [])
  if (frames.length > 0) return { task: 'image_to_video', given: frames.map(toContent) }
  const references = await Promise.all(inputs.filter(({ role }) => role === 'reference').map((one) => readPicture(one)))
  return references.length > 0 ? { task: 'reference_to_video', given: references.map(toContent) } : { task: 'text_to_video', given: [] }
}

const toContent = (picture: Uint8Array) => ({ type: 'image', data: toBase64(picture), mime_type: mediaTypeOf(picture) })

function toState(access: MediaAccess, { status, error, steps }: Interaction): OperationState {
  const { service } = access
  if (status === 'in_progress') return { state: 'running', progress: null }
  if (status !== 'completed') throw final(classifyFailure(service, { body: error ? { error } : { status } }))
  const made = (steps ?? []).filter(({ type }) => type === 'model_output').flatMap(({ content }) => content ?? [])
  const film = made.find(({ type, data, uri }) => type === 'video' && (data || uri))
  if (!film) throw gaveNothing(service)
  const result: RawResult = film.data ? { bytes: Buffer.from(film.data, 'base64') } : toDownload(access, film.uri ?? '')
  return { state: 'done', results: [result], usage: { runs: 1 } }
}

/** The address of the film’s bytes. Google names the file, whose own address describes it. */
function toDownload({ baseUrl, apiKey }: MediaAccess, uri: string): RawResult {
  const url = URL.parse(uri)
  if (!url || url.origin !== new URL(baseUrl).origin) return { url: uri }
  if (!url.pathname.includes(':')) url.pathname += ':download'
  url.searchParams.set('alt', 'media')
  url.searchParams.delete('key')
  return { url: url.href, headers: { 'x-goog-api-key': apiKey } }
}
