import * as v from 'valibot'
import { idSchema, kindSchema, pageOf, pageQueryEntries, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { ownLimitSchema } from '../money/tokens.ts'
import { generationSchema, inputSchema, optionValuesSchema } from './generations.ts'

/**
 * `open`: nobody has answered; `allowed`: the run was started; `refused`; `expired`: nobody answered in time; `ended`: the API key that
 * asked was revoked or has expired.
 */
export const runRequestStatuses = ['open', 'allowed', 'refused', 'expired', 'ended'] as const
export type RunRequestStatus = (typeof runRequestStatuses)[number]

/** Hours in which a request can be answered. */
export const runRequestHours = 24

/** The tokens that the run would have exceeded. */
const exceededSchema = v.object({
  period: v.picklist(['run', 'day', 'month']),
  limit: tokenAmountSchema,
  left: tokenAmountSchema,
})

/** A run beyond the budget of an API key, which waits until its owner allows it. */
export const runRequestSchema = v.object({
  id: idSchema,
  status: v.picklist(runRequestStatuses),
  type: kindSchema,
  model: v.string(),
  prompt: v.string(),
  options: optionValuesSchema,
  inputs: v.array(inputSchema),
  /** The highest price of the run, rounded up to whole tokens. Allowing it at this price never costs more. */
  price: tokenAmountSchema,
  /** The limit of the key that the run would have exceeded, as it was then. */
  exceeded: exceededSchema,
  /** The API key that asks. */
  api_key: v.object({ id: idSchema, name: v.string() }),
  /** The page on which the owner answers. */
  page: v.string(),
  created_at: timestampSchema,
  expires_at: timestampSchema,
  /** When it was allowed or refused. */
  answered_at: v.nullable(timestampSchema),
  /** The run, once it is allowed; null also if it was deleted permanently. */
  generation: v.nullable(generationSchema),
})
export type RunRequest = v.InferOutput<typeof runRequestSchema>

export const runRequestPageSchema = pageOf(runRequestSchema)

export const runRequestsQuerySchema = v.object({
  ...pageQueryEntries,
  /** Only requests in this state. */
  status: v.optional(v.picklist(runRequestStatuses, 'not_an_option')),
})

/** The price that the person saw. A run that has become dearer is refused with `price_changed` and its new price. */
const agreedPriceSchema = v.pipe(v.number('required'), v.safeInteger('invalid'), v.minValue(0, 'too_small'))

export const allowRunRequestSchema = v.object({
  /** The highest price that the person agrees to: the `price` that they saw. */
  max_price: agreedPriceSchema,
})

export const allowAndRaiseSchema = v.object({
  /** The highest price that the person agrees to: the `price` that they saw. */
  max_price: agreedPriceSchema,
  /** New limits of the key for its later runs; omitted ones do not change, null is no limit. */
  budget: v.object({
    /** Tokens of a run, at its highest price. */
    tokens_per_run: v.optional(ownLimitSchema),
    /** Tokens in a day in UTC. */
    tokens_per_day: v.optional(ownLimitSchema),
    /** Tokens in a month in UTC. */
    tokens_per_month: v.optional(ownLimitSchema),
  }),
})
export type RaisedBudget = v.InferOutput<typeof allowAndRaiseSchema>['budget']
