import * as v from 'valibot'
import type { ImageModel } from '../../kinds.ts'
import { callJson } from './call-json.ts'
import { ratioOf } from './frame-size.ts'
import type { MediaAccess } from './media-fetch.ts'
import { readSource, toFile } from './read-pictures.ts'

const answerSchema = v.object({ data: v.array(v.object({ url: v.string() })) })
const editedSchema = v.object({ image: v.object({ url: v.string() }) })

/** Tools for a given picture: up to 16 megapixels, 4,096 pixels a side. */
const tools: readonly string[] = ['removeBackground', 'crispUpscale']
const toolLimits = { longestSide: 4_096, maxPixels: 16_000_000 }

/** Pictures of Recraft, whose response contains their URLs. */
export function recraftImage(access: MediaAccess): ImageModel {
  const authorization = `Bearer ${access.apiKey}`
  return {
    kind: 'image',
    async generate({ model, prompt, inputs, count, options, signal }) {
      if (tools.includes(model)) {
        const form = new FormData()
        form.set('file', toFile((await readSource(inputs, toolLimits)).picture))
        form.set('response_format', 'url')
        const path = `/images/${model}`
        const { image } = await callJson(access, {
          path,
          method: 'POST',
          headers: { authorization },
          body: form,
          signal,
          schema: editedSchema,
        })
        return { results: [image], usage: { runs: 1, images: 1 } }
      }
      const { aspectRatio } = ratioOf(options) ?? {}
      const { data } = await callJson(access, {
        path: '/images/generations',
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ model, prompt, n: count, ...(aspectRatio && { size: aspectRatio }), response_format: 'url' }),
        signal,
        schema: answerSchema,
      })
      return { results: data.map(({ url }) => ({ url })), usage: { runs: 1, images: data.length } }
    },
  }
}
