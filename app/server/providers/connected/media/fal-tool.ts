import * as v from 'valibot'
import type { ImageModel } from '../../kinds.ts'
import { callJson } from './call-json.ts'
import type { MediaAccess } from './media-fetch.ts'
import { readSource, toDataUri } from './read-pictures.ts'

const answerSchema = v.object({ image: v.object({ url: v.string() }) })

/** A model of fal that takes nothing but a picture. The package would send it a prompt and a number of results too. */
export function falTool(access: MediaAccess): ImageModel {
  return {
    kind: 'image',
    async generate({ model, inputs, signal }) {
      const { picture } = await readSource(inputs, { longestSide: 4_096 })
      const { image } = await callJson(access, {
        path: `/${model}`,
        method: 'POST',
        headers: { authorization: `Key ${access.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ image_url: toDataUri(picture) }),
        signal,
        schema: answerSchema,
      })
      return { results: [image], usage: { runs: 1, images: 1 } }
    },
  }
}
