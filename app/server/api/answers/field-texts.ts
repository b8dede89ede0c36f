import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { ServerText } from '../../i18n.ts'

/** Each message says what is wrong with a value, and what to do. */
export const fieldTexts: Record<FieldErrorCode, ServerText> = {
  required: /*i18n*/ { id: 'field.required', message: 'Fill this in.' },
  invalid: /*i18n*/ { id: 'field.invalid', message: 'This value isn’t valid here.' },
  too_short: /*i18n*/ { id: 'field.too_short', message: 'This is too short.' },
  too_long: /*i18n*/ {
    id: 'field.too_long',
    message: '{unit, select, none {This is too long.} other {At most {bound, plural, one {# character} other {# characters}}.}}',
  },
  too_small: /*i18n*/ {
    id: 'field.too_small',
    message:
      '{unit, select, none {Choose a larger value.} second {At least {bound, plural, one {# second} other {# seconds}}.} other {At least {bound, number}.}}',
  },
  too_large: /*i18n*/ {
    id: 'field.too_large',
    message:
      '{unit, select, none {Choose a smaller value.} second {At most {bound, plural, one {# second} other {# seconds}}.} other {At most {bound, number}.}}',
  },
  too_many: /*i18n*/ { id: 'field.too_many', message: 'That’s too many at once. Choose fewer.' },
  name_taken: /*i18n*/ { id: 'field.name_taken', message: 'This name is already taken. Choose another one.' },
  name_blocked: /*i18n*/ { id: 'field.name_blocked', message: 'This name isn’t allowed on this site. Choose another one.' },
  not_together: /*i18n*/ {
    id: 'field.not_together',
    message: 'This value isn’t available with another one that you chose. Change one of them.',
  },
  not_drawable: /*i18n*/ {
    id: 'field.not_drawable',
    message: 'The fonts here lack some of these characters, such as emoji. Leave plain text, digits and punctuation.',
  },
  place_unknown: /*i18n*/ { id: 'field.place_unknown', message: 'The recipe has no field with this name.' },
  tool_off: /*i18n*/ {
    id: 'field.tool_off',
    message: 'This is turned off in conversations here. Use its studio instead.',
  },
  schema_unknown: /*i18n*/ { id: 'field.schema_unknown', message: 'The service doesn’t know this model. Check its ID.' },
  schema_unreachable: /*i18n*/ {
    id: 'field.schema_unreachable',
    message: 'The schema couldn’t be read: the service didn’t answer as expected. Check the connection and try again.',
  },
  schema_file_too_large: /*i18n*/ {
    id: 'field.schema_file_too_large',
    message: 'The document is larger than 4 MB. Enter the options by hand.',
  },
  schema_unusable: /*i18n*/ {
    id: 'field.schema_unusable',
    message: 'The document is not an OpenAPI schema that describes this model. Enter the options by hand.',
  },
  schema_address: /*i18n*/ {
    id: 'field.schema_address',
    message: 'This address can’t be used. Enter a path on the server, or a public address that begins with https://.',
  },
  schema_not_offered: /*i18n*/ {
    id: 'field.schema_not_offered',
    message: 'Only fal, Replicate and your own servers publish schemas that can be imported.',
  },
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
  consent_not_given: /*i18n*/ {
    id: 'field.consent_not_given',
    message: 'Agree to the processing of your personal data to create an account.',
  },
  terms_not_accepted: /*i18n*/ { id: 'field.terms_not_accepted', message: 'Accept the terms to create an account.' },
  scopes_missing: /*i18n*/ { id: 'field.scopes_missing', message: 'Choose at least one permission.' },
  unsupported: /*i18n*/ { id: 'field.unsupported', message: 'This server doesn’t support this parameter. Remove it.' },
  legacy_completions: /*i18n*/ {
    id: 'field.legacy_completions',
    message: 'This server has no legacy completions. Send the prompt as a message to POST /openai/v1/chat/completions.',
  },
  no_variations: /*i18n*/ {
    id: 'field.no_variations',
    message: 'This server makes no variations. Send the image to /v1/images/edits with a prompt.',
  },
  no_moderation: /*i18n*/ {
    id: 'field.no_moderation',
    message: 'No moderation is set up on this server, so nothing can be checked.',
  },
  no_batches: /*i18n*/ {
    id: 'field.no_batches',
    message: 'This server has no batches. Send each request to POST /anthropic/v1/messages.',
  },
  reasoning_foreign: /*i18n*/ {
    id: 'field.reasoning_foreign',
    message: 'This reasoning was changed, or made by another model or for another account. Leave the item out.',
  },
  reasoning_old: /*i18n*/ {
    id: 'field.reasoning_old',
    message: 'This reasoning is older than 30 days and no longer valid. Leave the item out.',
  },
  content_not_text: /*i18n*/ { id: 'field.content_not_text', message: 'You can only send text here.' },
  content_not_taken: /*i18n*/ { id: 'field.content_not_taken', message: 'This content can’t be sent here. Send text, images or files.' },
  tokens_not_taken: /*i18n*/ { id: 'field.tokens_not_taken', message: 'Lists of token numbers aren’t taken. Send the text itself.' },
  url_not_fetched: /*i18n*/ {
    id: 'field.url_not_fetched',
    message: 'Files aren’t downloaded from other sites. Send the file as a data: URL, or upload it first and send its id.',
  },
  last_not_user: /*i18n*/ { id: 'field.last_not_user', message: 'The last message must be from the user.' },
  schema_too_large: /*i18n*/ { id: 'field.schema_too_large', message: 'A JSON Schema can have up to 128,000 characters. Shorten it.' },
  schema_too_deep: /*i18n*/ { id: 'field.schema_too_deep', message: 'A JSON Schema can have up to 64 levels. Flatten it.' },
  tool_reserved: /*i18n*/ { id: 'field.tool_reserved', message: 'The model’s service has a tool of its own with this name. Rename yours.' },
  tool_twice: /*i18n*/ { id: 'field.tool_twice', message: 'Two tools have the same name. Rename one of them.' },
  tool_unknown: /*i18n*/ { id: 'field.tool_unknown', message: 'This tool isn’t in “tools”. Add it or choose another one.' },
  call_unanswered: /*i18n*/ {
    id: 'field.call_unanswered',
    message: 'A call of a tool has no result. Add the result of each call before the next message.',
  },
  call_unknown: /*i18n*/ {
    id: 'field.call_unknown',
    message: 'The result of a tool answers no call. Its id must be that of a call in the answer before it.',
  },
  model_without_edits: /*i18n*/ {
    id: 'field.model_without_edits',
    message: 'This model can’t change images. Choose one that takes an image.',
  },
  model_without_remixes: /*i18n*/ {
    id: 'field.model_without_remixes',
    message: 'No such model changes videos here. Choose one whose task is change_video.',
  },
  model_without_translation: /*i18n*/ {
    id: 'field.model_without_translation',
    message: 'This model doesn’t translate into English. Transcribe the recording, or choose a model that does.',
  },
  model_of_another_kind: /*i18n*/ {
    id: 'field.model_of_another_kind',
    message: 'This model creates something else. Choose a model of the right type.',
  },
  item_unknown: /*i18n*/ {
    id: 'field.item_unknown',
    message: 'No answer of yours has an item with this id. Send the item itself.',
  },
  response_unknown: /*i18n*/ {
    id: 'field.response_unknown',
    message: 'There is no such response, or it was deleted. Send the whole conversation instead.',
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
    message: 'The model takes this file only together with another one. Add that one too, or remove this file.',
  },
  input_needs_first_frame: /*i18n*/ {
    id: 'field.input_needs_first_frame',
    message: 'A last frame needs a first frame. Add one too, or remove the last frame.',
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
  webhook_not_https: /*i18n*/ {
    id: 'field.webhook_not_https',
    message: 'Webhooks go to encrypted addresses only. Enter one that begins with https://.',
  },
  webhook_private: /*i18n*/ {
    id: 'field.webhook_private',
    message: 'This address is in a private network. Enter a public one, or ask the administrator to allow it (WEBHOOK_ORIGINS).',
  },
  webhook_secret_invalid: /*i18n*/ {
    id: 'field.webhook_secret_invalid',
    message: 'A secret is “whsec_” followed by 24 to 64 bytes in base64. Create one, for example with: openssl rand -base64 32.',
  },
  events_missing: /*i18n*/ { id: 'field.events_missing', message: 'Choose at least one event.' },
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
