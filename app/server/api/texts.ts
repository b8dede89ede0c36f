import type { ApiErrorCode, FieldErrorCode } from '#app/contract/errors.ts'
import type { ServerText } from '../i18n.ts'

/** What each code says: what happened and what to do. Values: {missing}, {seconds}, {id}, {of} and {mega} of a limit; {limit}, {left} and {price} of what a person lets themselves spend. */
export const errorTexts: Record<ApiErrorCode, ServerText> = {
  malformed_json: /*i18n*/ { id: 'error.malformed_json', message: 'The request is not valid JSON.' },
  body_incomplete: /*i18n*/ { id: 'error.body_incomplete', message: 'The request ended too early. Send it again.' },
  unknown_cursor: /*i18n*/ { id: 'error.unknown_cursor', message: 'This place in the list is unknown. Start again from the first page.' },
  forged_notification: /*i18n*/ { id: 'error.forged_notification', message: 'This notification is not from where it says.' },
  bad_credentials: /*i18n*/ { id: 'error.bad_credentials', message: 'The e-mail or the password is wrong.' },
  unauthorized: /*i18n*/ { id: 'error.unauthorized', message: 'Sign in to continue.' },
  invalid_refresh_token: /*i18n*/ { id: 'error.invalid_refresh_token', message: 'Your session has ended. Sign in again.' },
  refresh_token_reused: /*i18n*/ {
    id: 'error.refresh_token_reused',
    message: 'Your session was used from two places at once, so we ended it to be safe. Sign in again.',
  },
  session_revoked: /*i18n*/ {
    id: 'error.session_revoked',
    message: 'Your session was ended from another device or for security. Sign in again.',
  },
  invalid_access_token: /*i18n*/ {
    id: 'error.invalid_access_token',
    message: 'This sign-in link has been used or is too old. Sign in again.',
  },
  sign_in_again: /*i18n*/ {
    id: 'error.sign_in_again',
    message: 'This took too long or too many tries. Enter your e-mail and password again.',
  },
  passkey_refused: /*i18n*/ { id: 'error.passkey_refused', message: 'This passkey did not work here. Try again, or use another way.' },
  not_enough_tokens: /*i18n*/ {
    id: 'error.not_enough_tokens',
    message: '{missing, plural, one {You are # token short.} other {You are # tokens short.}} Choose something smaller or get more tokens.',
  },
  sign_up_disabled: /*i18n*/ { id: 'error.sign_up_disabled', message: 'New accounts are closed on this server.' },
  email_not_verified: /*i18n*/ {
    id: 'error.email_not_verified',
    message:
      'Your free tokens can be spent on this model once you confirm your email. Open the link we emailed you, or have the email sent again.',
  },
  over_run_limit: /*i18n*/ {
    id: 'error.over_run_limit',
    message:
      'This run costs {price, plural, one {# token} other {# tokens}}, and you let one run cost {limit, number} at most. Choose something smaller, or raise your limit on the tokens page.',
  },
  over_daily_limit: /*i18n*/ {
    id: 'error.over_daily_limit',
    message:
      'This run costs {price, plural, one {# token} other {# tokens}}, and {left, plural, =0 {nothing is} one {# token is} other {# tokens are}} left of the {limit, number} you let yourself spend in a day. Choose something smaller, wait until tomorrow, or raise your limit on the tokens page.',
  },
  key_not_allowed: /*i18n*/ {
    id: 'error.key_not_allowed',
    message: 'This API key may not do that. Use a key with the right scope; what concerns the account itself is done in the app.',
  },
  recent_sign_in_required: /*i18n*/ {
    id: 'error.recent_sign_in_required',
    message: 'For this you must have signed in a few minutes ago. Sign out, sign in again and come back.',
  },
  not_found: /*i18n*/ { id: 'error.not_found', message: 'Nothing was found here. It may have been deleted.' },
  method_not_allowed: /*i18n*/ { id: 'error.method_not_allowed', message: 'This address does not take that method.' },
  challenge_required: /*i18n*/ {
    id: 'error.challenge_required',
    message: 'The security check is missing. Run it and send the form again.',
  },
  challenge_refused: /*i18n*/ {
    id: 'error.challenge_refused',
    message: 'This security check is wrong, has expired or was used before. Run a new one and send the form again.',
  },
  email_taken: /*i18n*/ {
    id: 'error.email_taken',
    message: 'There is already an account with this e-mail. Sign in or reset the password.',
  },
  idempotency_conflict: /*i18n*/ { id: 'error.idempotency_conflict', message: 'This Idempotency-Key was used with a different request.' },
  not_cancelable: /*i18n*/ { id: 'error.not_cancelable', message: 'It has already ended, so there is nothing to cancel.' },
  too_late_to_cancel: /*i18n*/ {
    id: 'error.too_late_to_cancel',
    message: 'It’s too late to cancel: the provider can’t stop this job. You’ll get the result and be charged as quoted.',
  },
  not_retryable: /*i18n*/ { id: 'error.not_retryable', message: 'It is still running. Wait until it ends, or cancel it.' },
  email_already_verified: /*i18n*/ { id: 'error.email_already_verified', message: 'This e-mail is confirmed already.' },
  too_many_uploads: /*i18n*/ {
    id: 'error.too_many_uploads',
    message: 'You have brought too many files that no work uses yet. They are removed after a week; until then use or remove some.',
  },
  order_closed: /*i18n*/ { id: 'error.order_closed', message: 'This order is closed. Start a new one.' },
  already_subscribed: /*i18n*/ {
    id: 'error.already_subscribed',
    message: 'You have a plan already. Change it instead of buying a second one.',
  },
  not_subscribed: /*i18n*/ { id: 'error.not_subscribed', message: 'You have no plan that this could be done with.' },
  nothing_to_change: /*i18n*/ { id: 'error.nothing_to_change', message: 'Nothing would change: you have this already.' },
  too_many_api_keys: /*i18n*/ {
    id: 'error.too_many_api_keys',
    message: 'You have as many API keys as an account can have. Revoke one that is not used any more.',
  },
  too_many_passkeys: /*i18n*/ {
    id: 'error.too_many_passkeys',
    message: 'You have as many passkeys as an account can have. Remove one that is not used any more.',
  },
  last_way_in: /*i18n*/ {
    id: 'error.last_way_in',
    message: 'This is the last way into your account. Set a password or add another way first.',
  },
  two_factor_on: /*i18n*/ { id: 'error.two_factor_on', message: 'Two-factor sign-in is on already.' },
  two_factor_not_begun: /*i18n*/ {
    id: 'error.two_factor_not_begun',
    message: 'Two-factor sign-in has not been set up. Begin again.',
  },
  payload_too_large: /*i18n*/ {
    id: 'error.payload_too_large',
    message:
      '{of, select, image {A picture can have up to {mega} MB.} audio {A sound can have up to {mega} MB.} video {A video can have up to {mega} MB.} text {A text can have up to {mega} MB.} pixels {A picture can have up to {mega} megapixels.} other {The request is too large.}}',
  },
  unsupported_media_type: /*i18n*/ { id: 'error.unsupported_media_type', message: 'Send the request as JSON, and a file as form data.' },
  range_not_satisfiable: /*i18n*/ { id: 'error.range_not_satisfiable', message: 'The file has no such part.' },
  invalid_input: /*i18n*/ { id: 'error.invalid_input', message: 'Some of what you entered needs another look.' },
  invalid_reset_token: /*i18n*/ { id: 'error.invalid_reset_token', message: 'This link has been used or is too old. Ask for a new one.' },
  invalid_verification_token: /*i18n*/ {
    id: 'error.invalid_verification_token',
    message: 'This link has been used or is too old. Ask for a new one in the settings.',
  },
  too_many_attempts: /*i18n*/ {
    id: 'error.too_many_attempts',
    message: 'Too many requests in a short time. Wait {seconds, plural, one {# second} other {# seconds}} and try again.',
  },
  too_many_accounts: /*i18n*/ {
    id: 'error.too_many_accounts',
    message:
      'Too many accounts were created from your network today. Try again in {hours, plural, one {# hour} other {# hours}}, or sign in if you already have an account.',
  },
  internal: /*i18n*/ {
    id: 'error.internal',
    message: 'Something went wrong on our side. Try again; if it stays, quote {id} to whoever runs this server.',
  },
  model_unavailable: /*i18n*/ { id: 'error.model_unavailable', message: 'This model cannot be used right now. Choose another one.' },
  payment_unavailable: /*i18n*/ {
    id: 'error.payment_unavailable',
    message: 'The payment service cannot be reached right now. Nothing was charged. Try again in a few minutes.',
  },
}

