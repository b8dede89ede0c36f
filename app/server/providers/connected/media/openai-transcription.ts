import * as v from 'valibot'
import type { Transcript } from '#app/contract/runs/transcripts.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { TranscriptionModel } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { classifyError } from '../classify-error.ts'
import { readRecording } from './read-recording.ts'
import { joinWords, type Spoken, toSegments } from './to-segments.ts'

/** The fields of a request for the options of a model. */
type Fields = (options: OptionValues, model: string) => (readonly [name: string, value: string])[]

type OpenaiTranscriptionOptions = {
  service: string
  baseUrl: string
  /** Null for a server without a key. */
  key: string | null
  fetch: typeof globalThis.fetch
  /** The fields that the service accepts. */
  dialect: keyof typeof dialects
}

const spokenSchema = v.object({
  start: v.number(),
  end: v.number(),
  text: v.string(),
  speaker: v.optional(v.nullable(v.string())),
  /** Mistral's name. */
  speaker_id: v.optional(v.nullable(v.string())),
})
const answerSchema = v.object({
  text: v.string(),
  language: v.optional(v.nullable(v.string())),
  languages: v.optional(v.nullable(v.array(v.object({ code: v.string() })))),
  segments: v.optional(v.nullable(v.array(spokenSchema))),
  words: v.optional(v.nullable(v.array(v.object({ start: v.number(), end: v.number(), word: v.string() })))),
})

/** Transcripts by `/audio/transcriptions`, which OpenAI, Groq, Mistral and most servers have. */
export function openaiTranscription({ service, baseUrl, key, fetch, dialect }: OpenaiTranscriptionOptions): TranscriptionModel {
  return {
    kind: 'transcription',
    async transcribe({ model, options, inputs: [recording], signal, idempotencyKey }) {
      if (!recording) throw new ProviderError('invalid_input', `${service}: no recording was given`)
      const form = new FormData()
      form.append('model', model)
      form.append('file', await readRecording(recording))
      for (const [name, value] of dialects[dialect](options, model)) form.append(name, value)
      try {
        const response = await fetch(`${baseUrl}/audio/transcriptions`, {
          method: 'POST',
          headers: { 'idempotency-key': idempotencyKey, ...(key !== null && { authorization: `Bearer ${key}` }) },
          body: form,
          signal,
        })
        if (!response.ok) throw new ProviderError('temporary', `${service}: HTTP ${response.status}`)
        return toTranscript(v.parse(answerSchema, await response.json()))
      } catch (error) {
        signal.throwIfAborted()
        throw notUnderstood(service, error) ?? classifyError(service, error)
      }
    },
  }
}

/** An answer that is no transcript. The work was done, so it is not repeated. */
export function notUnderstood(service: string, error: unknown): ProviderError | undefined {
  if (!(error instanceof SyntaxError) && !v.isValiError(error)) return undefined
  return new ProviderError('temporary', `${service}: the answer was not understood`)
}

function toTranscript({ text, language, languages, segments, words }: v.InferOutput<typeof answerSchema>): Transcript {
  const spoken: Spoken[] =
    segments?.map(({ speaker_id, speaker, ...segment }) => ({ ...segment, speaker: speaker ?? speaker_id })) ??
    // These words contain no spaces.
    joinWords((words ?? []).map(({ word, ...times }) => ({ ...times, text: `${word.trim()} ` })))
  return { text: text.trim(), language: language ?? languages?.[0]?.code ?? null, segments: toSegments(spoken) }
}

export const languageOf = ({ language }: OptionValues) => (typeof language === 'string' && language !== 'auto' ? language : undefined)
/** The person's list of names and terms. */
export const termsOf = ({ terms }: OptionValues) =>
  typeof terms === 'string'
    ? terms
        .split(/[,;\n]/)
        .map((term) => term.trim())
        .filter(Boolean)
    : []

/** OpenAI's models differ in the formats and hints that they accept. */
const openaiFields: Fields = (options, model) => {
  const language = languageOf(options)
  const terms = termsOf(options)
  if (model === 'gpt-transcribe')
    return [...(language ? [['languages[]', language] as const] : []), ...terms.map((term) => ['keywords[]', term] as const)]
  if (model.endsWith('-diarize'))
    return [['response_format', 'diarized_json'], ['chunking_strategy', 'auto'], ...(language ? [['language', language] as const] : [])]
  const hints = usualHints(options)
  return model.startsWith('gpt-4o') ? [['response_format', 'json'], ...hints] : whisperFields(options, model)
}

function usualHints(options: OptionValues): ReturnType<Fields> {
  const language = languageOf(options)
  const terms = termsOf(options)
  return [...(language ? [['language', language] as const] : []), ...(terms.length > 0 ? [['prompt', terms.join(', ')] as const] : [])]
}

/** Whisper, at any service or server. */
const whisperFields: Fields = (options) => [
  ['response_format', 'verbose_json'],
  ['timestamp_granularities[]', 'segment'],
  ...usualHints(options),
]

/** Most terms that Mistral accepts. */
const mostTerms = 100

const mistralFields: Fields = (options) => {
  const language = languageOf(options)
  return [
    ['timestamp_granularities', 'segment'],
    ...(options.speakers === true ? [['diarize', 'true'] as const] : []),
    ...(language ? [['language', language] as const] : []),
    // Terms must not contain spaces.
    ...termsOf(options)
      .slice(0, mostTerms)
      .map((term) => ['context_bias', term.replaceAll(/\s+/g, '_')] as const),
  ]
}

const dialects = { openai: openaiFields, whisper: whisperFields, mistral: mistralFields }
