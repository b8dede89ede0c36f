import * as v from 'valibot'
import { givenDaySchema, kindSchema, tokenAmountSchema } from '../base/common.ts'
import { buckets } from '../base/periods.ts'
import { moneySchema } from '../money/tokens.ts'

const isoDateSchema = v.pipe(v.string(), v.isoDate('invalid'))
const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Milliseconds, accurate to 10 %; null without a success. */
const waitSchema = v.nullable(v.number())

const countedEntries = {
  /** Runs that have ended. */
  generations: countSchema,
  succeeded: countSchema,
  failed: countSchema,
  canceled: countSchema,
  /** Whole tokens that left the balance: a started token counts for the run that started it. */
  tokens: tokenAmountSchema,
  /** The exact cost in thousandths of a token. */
  tokens_milli: tokenAmountSchema,
}
/** The runs of one kind. */
export const statisticsRowSchema = v.object({
  type: kindSchema,
  ...countedEntries,
  /** Waiting time in milliseconds: median and 95th percentile. */
  wait_p50_ms: waitSchema,
  wait_p95_ms: waitSchema,
})

export const statisticsQuerySchema = v.object({
  /** The number of days up to `to`, as an alternative to `from`. */
  days: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'invalid'), v.transform(Number), v.minValue(1, 'too_small'))),
  from: v.optional(givenDaySchema),
  to: v.optional(givenDaySchema),
  bucket: v.optional(v.picklist(buckets, 'not_an_option'), 'day'),
})

export const statisticsSchema = v.object({
  from: isoDateSchema,
  to: isoDateSchema,
  bucket: v.picklist(buckets),
  /** The time zone of the days; null for UTC, if the person's zone is unknown. */
  time_zone: v.nullable(v.string()),
  totals: v.array(statisticsRowSchema),
  /** The same number of days before `from`. */
  previous: v.object({ from: isoDateSchema, to: isoDateSchema, totals: v.array(statisticsRowSchema) }),
  /** One row for each kind and each day, week (from Monday) or month that had any runs, named by its first day. */
  days: v.array(v.object({ date: isoDateSchema, ...statisticsRowSchema.entries })),
  /** The most used models first. */
  models: v.array(v.object({ id: v.string(), name: v.string(), type: kindSchema, ...countedEntries })),
  /** Rows by API key, most used first; the last one, with nulls, is for runs without a key. An API key sees only its own row. */
  keys: v.array(
    v.object({
      id: v.nullable(v.string()),
      name: v.nullable(v.string()),
      hint: v.nullable(v.string()),
      revoked: v.boolean(),
      ...countedEntries,
    }),
  ),
  /** The days that had any runs, of the year that ends with `to`. */
  activity: v.array(
    v.object({
      date: isoDateSchema,
      /** Runs that have ended. */
      generations: countSchema,
      tokens: tokenAmountSchema,
      tokens_milli: tokenAmountSchema,
    }),
  ),
  /** The value of tokens: the price that the person has paid (`paid`), otherwise that of the smallest pack; null without packs. */
  worth: v.nullable(
    v.object({
      tokens: v.pipe(v.number(), v.integer(), v.minValue(1)),
      prices: v.array(moneySchema),
      /** Whether the person has paid this price. */ paid: v.boolean(),
    }),
  ),
})
export type Statistics = v.InferOutput<typeof statisticsSchema>
