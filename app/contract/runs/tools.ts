import * as v from 'valibot'
import { idSchema, pageOf, pageQueryEntries, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { studioTools } from './tool-names.ts'

export const studioToolSchema = v.picklist(studioTools, 'not_an_option')
export const studioToolsSchema = v.pipe(v.array(studioToolSchema, 'invalid'), v.maxLength(16, 'too_many'))

/**
 * Why a message has stopped between two steps. `stopped`: by the person; `limit`: it has had as many steps as a message may; `budget`: what may
 * be spent without a press is used up; `loop`: the same call came for the third time; `failed`: the next step could not start.
 */
export const haltReasons = ['stopped', 'limit', 'budget', 'loop', 'failed'] as const
export type HaltReason = (typeof haltReasons)[number]

/** Most steps of a message that follow each other without a press, and most calls of an answer that run. */
export const mostSteps = 12
export const mostCalls = 8

export const toolCallStates = ['due', 'done', 'failed', 'stopped'] as const
/** `due`: it runs; `failed`: the assistant got the reason as its result. */
export type ToolCallState = (typeof toolCallStates)[number]

export const callSchema = v.object({
  id: idSchema,
  /** The run whose answer has the call. */
  step: idSchema,
  /** The id of the call in the answer. */
  call_id: v.string(),
  tool: v.string(),
  state: v.picklist(toolCallStates),
  created_at: timestampSchema,
  ended_at: v.nullable(timestampSchema),
})
export type Call = v.InferOutput<typeof callSchema>
export const callPageSchema = pageOf(callSchema)
export const callsQuerySchema = v.object({
  ...pageQueryEntries,
  state: v.optional(v.picklist(toolCallStates, 'not_an_option')),
  step: v.optional(idSchema),
})
export const callEventSchema = v.pick(callSchema, ['id', 'step', 'call_id', 'tool', 'state'])
export type CallEvent = v.InferOutput<typeof callEventSchema>

/** Most tokens that a conversation may spend without a press. */
export const mostAllowance = 1_000_000
export const allowanceSchema = v.pipe(
  v.number('invalid'),
  v.safeInteger('invalid'),
  v.minValue(0, 'too_small'),
  v.maxValue(mostAllowance, 'too_large'),
)

export const toolsQuerySchema = v.object({ thread: v.optional(idSchema) })
export const toolsSchema = v.object({
  /** The tools that the operator offers the person. */
  items: v.array(
    v.object({
      name: studioToolSchema,
      title: v.string(),
      description: v.string(),
      /** Whether the assistant of the conversation may use it. */
      on: v.boolean(),
      /** Model tokens that its definition adds to each request, about. */
      model_tokens: v.number(),
    }),
  ),
  /** The most that the conversation may spend without a press, and how much it has spent so, in thousandths of a token. */
  allowance: v.object({ limit_milli: tokenAmountSchema, used_milli: tokenAmountSchema }),
})
export type Tools = v.InferOutput<typeof toolsSchema>

export const goOnSchema = v.object({
  /** The price of the step that the caller accepts. */
  max_price: v.optional(v.pipe(v.number('invalid'), v.safeInteger('invalid'), v.minValue(0, 'too_small'))),
  /** Tokens by which the conversation's allowance is raised. */
  raise: v.optional(allowanceSchema),
})
export const goOnQuoteSchema = v.object({
  /** The highest price of the step, rounded up to whole tokens. */
  price: tokenAmountSchema,
  price_milli: tokenAmountSchema,
  allowance: toolsSchema.entries.allowance,
})
export type GoOnQuote = v.InferOutput<typeof goOnQuoteSchema>
/** `thread`: the conversation; without it, the person's default. */
export const setAllowanceSchema = v.object({ thread: v.optional(idSchema), tokens: v.nullable(allowanceSchema) })
