import type { ApiErrorCode } from '#app/contract/base/error-codes.ts'
import type { ServerText } from '../../i18n.ts'

/** Each message says what happened and what to do. Values: {missing}, {seconds}, {minutes}, {hours}, {id}; {of} and {mega} of a limit; {limit}, {left} and {price} of the person's own spending limits. */
export const errorTexts: Record<ApiErrorCode, ServerText> = {
  malformed_json: /*i18n*/ { id: 'error.malformed_json', message: 'The request is not valid JSON.' },
  body_incomplete: /*i18n*/ { id: 'error.body_incomplete', message: 'The request was cut off. Send it again.' },
  unknown_cursor: /*i18n*/ { id: 'error.unknown_cursor', message: 'This page of the list doesn’t exist. Start from the first page.' },
  forged_notification: /*i18n*/ { id: 'error.forged_notification', message: 'This notification didn’t come from the payment service.' },
  bad_credentials: /*i18n*/ { id: 'error.bad_credentials', message: 'The email or password is wrong.' },
  unauthorized: /*i18n*/ { id: 'error.unauthorized', message: 'Sign in to continue.' },
  invalid_refresh_token: /*i18n*/ { id: 'error.invalid_refresh_token', message: 'Your session has ended. Sign in again.' },
  refresh_token_reused: /*i18n*/ {
    id: 'error.refresh_token_reused',
    message: 'We ended your session for your safety: it was used in two places at once. Sign in again.',
  },
  session_revoked: /*i18n*/ {
    id: 'error.session_revoked',
    message: 'Your session was ended on another device or for security reasons. Sign in again.',
  },
  invalid_access_token: /*i18n*/ {
    id: 'error.invalid_access_token',
    message: 'This sign-in link was already used or has expired. Sign in again.',
  },
  sign_in_again: /*i18n*/ {
    id: 'error.sign_in_again',
    message: 'This took too long or too many attempts. Enter your email and password again.',
  },
  passkey_refused: /*i18n*/ { id: 'error.passkey_refused', message: 'This passkey didn’t work. Try again or sign in another way.' },
  not_enough_tokens: /*i18n*/ {
    id: 'error.not_enough_tokens',
    message: '{missing, plural, one {You need # more token.} other {You need # more tokens.}} Choose something smaller or get more tokens.',
  },
  sign_up_disabled: /*i18n*/ { id: 'error.sign_up_disabled', message: 'Sign-up is closed on this server.' },
  email_not_verified: /*i18n*/ {
    id: 'error.email_not_verified',
    message: 'Confirm your email to spend free tokens on this model. Open the link we sent you or request a new one.',
  },
  over_run_limit: /*i18n*/ {
    id: 'error.over_run_limit',
    message:
      'This costs {price, plural, one {# token} other {# tokens}}, and your limit per result is {limit, number}. Choose something smaller or raise the limit on the Tokens page.',
  },
  over_daily_limit: /*i18n*/ {
    id: 'error.over_daily_limit',
    message:
      'This costs {price, plural, one {# token} other {# tokens}}, and {left, plural, =0 {nothing is} one {# token is} other {# tokens are}} left of your daily limit of {limit, number}. Choose something smaller, wait until tomorrow or raise the limit on the Tokens page.',
  },
  over_key_run_limit: /*i18n*/ {
    id: 'error.over_key_run_limit',
    message:
      'This costs {price, plural, one {# token} other {# tokens}}, and this API key may spend {limit, number} on one result. {asked, select, open {The owner of the key has been asked to allow it: {page}} refused {The owner of the key has refused it. Choose something smaller.} other {Choose something smaller, or ask the owner of the key to raise its limit in Settings.}}',
  },
  over_key_daily_limit: /*i18n*/ {
    id: 'error.over_key_daily_limit',
    message:
      'This costs {price, plural, one {# token} other {# tokens}}, and this API key has {left, plural, =0 {nothing} one {# token} other {# tokens}} left of its {limit, number} for today. Its day resets in {hours, plural, one {# hour} other {# hours}} (UTC). {asked, select, open {The owner of the key has been asked to allow it: {page}} refused {The owner of the key has refused it. Wait, or choose something smaller.} other {Wait, or ask the owner of the key to raise its limit in Settings.}}',
  },
  over_key_monthly_limit: /*i18n*/ {
    id: 'error.over_key_monthly_limit',
    message:
      'This costs {price, plural, one {# token} other {# tokens}}, and this API key has {left, plural, =0 {nothing} one {# token} other {# tokens}} left of its {limit, number} for this month. Its month resets in {days, plural, one {# day} other {# days}} (UTC). {asked, select, open {The owner of the key has been asked to allow it: {page}} refused {The owner of the key has refused it. Wait, or choose something smaller.} other {Wait, or ask the owner of the key to raise its limit in Settings.}}',
  },
  key_model_not_allowed: /*i18n*/ {
    id: 'error.key_model_not_allowed',
    message: 'This API key can’t run this model. Its owner can allow it in Settings.',
  },
  model_not_allowed: /*i18n*/ {
    id: 'error.model_not_allowed',
    message: 'Your account can’t use this model. Choose another one or ask the administrator of this site.',
  },
  invitation_required: /*i18n*/ {
    id: 'error.invitation_required',
    message: 'New accounts need an invitation. Open the invitation link of someone who has an account, then sign up.',
  },
  content_blocked: /*i18n*/ {
    id: 'error.content_blocked',
    message: 'This content was taken down by the administrator of this site, so it can’t be uploaded or shared.',
  },
  over_account_limit: /*i18n*/ {
    id: 'error.over_account_limit',
    message:
      'This costs {price, plural, one {# token} other {# tokens}}, and {left, plural, =0 {nothing is} one {# token is} other {# tokens are}} left of your account’s limit of {limit, number} a day. Choose something smaller or wait: the limit resets in {hours, plural, one {# hour} other {# hours}}.',
  },
  over_storage_limit: /*i18n*/ {
    id: 'error.over_storage_limit',
    message: 'Your storage is full. Delete results that you no longer need and empty the trash. Settings list the largest ones.',
  },
  key_not_allowed: /*i18n*/ {
    id: 'error.key_not_allowed',
    message:
      'This API key doesn’t have permission for this. Use a key with the right permissions. Account settings can only be changed in the app.',
  },
  origin_not_allowed: /*i18n*/ {
    id: 'error.origin_not_allowed',
    message: 'Pages of this site can’t call this server. Its administrator can add the site to CORS_ORIGINS.',
  },
  recent_sign_in_required: /*i18n*/ {
    id: 'error.recent_sign_in_required',
    message: 'To protect your account, sign in again first.',
  },
  sign_in_to_confirm: /*i18n*/ {
    id: 'error.sign_in_to_confirm',
    message: 'Sign in to the account that this email is about, then open the link again.',
  },
  account_blocked: /*i18n*/ {
    id: 'error.account_blocked',
    message: 'This account is blocked. Write to the administrator of this site to find out why.',
  },
  second_step_required: /*i18n*/ {
    id: 'error.second_step_required',
    message: 'Turn on two-factor authentication in your settings first.',
  },
  not_enough_memory: /*i18n*/ {
    id: 'error.not_enough_memory',
    message: 'This machine has too little memory for the model. Choose a smaller one.',
  },
  not_enough_disk: /*i18n*/ {
    id: 'error.not_enough_disk',
    message: 'The server’s disk has too little space for the model. Free some space and try again.',
  },
  being_installed: /*i18n*/ {
    id: 'error.being_installed',
    message: 'This model is being installed. Cancel the installation first.',
  },
  over_grant_limit: /*i18n*/ {
    id: 'error.over_grant_limit',
    message: 'Your role lets you change at most {limit, plural, one {# token} other {# tokens}} at once. Ask an administrator to do this.',
  },
  over_daily_grant_limit: /*i18n*/ {
    id: 'error.over_daily_grant_limit',
    message:
      'Your role lets you change {limit, plural, one {# token} other {# tokens}} in 24 hours, and {left, plural, =0 {none are} one {# is} other {# are}} left. Ask an administrator to do this, or try again later.',
  },
  unknown_host: /*i18n*/ {
    id: 'error.unknown_host',
    message: 'This server doesn’t know the address that you opened. Its administrator can set PUBLIC_URL to it.',
  },
  role_too_high: /*i18n*/ {
    id: 'error.role_too_high',
    message: 'This person’s role is not below yours. Ask an owner to do this.',
  },
  own_account: /*i18n*/ { id: 'error.own_account', message: 'You can’t do this to your own account. Ask another owner.' },
  not_found: /*i18n*/ { id: 'error.not_found', message: 'Not found. It may have been deleted.' },
  method_not_allowed: /*i18n*/ { id: 'error.method_not_allowed', message: 'This address doesn’t support that method.' },
  challenge_required: /*i18n*/ {
    id: 'error.challenge_required',
    message: 'The security check is missing. Run it and send the form again.',
  },
  challenge_refused: /*i18n*/ {
    id: 'error.challenge_refused',
    message: 'This security check is wrong, expired or already used. Run a new one and send the form again.',
  },
  email_taken: /*i18n*/ {
    id: 'error.email_taken',
    message: 'An account with this email already exists. Sign in or reset your password.',
  },
  idempotency_conflict: /*i18n*/ {
    id: 'error.idempotency_conflict',
    message: 'This Idempotency-Key was already used with a different request.',
  },
  not_cancelable: /*i18n*/ { id: 'error.not_cancelable', message: 'It has already finished, so there’s nothing to cancel.' },
  too_late_to_cancel: /*i18n*/ {
    id: 'error.too_late_to_cancel',
    message: 'It’s too late to cancel: the provider can’t stop this job. You’ll get the result and be charged as quoted.',
  },
  not_retryable: /*i18n*/ { id: 'error.not_retryable', message: 'It’s still running. Wait for it to finish or cancel it.' },
  run_not_charged: /*i18n*/ { id: 'error.run_not_charged', message: 'This cost nothing, or hasn’t finished.' },
  not_refundable: /*i18n*/ {
    id: 'error.not_refundable',
    message: 'This order can’t be refunded here: it isn’t paid, is disputed, or its payment service is not connected.',
  },
  refund_open: /*i18n*/ {
    id: 'error.refund_open',
    message: 'A refund of this order is still open. Wait for the payment service’s answer.',
  },
  shop_changed: /*i18n*/ {
    id: 'error.shop_changed',
    message: 'Someone else has changed the shop since you opened it. Load it again, then make your change.',
  },
  definition_changed: /*i18n*/ {
    id: 'error.definition_changed',
    message: 'Someone else has changed this model since you opened it. Load it again, then make your change.',
  },
  settings_changed: /*i18n*/ {
    id: 'error.settings_changed',
    message: 'Someone else has changed these settings since you opened them. Load them again, then make your change.',
  },
  definition_invalid: /*i18n*/ {
    id: 'error.definition_invalid',
    message: 'This definition has mistakes. Correct the marked places, then try again.',
  },
  price_changed: /*i18n*/ {
    id: 'error.price_changed',
    message:
      'This now costs {price, plural, one {# token} other {# tokens}}. You weren’t charged. To create it at this price, press again.',
  },
  email_already_verified: /*i18n*/ { id: 'error.email_already_verified', message: 'This email is already confirmed.' },
  too_many_uploads: /*i18n*/ {
    id: 'error.too_many_uploads',
    message: 'You’ve uploaded too many files that aren’t used yet. Use or remove some. Unused files are deleted after a week.',
  },
  order_closed: /*i18n*/ { id: 'error.order_closed', message: 'This order is closed. Place a new one.' },
  already_subscribed: /*i18n*/ {
    id: 'error.already_subscribed',
    message: 'You already have a plan. Change it instead of buying another.',
  },
  not_subscribed: /*i18n*/ { id: 'error.not_subscribed', message: 'You don’t have a plan that allows this.' },
  no_saved_method: /*i18n*/ {
    id: 'error.no_saved_method',
    message: 'There’s no saved card or account to remove: nothing is charged automatically.',
  },
  method_removed: /*i18n*/ {
    id: 'error.method_removed',
    message: 'You removed the card or account that paid for this plan, so it ends on its date. Choose a plan again after that.',
  },
  nothing_to_change: /*i18n*/ { id: 'error.nothing_to_change', message: 'Nothing would change: you already have this.' },
  too_many_api_keys: /*i18n*/ {
    id: 'error.too_many_api_keys',
    message: 'You’ve reached the limit of API keys. Revoke one you no longer use.',
  },
  call_decided: /*i18n*/ {
    id: 'error.call_decided',
    message: 'This question has been answered already, or the answer has been stopped.',
  },
  run_request_ended: /*i18n*/ {
    id: 'error.run_request_ended',
    message: 'This request was already answered, has expired, or its API key was revoked.',
  },
  too_many_passkeys: /*i18n*/ {
    id: 'error.too_many_passkeys',
    message: 'You’ve reached the limit of passkeys. Remove one you no longer use.',
  },
  too_many_webhooks: /*i18n*/ {
    id: 'error.too_many_webhooks',
    message: 'You’ve reached the limit of webhooks. Delete one you no longer use.',
  },
  webhook_off: /*i18n*/ { id: 'error.webhook_off', message: 'This webhook is off. Turn it on first.' },
  too_many_voices: /*i18n*/ {
    id: 'error.too_many_voices',
    message: 'You’ve reached the limit of voices. Delete one you no longer use.',
  },
  too_many_films: /*i18n*/ {
    id: 'error.too_many_films',
    message: 'You’ve reached the limit of films. Move one you no longer need to the trash.',
  },
  film_changed: /*i18n*/ { id: 'error.film_changed', message: 'The film was changed elsewhere. Reload it and try again.' },
  nothing_to_undo: /*i18n*/ { id: 'error.nothing_to_undo', message: 'There’s no change left to undo or repeat.' },
  nothing_to_make: /*i18n*/ {
    id: 'error.nothing_to_make',
    message: 'Everything is up to date or being made. Change the film first.',
  },
  last_way_in: /*i18n*/ {
    id: 'error.last_way_in',
    message: 'This is your last way to sign in. Set a password or add another way first.',
  },
  two_factor_on: /*i18n*/ { id: 'error.two_factor_on', message: 'Two-factor authentication is already on.' },
  two_factor_not_begun: /*i18n*/ {
    id: 'error.two_factor_not_begun',
    message: 'Two-factor authentication isn’t set up. Start over.',
  },
  file_lost: /*i18n*/ {
    id: 'error.file_lost',
    message:
      'This file is missing or damaged on the server. Create it again, or ask the server’s administrator to restore it from a backup.',
  },
  payload_too_large: /*i18n*/ {
    id: 'error.payload_too_large',
    message:
      '{of, select, image {Images can be up to {mega} MB.} audio {Audio files can be up to {mega} MB.} video {Videos can be up to {mega} MB.} text {Text files can be up to {mega} MB.} pixels {Images can be up to {mega} megapixels.} document {PDFs can be up to {mega} MB.} office {Office documents can be up to {mega} MB, and archives can’t be read. Remove images or unpack the archive.} pages {PDFs can have up to {mega} pages.} other {The request is too large.}}',
  },
  unsupported_media_type: /*i18n*/ { id: 'error.unsupported_media_type', message: 'Send requests as JSON and files as form data.' },
  range_not_satisfiable: /*i18n*/ { id: 'error.range_not_satisfiable', message: 'The requested range is outside the file.' },
  invalid_input: /*i18n*/ { id: 'error.invalid_input', message: 'Check the highlighted fields.' },
  invalid_reset_token: /*i18n*/ {
    id: 'error.invalid_reset_token',
    message: 'This link was already used or has expired. Request a new one.',
  },
  invalid_verification_token: /*i18n*/ {
    id: 'error.invalid_verification_token',
    message: 'This link was already used or has expired. Request a new one in settings.',
  },
  too_many_attempts: /*i18n*/ {
    id: 'error.too_many_attempts',
    message:
      'Too many requests. Wait {minutes, plural, =0 {{seconds, plural, one {# second} other {# seconds}}} =1 {{seconds, plural, one {# second} other {# seconds}}} other {# minutes}} and try again.',
  },
  too_many_accounts: /*i18n*/ {
    id: 'error.too_many_accounts',
    message:
      'Too many accounts were created from your network today. Try again in {hours, plural, one {# hour} other {# hours}}, or sign in if you already have an account.',
  },
  too_many_free_runs: /*i18n*/ {
    id: 'error.too_many_free_runs',
    message:
      'You’ve used today’s {limit, plural, one {# free try} other {# free tries}} at things this model can’t draw. Change the prompt or come back tomorrow.',
  },
  too_many_waiting: /*i18n*/ {
    id: 'error.too_many_waiting',
    message:
      '{limit, plural, one {# of your requests is} other {# of your requests are}} already waiting, and no more can. Try again when some have started, or cancel some.',
  },
  too_many_demos: /*i18n*/ {
    id: 'error.too_many_demos',
    message:
      'You’ve used your free tries for now. Try again in {minutes, plural, one {# minute} other {# minutes}}, or continue with an account.',
  },
  internal: /*i18n*/ {
    id: 'error.internal',
    message: 'Something went wrong on our side. Try again. If it happens again, send {id} to the server’s administrator.',
  },
  unavailable: /*i18n*/ {
    id: 'error.unavailable',
    message: 'The server can’t reach its data right now. Your results and tokens are safe. Try again in a few seconds.',
  },
  not_ready: /*i18n*/ { id: 'error.not_ready', message: 'This server isn’t ready. Failing checks: {checks}.' },
  model_unavailable: /*i18n*/ { id: 'error.model_unavailable', message: 'This model isn’t available right now. Choose another one.' },
  maintenance: /*i18n*/ {
    id: 'error.maintenance',
    message:
      'This server is under maintenance, so you can’t create anything right now. {minutes, plural, =0 {Try again later.} one {It should take about # minute.} other {It should take about # minutes.}} Your results are safe and you weren’t charged.',
  },
  demo_busy: /*i18n*/ {
    id: 'error.demo_busy',
    message: 'Many people are trying this right now. Try again in a minute, or continue with an account.',
  },
  payment_unavailable: /*i18n*/ {
    id: 'error.payment_unavailable',
    message: 'The payment service isn’t responding. Try again in a few minutes.',
  },
  mail_failed: /*i18n*/ {
    id: 'error.mail_failed',
    message: 'The mail server didn’t accept this email. Check SMTP_URL and the log, then try again.',
  },
  storage_unavailable: /*i18n*/ {
    id: 'error.storage_unavailable',
    message: 'The file storage isn’t responding. Your results are safe. Try again in a minute.',
  },
  storage_full: /*i18n*/ {
    id: 'error.storage_full',
    message:
      'The server is out of disk space, so nothing new can be created right now. Your results are safe and you weren’t charged. Try again later.',
  },
}
