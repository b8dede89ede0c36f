import * as v from 'valibot'
import type { OperationModel } from '../../kinds.ts'
import { noteAnswer } from '../../call-report.ts'
import { ProviderError } from '../../provider.ts'
import { classifyFailure } from '../classify-error.ts'
import { callJson } from './call-json.ts'
import { ratioOf, seedOf } from './frame-size.ts'
import type { MediaAccess } from './media-fetch.ts'
import { final, gaveNothing, operationIdSchema } from './operations.ts'
import { readEdited, toDataUri } from './read-pictures.ts'

const predictionSchema = v.object({
  id: operationIdSchema,
  status: v.string(),
  output: v.optional(v.nullable(v.union([v.string(), v.array(v.string())]))),
  error: v.optional(v.unknown()),
})

/** The messages of refusals, for which there is no code: one asks for other inputs, the others come from checkers of the picture. */
const refusedInput = /flagged as sensitive|\(E005\)/i
const refusedPattern = /nsfw|sensitive|safety/i

/** The models' names for a picture and, if it has another one, for a reference. */
type PictureFields = { picture: 'image' | 'first_frame_image'; reference?: 'subject_reference' }

/**
 * Pictures and films of Replicate's models, started and polled in separate calls. The package does both in one call for pictures, so the
 * process would lose started work, and it gives every film's picture the same name.
 */
export function replicateWork(access: MediaAccess, { picture: field, reference }: PictureFields): OperationModel {
  const headers = { authorization: `Bearer ${access.apiKey}` }
  return {
    kind: 'operation',
    async start({ model, prompt, inputs, options, signal, idempotencyKey }) {
      const { pictures, mask } = await readEdited(inputs, { mask: 'white' })
      const [picture] = pictures
      // Only official models run by their name.
      const version = model.includes(':') ? model : undefined
      const name = reference && inputs.every(({ role }) => role === 'reference') ? reference : field
      const { aspectRatio } = ratioOf(options) ?? {}
      const { id } = await callJson(access, {
        path: version === undefined ? `/models/${model}/predictions` : '/predictions',
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({
          ...(version !== undefined && { version }),
          input: {
            ...(prompt && { prompt }),
            ...seedOf(options),
            ...(aspectRatio && { aspect_ratio: aspectRatio }),
            ...(typeof options.count === 'number' && { num_outputs: options.count }),
            ...(picture && { [name]: toDataUri(picture) }),
            ...(mask && { mask: toDataUri(mask) }),
          },
        }),
        signal,
        schema: predictionSchema,
      })
      return { id }
    },
    async poll({ id }, { signal }) {
      const { status, output, error } = await callJson(access, { path: `/predictions/${id}`, headers, signal, schema: predictionSchema })
      if (status === 'starting' || status === 'processing') return { state: 'running', progress: null }
      if (status !== 'succeeded') throw verdictOf(error)
      const urls = [output ?? []].flat()
      // Replicate deletes outputs after an hour.
      if (urls.length === 0) throw gaveNothing('replicate')
      return { state: 'done', results: urls.map((url) => ({ url })), usage: { runs: 1, images: urls.length } }
    },
    async cancel({ id }) {
      const signal = AbortSignal.timeout(10_000)
      const path = `/predictions/${id}/cancel`
      const { status } = await callJson(access, { path, method: 'POST', headers, signal, schema: predictionSchema })
      return status === 'canceled' || status === 'aborted'
    },
  }
}

function verdictOf(error: unknown): ProviderError {
  noteAnswer({ message: error })
  if (typeof error === 'string' && refusedInput.test(error))
    return new ProviderError('refused', 'replicate: the service refused the content')
  if (typeof error === 'string' && refusedPattern.test(error))
    return new ProviderError('result_refused', 'replicate: the service refused the result')
  return final(classifyFailure('replicate', { body: { message: error } }))
}
