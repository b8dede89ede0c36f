import * as v from 'valibot'
import type { ImageModel } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { callJson } from './call-json.ts'
import { ratioOf } from './frame-size.ts'
import type { MediaAccess } from './media-fetch.ts'

const answerSchema = v.object({ image: v.optional(v.nullable(v.string())), finish_reason: v.optional(v.nullable(v.string())) })

const endpoints: Record<string, string> = { 'stable-image-core': 'core', 'stable-image-ultra': 'ultra' }

/** Pictures of Stability AI, whose response contains the picture. */
export function stabilityImage(access: MediaAccess): ImageModel {
  return {
    kind: 'image',
    async generate({ model, prompt, options, signal }) {
      const endpoint = endpoints[model]
      const form = new FormData()
      form.set('prompt', prompt)
      if (!endpoint) form.set('model', model)
      const { aspectRatio } = ratioOf(options) ?? {}
      if (aspectRatio) form.set('aspect_ratio', aspectRatio)
      if (typeof options.negative === 'string' && options.negative !== '') form.set('negative_prompt', options.negative)
      if (typeof options.seed === 'number') form.set('seed', String(options.seed))
      form.set('output_format', 'png')
      const { image, finish_reason } = await callJson(access, {
        path: `/v2beta/stable-image/generate/${endpoint ?? 'sd3'}`,
        method: 'POST',
        headers: { authorization: `Bearer ${access.apiKey}`, accept: 'application/json' },
        body: form,
        signal,
        schema: answerSchema,
      })
      // The service sends a filtered picture blurred.
      if (finish_reason === 'CONTENT_FILTERED') throw new ProviderError('refused', `${access.service}: the service refused the content`)
      if (!image) throw new ProviderError('temporary', `${access.service}: the service gave no result`)
      return { results: [{ bytes: Buffer.from(image, 'base64') }], usage: { runs: 1, images: 1 } }
    },
  }
}
