import * as v from 'valibot'
import { freeText, verbatimText } from '../base/text.ts'
import { between, effortLevels, jsonSchemaSchema, modelName, only, ownOptions, toolName, undefinedValue, whole } from './chat.ts'

/**
 * Open Responses, by the specification of 2026-04-24. Each parameter is passed on as it is, honored, or refused by its name; those without a
 * meaning here are ignored and named in the response.
 */

const given = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema))
const flag = given(v.boolean('invalid'))
const callId = v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(500, 'too_long'))

const textPart = v.object({ type: v.picklist(['input_text', 'output_text', 'text']), text: verbatimText('required') })
/** `image_url`: a `data:` URL. `file_id`: the id of an upload. */
const imagePart = v.object({ type: v.literal('input_image'), image_url: given(v.string('invalid')), file_id: given(v.string('invalid')) })
/** `file_data`: a `data:` URL. `file_id`: the id of an upload. */
const filePart = v.object({
  type: v.literal('input_file'),
  file_data: given(v.string('invalid')),
  file_id: given(v.string('invalid')),
  file_url: given(v.string('invalid')),
  filename: given(v.string('invalid')),
})
/** The refusal of an earlier answer. */
const refusalPart = v.object({ type: v.literal('refusal'), refusal: verbatimText('required') })
const partSchema = v.variant('type', [textPart, imagePart, filePart, refusalPart], 'content_not_taken')
export type ResponsePart = v.InferOutput<typeof partSchema>
const contentSchema = v.union([verbatimText(), v.array(partSchema)], 'content_not_taken')

const messageSchema = v.object({
  type: v.optional(v.literal('message'), 'message'),
  role: v.picklist(['system', 'developer', 'user', 'assistant'], 'not_an_option'),
  content: contentSchema,
})
const functionCallSchema = v.object({
  type: v.literal('function_call'),
  call_id: callId,
  /** A name that the model may have invented. */
  name: v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(500, 'too_long')),
  arguments: verbatimText('required'),
})
const functionCallOutputSchema = v.object({ type: v.literal('function_call_output'), call_id: callId, output: contentSchema })
/** Earlier reasoning. Where the run that wrote it is stored, its service gets its own parts back instead of the sealed ones. */
const reasoningSchema = v.object({ type: v.literal('reasoning'), encrypted_content: given(v.string('invalid')) })
/** An image of an earlier answer, in Base64. */
const madeImageSchema = v.object({ type: v.literal('image_generation_call'), result: v.string('required') })
/** An item of an earlier answer by its id. */
const referenceSchema = v.object({ type: v.literal('item_reference'), id: callId })
const itemSchema = v.union(
  [v.variant('type', [functionCallSchema, functionCallOutputSchema, reasoningSchema, madeImageSchema, referenceSchema]), messageSchema],
  'content_not_taken',
)
export type ResponseItem = v.InferOutput<typeof itemSchema>

const functionToolSchema = v.object({
  type: v.literal('function'),
  name: toolName,
  description: given(verbatimText('invalid')),
  parameters: given(jsonSchemaSchema),
  strict: flag,
})
/** Tools of the services, which a model has if it has the option. */
export const serviceTools = ['web_search', 'web_search_preview', 'code_interpreter', 'image_generation'] as const
const serviceToolSchema = v.objectWithRest({ type: v.picklist(serviceTools) }, v.unknown())
const toolSchema = v.union([functionToolSchema, serviceToolSchema], 'unsupported')
const namedTool = v.object({ type: v.literal('function'), name: v.string() })
const toolChoiceSchema = v.union(
  [
    v.picklist(['auto', 'none', 'required']),
    namedTool,
    v.object({ type: v.literal('allowed_tools'), mode: v.picklist(['auto', 'none', 'required']), tools: v.array(namedTool) }),
  ],
  'unsupported',
)
const formatSchema = v.variant(
  'type',
  [
    v.object({ type: v.picklist(['text', 'json_object']) }),
    v.object({
      type: v.literal('json_schema'),
      name: v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid')),
      description: given(verbatimText('invalid')),
      schema: given(jsonSchemaSchema),
      strict: flag,
    }),
  ],
  'unsupported',
)

