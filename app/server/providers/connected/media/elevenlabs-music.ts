import type { SpeechModel } from '../../kinds.ts'
import { classifyError } from '../classify-error.ts'
import type { MediaAccess } from './media-fetch.ts'

/** Music composed during the call: the response is the sound itself. */
export function elevenlabsMusic({ service, apiKey, baseUrl, fetch }: MediaAccess): SpeechModel {
  return {
    kind: 'speech',
    async speak({ model, text, options, signal }) {
      const { duration, instrumental } = options
      try {
        const response = await fetch(`${baseUrl}/v1/music?output_format=mp3_44100_128`, {
          method: 'POST',
          headers: { 'xi-api-key': apiKey, 'content-type': 'application/json' },
          body: JSON.stringify({
            model_id: model,
            prompt: text,
            ...(typeof duration === 'number' && { music_length_ms: duration * 1_000 }),
            force_instrumental: instrumental === true,
          }),
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
