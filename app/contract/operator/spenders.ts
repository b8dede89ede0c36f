import * as v from 'valibot'
import { idSchema, tokenAmountSchema } from '../base/common.ts'
import { moneySchema } from '../money/tokens.ts'

const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** The people who use the installation most, and how many of all ever did. Days are those of the people. */
export const spendersSchema = v.object({
  /** People who spent most tokens within the days, the most first. */
  people: v.array(
    v.object({
      id: idSchema,
      email: v.string(),
      runs: countSchema,
      tokens: tokenAmountSchema,
      /**
       * Dollars that their successful runs cost the operator, estimated from the average cost of a run of each model within the days; null if
       * no cost is known.
       */
      cost: v.nullable(v.number()),
    }),
  ),
  /** All accounts, and those of them that have ever ended a run and ever paid; those that paid at the test checkout only are apart. */
  accounts: v.object({ total: countSchema, never_ran: countSchema, paying: countSchema, test_only: countSchema }),
  /** Paid at the test checkout within the days: no money was received. */
  test_revenue: v.array(moneySchema),
})
export type Spenders = v.InferOutput<typeof spendersSchema>
