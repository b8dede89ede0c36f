import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { SpeechModel } from '../../kinds.ts'
import { classifyError } from '../classify-error.ts'
import type { MediaAccess } from './media-fetch.ts'

/** Music and sound effects made during the call: the response is the sound itself. */
export function elevenlabsSound({ service, apiKey, baseUrl, fetch }: MediaAccess): SpeechModel {
  return {
    kind: 'speech',
    async speak({ model, text, options, signal }) {
      const { path, body } = isEffect(model) ? effectOf(text, options) : musicOf(text, options)
      try {
        const response = await fetch(`${baseUrl}/v1/${path}?output_format=mp3_44100_128`, {
          method: 'POST',
          headers: { 'xi-api-key': apiKey, 'content-type': 'application/json' },
          body: JSON.stringify({ model_id: model, ...body }),
          signal,
        })
        // `bytes()` is missing, because the server's listener replaces the global Response by one without it.
        return { results: [{ bytes: new Uint8Array(await response.arrayBuffer()) }], usage: { runs: 1 } }
      } catch (error) {
        signal.throwIfAborted()
        throw classifyError(service, error)
      }
    },
  }
}

const isEffect = (model: string) => model.startsWith('eleven_text_to_sound')

const musicOf = (prompt: string, { duration, instrumental }: OptionValues) => ({
  path: 'music',
  body: {
    prompt,
    ...(typeof duration === 'number' && { music_length_ms: duration * 1_000 }),
    force_instrumental: instrumental === true,
  },
})

const effectOf = (text: string, { duration, loop, influence }: OptionValues) => ({
  path: 'sound-generation',
  body: {
    text,
    ...(typeof duration === 'number' && { duration_seconds: duration }),
    ...(typeof influence === 'number' && { prompt_influence: influence }),
    loop: loop === true,
  },
})
