import * as v from 'valibot'
import { givenTimeSchema, idSchema, pageOf, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { optionalReasonSchema } from '../operator/connections.ts'
import { freeText } from '../base/text.ts'

/** The most codes of one batch. */
export const maxCodes = 10_000
export const maxCodeTokens = 1_000_000

const whole = (most: number) =>
  v.pipe(v.number('required'), v.safeInteger('invalid'), v.minValue(1, 'too_small'), v.maxValue(most, 'too_large'))

export const codeBatchSchema = v.object({
  id: idSchema,
  name: v.string(),
  /** Tokens for each code. */
  tokens: tokenAmountSchema,
  count: tokenAmountSchema,
  redeemed: tokenAmountSchema,
  /** Whether a person may redeem one code of the batch only. */
  once_per_person: v.boolean(),
  expires_at: v.nullable(timestampSchema),
  revoked_at: v.nullable(timestampSchema),
  created_at: timestampSchema,
})
export type CodeBatch = v.InferOutput<typeof codeBatchSchema>
export const codeBatchPageSchema = pageOf(codeBatchSchema)

export const createBatchSchema = v.object({
  /** People see it in their token history. */
  name: v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(80, 'too_long')),
  tokens: whole(maxCodeTokens),
  count: whole(maxCodes),
  once_per_person: v.optional(v.boolean('invalid'), true),
  expires_at: v.optional(v.nullable(givenTimeSchema)),
  reason: optionalReasonSchema,
})
/** The codes themselves are part of this response only. */
export const createdBatchSchema = v.object({ batch: codeBatchSchema, codes: v.array(v.string()) })

export const redeemCodeSchema = v.object({ code: v.pipe(freeText('required'), v.nonEmpty('required'), v.maxLength(40, 'code_unknown')) })
export const redeemedCodeSchema = v.object({ tokens: tokenAmountSchema })
