import type { components } from './api.ts'

type ErrorBody = components['schemas']['ErrorBody']

/** `unreachable`: no answer came; `unexpected`: the answer is not the API's, such as the page of a proxy. */
export type FailureCode = ErrorBody['code'] | components['schemas']['StreamEnd']['reason'] | 'unreachable' | 'unexpected'

export type FailureDetails = {
  status: number
  code: FailureCode
  detail: string
  fields?: ErrorBody['fields']
  requestId?: string
  retryAfter?: number
  cause?: unknown
}

/** A call that the API refused or that did not reach it. The message is a sentence for people, in the language that was asked for. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  readonly code: FailureCode
  /** Errors of fields of the request by their paths, such as `options.duration`. */
  readonly fields: NonNullable<ErrorBody['fields']>
  /** The id to quote to the administrator. */
  readonly requestId: string | undefined
  /** Seconds after which the call may be made again. */
  readonly retryAfter: number | undefined

  constructor({ status, code, detail, fields = {}, requestId, retryAfter, cause }: FailureDetails) {
    super(detail, { cause })
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/** A run that failed or was canceled. Nothing is charged for a failed one. */
export class RunError extends Error {
  override readonly name = 'RunError'
  readonly generation: components['schemas']['Generation']

  constructor(generation: components['schemas']['Generation']) {
    super(generation.error?.detail ?? `The run was ${generation.status}.`)
    this.generation = generation
  }
}

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value && typeof value.detail === 'string'

/** Reads the refusal of a call. */
export async function readFailure(response: Response): Promise<ApiError> {
  const { status, headers } = response
  const body: unknown = await response.json().catch(() => undefined)
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const common = {
    status,
    ...(Number.isFinite(seconds) && { retryAfter: seconds }),
    ...(headers.has('x-request-id') && { requestId: headers.get('x-request-id') ?? '' }),
  }
  if (!isErrorBody(body)) return new ApiError({ ...common, code: 'unexpected', detail: `The server answered with status ${status}.` })
  return new ApiError({ ...common, code: body.code, detail: body.detail, fields: body.fields })
}
