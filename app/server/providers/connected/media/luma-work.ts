import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { OperationModel, OperationState, RunInput } from '../../kinds.ts'
import { classifyFailure } from '../classify-error.ts'
import { callJson } from './call-json.ts'
import { readFrames } from './film-frames.ts'
import { durationOf, ratioOf } from './frame-size.ts'
import type { MediaAccess } from './media-fetch.ts'
import { final, gaveNothing, operationIdSchema } from './operations.ts'
import { mediaTypeOf, readEdited, readPicture, toBase64 } from './read-pictures.ts'

const startedSchema = v.object({ id: operationIdSchema })
const generationSchema = v.object({
  state: v.string(),
  output: v.optional(v.nullable(v.array(v.object({ url: v.string() })))),
  failure_code: v.optional(v.nullable(v.string())),
})

/** The length without a choice, the only one that Luma makes of frames. */
const usualSeconds = 5

/** The HTTP statuses that correspond to its failures. */
const statuses: Record<string, number> = {
  content_moderated: 451,
  budget_exhausted: 402,
  image_too_large: 413,
  unsupported_format: 422,
  corrupt_input: 422,
  invalid_request: 400,
}

/** Pictures and films of Luma's Agents API, started and polled in separate calls. The API has no cancel. */
export function lumaWork(access: MediaAccess, { makes }: { makes: 'image' | 'video' }): OperationModel {
  const headers = { authorization: `Bearer ${access.apiKey}` }
  return {
    kind: 'operation',
    async start({ model, prompt, inputs, options, signal, idempotencyKey }) {
      const body = await (makes === 'image' ? stillOf(inputs, options) : filmOf(inputs, options))
      const { id } = await callJson(access, {
        path: '/generations',
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({ model, prompt, ...body }),
        signal,
        schema: startedSchema,
      })
      return { id }
    },
    async poll({ id }, { signal }) {
      return toState(access, await callJson(access, { path: `/generations/${id}`, headers, signal, schema: generationSchema }))
    },
  }
}

const toRef = (picture: Uint8Array) => ({ data: toBase64(picture), media_type: mediaTypeOf(picture) })

function shapeOf(options: OptionValues) {
  const ratio = ratioOf(options)
  return ratio && { aspect_ratio: ratio.aspectRatio }
}

/** Describes a picture; an edited one keeps its shape. */
async function stillOf(inputs: readonly RunInput[], options: OptionValues) {
  const isEdit = inputs.some(({ role }) => role === 'source')
  const { pictures } = await readEdited(inputs, { mask: 'white' })
  const [source, ...others] = pictures
  const references = isEdit ? others : pictures
  return {
    ...(isEdit && source ? { type: 'image_edit', source: toRef(source) } : { type: 'image', ...shapeOf(options) }),
    ...(references.length > 0 && { image_ref: references.map(toRef) }),
    output_format: 'png',
  }
}

async function filmOf(inputs: readonly RunInput[], options: OptionValues) {
  const { first, last } = await readFrames(inputs, { read: (frame) => readPicture(frame), lastAlone: true })
  const video = {
    resolution: options.resolution,
    duration: `${durationOf(options)?.duration ?? usualSeconds}s`,
    ...(first && { start_frame: toRef(first) }),
    ...(last && { end_frame: toRef(last) }),
  }
  return { type: 'video', ...shapeOf(options), video }
}

function toState({ service }: MediaAccess, { state, output, failure_code }: v.InferOutput<typeof generationSchema>): OperationState {
  if (state === 'queued' || state === 'processing') return { state: 'running', progress: null }
  if (state !== 'completed') throw final(classifyFailure(service, { status: statuses[failure_code ?? ''] ?? 500 }))
  const [result] = output ?? []
  if (!result) throw gaveNothing(service)
  return { state: 'done', results: [{ url: result.url }], usage: { runs: 1, images: 1 } }
}
