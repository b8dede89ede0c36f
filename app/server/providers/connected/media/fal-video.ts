import * as v from 'valibot'
import type { OperationModel } from '../../kinds.ts'
import { callJson } from './call-json.ts'
import { durationOf, ratioOf, seedOf } from './frame-size.ts'
import type { MediaAccess } from './media-fetch.ts'
import { operationIdSchema } from './operations.ts'
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
export function falVideo(given: MediaAccess): OperationModel {
  const access = { ...given, baseUrl: given.operationsOrigin }
  const headers = { authorization: `Key ${access.apiKey}` }
  return {
    kind: 'operation',
    async start({ model, prompt, inputs, options, signal, idempotencyKey }) {
      const { aspectRatio } = ratioOf(options) ?? {}
      const { duration } = durationOf(options) ?? {}
      const [first] = inputs
      const picture = first && (await readPicture(first))
      const { request_id: id } = await callJson(access, {
        path: pathOf(model, { fromPicture: picture !== undefined }),
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({
          prompt,
          ...seedOf(options),
          ...(aspectRatio && { aspect_ratio: aspectRatio }),
          ...(duration !== undefined && { duration: `${duration}s` }),
          ...(typeof options.resolution === 'string' && { resolution: options.resolution }),
          ...(picture && { image_url: toDataUri(picture) }),
        }),
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
