import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { OperationModel } from '../../kinds.ts'
import { classifyFailure } from '../classify-error.ts'
import { callJson } from './call-json.ts'
import { durationOf } from './frame-size.ts'
import type { MediaAccess } from './media-fetch.ts'
import { final, operationIdSchema } from './operations.ts'
import { fitPicture } from './read-pictures.ts'

const videoSchema = v.object({
  id: operationIdSchema,
  status: v.string(),
  progress: v.optional(v.nullable(v.number())),
  error: v.optional(v.nullable(v.object({ code: v.optional(v.nullable(v.string())), message: v.optional(v.nullable(v.string())) }))),
})

const deletedSchema = v.object({ deleted: v.boolean() })

/** Films of a server with OpenAI's API: started, polled and downloaded at `/videos`. */
export function openaiVideo(access: MediaAccess): OperationModel {
  const headers = { authorization: `Bearer ${access.apiKey}` }
  return {
    kind: 'operation',
    async start({ model, prompt, inputs, options, signal, idempotencyKey }) {
      const size = sizeOf(options)
      const length = durationOf(options)
      const form = new FormData()
      form.set('model', model)
      form.set('prompt', prompt)
      if (length) form.set('seconds', String(length.duration))
      form.set('size', `${size.width}x${size.height}`)
      const [first] = inputs
      if (first) form.set('input_reference', new Blob([new Uint8Array(await fitPicture(first, size))], { type: 'image/jpeg' }), 'first.jpg')
      const sent = { ...headers, 'idempotency-key': idempotencyKey }
      const { id } = await callJson(access, { path: '/videos', method: 'POST', headers: sent, body: form, signal, schema: videoSchema })
      return { id }
    },
    async poll({ id }, { signal }) {
      const { status, progress, error } = await callJson(access, { path: `/videos/${id}`, headers, signal, schema: videoSchema })
      if (status === 'completed')
        return { state: 'done', results: [{ url: `${access.baseUrl}/videos/${id}/content`, headers }], usage: { runs: 1 } }
      if (status === 'failed' || status === 'cancelled') throw final(classifyFailure(access.service, { body: { error } }))
      return { state: 'running', progress: typeof progress === 'number' ? Math.min(Math.max(progress / 100, 0), 1) : null }
    },
    async cancel({ id }) {
      const signal = AbortSignal.timeout(10_000)
      const path = `/videos/${id}`
      // A finished video would be deleted too, although it is billed.
      const { status } = await callJson(access, { path, headers, signal, schema: videoSchema })
      if (status !== 'queued' && status !== 'in_progress') return false
      const { deleted } = await callJson(access, { path, method: 'DELETE', headers, signal, schema: deletedSchema })
      return deleted
    },
  }
}

function sizeOf({ aspect }: OptionValues): { width: number; height: number } {
  return aspect === '9:16' ? { width: 720, height: 1280 } : { width: 1280, height: 720 }
}
