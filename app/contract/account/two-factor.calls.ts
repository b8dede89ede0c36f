import { tokenPairSchema } from './accounts.ts'
import {
  confirmTwoFactorSchema,
  proofSchema,
  recoveryCodesSchema,
  secondStepSchema,
  twoFactorSchema,
  twoFactorSetupSchema,
} from '../base/security.ts'
import { defineCall, noContent } from '../base/call.ts'

const tag = 'Two-factor'

export const takeSecondStepCall = defineCall({
  method: 'POST',
  path: '/v1/auth/sign-in/second-step',
  summary: 'Exchange the challenge of a sign-in and a code for an access token and a refresh token.',
  tag,
  auth: 'public',
  status: 200,
  secret: true,
  input: { body: secondStepSchema },
  response: tokenPairSchema,
  errors: ['sign_in_again', 'account_blocked', 'too_many_attempts'],
})

export const getTwoFactorCall = defineCall({
  method: 'GET',
  path: '/v1/me/two-factor',
  summary: 'Get the state of two-factor authentication',
  tag,
  auth: 'session',
  status: 200,
  input: {},
  response: twoFactorSchema,
})

export const beginTwoFactorCall = defineCall({
  method: 'POST',
  path: '/v1/me/two-factor',
  summary: 'Create a secret for an authenticator app. It takes effect once a code confirms it.',
  tag,
  auth: 'session',
  status: 200,
  input: { body: proofSchema },
  response: twoFactorSetupSchema,
  errors: ['two_factor_on', 'recent_sign_in_required'],
})

export const confirmTwoFactorCall = defineCall({
  method: 'POST',
  path: '/v1/me/two-factor/confirm',
  summary: 'Turn on two-factor authentication. Ends all other sessions. The recovery codes are returned only once.',
  tag,
  auth: 'session',
  status: 200,
  input: { body: confirmTwoFactorSchema },
  response: recoveryCodesSchema,
  errors: ['two_factor_not_begun'],
})

export const renewRecoveryCodesCall = defineCall({
  method: 'POST',
  path: '/v1/me/two-factor/recovery-codes',
  summary: 'Create ten new recovery codes; the old ones stop working.',
  tag,
  auth: 'session',
  status: 200,
  input: { body: proofSchema },
  response: recoveryCodesSchema,
  errors: ['two_factor_not_begun'],
})

export const endTwoFactorCall = defineCall({
  method: 'POST',
  path: '/v1/me/two-factor/off',
  summary: 'Turn off two-factor authentication with the password or a code.',
  tag,
  auth: 'session',
  status: 204,
  input: { body: proofSchema },
  response: noContent,
})
