import * as v from 'valibot'
import { askedSchema } from '../runs/asked.ts'
import { isDeeper } from '../base/is-deeper.ts'
import { freeText, verbatimText } from '../base/text.ts'
import {
  between,
  calledName,
  callId,
  flag,
  jsonSchemaSchema,
  modelName,
  nothing,
  optionalText,
  ownOptions,
  parametersBeside,
  toolName,
  undefinedValue,
  whole,
} from './chat.ts'

/**
 * Messages of Anthropic's protocol, by its client of 2026-11-29. As in chat completions, each parameter is passed on as it is, honored, or
 * refused by its name; those without a meaning here are ignored and named in the response.
 */

const textBlock = v.object({ type: v.literal('text'), text: verbatimText('required') })
const textsSchema = v.union([verbatimText(), v.array(textBlock, 'content_not_text')], 'content_not_text')

/** `url`: a `data:` URL, or the id of an upload. */
const fileSource = [
  v.object({ type: v.literal('base64'), media_type: v.optional(v.string('invalid')), data: v.string('required') }),
  v.object({ type: v.literal('url'), url: v.string('required') }),
] as const
const imageBlock = v.object({ type: v.literal('image'), source: v.variant('type', [...fileSource], 'content_not_taken') })

/** The parts of a text that is written as blocks; their images follow it. */
const quotedSchema = v.union(
  [verbatimText(), v.array(v.variant('type', [textBlock, imageBlock], 'content_not_taken'))],
  'content_not_taken',
)
const citations = v.optional(v.nullable(v.object({ enabled: flag }, 'invalid')))
const documentBlock = v.object({
  type: v.literal('document'),
  source: v.variant(
    'type',
    [
      ...fileSource,
      v.object({ type: v.literal('text'), data: verbatimText('required') }),
      v.object({ type: v.literal('content'), content: quotedSchema }),
    ],
    'content_not_taken',
  ),
  title: optionalText,
  context: optionalText,
  citations,
})
const searchResultBlock = v.object({
  type: v.literal('search_result'),
  source: verbatimText('required'),
  title: verbatimText('required'),
  content: v.array(textBlock, 'content_not_text'),
  citations,
})

const resultContent = v.union(
  [verbatimText(), v.array(v.variant('type', [textBlock, imageBlock, documentBlock, searchResultBlock], 'content_not_taken'))],
  'content_not_taken',
)
const toolResultBlock = v.object({
  type: v.literal('tool_result'),
  tool_use_id: callId,
  content: v.optional(v.nullable(resultContent)),
  /** Whether the tool has failed. */
  is_error: flag,
})
/** Levels of nesting in the arguments of a call; the same as in answers. */
const deepestInput = 256
const isArguments = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isDeeper(value, deepestInput)
const toolUseBlock = v.object({
  type: v.literal('tool_use'),
  id: callId,
  name: calledName,
  /** The arguments, or a text of an earlier answer that is no JSON. */
  input: v.union([v.custom<Record<string, unknown>>(isArguments), verbatimText()], 'invalid'),
})
/** Reasoning of an earlier answer. The model gets its own from the run that made it. */
const thinkingBlock = v.object({
  type: v.literal('thinking'),
  thinking: v.optional(v.string('invalid'), ''),
  signature: v.optional(v.string('invalid'), ''),
})
const hiddenThinkingBlock = v.object({ type: v.literal('redacted_thinking'), data: v.optional(v.string('invalid'), '') })

const userBlock = v.variant('type', [textBlock, imageBlock, documentBlock, searchResultBlock, toolResultBlock], 'content_not_taken')
const assistantBlock = v.variant('type', [textBlock, imageBlock, toolUseBlock, thinkingBlock, hiddenThinkingBlock], 'content_not_taken')

const messageSchema = v.variant(
  'role',
  [
    v.object({ role: v.literal('user'), content: v.union([verbatimText(), v.array(userBlock)], 'content_not_taken') }),
    v.object({ role: v.literal('assistant'), content: v.union([verbatimText(), v.array(assistantBlock)], 'content_not_taken') }),
    v.object({ role: v.literal('system'), content: textsSchema }),
  ],
  'not_an_option',
)
export type SentMessage = v.InferOutput<typeof messageSchema>

/** A tool of the program; those of Anthropic's own servers have other types. */
const toolSchema = v.object(
  {
    type: v.optional(v.nullable(v.literal('custom', 'unsupported'))),
    name: toolName,
    description: v.optional(v.nullable(verbatimText('invalid'))),
    input_schema: jsonSchemaSchema,
    strict: flag,
  },
  'invalid',
)
const toolChoiceSchema = v.variant(
  'type',
  [
    v.object({ type: v.picklist(['auto', 'any']), disable_parallel_tool_use: flag }),
    v.object({ type: v.literal('tool'), name: v.string('required'), disable_parallel_tool_use: flag }),
    v.object({ type: v.literal('none') }),
  ],
  'unsupported',
)
/** `display`: whether the answer has the reasoning. */
const display = v.optional(v.nullable(v.picklist(['summarized', 'omitted'], 'not_an_option')))
const thinkingSchema = v.variant(
  'type',
  [
    v.object({ type: v.literal('enabled'), budget_tokens: whole, display }),
    v.object({ type: v.literal('adaptive'), display }),
    v.object({ type: v.literal('disabled') }),
  ],
  'unsupported',
)
const formatSchema = v.object({ type: v.literal('json_schema', 'unsupported'), schema: jsonSchemaSchema }, 'invalid')
const outputSchema = v.object(
  {
    effort: v.optional(v.nullable(v.picklist(['low', 'medium', 'high', 'xhigh', 'max'], 'not_an_option'))),
    format: v.optional(v.nullable(formatSchema)),
  },
  'invalid',
)

