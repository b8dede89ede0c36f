import * as v from 'valibot'

/** Every error code of the API and its HTTP status. Clients branch on the code; people read `detail`. */
export const apiErrorStatus = {
  malformed_json: 400,
  body_incomplete: 400,
  unknown_cursor: 400,
  forged_notification: 400,
  bad_credentials: 401,
  unauthorized: 401,
  invalid_refresh_token: 401,
  refresh_token_reused: 401,
  session_revoked: 401,
  invalid_access_token: 401,
  sign_in_again: 401,
  passkey_refused: 401,
  not_enough_tokens: 402,
  sign_up_disabled: 403,
  email_not_verified: 403,
  over_run_limit: 403,
  over_daily_limit: 403,
  key_not_allowed: 403,
  recent_sign_in_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_taken: 409,
  idempotency_conflict: 409,
  not_cancelable: 409,
  too_late_to_cancel: 409,
  not_retryable: 409,
  price_changed: 409,
  email_already_verified: 409,
  too_many_uploads: 409,
  order_closed: 409,
  already_subscribed: 409,
  not_subscribed: 409,
  nothing_to_change: 409,
  too_many_api_keys: 409,
  too_many_passkeys: 409,
  last_way_in: 409,
  two_factor_on: 409,
  two_factor_not_begun: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  invalid_input: 422,
  invalid_reset_token: 422,
  invalid_verification_token: 422,
  challenge_required: 422,
  challenge_refused: 422,
  too_many_attempts: 429,
  too_many_accounts: 429,
  too_many_free_runs: 429,
  too_many_demos: 429,
  internal: 500,
  model_unavailable: 503,
  demo_busy: 503,
  payment_unavailable: 503,
} as const

export type ApiErrorCode = keyof typeof apiErrorStatus

/** Error codes of a single field. */
export const fieldErrorCodes = [
  'required',
  'invalid',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_many',
  'name_taken',
  'not_an_option',
  'unknown_field',
  'characters_invalid',
  'date_invalid',
  'email_invalid',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'password_wrong',
  'code_wrong',
  'prompt_empty',
  'prompt_too_long',
  'prompt_not_allowed',
  'terms_not_accepted',
  'scopes_missing',
  'unsupported',
  'content_not_text',
  'last_not_user',
  'model_of_another_kind',
  'model_unknown',
  'input_unknown',
  'input_not_taken',
  'input_missing',
  'mask_without_source',
  'file_unreadable',
  'prompt_in_file',
  'idempotency_key_invalid',
  'not_on_sale',
  'currency_not_taken',
] as const
export type FieldErrorCode = (typeof fieldErrorCodes)[number]

/** Path of a field in the request (`options.duration`) → its error, in the caller's language. */
export const fieldErrorsSchema = v.record(v.string(), v.object({ code: v.picklist(fieldErrorCodes), detail: v.string() }))

const apiErrorCodes = Object.keys(apiErrorStatus) as [ApiErrorCode, ...ApiErrorCode[]]

/** The body of every answer that is not 2xx. */
export const errorBodySchema = v.object({
  detail: v.string(),
  code: v.picklist(apiErrorCodes),
  fields: v.optional(fieldErrorsSchema),
  /** With `not_enough_tokens`: how many more are needed. */
  missing: v.optional(v.pipe(v.number(), v.integer())),
  /** With `over_run_limit` and `over_daily_limit`: the person's own limit, and the tokens left of it. With `too_many_free_runs`: those of a day. */
  limit: v.optional(v.pipe(v.number(), v.integer())),
  left: v.optional(v.pipe(v.number(), v.integer())),
  /** With `price_changed`: what the run costs now. */
  price: v.optional(v.pipe(v.number(), v.integer())),
  /** With `too_many_attempts`, `too_many_demos` and `demo_busy`: seconds to wait, as in `Retry-After`. */
  retry_after: v.optional(v.pipe(v.number(), v.integer())),
  /** With `internal`: quote it to the operator. */
  error_id: v.optional(v.string()),
})
export type ErrorBody = v.InferOutput<typeof errorBodySchema>

/** Why a generation failed, as shown to the person. */
export const generationErrorCodes = [
  'refused',
  'invalid_input',
  'provider_auth',
  'rate_limited',
  'temporary',
  'timeout',
  'internal',
  'text_too_short',
  'nothing_to_say',
  'no_language_model',
] as const
export type GenerationErrorCode = (typeof generationErrorCodes)[number]
