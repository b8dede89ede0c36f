import { promptMaxLength } from '../base/values.ts'
import * as v from 'valibot'
import { optionValuesSchema } from './generations.ts'
import { freeText } from '../base/text.ts'

/**
 * The supported part of OpenAI's protocol. Parameters that do not apply to a model are ignored, as other servers of the protocol do;
 * unsupported parameters that would change the meaning of the response are rejected.
 */

const modelName = v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(100, 'model_unknown'))
/** Our own options of a model, which the protocol does not define. */
const ownOptions = { options: v.optional(optionValuesSchema, {}) }
const optionalText = v.optional(v.nullable(v.string('invalid')))
const whole = v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(1, 'too_small'))

const textPart = v.object({ type: v.literal('text'), text: freeText('required') })
/** `url`: a `data:` URL, or the id of an upload. */
const imagePart = v.object({ type: v.literal('image_url'), image_url: v.object({ url: v.string('required') }, 'required') })
/** `file_data`: the same. */
const filePart = v.object({
  type: v.literal('file'),
  file: v.object({ file_data: v.string('required'), filename: optionalText }, 'required'),
})
const audioPart = v.object({
  type: v.literal('input_audio'),
  input_audio: v.object({ data: v.string('required'), format: v.optional(v.string('invalid')) }, 'required'),
})
const part = v.variant('type', [textPart, imagePart, filePart, audioPart], 'content_not_taken')
const content = v.union([freeText(), v.pipe(v.array(part), v.maxLength(100, 'too_many'))], 'content_not_taken')
/** Beyond OpenAI's protocol, as at OpenRouter: images of an answer. The URL is a `data:` URL. */
const answerImageSchema = v.object({ type: v.literal('image_url'), image_url: v.object({ url: v.string('required') }, 'required') })
export type AnswerImage = v.InferOutput<typeof answerImageSchema>
export const chatMessageSchema = v.object({
  role: v.picklist(['system', 'developer', 'user', 'assistant'], 'not_an_option'),
  /** Null or absent in an answer that only called tools, or only has images. */
  content: v.optional(v.nullable(content)),
  /** The images of an earlier answer. */
  images: v.optional(v.nullable(v.pipe(v.array(answerImageSchema, 'content_not_taken'), v.maxLength(10, 'too_many')))),
})
export type ChatMessage = v.InferOutput<typeof chatMessageSchema>

/** Absent, null or empty, because any other value is unsupported. */
const unsupported = v.optional(v.nullable(v.pipe(v.array(v.unknown(), 'unsupported'), v.maxLength(0, 'unsupported'))))

/** From the least to the most thinking. */
export const effortLevels = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

const stopText = v.pipe(freeText(), v.maxLength(100, 'too_long'))

export const chatCompletionRequestSchema = v.object({
  model: modelName,
  messages: v.pipe(v.array(chatMessageSchema, 'required'), v.minLength(1, 'required'), v.maxLength(400, 'too_many')),
  stream: v.optional(v.nullable(v.boolean('invalid')), false),
  stream_options: v.optional(v.nullable(v.object({ include_usage: v.optional(v.boolean('invalid')) }, 'invalid'))),
  max_tokens: v.optional(v.nullable(whole)),
  max_completion_tokens: v.optional(v.nullable(whole)),
  temperature: v.optional(v.nullable(v.pipe(v.number('invalid'), v.minValue(0, 'too_small'), v.maxValue(2, 'too_large')))),
  /** The nearest level that the model has applies. */
  reasoning_effort: v.optional(v.nullable(v.picklist(effortLevels, 'not_an_option'))),
  n: v.optional(v.nullable(v.literal(1, 'unsupported'))),
  tools: unsupported,
  functions: unsupported,
  stop: v.optional(v.nullable(v.union([stopText, v.pipe(v.array(stopText), v.maxLength(4, 'too_many'))], 'unsupported'))),
  logprobs: v.optional(v.nullable(v.literal(false, 'unsupported'))),
  response_format: v.optional(v.nullable(v.object({ type: v.picklist(['text', 'json_object'], 'unsupported') }, 'unsupported'))),
  ...ownOptions,
})
export type ChatCompletionRequest = v.InferOutput<typeof chatCompletionRequestSchema>

export const imageRequestSchema = v.object({
  model: modelName,
  prompt: v.pipe(freeText('required'), v.trim(), v.nonEmpty('prompt_empty'), v.maxLength(promptMaxLength, 'prompt_too_long')),
  n: v.optional(v.nullable(whole)),
  /** `1024x1536`, `auto`, or one of the model's own shapes. */
  size: optionalText,
  quality: optionalText,
  background: optionalText,
  output_format: optionalText,
  response_format: v.optional(v.nullable(v.picklist(['b64_json', 'url'], 'not_an_option'))),
  stream: v.optional(v.nullable(v.literal(false, 'unsupported'))),
  ...ownOptions,
})
export type ImageRequest = v.InferOutput<typeof imageRequestSchema>

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
  /** Beyond OpenAI's protocol: false while the model is paused after failures or cannot be used at all. */
  available: v.boolean(),
})
export const modelListSchema = v.object({ object: v.literal('list'), data: v.array(listedModelSchema) })

const usageSchema = v.object({ prompt_tokens: v.number(), completion_tokens: v.number(), total_tokens: v.number() })
export type ChatUsage = v.InferOutput<typeof usageSchema>
export const chatCompletionSchema = v.object({
  id: v.string(),
  object: v.literal('chat.completion'),
  created: v.number(),
  model: v.string(),
  choices: v.array(
    v.object({
      index: v.number(),
      message: v.object({
        role: v.literal('assistant'),
        content: v.string(),
        refusal: v.null(),
        /** Beyond OpenAI's protocol: the model's reasoning, under the names that clients read. */
        reasoning_content: v.optional(v.string()),
        reasoning: v.optional(v.string()),
        images: v.optional(v.array(answerImageSchema)),
      }),
      logprobs: v.null(),
      finish_reason: v.picklist(['stop', 'length']),
    }),
  ),
  usage: usageSchema,
})

export const imagesAnswerSchema = v.object({
  created: v.number(),
  data: v.array(v.object({ b64_json: v.optional(v.string()), url: v.optional(v.string()) })),
})

export const openaiErrorSchema = v.object({
  error: v.object({ message: v.string(), type: v.string(), param: v.nullable(v.string()), code: v.nullable(v.string()) }),
})
export type OpenaiErrorBody = v.InferOutput<typeof openaiErrorSchema>
