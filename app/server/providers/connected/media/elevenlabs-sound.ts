import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { SpeechModel } from '../../kinds.ts'
import { classifyError } from '../classify-error.ts'
import { durationOf } from './frame-size.ts'
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

function musicOf(prompt: string, options: OptionValues) {
  const length = durationOf(options)
  return {
    path: 'music',
    body: { prompt, ...(length && { music_length_ms: length.duration * 1_000 }), force_instrumental: options.instrumental === true },
  }
}

function effectOf(text: string, { influence, ...options }: OptionValues) {
  const length = durationOf(options)
  return {
    path: 'sound-generation',
    body: {
      text,
      ...(length && { duration_seconds: length.duration }),
      ...(typeof influence === 'number' && { prompt_influence: influence }),
      loop: options.loop === true,
    },
  }
}
