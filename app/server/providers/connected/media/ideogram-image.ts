import * as v from 'valibot'
import type { OperationModel, OperationState, RunInput } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { classifyFailure } from '../classify-error.ts'
import { callJson } from './call-json.ts'
import type { MediaAccess } from './media-fetch.ts'
import { final, gaveNothing, operationIdSchema } from './operations.ts'
import { readEdited, toFile } from './read-pictures.ts'
import { ideogramSizes } from './service-sizes.ts'

const startedSchema = v.object({ generation_id: operationIdSchema })
const generationSchema = v.object({
  status: v.string(),
  failure_reason: v.optional(v.nullable(v.string())),
  data: v.optional(
    v.nullable(v.array(v.object({ url: v.optional(v.nullable(v.string())), is_image_safe: v.optional(v.nullable(v.boolean())) }))),
  ),
})

/** Pictures of Ideogram, started and polled in separate calls. The API has no cancel. */
export function ideogramImage(access: MediaAccess): OperationModel {
  const headers = { 'api-key': access.apiKey }
  return {
    kind: 'operation',
    async start({ model, prompt, inputs, options, signal, idempotencyKey }) {
      const form = inputs.length > 0 ? await editForm(inputs) : new FormData()
      if (!model.startsWith('remove-background/')) form.set('prompt', prompt)
      if (!model.includes('/')) form.set('size', ideogramSizes[String(options.aspect)] ?? 'auto')
      if (typeof options.quality === 'string') form.set('quality', options.quality)
      if (typeof options.count === 'number') form.set('num_images', String(options.count))
      if (typeof options.seed === 'number') form.set('seed', String(options.seed))
      form.set('async', 'true')
      const { generation_id: id } = await callJson(access, {
        path: `/image/${model.includes('/') ? model : `generate/${model}`}`,
        method: 'POST',
        headers: { ...headers, 'idempotency-key': idempotencyKey },
        body: form,
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

/** The result of an edit has the size of the given picture, which is therefore sent as large as possible. */
const longestSide = 4_096

/** The service changes what is black in a mask. */
async function editForm(inputs: readonly RunInput[]): Promise<FormData> {
  const form = new FormData()
  const { pictures, mask } = await readEdited(inputs, { mask: 'black', longestSide })
  const [source, ...references] = pictures
  if (source) form.set('image', toFile(source))
  if (mask) form.set('mask', toFile(mask))
  for (const reference of references) form.append('reference_images', toFile(reference))
  return form
}

function toState({ service }: MediaAccess, { status, failure_reason, data }: v.InferOutput<typeof generationSchema>): OperationState {
  if (status === 'pending') return { state: 'running', progress: null }
  if (status !== 'completed') throw final(classifyFailure(service, { body: { code: failure_reason ?? 'internal' } }))
  const made = data ?? []
  const results = made.flatMap(({ url, is_image_safe }) => (url && is_image_safe !== false ? [{ url }] : []))
  if (results.length > 0) return { state: 'done', results, usage: { runs: 1, images: results.length } }
  if (made.length > 0) throw new ProviderError('result_refused', `${service}: the service refused the result`)
  throw gaveNothing(service)
}
