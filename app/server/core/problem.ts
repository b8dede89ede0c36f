import type { Kind } from '#app/contract/common.ts'
import type { ApiErrorCode, FieldErrorCode } from '#app/contract/errors.ts'

export type ProblemOptions = {
  /** What the log and a developer read; the code itself unless told. */
  message?: string
  /** Field path → what is wrong with it. */
  fields?: Record<string, FieldErrorCode>
  /** With `not_enough_tokens`: how many more are needed. */
  missing?: number
  /** With `payload_too_large`: how many megabytes a file of a kind may have, or megapixels a picture. */
  limit?: { of: Kind | 'pixels'; mega: number }
  /** With `over_run_limit` and `over_daily_limit`: the person's own limit, what it leaves, and what they wanted to spend. */
  budget?: { limit: number; left: number; price: number }
  /** Seconds after which another try makes sense. */
  retryAfter?: number
  /** For the log only: never reaches the person. */
  cause?: unknown
}

/** A request that cannot be done, for a reason that its sender may know. Everything else that is thrown is our own fault and answered as `internal`. */
export class Problem extends Error {
  readonly code: ApiErrorCode
  readonly fields: Record<string, FieldErrorCode> | undefined
  readonly missing: number | undefined
  readonly limit: ProblemOptions['limit']
  readonly budget: ProblemOptions['budget']
  readonly retryAfter: number | undefined
  constructor(code: ApiErrorCode, options: ProblemOptions = {}) {
    super(options.message ?? code, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.fields = options.fields
    this.missing = options.missing
    this.limit = options.limit
    this.budget = options.budget
    this.retryAfter = options.retryAfter
  }
}
