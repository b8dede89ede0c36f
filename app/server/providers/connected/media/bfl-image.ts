import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Operation, OperationModel, OperationState, RunInput } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { classifyFailure } from '../classify-error.ts'
import { callJson } from './call-json.ts'
import { ratioOf, seedOf } from './frame-size.ts'
import { isThird } from './media-sends.ts'
import type { MediaAccess } from './media-fetch.ts'
import { final, forgotten, gaveNothing, operationIdSchema } from './operations.ts'
import { readEdited, readSource, toBase64 } from './read-pictures.ts'
import { bflSizes } from './service-sizes.ts'
import { sidesOf } from './sides-of.ts'

const startedSchema = v.object({ id: operationIdSchema, polling_url: v.optional(v.string()) })
const resultSchema = v.object({
  status: v.string(),
  progress: v.optional(v.nullable(v.number())),
  result: v.optional(v.nullable(v.looseObject({ sample: v.optional(v.nullable(v.string())) }))),
})

/** URL of the region that accepted the work, which no other region knows. */
const regionPattern = /^api\.([a-z]{2,8}\d{0,3})\.bfl\.ai$/

/**
 * Pictures of Black Forest Labs, started and polled in separate calls. The package does both in one: the process would lose started work,
 * and a refusal would look like running work.
 */
export function bflImage(access: MediaAccess): OperationModel {
  const headers = { 'x-key': access.apiKey }

  function placeOf({ region }: Operation): string {
    return typeof region === 'string' ? `https://api.${region}.bfl.ai/v1` : access.baseUrl
  }

  return {
    kind: 'operation',
    async start({ model, prompt, inputs, options, signal, idempotencyKey }) {
      // FLUX.2 is billed for input pictures too.
      const { pictures, mask } = await readEdited(inputs, { mask: 'white', ...(isSecond(model) && { longestSide: 1_024 }) })
      const sides = isExpand(model) ? await addedSides(inputs, options) : null
      const { id, polling_url } = await callJson(access, {
        path: `/${model}`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({
          prompt,
          ...shapeOf(model, options),
          ...(isThird(model)
            ? { ...(pictures.length > 0 && { images: pictures.map(toBase64) }) }
            : {
                ...seedOf(options),
                ...Object.fromEntries(pictures.map((picture, index) => [fieldOf(model, index), toBase64(picture)])),
                ...(mask && { mask: toBase64(mask) }),
                ...sides,
                output_format: 'png',
              }),
        }),
        signal,
        schema: startedSchema,
      })
      const region = access.override ? undefined : regionPattern.exec(URL.parse(polling_url ?? '')?.host ?? '')?.[1]
      return { id, ...(region && { region }) }
    },
    async poll(operation, { signal }) {
      const query = new URLSearchParams({ id: operation.id })
      const there = { ...access, baseUrl: placeOf(operation) }
      const answer = await callJson(there, { path: `/get_result?${query}`, headers, signal, schema: resultSchema })
      return toState(access, answer)
    },
  }
}

const isExpand = (model: string) => model.endsWith('-expand')

/** Pixels to add on each side, in pixels of the picture that is sent. */
async function addedSides(inputs: readonly RunInput[], options: OptionValues) {
  const { factor } = await readSource(inputs, { longestSide: 2_048 })
  const { left, right, up: top, down: bottom } = sidesOf(options, factor) ?? { left: 0, right: 0, up: 0, down: 0 }
  return { left, right, top, bottom }
}

/** The name of a picture's field; two models have another name for their only picture. */
const fieldOf = (model: string, index: number) =>
  model.endsWith('-fill') || isExpand(model) ? 'image' : index === 0 ? 'input_image' : `input_image_${index + 1}`

const isSecond = (model: string) => model.startsWith('flux-2')

function shapeOf(model: string, options: OptionValues) {
  const ratio = ratioOf(options)
  if (isThird(model))
    return {
      ...(ratio && { aspect_ratio: ratio.aspectRatio }),
      ...(typeof options.resolution === 'string' && { resolution: options.resolution }),
    }
  return isSecond(model) || model === 'flux-pro-1.1' ? bflSizes[String(options.aspect)] : ratio && { aspect_ratio: ratio.aspectRatio }
}

function toState({ service }: MediaAccess, { status, progress, result }: v.InferOutput<typeof resultSchema>): OperationState {
  switch (status.toLowerCase()) {
    case 'ready':
      if (!result?.sample) throw gaveNothing(service)
      return { state: 'done', results: [{ url: result.sample }], usage: { runs: 1, images: 1 } }
    case 'content moderated':
      throw new ProviderError('result_refused', `${service}: the service refused the result`)
    case 'request moderated':
      throw new ProviderError('refused', `${service}: the service refused the content`)
    case 'task not found':
      throw forgotten(service)
    case 'error':
    case 'failed':
      throw final(classifyFailure(service, { body: { status } }))
    default:
      return { state: 'running', progress: typeof progress === 'number' ? Math.min(Math.max(progress, 0), 1) : null }
  }
}