/** The parameters that the count of tokens has as well. */
const readEntries = {
  model: modelName,
  messages: v.pipe(v.array(messageSchema, 'required'), v.minLength(1, 'required')),
  system: v.optional(v.nullable(textsSchema)),
  tools: v.optional(v.nullable(v.pipe(v.array(toolSchema, 'invalid'), v.maxLength(512, 'too_many')))),
  tool_choice: v.optional(v.nullable(toolChoiceSchema)),
  thinking: v.optional(v.nullable(thinkingSchema)),
  output_config: v.optional(v.nullable(outputSchema)),
  /** The name of `output_config.format` before it. */
  output_format: v.optional(v.nullable(formatSchema)),
  /** Servers of tools, which the service itself would call. */
  mcp_servers: nothing,
  /** A conversation that the service keeps, of which only the new messages are sent. Clients that are refused send it whole. */
  thread: v.optional(v.null('unsupported')),
}
const entries = {
  ...readEntries,
  max_tokens: whole,
  stream: v.optional(v.nullable(v.boolean('invalid')), false),
  stop_sequences: v.optional(v.nullable(v.pipe(v.array(freeText('invalid'), 'invalid'), v.maxLength(16, 'too_many')))),
  temperature: between(0, 1),
  top_p: between(0, 1),
  container: v.optional(v.null('unsupported')),
  ...ownOptions,
}
export const messageRequestSchema = v.objectWithRest(entries, undefinedValue)
export type MessageRequest = v.InferOutput<typeof messageRequestSchema>
export const countTokensRequestSchema = v.objectWithRest(readEntries, undefinedValue)

/** Returns the parameters of a request that have no effect here: of Anthropic's account, cache, tiers and sampling. */
export const undefinedMessageParameters = (request: MessageRequest): string[] => parametersBeside(entries, request)

const usageSchema = v.object({
  input_tokens: v.number(),
  output_tokens: v.number(),
  cache_creation_input_tokens: v.literal(0),
  cache_read_input_tokens: v.literal(0),
})
export type MessageUsage = v.InferOutput<typeof usageSchema>
const answerBlockSchema = v.variant('type', [
  v.object({ type: v.literal('text'), text: v.string(), citations: v.null() }),
  v.object({
    type: v.literal('thinking'),
    thinking: v.string(),
    /** A name of the run that has the reasoning with its own signatures. */
    signature: v.string(),
  }),
  v.object({
    type: v.literal('tool_use'),
    id: v.string(),
    name: v.string(),
    /** The arguments; the text as the model wrote it if it is no JSON. */
    input: v.unknown(),
  }),
  /** Beyond Anthropic's protocol: an image that the model made. */
  v.object({ type: v.literal('image'), source: v.object({ type: v.literal('base64'), media_type: v.string(), data: v.string() }) }),
])
export type AnswerBlock = v.InferOutput<typeof answerBlockSchema>
export const stopReasons = ['end_turn', 'max_tokens', 'tool_use'] as const
export type StopReason = (typeof stopReasons)[number]
export const messageAnswerSchema = v.object({
  id: v.string(),
  type: v.literal('message'),
  role: v.literal('assistant'),
  model: v.string(),
  content: v.array(answerBlockSchema),
  stop_reason: v.picklist(stopReasons),
  /** Services do not state which sequence has ended an answer. */
  stop_sequence: v.null(),
  usage: usageSchema,
})
export const tokenCountSchema = v.object({ input_tokens: v.number() })

export const anthropicModelSchema = v.object({
  type: v.literal('model'),
  id: v.string(),
  display_name: v.string(),
  created_at: v.string(),
  lifecycle: v.literal('active'),
  /** Model tokens that the model reads; null if they are not known. */
  max_input_tokens: v.nullable(v.number()),
  max_tokens: v.nullable(v.number()),
})
export const anthropicModelListSchema = v.object({
  data: v.array(anthropicModelSchema),
  has_more: v.boolean(),
  first_id: v.nullable(v.string()),
  last_id: v.nullable(v.string()),
})
export const anthropicPageSchema = v.object({
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'invalid'), v.transform(Number), v.minValue(1, 'too_small'), v.maxValue(1_000, 'too_large')),
    '20',
  ),
  after_id: v.optional(v.string()),
  before_id: v.optional(v.string()),
})

export const anthropicErrorSchema = v.object({
  type: v.literal('error'),
  error: v.object({
    type: v.string(),
    message: v.string(),
    /** Beyond Anthropic's protocol: the parameter that is refused. */
    param: v.nullable(v.string()),
    /** Beyond Anthropic's protocol: the request that the owner of the key can allow. */
    run_request: v.optional(askedSchema),
    details: v.optional(v.object({ error_code: v.literal('thread_unsupported_request') })),
  }),
})
export type AnthropicErrorBody = v.InferOutput<typeof anthropicErrorSchema>
