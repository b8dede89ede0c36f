import {
  beginTwoFactorCall,
  confirmTwoFactorCall,
  endTwoFactorCall,
  getTwoFactorCall,
  renewRecoveryCodesCall,
  takeSecondStepCall,
} from '#app/contract/account/two-factor.calls.ts'
import { startTwoFactor } from '#app/server/core/identity/two-factor/start-two-factor.ts'
import { confirmTwoFactor } from '#app/server/core/identity/two-factor/confirm-two-factor.ts'
import { endTwoFactor } from '#app/server/core/identity/two-factor/end-two-factor.ts'
import { getTwoFactor } from '#app/server/core/identity/two-factor/get-two-factor.ts'
import { renewRecoveryCodes } from '#app/server/core/identity/two-factor/renew-recovery-codes.ts'
import { takeSecondStep } from '#app/server/core/identity/two-factor/take-second-step.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { inBackground } from '../../requests/in-background.ts'

export const twoFactorEndpoints: Endpoint[] = [
  endpoint(takeSecondStepCall, {
    handle: ({ runtime: { db, keys, attempts }, input: { body }, clientAddress, context }) =>
      takeSecondStep(db, keys, attempts, {
        challenge: body.challenge,
        code: body.code,
        deviceTokens: body.device_tokens,
        address: clientAddress,
        userAgent: context.req.header('user-agent') ?? null,
      }),
  }),
  endpoint(getTwoFactorCall, {
    handle: ({ runtime, caller }) => getTwoFactor(runtime.db, { userId: caller.userId }),
  }),
  endpoint(beginTwoFactorCall, {
    handle: ({ runtime: { db, keys, attempts }, caller, input: { body } }) => startTwoFactor(db, keys, attempts, { caller, proof: body }),
  }),
  endpoint(confirmTwoFactorCall, {
    async handle({ runtime, caller, input: { body } }) {
      const { db, keys, mailer, attempts, env } = runtime
      const options = { caller, code: body.code, siteUrl: siteUrl(env) }
      const { recoveryCodes, delivery } = await confirmTwoFactor(db, keys, mailer, attempts, options)
      inBackground(runtime, delivery)
      return { recovery_codes: recoveryCodes }
    },
  }),
  endpoint(renewRecoveryCodesCall, {
    async handle({ runtime: { db, keys, attempts }, caller, input: { body } }) {
      return { recovery_codes: await renewRecoveryCodes(db, keys, attempts, { caller, proof: body }) }
    },
  }),
  endpoint(endTwoFactorCall, {
    async handle({ runtime, caller, input: { body } }) {
      const { db, keys, mailer, attempts, env } = runtime
      const options = { caller, proof: body, siteUrl: siteUrl(env) }
      const { delivery } = await endTwoFactor(db, keys, mailer, attempts, options)
      inBackground(runtime, delivery)
    },
  }),
]
