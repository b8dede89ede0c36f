import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { ImageModel, RunInput } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { callJson } from './call-json.ts'
import { ratioOf } from './frame-size.ts'
import type { MediaAccess } from './media-fetch.ts'
import { readEdited, readSource, type SizeLimits, toFile } from './read-pictures.ts'
import { sidesOf } from './sides-of.ts'

const answerSchema = v.object({ image: v.optional(v.nullable(v.string())), finish_reason: v.optional(v.nullable(v.string())) })

const endpoints: Record<string, string> = { 'stable-image-core': 'core', 'stable-image-ultra': 'ultra' }

/** Limits of the tools that edit a picture, by the end of their path. */
const tools: Record<string, SizeLimits & { isSilent?: true }> = {
  'edit/inpaint': { longestSide: 2_048 },
  'edit/outpaint': { longestSide: 2_048 },
  'edit/remove-background': { longestSide: 4_096, maxPixels: 4_194_304, isSilent: true },
  'upscale/fast': { longestSide: 1_536, maxPixels: 1_048_576, isSilent: true },
}

/** Pictures of Stability AI, whose response contains the picture. */
export function stabilityImage(access: MediaAccess): ImageModel {
  return {
    kind: 'image',
    async generate({ model, prompt, inputs, options, signal }) {
      const tool = tools[model]
      const endpoint = endpoints[model]
      const form = tool ? await toolForm(tool, inputs, options) : new FormData()
      if (!tool?.isSilent) form.set('prompt', prompt)
      if (!tool && !endpoint) form.set('model', model)
      const { aspectRatio } = ratioOf(options) ?? {}
      if (aspectRatio) form.set('aspect_ratio', aspectRatio)
      if (typeof options.negative === 'string' && options.negative !== '') form.set('negative_prompt', options.negative)
      if (typeof options.seed === 'number') form.set('seed', String(options.seed))
      form.set('output_format', 'png')
      const { image, finish_reason } = await callJson(access, {
        path: `/v2beta/stable-image/${tool ? model : `generate/${endpoint ?? 'sd3'}`}`,
        method: 'POST',
        headers: { authorization: `Bearer ${access.apiKey}`, accept: 'application/json' },
        body: form,
        signal,
        schema: answerSchema,
      })
      // The service sends a filtered picture blurred.
      if (finish_reason === 'CONTENT_FILTERED')
        throw new ProviderError('result_refused', `${access.service}: the service refused the result`)
      if (!image) throw new ProviderError('temporary', `${access.service}: the service gave no result`)
      return { results: [{ bytes: Buffer.from(image, 'base64') }], usage: { runs: 1, images: 1 } }
    },
  }
}

async function toolForm(limits: SizeLimits, inputs: readonly RunInput[], options: OptionValues): Promise<FormData> {
  const form = new FormData()
  const { picture, factor } = await readSource(inputs, limits)
  form.set('image', toFile(picture))
  if (inputs.some(({ role }) => role === 'mask')) {
    const { mask } = await readEdited(inputs, { mask: 'white', longestSide: limits.longestSide })
    if (mask) form.set('mask', toFile(mask))
  }
  for (const [side, added] of Object.entries(sidesOf(options, factor) ?? {})) form.set(side, String(added))
  return form
}
