import type { ServerText } from '../i18n.ts'
import type { Standing } from './standing.ts'
import type { FileKind } from '#app/contract/base/values.ts'
import type { AskedRequest } from '#app/contract/runs/asked.ts'
import type { ApiErrorCode, FieldErrorCode } from '#app/contract/base/error-codes.ts'

export type ProblemOptions = {
  /** For the log and developers; the code by default. */
  message?: string
  /** Replaces the code's general message. */
  reason?: { text: ServerText; values: Record<string, string | number> }
  /** Error codes by field path. */
  fields?: Record<string, FieldErrorCode>
  /** With `not_enough_tokens`: the number of missing tokens. */
  missing?: number
  /** With `file_archive`, `file_program` and `file_format`: the name of the format, and those to save the file as. */
  format?: { name: string; saveAs: readonly string[] }
  /** With `input_too_long`: the length of each such recording and its limit in seconds, by field path. */
  lengths?: Record<string, { seconds: number; limit: number }>
  /** With `too_small`, `too_large` and `too_long`: the least or largest value, by field path. */
  bounds?: Record<string, { value: number; unit: 'second' | 'character' | null }>
  /** With `payload_too_large`: the limit, in megabytes of a file, megapixels of an image or pages of a document. */
  limit?: { of: FileKind | 'office' | 'pixels' | 'pages'; mega: number }
  /** With `over_run_limit`, `over_daily_limit`, `over_account_limit`, those of an API key and `over_daily_grant_limit`: the limit, the tokens left of it, and the tokens requested. */
  budget?: { limit: number; left: number; price: number }
  /** With the limits of an API key: the request that its owner can allow. */
  runRequest?: AskedRequest
  /**
   * With `too_many_free_runs`: the number per day; with `too_many_waiting`: the number of runs that may wait at once; with
   * `over_grant_limit`: the tokens that the role may change at once.
   */
  most?: number
  /** With `price_changed`: the current price of the run. */
  price?: number
  /** Seconds to wait before the next attempt. */
  retryAfter?: number
  /** With `too_many_attempts`: the limit of calls that was reached. */
  standing?: Standing
  /** For the log only; never sent to the client. */
  cause?: unknown
}

/** A rejected request, with a reason that the client may know. Any other error is logged and answered as `internal`. */
export class Problem extends Error {
  readonly code: ApiErrorCode
  readonly fields: Record<string, FieldErrorCode> | undefined
  readonly reason: ProblemOptions['reason']
  readonly missing: number | undefined
  readonly format: ProblemOptions['format']
  readonly lengths: ProblemOptions['lengths']
  readonly bounds: ProblemOptions['bounds']
  readonly limit: ProblemOptions['limit']
  readonly budget: ProblemOptions['budget']
  readonly runRequest: AskedRequest | undefined
  readonly most: number | undefined
  readonly price: number | undefined
  readonly retryAfter: number | undefined
  readonly standing: Standing | undefined
  constructor(code: ApiErrorCode, options: ProblemOptions = {}) {
    super(options.message ?? code, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.fields = options.fields
    this.reason = options.reason
    this.missing = options.missing
    this.format = options.format
    this.lengths = options.lengths
    this.bounds = options.bounds
    this.limit = options.limit
    this.budget = options.budget
    this.runRequest = options.runRequest
    this.most = options.most
    this.price = options.price
    this.retryAfter = options.retryAfter
    this.standing = options.standing
  }
}
