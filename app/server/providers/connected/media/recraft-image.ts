import * as v from 'valibot'
import type { ImageModel } from '../../kinds.ts'
import { callJson } from './call-json.ts'
import { ratioOf } from './frame-size.ts'
import type { MediaAccess } from './media-fetch.ts'

const answerSchema = v.object({ data: v.array(v.object({ url: v.string() })) })

/** Pictures of Recraft, whose response contains their URLs. */
export function recraftImage(access: MediaAccess): ImageModel {
  return {
    kind: 'image',
    async generate({ model, prompt, count, options, signal }) {
      const { aspectRatio } = ratioOf(options) ?? {}
      const { data } = await callJson(access, {
        path: '/images/generations',
        method: 'POST',
        headers: { authorization: `Bearer ${access.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, prompt, n: count, ...(aspectRatio && { size: aspectRatio }), response_format: 'url' }),
        signal,
        schema: answerSchema,
      })
      return { results: data.map(({ url }) => ({ url })), usage: { runs: 1, images: data.length } }
    },
  }
}
