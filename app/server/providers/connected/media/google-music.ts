import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { RunInput, SpeechModel } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { callJson } from './call-json.ts'
import type { MediaAccess } from './media-fetch.ts'
import { mediaTypeOf, readPicture, toBase64 } from './read-pictures.ts'

const contentSchema = v.object({ type: v.string(), data: v.optional(v.nullable(v.string())) })
const interactionSchema = v.object({
  steps: v.optional(v.nullable(v.array(v.object({ type: v.string(), content: v.optional(v.nullable(v.array(contentSchema))) })))),
})

/** The sentence for music without vocals, as Google's guide words it; there is no field for it. */
const instrumentalOnly = 'Instrumental only, no vocals.'

/** The sentences for the vocals, because there are no fields for them. */
function wordsOf({ instrumental, lyrics }: OptionValues): string[] {
  if (instrumental === true) return [instrumentalOnly]
  return typeof lyrics === 'string' && lyrics.trim() ? [`Lyrics:\n${lyrics.trim()}`] : []
}

/** Music of Google's Interactions API, composed during the call. The response also contains the lyrics, which are not used. */
export function googleMusic(access: MediaAccess): SpeechModel {
  return {
    kind: 'speech',
    async speak({ model, text, inputs, options, signal }) {
      const prompt = [text.trim(), ...wordsOf(options)].join('\n\n')
      const pictures = await Promise.all(inputs.map(toContent))
      const { steps } = await callJson(access, {
        path: '/interactions',
        method: 'POST',
        headers: { 'x-goog-api-key': access.apiKey, 'content-type': 'application/json' },
        // Stored interactions would keep the prompt at the service.
        body: JSON.stringify({ model, input: [{ type: 'text', text: prompt }, ...pictures], store: false }),
        signal,
        schema: interactionSchema,
      })
      const output = (steps ?? []).filter(({ type }) => type === 'model_output').flatMap(({ content }) => content ?? [])
      const sound = output.find(({ type, data }) => type === 'audio' && data)?.data
      if (!sound) throw new ProviderError('temporary', `${access.service}: the service gave no result`)
      return { results: [{ bytes: Buffer.from(sound, 'base64') }], usage: { runs: 1 } }
    },
  }
}

async function toContent(input: RunInput) {
  const picture = await readPicture(input)
  return { type: 'image', data: toBase64(picture), mime_type: mediaTypeOf(picture) }
}
