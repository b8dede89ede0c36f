import * as v from 'valibot'
import { idSchema, kindSchema, pageOf, pageQueryEntries, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { chordSchema } from './chords.ts'
import { comparisonSchema } from './comparisons.ts'
import { ownLimitSchema } from '../money/tokens.ts'
import { generationSchema, inputSchema, optionValuesSchema } from './generations.ts'
import { voiceSchema } from './voices.ts'

/**
 * `open`: nobody has answered; `allowed`: the run was started; `refused`; `expired`: nobody answered in time; `ended`: the API key that
 * asked was revoked or has expired.
 */
export const runRequestStatuses = ['open', 'allowed', 'refused', 'expired', 'ended'] as const
export type RunRequestStatus = (typeof runRequestStatuses)[number]

/** Hours in which a request can be answered. */
export const runRequestHours = 24

/**
 * `generation`: a run; `retry`: a run again; `chord`: works made together from one prompt; `comparison`: a prompt for several models;
 * `voice`: a new voice; `film`: parts of a film.
 */
export const askedCalls = ['generation', 'retry', 'chord', 'comparison', 'voice', 'film'] as const
export type AskedCallName = (typeof askedCalls)[number]

/** The limit that the call would have exceeded. */
const exceededSchema = v.object({
  /** Span of the limit: one run, a day or a month, both in UTC. */
  period: v.picklist(['run', 'day', 'month']),
  limit: tokenAmountSchema,
  left: tokenAmountSchema,
  /** The tokens that count for this limit: for `run` those of the dearest run of the call, otherwise its price. */
  price: tokenAmountSchema,
})

/** A call beyond the budget of an API key, which waits until its owner allows it. */
export const runRequestSchema = v.object({
  id: idSchema,
  status: v.picklist(runRequestStatuses),
  /** The call that the key has made. */
  call: v.picklist(askedCalls),
  /** The kind of the run; of the first one where the call starts several. */
  type: kindSchema,
  /** The model of the run; of the first one where the call starts several; for a voice the service that makes it. */
  model: v.string(),
  /** The runs that the call starts, in its order; none for a voice. */
  runs: v.array(v.object({ type: kindSchema, model: v.string() })),
  /** The prompt; for a voice its name. */
  prompt: v.string(),
  options: optionValuesSchema,
  inputs: v.array(inputSchema),
  /** The highest price of the call, rounded up to whole tokens. Allowing it at this price never costs more. */
  price: tokenAmountSchema,
  /** The limit of the key that the call would have exceeded, as it was then. */
  exceeded: exceededSchema,
  /** The API key that asks. */
  api_key: v.object({ id: idSchema, name: v.string() }),
  /** The page on which the owner answers. */
  page: v.string(),
  created_at: timestampSchema,
  expires_at: timestampSchema,
  /** When it was allowed or refused. */
  answered_at: v.nullable(timestampSchema),
  /** The run, once it is allowed; null also if it was deleted permanently, and for calls that start several. */
  generation: v.nullable(generationSchema),
  /** The chord, once it is allowed. */
  chord: v.nullable(chordSchema),
  /** The comparison, once it is allowed. */
  comparison: v.nullable(comparisonSchema),
  /** The film, and what was started for it, once it is allowed. */
  film: v.optional(v.nullable(v.object({ id: idSchema, make: idSchema })), null),
  /** The voice, once it is allowed; null also if it was deleted. */
  voice: v.nullable(voiceSchema),
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
