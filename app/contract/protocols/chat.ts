import * as v from 'valibot'
import { isDeeper } from '../base/is-deeper.ts'
import { freeText, verbatimText } from '../base/text.ts'
import { optionValuesSchema } from '../runs/generations.ts'
import type { JsonSchema } from '../studio/turns.ts'

/**
 * Chat completions of OpenAI's protocol. Each parameter is passed on as it is, honored, or refused by its name; `ignoredParameters` lists those
 * that have no meaning here. A parameter that the protocol does not define is ignored and named in the response.
 */

export const modelName = v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(100, 'model_unknown'))
/** Our own options of a model, which the protocol does not define. */
export const ownOptions = { options: v.optional(optionValuesSchema, {}) }
export const optionalText = v.optional(v.nullable(v.string('invalid')))
export const whole = v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(1, 'too_small'), v.maxValue(100_000_000, 'too_large'))
export const flag = v.optional(v.nullable(v.boolean('invalid')))

const textPart = v.object({ type: v.literal('text'), text: verbatimText('required') })
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
/** The refusal of an earlier answer. */
const refusalPart = v.object({ type: v.literal('refusal'), refusal: verbatimText('required') })
const part = v.variant('type', [textPart, imagePart, filePart, audioPart, refusalPart], 'content_not_taken')
const content = v.union([verbatimText(), v.array(part)], 'content_not_taken')
/** Beyond OpenAI's protocol, as at OpenRouter: images of an answer. The URL is a `data:` URL. */
const answerImageSchema = v.object({ type: v.literal('image_url'), image_url: v.object({ url: v.string('required') }, 'required') })
export type AnswerImage = v.InferOutput<typeof answerImageSchema>

export const callId = v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(500, 'too_long'))
export const toolName = v.pipe(v.string('required'), v.regex(/^[\w.:/-]{1,128}$/, 'invalid'))
/** Names in an earlier answer, which its model may have invented. */
export const calledName = v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(500, 'too_long'))
const sentCallSchema = v.object({
  id: callId,
  type: v.optional(v.literal('function', 'unsupported'), 'function'),
  function: v.object({ name: calledName, arguments: verbatimText('required') }, 'required'),
})

export const chatMessageSchema = v.object({
  role: v.picklist(['system', 'developer', 'user', 'assistant', 'tool'], 'not_an_option'),
  /** Null or absent in an answer that only called tools, or only has images. */
  content: v.optional(v.nullable(content)),
  refusal: v.optional(v.nullable(verbatimText('invalid'))),
  tool_calls: v.optional(v.nullable(v.array(sentCallSchema, 'invalid'))),
  /** The call that a tool's message answers. */
  tool_call_id: v.optional(v.nullable(callId)),
  /** The images of an earlier answer. */
  images: v.optional(v.nullable(v.pipe(v.array(answerImageSchema, 'content_not_taken'), v.maxLength(10, 'too_many')))),
})
export type ChatMessage = v.InferOutput<typeof chatMessageSchema>

/** Characters of a schema, and levels of its nesting; the services take less of both. */
const longestSchema = 128_000
const deepestSchema = 64

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON Schema, whose content is passed on. */
export const jsonSchemaSchema = v.pipe(
  v.custom<JsonSchema>(isSchema, 'invalid'),
  v.check((schema) => !isDeeper(schema, deepestSchema), 'schema_too_deep'),
  v.check((schema) => isDeeper(schema, deepestSchema) || JSON.stringify(schema).length <= longestSchema, 'schema_too_large'),
)

const functionSchema = v.object(
  {
    name: toolName,
    description: v.optional(v.nullable(verbatimText('invalid'))),
    parameters: v.optional(v.nullable(jsonSchemaSchema)),
    strict: flag,
  },
  'required',
)
const toolSchema = v.object({ type: v.literal('function', 'unsupported'), function: functionSchema }, 'invalid')
const toolChoiceSchema = v.union(
  [v.picklist(['auto', 'none', 'required']), v.object({ type: v.literal('function'), function: v.object({ name: v.string() }) })],
  'unsupported',
)
const formatSchema = v.variant(
  'type',
  [
    v.object({ type: v.picklist(['text', 'json_object']) }),
    v.object({
      type: v.literal('json_schema'),
      json_schema: v.object(
        {
          name: v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid')),
          description: v.optional(v.nullable(verbatimText('invalid'))),
          schema: v.optional(v.nullable(jsonSchemaSchema)),
          strict: flag,
        },
        'required',
      ),
    }),
  ],
  'unsupported',
)

/** From the least to the most thinking. */
export const effortLevels = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

export const between = (least: number, most: number) =>
  v.optional(v.nullable(v.pipe(v.number('invalid'), v.minValue(least, 'too_small'), v.maxValue(most, 'too_large'))))
