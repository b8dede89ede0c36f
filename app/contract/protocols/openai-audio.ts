import * as v from 'valibot'
import { freeText } from '../base/text.ts'
import { promptMaxLength } from '../base/values.ts'
import { modelName, ownOptions } from './chat.ts'
import { formFlag } from './openai-forms.ts'

/** Speech and transcripts of OpenAI's protocol. A parameter without an effect is ignored, and named in the response. */

export const speechFormats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const
export type SpeechFormat = (typeof speechFormats)[number]

const speechEntries = {
  model: modelName,
  input: v.pipe(freeText('required'), v.trim(), v.nonEmpty('prompt_empty'), v.maxLength(promptMaxLength, 'prompt_too_long')),
  voice: v.optional(v.nullable(v.union([v.string(), v.object({ id: v.string() })], 'invalid'))),
  /** The format of the sound; what the model does not make is converted. `pcm`: 16 bits, little-endian, one channel, 24 kHz, no header. */
  response_format: v.optional(v.nullable(v.picklist(speechFormats, 'not_an_option'))),
  /** How to speak, for models with such an option. */
  instructions: v.optional(v.nullable(v.pipe(freeText('invalid'), v.maxLength(promptMaxLength, 'prompt_too_long')))),
  speed: v.optional(v.nullable(v.pipe(v.number('invalid'), v.minValue(0.25, 'too_small'), v.maxValue(4, 'too_large')))),
  /** `sse`: the sound arrives as events, in Base64. */
  stream_format: v.optional(v.nullable(v.picklist(['audio', 'sse'], 'not_an_option'))),
  ...ownOptions,
}
export const speechRequestSchema = v.looseObject(speechEntries)
export type SpeechRequest = v.InferOutput<typeof speechRequestSchema>

const transcriptionFormats = ['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'] as const

/** The fields beside the file, all of them texts. */
const transcriptionEntries = {
  model: modelName,
  /** The spoken language, such as `en`; recognized if absent. */
  language: v.optional(v.string()),
  /** Names and terms, for models that take them. */
  prompt: v.optional(v.pipe(freeText(), v.maxLength(promptMaxLength, 'prompt_too_long'))),
  response_format: v.optional(v.picklist(transcriptionFormats, 'not_an_option'), 'json'),
  /** Whether the text is streamed as events; with the format `json`. */
  stream: v.optional(formFlag),
}
export const transcriptionFieldsSchema = v.looseObject(transcriptionEntries)
export type TranscriptionFields = Pick<v.InferOutput<typeof transcriptionFieldsSchema>, keyof typeof transcriptionEntries>

/** The fields beside the file, all of them texts. */
export const translationFieldsSchema = v.looseObject({
  model: modelName,
  /** Names and terms, for models that take them. */
  prompt: transcriptionEntries.prompt,
  response_format: v.optional(v.picklist(['json', 'text', 'srt', 'verbose_json', 'vtt'], 'not_an_option'), 'json'),
})

const undefinedIn = (entries: object, request: Record<string, unknown>): string[] =>
  Object.entries(request).flatMap(([name, value]) => (name in entries || value === null ? [] : [name]))

/** Returns the parameters of a request that are not defined here. */
export const undefinedSpeechParameters = (request: Record<string, unknown>): string[] => undefinedIn(speechEntries, request)
export const undefinedTranscriptionFields = (request: Record<string, unknown>): string[] => undefinedIn(transcriptionEntries, request)

const transcriptionSegmentSchema = v.object({
  id: v.number(),
  start: v.number(),
  end: v.number(),
  text: v.string(),
  speaker: v.optional(v.string()),
})
export const transcriptionAnswerSchema = v.union([
  v.object({
    task: v.picklist(['transcribe', 'translate']),
    language: v.string(),
    duration: v.number(),
    text: v.string(),
    segments: v.array(transcriptionSegmentSchema),
  }),
  v.object({ text: v.string() }),
])
