import * as v from 'valibot'
import type { TranscriptionModel } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { classifyError } from '../classify-error.ts'
import type { MediaAccess } from './media-fetch.ts'
import { notUnderstood } from './openai-transcription.ts'
import { readRecording } from './read-recording.ts'
import { joinWords, toSegments } from './to-segments.ts'

const answerSchema = v.object({
  text: v.string(),
  language_code: v.optional(v.nullable(v.string())),
  words: v.array(
    v.object({
      text: v.string(),
      start: v.optional(v.nullable(v.number())),
      end: v.optional(v.nullable(v.number())),
      speaker_id: v.optional(v.nullable(v.string())),
    }),
  ),
})

/** Transcripts by ElevenLabs, which reports words with the spaces between them. */
export function elevenlabsTranscription({ service, apiKey, baseUrl, fetch }: MediaAccess): TranscriptionModel {
  return {
    kind: 'transcription',
    async transcribe({ model, options, inputs: [recording], signal }) {
      if (!recording) throw new ProviderError('invalid_input', `${service}: no recording was given`)
      const form = new FormData()
      form.append('model_id', model)
      form.append('file', await readRecording(recording))
      form.append('timestamps_granularity', 'word')
      form.append('diarize', String(options.speakers === true))
      form.append('tag_audio_events', String(options.events === true))
      if (typeof options.language === 'string' && options.language !== 'auto') form.append('language_code', options.language)
      try {
        const response = await fetch(`${baseUrl}/v1/speech-to-text`, {
          method: 'POST',
          headers: { 'xi-api-key': apiKey },
          body: form,
          signal,
        })
        const { text, language_code, words } = v.parse(answerSchema, await response.json())
        const spoken = words.map(({ start, end, text: word, speaker_id }) => ({
          start: start ?? Number.NaN,
          end: end ?? Number.NaN,
          text: word,
          // Without recognition of speakers, everything is said by the first one.
          speaker: options.speakers === true ? speaker_id : null,
        }))
        return { text: text.trim(), language: language_code ?? null, segments: toSegments(joinWords(spoken)) }
      } catch (error) {
        signal.throwIfAborted()
        throw notUnderstood(service, error) ?? classifyError(service, error)
      }
    },
  }
}