const entries = {
  model: modelName,
  input: v.optional(v.union([freeText(), v.array(itemSchema, 'invalid')], 'content_not_taken'), ''),
  instructions: given(verbatimText('invalid')),
  previous_response_id: given(v.string('invalid')),
  stream: v.optional(v.nullable(v.boolean('invalid')), false),
  /** False: nothing of the run is kept after its answer. */
  store: flag,
  metadata: given(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(64, 'too_long')), v.pipe(v.string('invalid'), v.maxLength(512, 'too_long')), 'invalid'),
      v.check((values) => Object.keys(values).length <= 16, 'too_many'),
    ),
  ),
  max_output_tokens: given(whole),
  temperature: between(0, 2),
  top_p: between(0, 1),
  presence_penalty: between(-2, 2),
  frequency_penalty: between(-2, 2),
  /** The nearest level that the model has applies. `summary`: whether the answer has the reasoning. */
  reasoning: given(
    v.object(
      {
        effort: given(v.picklist(effortLevels, 'not_an_option')),
        summary: given(v.picklist(['auto', 'concise', 'detailed'], 'not_an_option')),
      },
      'invalid',
    ),
  ),
  text: given(
    v.object({ format: given(formatSchema), verbosity: given(v.picklist(['low', 'medium', 'high'], 'not_an_option')) }, 'invalid'),
  ),
  tools: given(v.pipe(v.array(toolSchema, 'invalid'), v.maxLength(512, 'too_many'))),
  tool_choice: given(toolChoiceSchema),
  parallel_tool_calls: flag,
  /** A conversation that is too long is refused in both cases. */
  truncation: given(v.picklist(['auto', 'disabled'], 'not_an_option')),
  include: given(v.array(v.string('invalid'), 'invalid')),
  background: only(false),
  top_logprobs: only(0),
  conversation: v.optional(v.null('unsupported')),
  prompt: v.optional(v.null('unsupported')),
  max_tool_calls: v.optional(v.null('unsupported')),
  ...ownOptions,
}
export const responseRequestSchema = v.objectWithRest(entries, undefinedValue)
export type ResponseRequest = v.InferOutput<typeof responseRequestSchema>

/** Returns the parameters of a request that have no effect here: among them those of OpenAI's account and cache. */
export const ignoredOfResponse = (request: ResponseRequest): string[] =>
  Object.entries(request).flatMap(([name, value]) => (name in entries || value === null ? [] : [name]))

const itemStatus = v.picklist(['in_progress', 'completed', 'incomplete'])
/** A page that the model has found; the whole text is its range. */
export const citationSchema = v.object({
  type: v.literal('url_citation'),
  url: v.string(),
  title: v.string(),
  start_index: v.number(),
  end_index: v.number(),
})
export const outputPartSchema = v.object({
  type: v.literal('output_text'),
  text: v.string(),
  annotations: v.array(citationSchema),
  logprobs: v.array(v.unknown()),
})
export type OutputPart = v.InferOutput<typeof outputPartSchema>
const calledSchema = v.object({
  type: v.literal('function_call'),
  id: v.string(),
  call_id: v.string(),
  name: v.string(),
  arguments: v.string(),
  status: itemStatus,
})
export const outputItemSchema = v.variant('type', [
  v.object({
    type: v.literal('reasoning'),
    id: v.string(),
    summary: v.array(v.object({ type: v.literal('summary_text'), text: v.string() })),
    /** With `include: ["reasoning.encrypted_content"]`: the reasoning, sealed for the account and the model. */
    encrypted_content: v.optional(v.string()),
  }),
  v.object({
    type: v.literal('message'),
    id: v.string(),
    status: itemStatus,
    role: v.literal('assistant'),
    content: v.array(outputPartSchema),
  }),
  calledSchema,
  /** An image of the answer, in Base64. */
  v.object({ type: v.literal('image_generation_call'), id: v.string(), status: itemStatus, result: v.string() }),
])
export type OutputItem = v.InferOutput<typeof outputItemSchema>

