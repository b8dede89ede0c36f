import * as v from 'valibot'
import { idSchema, kindSchema, pageOf, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { freeText } from '../base/text.ts'
import { promptMaxLength } from '../base/values.ts'
import { generationSchema, inputSchema, optionValuesSchema } from '../runs/generations.ts'
import { callStateSchema, mostCalls } from './tools.ts'

/** The run that a call asks for, or has become. */
export const callRunSchema = v.object({
  type: kindSchema,
  model: v.string(),
  prompt: v.string(),
  options: optionValuesSchema,
  inputs: v.array(inputSchema),
  /** The name of the recipe that it fills in; null without one. */
  recipe: v.nullable(v.string()),
})
export type CallRun = v.InferOutput<typeof callRunSchema>

export const callSchema = v.object({
  ...callStateSchema.entries,
  /** The conversation of the step. */
  thread: v.nullable(idSchema),
  /** Null for a call that makes nothing. */
  run: v.nullable(callRunSchema),
  /** The price at which it asks, rounded up to whole tokens; null for a call that has not asked. */
  price: v.nullable(tokenAmountSchema),
  price_milli: v.nullable(tokenAmountSchema),
  /** The highest price of the answer that goes on afterwards, in thousandths of a token. Allowing the call allows it too. */
  next_milli: v.nullable(tokenAmountSchema),
  created_at: timestampSchema,
  ended_at: v.nullable(timestampSchema),
})
export type Call = v.InferOutput<typeof callSchema>
export const callPageSchema = v.object({
  ...pageOf(callSchema).entries,
  /** The works that these calls have made or make, with `thread` only. */
  works: v.optional(v.array(generationSchema)),
})
export type CallPage = v.InferOutput<typeof callPageSchema>
export const callListSchema = v.object({ items: v.array(callSchema) })

/** Changes that the person makes before the call is allowed. */
export const quoteCallSchema = v.object({
  prompt: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(promptMaxLength, 'prompt_too_long'))),
  model: v.optional(v.pipe(v.string('required'), v.maxLength(100, 'model_unknown'))),
  options: v.optional(optionValuesSchema),
})
export type CallEdit = v.InferOutput<typeof quoteCallSchema>

export const allowCallsSchema = v.object({
  /** Calls of one answer. All of them start, or none. */
  ids: v.pipe(v.array(idSchema, 'invalid'), v.minLength(1, 'required'), v.maxLength(mostCalls, 'too_many')),
  /** The price of all of them that the caller accepts. */
  max_price: v.pipe(v.number('required'), v.safeInteger('invalid'), v.minValue(0, 'too_small')),
  /** Changes, by the ids of the calls. */
  edits: v.optional(v.record(v.string(), quoteCallSchema), {}),
  /** `allow`: calls that make the same start without asking in this conversation, within its allowance. */
  rule: v.optional(v.picklist(['allow'], 'not_an_option')),
})

export const refuseCallSchema = v.object({
  /** A message for the assistant. */
  words: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(1_000, 'too_long'))),
  /** Refuses all later calls in this conversation that make the same. */
  never: v.optional(v.boolean()),
})
