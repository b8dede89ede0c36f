import * as v from 'valibot'
import { givenDaySchema, kinds, tokenAmountSchema } from './common.ts'
import { buckets } from './periods.ts'
import { moneySchema } from './tokens.ts'

const isoDateSchema = v.pipe(v.string(), v.isoDate('invalid'))
const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Within 10 % of the true one; null without a success. */
const waitSchema = v.nullable(v.number())

const countedEntries = {
  /** Runs that have ended. */
  generations: countSchema,
  succeeded: countSchema,
  failed: countSchema,
  canceled: countSchema,
  tokens: tokenAmountSchema,
}
const rowSchema = v.object({
  type: v.picklist(kinds),
  ...countedEntries,
  /** Milliseconds from asking to having, of half the runs and of 95 in 100. */
  wait_p50_ms: waitSchema,
  wait_p95_ms: waitSchema,
})

export const statisticsQuerySchema = v.object({
  /** In place of `from`: so many days up to `to`. */
  days: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'invalid'), v.transform(Number), v.minValue(1, 'too_small'))),
  from: v.optional(givenDaySchema),
  to: v.optional(givenDaySchema),
  bucket: v.optional(v.picklist(buckets, 'not_an_option'), 'day'),
})

export const statisticsSchema = v.object({
  from: isoDateSchema,
  to: isoDateSchema,
  bucket: v.picklist(buckets),
  /** By whose clock the days are counted; null while that is not known, and they are those of UTC. */
  time_zone: v.nullable(v.string()),
  totals: v.array(rowSchema),
  /** As many days before `from`. */
  previous: v.object({ from: isoDateSchema, to: isoDateSchema, totals: v.array(rowSchema) }),
  /** One row for each kind and each day, week (from Monday) or month that had any runs, named by its first day. */
  days: v.array(v.object({ date: isoDateSchema, ...rowSchema.entries })),
  /** The most used first. */
  models: v.array(v.object({ id: v.string(), name: v.string(), type: v.picklist(kinds), ...countedEntries })),
  /** By which API key they were asked for, the most used first; last, with nulls, those without a key. A program with a key sees its own. */
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
  activity: v.array(v.object({ date: isoDateSchema, generations: countSchema, tokens: tokenAmountSchema })),
  /** What tokens are worth: what the person has paid for them (`paid`), else by the smallest pack on offer; null where none is. */
  worth: v.nullable(v.object({ tokens: v.pipe(v.number(), v.integer(), v.minValue(1)), prices: v.array(moneySchema), paid: v.boolean() })),
})
export type Statistics = v.InferOutput<typeof statisticsSchema>
