import * as v from 'valibot'
import { consentStateSchema, givenConsentSchema } from './consent.ts'
import { deletionSchema, deviceSessionsSchema, exportAnswerSchema, referralsSchema, updateMeSchema, userSchema } from './accounts.ts'
import { idSchema } from '../base/common.ts'
import { askForEmailChangeSchema, emailChangeSchema } from './email-change.ts'
import { proofSchema } from '../base/security.ts'
import { defineCall, noContent } from '../base/call.ts'

const tag = 'Account'

export const getMeCall = defineCall({
  method: 'GET',
  path: '/v1/me',
  summary: 'Get the account with its balance.',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: userSchema,
})

export const updateMeCall = defineCall({
  method: 'PATCH',
  path: '/v1/me',
  summary: 'Change the name, language, time zone, currency or notifications. Omitted fields stay the same.',
  tag,
  auth: 'session',
  status: 200,
  input: { body: updateMeSchema },
  response: userSchema,
})

export const getConsentCall = defineCall({
  method: 'GET',
  path: '/v1/me/consent',
  summary: 'Get the consent to the processing of personal data',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: consentStateSchema,
})

export const giveConsentCall = defineCall({
  method: 'POST',
  path: '/v1/me/consent',
  summary: 'Agree to the processing of personal data. The deletion of the account withdraws it.',
  tag,
  auth: 'session',
  status: 200,
  input: { body: givenConsentSchema },
  response: consentStateSchema,
})

export const getEmailChangeCall = defineCall({
  method: 'GET',
  path: '/v1/me/email-change',
  summary: 'Get the new email waiting to be confirmed, if any.',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: emailChangeSchema,
})

export const askForEmailChangeCall = defineCall({
  method: 'POST',
  path: '/v1/me/email-change',
  summary:
    'Request a change of email. The new address gets a link to confirm it within an hour, the current one a link to cancel it. The response is the same whether or not the new address has an account.',
  tag,
  auth: 'session',
  status: 202,
  input: { body: askForEmailChangeSchema },
  response: emailChangeSchema,
  errors: ['nothing_to_change', 'recent_sign_in_required'],
})

export const cancelEmailChangeCall = defineCall({
  method: 'DELETE',
  path: '/v1/me/email-change',
  summary: 'Cancel the change of email. Its link stops working.',
  tag,
  auth: 'session',
  status: 204,
  input: {},
  response: noContent,
})

export const askForDeletionCall = defineCall({
  method: 'POST',
  path: '/v1/me/deletion',
  summary: 'Schedule the account’s deletion in 7 days. Ends all sessions and stops all API keys; signing in cancels the deletion.',
  tag,
  auth: 'session',
  status: 202,
  input: { body: proofSchema },
  response: deletionSchema,
  errors: ['recent_sign_in_required'],
})

export const linkExportCall = defineCall({
  method: 'POST',
  path: '/v1/me/export',
  summary: 'Get a link to a ZIP of all the account’s data: JSON and files',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: exportAnswerSchema,
})

export const downloadExportCall = defineCall({
  method: 'GET',
  path: '/v1/me/export/{link}',
  summary: 'Download the ZIP of a link, streamed as it is generated',
  tag,
  auth: 'public',
  status: 200,
  input: { params: v.object({ link: v.pipe(v.string(), v.maxLength(200, 'too_long')) }) },
  response: v.instance(Response),
  produces: 'application/zip',
  errors: ['not_found'],
})

export const getReferralsCall = defineCall({
  method: 'GET',
  path: '/v1/me/referrals',
  summary: 'Get the account’s referral code and the number of people who signed up with it.',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: referralsSchema,
})

export const listDeviceSessionsCall = defineCall({
  method: 'GET',
  path: '/v1/me/sessions',
  summary: 'List active sessions.',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: deviceSessionsSchema,
})

export const endDeviceSessionCall = defineCall({
  method: 'DELETE',
  path: '/v1/me/sessions/{id}',
  summary: 'End a session.',
  tag,
  auth: 'session',
  status: 204,
  input: { params: v.object({ id: idSchema }) },
  response: noContent,
  errors: ['not_found'],
})
