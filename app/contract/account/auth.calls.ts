import * as v from 'valibot'
import {
  changePasswordSchema,
  forgotPasswordSchema,
  handedOverSchema,
  handoverSchema,
  refreshSchema,
  resetPasswordSchema,
  signInSchema,
  signOutSchema,
  signUpSchema,
  tokenPairSchema,
  userSchema,
  verifyEmailSchema,
} from './accounts.ts'
import { signInChallengeSchema } from '../base/security.ts'
import { signUpChallengeSchema } from './sign-up-challenge.ts'
import { defineCall, noContent } from '../base/call.ts'

const tag = 'Session'

export const signUpCall = defineCall({
  method: 'POST',
  path: '/v1/auth/sign-up',
  summary: 'Create an account. Sign in with the same credentials afterwards.',
  tag,
  auth: 'public',
  status: 201,
  input: { body: signUpSchema },
  response: userSchema,
  errors: [
    'sign_up_disabled',
    'invitation_required',
    'email_taken',
    'challenge_required',
    'challenge_refused',
    'too_many_attempts',
    'too_many_accounts',
  ],
})

export const getSignUpChallengeCall = defineCall({
  method: 'GET',
  path: '/v1/auth/challenge',
  summary: 'Get a proof-of-work challenge (ALTCHA) to solve before a sign-up, if `challenge` of `/v1/auth/methods` is true. It works once.',
  tag,
  auth: 'public',
  status: 200,
  input: {},
  response: signUpChallengeSchema,
  errors: ['not_found', 'too_many_attempts'],
})

export const signInCall = defineCall({
  method: 'POST',
  path: '/v1/auth/sign-in',
  summary: 'Exchange credentials for an access token and a refresh token, or for a challenge if two-factor authentication is on.',
  tag,
  auth: 'public',
  status: 200,
  secret: true,
  input: { body: signInSchema },
  response: v.union([tokenPairSchema, signInChallengeSchema]),
  errors: ['bad_credentials', 'account_blocked', 'too_many_attempts'],
})

export const refreshSessionCall = defineCall({
  method: 'POST',
  path: '/v1/auth/refresh',
  summary:
    'Exchange a refresh token for a new pair. A refresh token works once. Sent again within 10 seconds, it returns the same new refresh token; later, it ends its session.',
  tag,
  auth: 'public',
  status: 200,
  secret: true,
  input: { body: refreshSchema },
  response: tokenPairSchema,
  errors: ['invalid_refresh_token', 'refresh_token_reused', 'session_revoked', 'too_many_attempts'],
})

export const signOutCall = defineCall({
  method: 'POST',
  path: '/v1/auth/sign-out',
  summary: 'End the session of the access token or the refresh token. Unknown or expired tokens are not an error.',
  tag,
  auth: 'public',
  status: 204,
  input: { body: signOutSchema },
  response: noContent,
  errors: ['too_many_attempts'],
})

export const getSessionCall = defineCall({
  method: 'GET',
  path: '/v1/auth/session',
  summary: 'Get the signed-in account with its balance.',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: userSchema,
})

export const forgotPasswordCall = defineCall({
  method: 'POST',
  path: '/v1/auth/password/forgot',
  summary: 'Email a link to set a new password. The response is the same whether or not the email has an account.',
  tag,
  auth: 'public',
  status: 202,
  input: { body: forgotPasswordSchema },
  response: noContent,
  errors: ['too_many_attempts'],
})

export const resetPasswordCall = defineCall({
  method: 'POST',
  path: '/v1/auth/password/reset',
  summary: 'Set a new password with an emailed token. Ends all sessions and revokes all API keys.',
  tag,
  auth: 'public',
  status: 204,
  input: { body: resetPasswordSchema },
  response: noContent,
  errors: ['invalid_reset_token', 'too_many_attempts'],
})

export const changePasswordCall = defineCall({
  method: 'POST',
  path: '/v1/auth/password/change',
  summary: 'Change the password, or set the first one. Ends all other sessions, and revokes all API keys if `revoke_api_keys` is true.',
  tag,
  auth: 'session',
  status: 204,
  input: { body: changePasswordSchema },
  response: noContent,
})

export const sendVerificationCall = defineCall({
  method: 'POST',
  path: '/v1/auth/email/send',
  summary: 'Email a link that confirms the account’s address.',
  tag,
  auth: 'session',
  status: 202,
  input: {},
  response: noContent,
  errors: ['recent_sign_in_required', 'email_already_verified'],
})

export const verifyEmailCall = defineCall({
  method: 'POST',
  path: '/v1/auth/email/verify',
  summary: 'Confirm the address of the caller’s account with an emailed token.',
  tag,
  auth: 'public',
  status: 204,
  input: { body: verifyEmailSchema },
  response: noContent,
  errors: ['invalid_verification_token', 'sign_in_to_confirm', 'too_many_attempts'],
})

export const confirmEmailChangeCall = defineCall({
  method: 'POST',
  path: '/v1/auth/email/change',
  summary:
    'Change the email of the caller’s account with a token sent to the new address. Ends all sessions except the caller’s and the one that requested the change.',
  tag,
  auth: 'public',
  status: 204,
  input: { body: verifyEmailSchema },
  response: noContent,
  errors: ['invalid_verification_token', 'sign_in_to_confirm', 'email_taken', 'too_many_attempts'],
})

export const keepEmailCall = defineCall({
  method: 'POST',
  path: '/v1/auth/email/keep',
  summary: 'Cancel a change of email with a token sent to the current address. Ends all sessions.',
  tag,
  auth: 'public',
  status: 204,
  input: { body: verifyEmailSchema },
  response: noContent,
  errors: ['invalid_verification_token', 'too_many_attempts'],
})

export const takeHandoverCall = defineCall({
  method: 'POST',
  path: '/v1/auth/handover',
  summary: 'Redeem the `?access_token=` of a page: a one-time handover or an access token.',
  tag,
  auth: 'public',
  status: 200,
  secret: true,
  input: { body: handoverSchema },
  response: handedOverSchema,
  errors: ['invalid_access_token', 'account_blocked', 'too_many_attempts'],
})
