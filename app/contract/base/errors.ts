import * as v from 'valibot'
import { askedSchema } from '../runs/asked.ts'
import { type ApiErrorCode, apiErrorStatus, fieldErrorCodes } from './error-codes.ts'

/** Maps the path of a field in the request (`options.duration`) to its error, in the caller's language. */
export const fieldErrorsSchema = v.record(v.string(), v.object({ code: v.picklist(fieldErrorCodes), detail: v.string() }))

const apiErrorCodes = Object.keys(apiErrorStatus) as [ApiErrorCode, ...ApiErrorCode[]]

/** The body of every response that is not 2xx. */
export const errorBodySchema = v.object({
  detail: v.string(),
  code: v.picklist(apiErrorCodes),
  fields: v.optional(fieldErrorsSchema),
  /** With `not_enough_tokens`: the number of missing tokens. */
  missing: v.optional(v.pipe(v.number(), v.integer())),
  /**
   * With `over_run_limit`, `over_daily_limit`, `over_account_limit`, those of an API key (`over_key_run_limit`, `over_key_daily_limit`, `over_key_monthly_limit`) and `over_daily_grant_limit`: the limit and the tokens left of it. With `too_many_free_runs`: the number
   * per day; with `too_many_waiting`: the number of runs that may wait at once; with `over_grant_limit`: tokens at once.
   */
  limit: v.optional(v.pipe(v.number(), v.integer())),
  left: v.optional(v.pipe(v.number(), v.integer())),
  /** With `price_changed`: the current price. */
  price: v.optional(v.pipe(v.number(), v.integer())),
  /** With `too_many_attempts`, `too_many_demos`, `demo_busy`, `over_account_limit`, `over_key_daily_limit` and `over_key_monthly_limit`: seconds to wait, as in `Retry-After`. */
  retry_after: v.optional(v.pipe(v.number(), v.integer())),
  /** With `over_key_run_limit`, `over_key_daily_limit` and `over_key_monthly_limit`, if the key may ask: the request that its owner can allow. */
  run_request: v.optional(askedSchema),
  /** With `internal`: the id to quote to the operator, which is that of the request. */
  error_id: v.optional(v.string()),
  /** The id of the request, as in the header `x-request-id`. */
  request_id: v.optional(v.string()),
})
export type ErrorBody = v.InferOutput<typeof errorBodySchema>