/** Nothing, or a value that asks for nothing; any other one is unsupported. */
export const only = <const T extends string | number | boolean>(value: T) => v.optional(v.nullable(v.literal(value, 'unsupported')))
export const nothing = v.optional(v.nullable(v.pipe(v.array(v.unknown(), 'unsupported'), v.maxLength(0, 'unsupported'))))

const stopText = freeText()

/** Only the name of an undefined parameter matters; its value may be anything, of any depth. */
export const undefinedValue = v.pipe(
  v.unknown(),
  v.transform((value) => (value === null ? null : true)),
)

const entries = {
  model: modelName,
  messages: v.pipe(v.array(chatMessageSchema, 'required'), v.minLength(1, 'required')),
  stream: v.optional(v.nullable(v.boolean('invalid')), false),
  stream_options: v.optional(v.nullable(v.object({ include_usage: flag }, 'invalid'))),
  max_tokens: v.optional(v.nullable(whole)),
  max_completion_tokens: v.optional(v.nullable(whole)),
  temperature: between(0, 2),
  top_p: between(0, 1),
  presence_penalty: between(-2, 2),
  frequency_penalty: between(-2, 2),
  seed: v.optional(v.nullable(v.pipe(v.number('invalid'), v.safeInteger('invalid')))),
  stop: v.optional(v.nullable(v.union([stopText, v.pipe(v.array(stopText), v.maxLength(16, 'too_many'))], 'invalid'))),
  logit_bias: v.optional(
    v.nullable(v.record(v.string(), v.pipe(v.number('invalid'), v.minValue(-100, 'too_small'), v.maxValue(100, 'too_large')), 'invalid')),
  ),
  /** The nearest level that the model has applies. */
  reasoning_effort: v.optional(v.nullable(v.picklist(effortLevels, 'not_an_option'))),
  verbosity: v.optional(v.nullable(v.picklist(['low', 'medium', 'high'], 'not_an_option'))),
  tools: v.optional(v.nullable(v.pipe(v.array(toolSchema, 'invalid'), v.maxLength(512, 'too_many')))),
  tool_choice: v.optional(v.nullable(toolChoiceSchema)),
  parallel_tool_calls: flag,
  response_format: v.optional(v.nullable(formatSchema)),
  n: only(1),
  logprobs: only(false),
  top_logprobs: only(0),
  modalities: v.optional(v.nullable(v.pipe(v.array(v.literal('text', 'unsupported'), 'unsupported'), v.maxLength(1, 'unsupported')))),
  audio: v.optional(v.null('unsupported')),
  web_search_options: v.optional(v.null('unsupported')),
  functions: nothing,
  function_call: v.optional(v.null('unsupported')),
  ...ownOptions,
}
export const chatCompletionRequestSchema = v.objectWithRest(entries, undefinedValue)
export type ChatCompletionRequest = v.InferOutput<typeof chatCompletionRequestSchema>

/** Returns the parameters of a request that its schema does not define. */
export const parametersBeside = (defined: object, request: object): string[] =>
  Object.entries(request).flatMap(([name, value]) => (name in defined || value === null ? [] : [name]))

/** Returns the parameters of a request that have no effect here: among them those of OpenAI's account, storage and cache. */
export const undefinedParameters = (request: ChatCompletionRequest): string[] => parametersBeside(entries, request)

const usageSchema = v.object({
  prompt_tokens: v.number(),
  completion_tokens: v.number(),
  total_tokens: v.number(),
  /** Absent if the service does not report it, like the next one: tokens of the prompt that it had read before. */
  prompt_tokens_details: v.optional(v.object({ cached_tokens: v.number() })),
  /** Tokens of the answer that are reasoning. */
  completion_tokens_details: v.optional(v.object({ reasoning_tokens: v.number() })),
})
export type ChatUsage = v.InferOutput<typeof usageSchema>
const callSchema = v.object({
  id: v.string(),
  type: v.literal('function'),
  function: v.object({ name: v.string(), arguments: v.string() }),
})
export type ChatCall = v.InferOutput<typeof callSchema>
export const finishReasons = ['stop', 'length', 'tool_calls'] as const
export type FinishReason = (typeof finishReasons)[number]
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
        /** Null in an answer that only calls tools. */
        content: v.nullable(v.string()),
        refusal: v.null(),
        tool_calls: v.optional(v.array(callSchema)),
        /** Beyond OpenAI's protocol: the model's reasoning, under the names that clients read. */
        reasoning_content: v.optional(v.string()),
        reasoning: v.optional(v.string()),
        images: v.optional(v.array(answerImageSchema)),
      }),
      logprobs: v.null(),
      finish_reason: v.picklist(finishReasons),
    }),
  ),
  usage: usageSchema,
})