export const fieldTexts: Record<FieldErrorCode, ServerText> = {
  required: /*i18n*/ { id: 'field.required', message: 'Fill this in.' },
  invalid: /*i18n*/ { id: 'field.invalid', message: 'This value does not fit here.' },
  too_short: /*i18n*/ { id: 'field.too_short', message: 'This is too short.' },
  too_long: /*i18n*/ { id: 'field.too_long', message: 'This is too long.' },
  too_small: /*i18n*/ { id: 'field.too_small', message: 'Choose a larger value.' },
  too_large: /*i18n*/ { id: 'field.too_large', message: 'Choose a smaller value.' },
  too_many: /*i18n*/ { id: 'field.too_many', message: 'These are too many at once. Choose fewer.' },
  name_taken: /*i18n*/ { id: 'field.name_taken', message: 'There is one with this name already. Choose another name.' },
  not_an_option: /*i18n*/ { id: 'field.not_an_option', message: 'Choose one of the offered values.' },
  unknown_field: /*i18n*/ { id: 'field.unknown_field', message: 'This model has no such option.' },
  characters_invalid: /*i18n*/ {
    id: 'field.characters_invalid',
    message: 'This contains characters that are not allowed here. Type it again without them.',
  },
  date_invalid: /*i18n*/ { id: 'field.date_invalid', message: 'Enter a date between 1970 and 9999 that exists, such as 2026-01-31.' },
  email_invalid: /*i18n*/ { id: 'field.email_invalid', message: 'Enter an e-mail such as ann@example.com.' },
  password_too_short: /*i18n*/ { id: 'field.password_too_short', message: 'Use at least 10 characters.' },
  password_too_long: /*i18n*/ { id: 'field.password_too_long', message: 'Use at most 128 characters.' },
  password_too_common: /*i18n*/ {
    id: 'field.password_too_common',
    message: 'This password is easy to guess. Use three or four unrelated words, or let a password manager make one up.',
  },
  password_wrong: /*i18n*/ { id: 'field.password_wrong', message: 'This is not your current password.' },
  code_wrong: /*i18n*/ {
    id: 'field.code_wrong',
    message: 'This code is wrong, too old or has been used. Enter the one the app shows now.',
  },
  prompt_empty: /*i18n*/ { id: 'field.prompt_empty', message: 'Type what you would like to make.' },
  prompt_too_long: /*i18n*/ { id: 'field.prompt_too_long', message: 'The prompt is too long for this model. Shorten it.' },
  terms_not_accepted: /*i18n*/ { id: 'field.terms_not_accepted', message: 'Accept the terms to create an account.' },
  scopes_missing: /*i18n*/ { id: 'field.scopes_missing', message: 'Choose at least one thing that the key may do.' },
  unsupported: /*i18n*/ { id: 'field.unsupported', message: 'This server does not support it. Leave it out.' },
  content_not_text: /*i18n*/ { id: 'field.content_not_text', message: 'Only text can be sent here.' },
  last_not_user: /*i18n*/ { id: 'field.last_not_user', message: 'The last message has to be the user’s.' },
  model_of_another_kind: /*i18n*/ {
    id: 'field.model_of_another_kind',
    message: 'This model makes something else. Choose one of the right kind.',
  },
  model_unknown: /*i18n*/ { id: 'field.model_unknown', message: 'There is no such model. Choose one from the list.' },
  input_unknown: /*i18n*/ { id: 'field.input_unknown', message: 'This file is no longer here. Add it again.' },
  input_not_taken: /*i18n*/ {
    id: 'field.input_not_taken',
    message: 'This model does not take such a file. Remove it or choose another model.',
  },
  input_missing: /*i18n*/ {
    id: 'field.input_missing',
    message: 'This model works on files of yours, and one that it needs is missing. Add it.',
  },
  mask_without_source: /*i18n*/ { id: 'field.mask_without_source', message: 'A mask needs the picture that it is for. Add that, too.' },
  file_unreadable: /*i18n*/ { id: 'field.file_unreadable', message: 'This file could not be read. Choose another one.' },
  prompt_in_file: /*i18n*/ {
    id: 'field.prompt_in_file',
    message: 'The prompt may be written into this file and cannot be taken out of it. Show the prompt to share it.',
  },
  idempotency_key_invalid: /*i18n*/ { id: 'field.idempotency_key_invalid', message: 'Use 1 to 200 printable characters.' },
  not_on_sale: /*i18n*/ { id: 'field.not_on_sale', message: 'This is not on sale here. Choose one from the list.' },
  currency_not_taken: /*i18n*/ { id: 'field.currency_not_taken', message: 'This currency cannot be paid in here. Choose another one.' },
}
