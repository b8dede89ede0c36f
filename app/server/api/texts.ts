import type { ApiErrorCode, FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { ServerText } from '../i18n.ts'

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
      'This run costs {price, plural, one {# token} other {# tokens}}, and your limit per run is {limit, number}. Choose something smaller or raise the limit on the Tokens page.',
  },
  over_daily_limit: /*i18n*/ {
    id: 'error.over_daily_limit',
    message:
      'This run costs {price, plural, one {# token} other {# tokens}}, and {left, plural, =0 {nothing is} one {# token is} other {# tokens are}} left of your daily limit of {limit, number}. Choose something smaller, wait until tomorrow or raise the limit on the Tokens page.',
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
      'This run costs {price, plural, one {# token} other {# tokens}}, and {left, plural, =0 {nothing is} one {# token is} other {# tokens are}} left of your account’s limit of {limit, number} a day. Choose something smaller or wait: the limit resets in {hours, plural, one {# hour} other {# hours}}.',
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
  recent_sign_in_required: /*i18n*/ {
    id: 'error.recent_sign_in_required',
    message: 'You need to have signed in within the last few minutes. Sign out, sign in again and come back.',
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
  run_not_charged: /*i18n*/ { id: 'error.run_not_charged', message: 'This run cost nothing, or hasn’t finished.' },
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
  definition_invalid: /*i18n*/ {
    id: 'error.definition_invalid',
    message: 'This definition has mistakes. Correct the marked places, then try again.',
  },
  price_changed: /*i18n*/ {
    id: 'error.price_changed',
    message: 'This now costs {price, plural, one {# token} other {# tokens}}. You weren’t charged. To run it at this price, press again.',
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
  nothing_to_change: /*i18n*/ { id: 'error.nothing_to_change', message: 'Nothing would change: you already have this.' },
  too_many_api_keys: /*i18n*/ {
    id: 'error.too_many_api_keys',
    message: 'You’ve reached the limit of API keys. Revoke one you no longer use.',
  },
  too_many_passkeys: /*i18n*/ {
    id: 'error.too_many_passkeys',
    message: 'You’ve reached the limit of passkeys. Remove one you no longer use.',
  },
  too_many_voices: /*i18n*/ {
    id: 'error.too_many_voices',
    message: 'You’ve reached the limit of voices. Delete one you no longer use.',
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
      'This file is missing or damaged on the server. Run the prompt again, or ask the server’s administrator to restore it from a backup.',
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
      '{limit, plural, one {# of your runs is} other {# of your runs are}} already waiting, and no more can. Try again when some have started, or cancel some.',
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
      'This server is under maintenance, so no new runs can start. {minutes, plural, =0 {Try again later.} one {It should take about # minute.} other {It should take about # minutes.}} Your results are safe and you weren’t charged.',
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

export const fieldTexts: Record<FieldErrorCode, ServerText> = {
  required: /*i18n*/ { id: 'field.required', message: 'Fill this in.' },
  invalid: /*i18n*/ { id: 'field.invalid', message: 'This value isn’t valid here.' },
  too_short: /*i18n*/ { id: 'field.too_short', message: 'This is too short.' },
  too_long: /*i18n*/ { id: 'field.too_long', message: 'This is too long.' },
  too_small: /*i18n*/ { id: 'field.too_small', message: 'Choose a larger value.' },
  too_large: /*i18n*/ { id: 'field.too_large', message: 'Choose a smaller value.' },
  too_many: /*i18n*/ { id: 'field.too_many', message: 'That’s too many at once. Choose fewer.' },
  name_taken: /*i18n*/ { id: 'field.name_taken', message: 'This name is already taken. Choose another one.' },
  name_blocked: /*i18n*/ { id: 'field.name_blocked', message: 'This name isn’t allowed on this site. Choose another one.' },
  not_an_option: /*i18n*/ { id: 'field.not_an_option', message: 'Choose one of the available values.' },
  unknown_field: /*i18n*/ { id: 'field.unknown_field', message: 'This model doesn’t have this option.' },
  characters_invalid: /*i18n*/ {
    id: 'field.characters_invalid',
    message: 'This contains characters that aren’t allowed. Type it again without them.',
  },
  date_invalid: /*i18n*/ { id: 'field.date_invalid', message: 'Enter a real date between 1970 and 9999, for example 2026-01-31.' },
  email_invalid: /*i18n*/ { id: 'field.email_invalid', message: 'Enter an email address like ann@example.com.' },
  password_too_short: /*i18n*/ { id: 'field.password_too_short', message: 'Use at least 10 characters.' },
  password_too_long: /*i18n*/ { id: 'field.password_too_long', message: 'Use at most 128 characters.' },
  password_too_common: /*i18n*/ {
    id: 'field.password_too_common',
    message: 'This password is easy to guess. Use three or four unrelated words or a password manager.',
  },
  password_wrong: /*i18n*/ { id: 'field.password_wrong', message: 'This isn’t your current password.' },
  code_wrong: /*i18n*/ {
    id: 'field.code_wrong',
    message: 'This code is wrong, expired or already used. Enter the current code from the app.',
  },
  prompt_empty: /*i18n*/ { id: 'field.prompt_empty', message: 'Describe what you’d like to create.' },
  prompt_too_long: /*i18n*/ { id: 'field.prompt_too_long', message: 'This prompt is too long for this model. Shorten it.' },
  email_domain_not_allowed: /*i18n*/ {
    id: 'field.email_domain_not_allowed',
    message: 'Addresses of this domain can’t sign up here. Use another one, for example that of your organization.',
  },
  email_disposable: /*i18n*/ {
    id: 'field.email_disposable',
    message: 'Temporary email addresses can’t sign up here. Use a permanent one.',
  },
  prompt_blocked: /*i18n*/ {
    id: 'field.prompt_blocked',
    message: 'Your prompt contains a word that isn’t allowed on this site. Rephrase it.',
  },
  hash_invalid: /*i18n*/ { id: 'field.hash_invalid', message: 'A SHA-256 hash has 64 characters, each 0–9 or a–f.' },
  moderation_without_key: /*i18n*/ {
    id: 'field.moderation_without_key',
    message: 'This needs a key of OpenAI. Enter one at “Models and connections” first.',
  },
  moderation_unreachable: /*i18n*/ {
    id: 'field.moderation_unreachable',
    message: 'OpenAI’s moderation service didn’t accept a test request. Check the key, then try again.',
  },
  prompt_not_allowed: /*i18n*/ {
    id: 'field.prompt_not_allowed',
    message: 'This server’s rules don’t allow this prompt. Try another one.',
  },
  terms_not_accepted: /*i18n*/ { id: 'field.terms_not_accepted', message: 'Accept the terms to create an account.' },
  scopes_missing: /*i18n*/ { id: 'field.scopes_missing', message: 'Choose at least one permission.' },
  unsupported: /*i18n*/ { id: 'field.unsupported', message: 'This server doesn’t support this parameter. Remove it.' },
  content_not_text: /*i18n*/ { id: 'field.content_not_text', message: 'You can only send text here.' },
  content_not_taken: /*i18n*/ { id: 'field.content_not_taken', message: 'This content can’t be sent here. Send text, images or files.' },
  url_not_fetched: /*i18n*/ {
    id: 'field.url_not_fetched',
    message: 'Files aren’t downloaded from other sites. Send the file as a data: URL, or upload it first and send its id.',
  },
  last_not_user: /*i18n*/ { id: 'field.last_not_user', message: 'The last message must be from the user.' },
  model_of_another_kind: /*i18n*/ {
    id: 'field.model_of_another_kind',
    message: 'This model creates something else. Choose a model of the right type.',
  },
  model_unknown: /*i18n*/ { id: 'field.model_unknown', message: 'This model doesn’t exist. Choose one from the list.' },
  input_unknown: /*i18n*/ { id: 'field.input_unknown', message: 'This file no longer exists. Add it again.' },
  input_not_taken: /*i18n*/ {
    id: 'field.input_not_taken',
    message: 'This model doesn’t support this file. Remove it or choose another model.',
  },
  input_too_long: /*i18n*/ {
    id: 'field.input_too_long',
    message: 'This recording lasts {length}, and the model takes at most {limit}. Shorten it or choose another model.',
  },
  input_without_sound: /*i18n*/ {
    id: 'field.input_without_sound',
    message: 'This video has no sound, so there is nothing to transcribe. Choose a file with sound.',
  },
  no_times: /*i18n*/ {
    id: 'field.no_times',
    message: 'This model gives no times, so there can be no subtitles. Choose a model with times.',
  },
  input_format_not_taken: /*i18n*/ {
    id: 'field.input_format_not_taken',
    message: 'This model can’t listen to this audio format. Save the file as MP3 or WAV.',
  },
  inputs_too_large: /*i18n*/ { id: 'field.inputs_too_large', message: 'These files are too large for one message. Remove some of them.' },
  input_missing: /*i18n*/ {
    id: 'field.input_missing',
    message: 'This model needs a file that’s missing. Add it.',
  },
  input_too_short: /*i18n*/ { id: 'field.input_too_short', message: 'This recording is too short for the model. Choose a longer one.' },
  input_too_large: /*i18n*/ { id: 'field.input_too_large', message: 'This file is too large for the model. Choose a smaller one.' },
  input_needs_other: /*i18n*/ {
    id: 'field.input_needs_other',
    message: 'The model takes this file only together with another one: a last frame needs a first frame.',
  },
  input_not_with_others: /*i18n*/ {
    id: 'field.input_not_with_others',
    message: 'The model can’t use this file together with the others. Remove one of them.',
  },
  input_not_with_option: /*i18n*/ {
    id: 'field.input_not_with_option',
    message: 'The model takes this file only with other options. Change them as noted, or remove the file.',
  },
  mask_without_source: /*i18n*/ { id: 'field.mask_without_source', message: 'A mask needs the image it belongs to. Add that image too.' },
  file_unreadable: /*i18n*/ { id: 'field.file_unreadable', message: 'This file couldn’t be read. Choose another one.' },
  file_damaged: /*i18n*/ { id: 'field.file_damaged', message: 'This file is damaged. Save it again or choose another one.' },
  file_empty: /*i18n*/ { id: 'field.file_empty', message: 'This file is empty. Choose another one.' },
  file_needs_password: /*i18n*/ {
    id: 'field.file_needs_password',
    message: 'This file needs a password. Save it without one and add it again.',
  },
  file_animated: /*i18n*/ {
    id: 'field.file_animated',
    message: 'This image is animated. Save one frame of it as PNG or JPEG, or save it as a video (MP4), and add that.',
  },
  file_many_pages: /*i18n*/ {
    id: 'field.file_many_pages',
    message: 'This image has several pages. Save it as PDF, or each page as PNG or JPEG, and add that.',
  },
  file_without_media: /*i18n*/ {
    id: 'field.file_without_media',
    message: 'There is no sound and no video in this file that can be read. Save it as MP3 or MP4 and add that.',
  },
  file_encoding_unknown: /*i18n*/ {
    id: 'field.file_encoding_unknown',
    message: 'The encoding of this text wasn’t recognized. Save it as UTF-8 and add it again.',
  },
  file_binary: /*i18n*/ {
    id: 'field.file_binary',
    message: 'The format of this file wasn’t recognized. Save it as PDF, TXT, PNG, MP3 or MP4 and add that.',
  },
  file_archive: /*i18n*/ { id: 'field.file_archive', message: '{format} archives can’t be read. Unpack this one and add the files in it.' },
  file_program: /*i18n*/ {
    id: 'field.file_program',
    message: 'This is a program ({format}), which can’t be read. Choose a document or media.',
  },
  file_format: /*i18n*/ {
    id: 'field.file_format',
    message:
      '{as, select, none {{format} files can’t be read. Choose another one.} other {{format} files can’t be read. Save this one as {as} and add that.}}',
  },
  file_without_text: /*i18n*/ {
    id: 'field.file_without_text',
    message: 'There is no text in this document. If it has images, save it as PDF and add that.',
  },
  file_too_much: /*i18n*/ {
    id: 'field.file_too_much',
    message: 'There is too much in this document. Save the part that you need as a file of its own and add that.',
  },
  prompt_in_file: /*i18n*/ {
    id: 'field.prompt_in_file',
    message: 'The prompt may be stored in this file and can’t be removed. Show the prompt to share it.',
  },
  idempotency_key_invalid: /*i18n*/ { id: 'field.idempotency_key_invalid', message: 'Use 1 to 200 printable characters.' },
  currency_not_sold: /*i18n*/ {
    id: 'field.currency_not_sold',
    message: 'Enter the code of a currency that card services take, for example EUR or JPY.',
  },
  item_id_invalid: /*i18n*/ {
    id: 'field.item_id_invalid',
    message: 'Use a–z, digits and hyphens, at most 40 characters.',
  },
  not_on_sale: /*i18n*/ { id: 'field.not_on_sale', message: 'This isn’t for sale here. Choose one from the list.' },
  amount_step: /*i18n*/ { id: 'field.amount_step', message: 'Payment services take this currency in steps of 0.010. Round the amount.' },
  currency_not_taken: /*i18n*/ { id: 'field.currency_not_taken', message: 'You can’t pay in this currency here. Choose another one.' },
  url_invalid: /*i18n*/ { id: 'field.url_invalid', message: 'Enter an address that begins with http:// or https://.' },
  key_refused: /*i18n*/ { id: 'field.key_refused', message: 'The service refused this key. Check that it’s complete and active.' },
  service_unreachable: /*i18n*/ {
    id: 'field.service_unreachable',
    message: 'The service didn’t respond. Check the address and that the service is running.',
  },
  service_busy: /*i18n*/ { id: 'field.service_busy', message: 'The service isn’t taking requests right now. Try again in a minute.' },
  service_failed: /*i18n*/ {
    id: 'field.service_failed',
    message: 'The service responded with an error. Check the address, or try again later.',
  },
  code_unknown: /*i18n*/ { id: 'field.code_unknown', message: 'There’s no such code. Check it for typos.' },
  code_used: /*i18n*/ { id: 'field.code_used', message: 'Someone has already redeemed this code.' },
  code_yours: /*i18n*/ { id: 'field.code_yours', message: 'You’ve already redeemed this code. Its tokens are in your history.' },
  code_once: /*i18n*/ { id: 'field.code_once', message: 'You’ve already redeemed a code of this series. It’s one per person.' },
  code_expired: /*i18n*/ { id: 'field.code_expired', message: 'This code has expired.' },
  code_revoked: /*i18n*/ { id: 'field.code_revoked', message: 'This code is no longer valid. Ask for another one.' },
  code_needs_email: /*i18n*/ {
    id: 'field.code_needs_email',
    message: 'Confirm your email first. Open the link we sent you or request a new one in the settings.',
  },
  code_not_for_you: /*i18n*/ {
    id: 'field.code_not_for_you',
    message: 'This account can’t redeem codes because of its email address. Write to the administrator of this site.',
  },
}
