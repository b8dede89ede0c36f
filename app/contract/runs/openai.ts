import { kinds, promptMaxLength } from '../base/values.ts'
import * as v from 'valibot'
import { modelName, optionalText, ownOptions } from './chat.ts'
import { freeText } from '../base/text.ts'
import { priceRuleSchema } from './models.ts'

/**
 * The supported part of OpenAI's protocol. Parameters that do not apply to a model are ignored, as other servers of the protocol do;
 * unsupported parameters that would change the meaning of the response are rejected.
 */

export const speechRequestSchema = v.object({
  model: modelName,
  input: v.pipe(freeText('required'), v.trim(), v.nonEmpty('prompt_empty'), v.maxLength(promptMaxLength, 'prompt_too_long')),
  voice: v.optional(v.nullable(v.union([v.string(), v.object({ id: v.string() })], 'invalid'))),
  response_format: optionalText,
  speed: v.optional(v.nullable(v.pipe(v.number('invalid'), v.minValue(0.25, 'too_small'), v.maxValue(4, 'too_large')))),
  stream_format: v.optional(v.nullable(v.literal('audio', 'unsupported'))),
  ...ownOptions,
})
export type SpeechRequest = v.InferOutput<typeof speechRequestSchema>

/** The fields beside the file, all of them texts. */
export const transcriptionFieldsSchema = v.object({
  model: modelName,
  /** The spoken language, such as `en`; recognized if absent. */
  language: v.optional(v.string()),
  /** Names and terms, for models that take them. */
  prompt: v.optional(v.pipe(freeText(), v.maxLength(promptMaxLength, 'prompt_too_long'))),
  response_format: v.optional(v.picklist(['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'], 'not_an_option'), 'json'),
  stream: v.optional(v.literal('false', 'unsupported')),
})
export type TranscriptionFields = v.InferOutput<typeof transcriptionFieldsSchema>

const transcriptionSegmentSchema = v.object({
  id: v.number(),
  start: v.number(),
  end: v.number(),
  text: v.string(),
  speaker: v.optional(v.string()),
})
export const transcriptionAnswerSchema = v.union([
  v.object({
    task: v.literal('transcribe'),
    language: v.string(),
    duration: v.number(),
    text: v.string(),
    segments: v.array(transcriptionSegmentSchema),
  }),
  v.object({ text: v.string() }),
])

export const listedModelSchema = v.object({
  id: v.string(),
  object: v.literal('model'),
  created: v.number(),
  owned_by: v.string(),
  /** Beyond OpenAI's protocol, like all that follows: what the model makes. */
  kind: v.picklist(kinds),
  /** Model tokens that the model reads and writes together; null if they are not known. */
  context_length: v.nullable(v.number()),
  /** The price in our tokens. */
  pricing: priceRuleSchema,
  /** The parameters of chat completions that have an effect; empty for a model of another kind. */
  supported_parameters: v.array(v.string()),
  /** False while the model is paused after failures or cannot be used at all. */
  available: v.boolean(),
})
export const modelListSchema = v.object({ object: v.literal('list'), data: v.array(listedModelSchema) })

export const openaiErrorSchema = v.object({
  error: v.object({ message: v.string(), type: v.string(), param: v.nullable(v.string()), code: v.nullable(v.string()) }),
})
export type OpenaiErrorBody = v.InferOutput<typeof openaiErrorSchema>
