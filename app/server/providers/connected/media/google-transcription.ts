import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { TranscriptionModel } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { callJson } from './call-json.ts'
import type { MediaAccess } from './media-fetch.ts'
import { languageOf, termsOf } from './openai-transcription.ts'
import { toBase64 } from './read-pictures.ts'
import { readRecording } from './read-recording.ts'
import { joinWords, type Spoken, toSegments } from './to-segments.ts'

/** Seconds as Google writes them, such as `1.500s`. */
const offset = v.fallback(v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)?s$/), v.transform(Number.parseFloat)), Number.NaN)
const label = v.optional(v.nullable(v.string()))
const turnSchema = v.object({
  text: v.optional(v.string()),
  languageCode: label,
  speakerLabel: label,
  words: v.optional(
    v.array(v.object({ word: v.optional(v.string(), ''), startOffset: offset, endOffset: offset, speakerLabel: label })),
    [],
  ),
})
const answerSchema = v.object({
  candidates: v.tuple([
    v.object({
      content: v.optional(
        v.object({
          parts: v.optional(v.array(v.object({ text: v.optional(v.string()), audioTranscription: v.optional(turnSchema) })), []),
        }),
      ),
    }),
  ]),
})

/** Bytes of a recording whose base64 fits into a request of 20 MB. */
const longestBytes = 14_000_000

/** Google's codes of the languages that have another one than their own letters twice. */
const regions: Readonly<Record<string, string>> = {
  en: 'en-US',
  ar: 'ar-EG',
  es: 'es-419',
  hi: 'hi-IN',
  ja: 'ja-JP',
  kk: 'kk-KZ',
  ko: 'ko-KR',
  pt: 'pt-BR',
  uk: 'uk-UA',
  zh: 'cmn-Hans-CN',
}
const codeOf = (language: string) => regions[language] ?? `${language}-${language.toUpperCase()}`

/** The most terms that Google accepts. */
const mostTerms = 1_000

/** Transcripts by Gemini's transcription models. */
export function googleTranscription(access: MediaAccess): TranscriptionModel {
  return {
    kind: 'transcription',
    async transcribe({ model, options, inputs: [recording], signal }) {
      if (!recording) throw new ProviderError('invalid_input', `${access.service}: no recording was given`)
      const file = await readRecording(recording, longestBytes)
      const sound = {
        mimeType: file.type === 'audio/mp4' ? 'audio/m4a' : file.type,
        data: toBase64(new Uint8Array(await file.arrayBuffer())),
      }
      const { candidates } = await callJson(access, {
        path: `/models/${model}:generateContent`,
        method: 'POST',
        headers: { 'x-goog-api-key': access.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          contents: [{ role: 'user', parts: [{ inlineData: sound }] }],
          generationConfig: { audioTranscriptionConfig: configOf(options) },
        }),
        signal,
        schema: answerSchema,
      })
      const turns = (candidates[0].content?.parts ?? []).map(({ text, audioTranscription }) => audioTranscription ?? { text, words: [] })
      return {
        text: turns
          .map((turn) => (turn.text ?? turn.words.map(({ word }) => word).join(' ')).trim())
          .filter(Boolean)
          .join(' '),
        language: turns.find(({ languageCode }) => languageCode)?.languageCode ?? null,
        segments: toSegments(joinWords(turns.flatMap(toSpoken))),
      }
    },
  }
}

/** The settings. Terms exclude times and speakers, which Google refuses beside them. */
function configOf(options: OptionValues) {
  const language = languageOf(options)
  const hint = language === undefined ? {} : { languageCodes: [codeOf(language)] }
  const terms = termsOf(options)
  if (options.speakers === true) return { ...hint, wordTimestamp: true, diarization: true }
  return terms.length > 0 ? { ...hint, customVocabulary: terms.slice(0, mostTerms) } : { ...hint, wordTimestamp: true }
}

const toSpoken = ({ words, speakerLabel: speaker }: v.InferOutput<typeof turnSchema>): Spoken[] =>
  words.map(({ word, startOffset: start, endOffset: end, speakerLabel }) => ({
    text: `${word.trim()} `,
    start,
    end,
    speaker: speakerLabel ?? speaker,
  }))