const responseStatus = v.picklist(['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled'])
export const responseSchema = v.object({
  id: v.string(),
  object: v.literal('response'),
  created_at: v.number(),
  completed_at: v.nullable(v.number()),
  status: responseStatus,
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
  incomplete_details: v.nullable(v.object({ reason: v.string() })),
  model: v.string(),
  /** The response that this one continues, whether it was named or found by the conversation. */
  previous_response_id: v.nullable(v.string()),
  instructions: v.nullable(v.string()),
  output: v.array(outputItemSchema),
  tools: v.array(
    v.union([
      v.object({
        type: v.literal('function'),
        name: v.string(),
        description: v.nullable(v.string()),
        parameters: v.nullable(v.record(v.string(), v.unknown())),
        strict: v.nullable(v.boolean()),
      }),
      v.object({ type: v.picklist(serviceTools) }),
    ]),
  ),
  tool_choice: v.union([v.picklist(['auto', 'none', 'required']), v.object({ type: v.literal('function'), name: v.string() })]),
  parallel_tool_calls: v.boolean(),
  text: v.object({
    format: v.union([
      v.object({ type: v.picklist(['text', 'json_object']) }),
      v.object({
        type: v.literal('json_schema'),
        name: v.string(),
        description: v.nullable(v.string()),
        schema: v.nullable(v.record(v.string(), v.unknown())),
        strict: v.boolean(),
      }),
    ]),
    verbosity: v.string(),
  }),
  reasoning: v.object({ effort: v.nullable(v.string()), summary: v.nullable(v.string()) }),
  truncation: v.literal('disabled'),
  temperature: v.number(),
  top_p: v.number(),
  presence_penalty: v.number(),
  frequency_penalty: v.number(),
  top_logprobs: v.number(),
  max_output_tokens: v.nullable(v.number()),
  max_tool_calls: v.null(),
  store: v.boolean(),
  background: v.literal(false),
  service_tier: v.literal('default'),
  metadata: v.record(v.string(), v.string()),
  safety_identifier: v.null(),
  prompt_cache_key: v.null(),
  user: v.null(),
  /** Null before the end. Details are zero if the model's service does not report them. */
  usage: v.nullable(
    v.object({
      input_tokens: v.number(),
      input_tokens_details: v.object({ cached_tokens: v.number() }),
      output_tokens: v.number(),
      output_tokens_details: v.object({ reasoning_tokens: v.number() }),
      total_tokens: v.number(),
    }),
  ),
})
export type ResponseResource = v.InferOutput<typeof responseSchema>

const inputPartSchema = v.variant('type', [
  v.object({ type: v.literal('input_text'), text: v.string() }),
  outputPartSchema,
  /** `file_id`: the id of an upload; null for an image of an earlier answer. */
  v.object({ type: v.literal('input_image'), file_id: v.nullable(v.string()), image_url: v.null(), detail: v.literal('auto') }),
  v.object({ type: v.literal('input_file'), file_id: v.nullable(v.string()) }),
])
export type InputPart = v.InferOutput<typeof inputPartSchema>
const inputItemSchema = v.variant('type', [
  v.object({
    type: v.literal('message'),
    id: v.string(),
    status: itemStatus,
    role: v.picklist(['system', 'user', 'assistant']),
    content: v.array(inputPartSchema),
  }),
  calledSchema,
  v.object({
    type: v.literal('function_call_output'),
    id: v.string(),
    call_id: v.string(),
    output: v.union([v.string(), v.array(inputPartSchema)]),
    status: itemStatus,
  }),
])
export type InputItem = v.InferOutput<typeof inputItemSchema>
export const inputItemsSchema = v.object({
  object: v.literal('list'),
  data: v.array(inputItemSchema),
  first_id: v.nullable(v.string()),
  last_id: v.nullable(v.string()),
  has_more: v.boolean(),
})

export const inputItemsQuerySchema = v.object({
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'invalid'), v.transform(Number), v.minValue(1, 'too_small'), v.maxValue(100, 'too_large')),
    '20',
  ),
  order: v.optional(v.picklist(['asc', 'desc'], 'not_an_option'), 'desc'),
  /** The id of the last item of the page before. */
  after: v.optional(v.string()),
})

/** Streams are read where they are created. */
export const retrieveQuerySchema = v.object({ stream: v.optional(v.literal('false', 'unsupported')) })

export const deletedResponseSchema = v.object({ id: v.string(), object: v.literal('response.deleted'), deleted: v.literal(true) })
