import * as v from 'valibot'
import { tokenPairSchema } from '#app/contract/accounts.ts'
import {
  confirmTwoFactorSchema,
  proofSchema,
  recoveryCodesSchema,
  secondStepSchema,
  twoFactorSchema,
  twoFactorSetupSchema,
} from '#app/contract/security.ts'
import { attemptsOf } from '../../core/accounts/attempts.ts'
import { beginTwoFactor } from '../../core/two-factor/begin-two-factor.ts'
import { confirmTwoFactor } from '../../core/two-factor/confirm-two-factor.ts'
import { endTwoFactor } from '../../core/two-factor/end-two-factor.ts'
import { getTwoFactor } from '../../core/two-factor/get-two-factor.ts'
import { renewRecoveryCodes } from '../../core/two-factor/renew-recovery-codes.ts'
import { takeSecondStep } from '../../core/two-factor/take-second-step.ts'
import { siteUrl } from '../../site-url.ts'
import { type Endpoint, endpoint, publicEndpoint } from '../endpoint.ts'
import { inBackground } from '../in-background.ts'

const tag = 'Two-factor'

export const twoFactorEndpoints: Endpoint[] = [
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/sign-in/second-step',
    summary: 'Trade the challenge of a sign-in and a code for an access token and a refresh token.',
    tag,
    status: 200,
    errors: ['sign_in_again', 'too_many_attempts'],
    input: { body: secondStepSchema },
    response: tokenPairSchema,
    handle: ({ runtime: { db, keys, handle }, input: { body }, clientAddress, context }) =>
      takeSecondStep(db, keys, attemptsOf(handle), {
        challenge: body.challenge,
        code: body.code,
        deviceTokens: body.device_tokens,
        address: clientAddress,
        userAgent: context.req.header('user-agent') ?? null,
      }),
  }),
  endpoint({
    method: 'get',
    path: '/v1/me/two-factor',
    summary: 'Whether sign-ins to this account take a second step',
    tag,
    status: 200,
    input: {},
    response: twoFactorSchema,
    handle: ({ runtime, caller }) => getTwoFactor(runtime.db, { userId: caller.userId }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/me/two-factor',
    summary: 'A secret for an authenticator app. It is in force once a code has confirmed it.',
    tag,
    status: 200,
    errors: ['two_factor_on', 'recent_sign_in_required', 'too_many_attempts'],
    input: { body: proofSchema },
    response: twoFactorSetupSchema,
    handle: ({ runtime: { db, keys, handle }, caller, input: { body } }) =>
      beginTwoFactor(db, keys, attemptsOf(handle), { caller, proof: body }),
  }),
  endpoint({
    method: 'post',
    path: '/v1/me/two-factor/confirm',
    summary: 'Switch the second step on. Ends all other sessions; this answer is the only one with the recovery codes.',
    tag,
    status: 200,
    errors: ['two_factor_not_begun', 'too_many_attempts'],
    input: { body: confirmTwoFactorSchema },
    response: recoveryCodesSchema,
    async handle({ runtime, caller, input: { body } }) {
      const { db, keys, mailer, handle, env } = runtime
      const options = { caller, code: body.code, siteUrl: siteUrl(env) }
      const { recoveryCodes, delivery } = await confirmTwoFactor(db, keys, mailer, attemptsOf(handle), options)
      inBackground(runtime, delivery)
      return { recovery_codes: recoveryCodes }
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/me/two-factor/recovery-codes',
    summary: 'Ten new recovery codes; the earlier ones end.',
    tag,
    status: 200,
    errors: ['two_factor_not_begun', 'too_many_attempts'],
    input: { body: proofSchema },
    response: recoveryCodesSchema,
    async handle({ runtime: { db, keys, handle }, caller, input: { body } }) {
      return { recovery_codes: await renewRecoveryCodes(db, keys, attemptsOf(handle), { caller, proof: body }) }
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/me/two-factor/off',
    summary: 'Switch the second step off, with the password or a code.',
    tag,
    status: 204,
    errors: ['too_many_attempts'],
    input: { body: proofSchema },
    response: v.undefined(),
    async handle({ runtime, caller, input: { body } }) {
      const { db, keys, mailer, handle, env } = runtime
      const options = { caller, proof: body, siteUrl: siteUrl(env) }
      const { delivery } = await endTwoFactor(db, keys, mailer, attemptsOf(handle), options)
      inBackground(runtime, delivery)
      return undefined
    },
  }),
]
