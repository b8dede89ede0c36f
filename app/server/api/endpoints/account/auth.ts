import {
  changePasswordCall,
  confirmEmailChangeCall,
  forgotPasswordCall,
  getSessionCall,
  getSignUpChallengeCall,
  keepEmailCall,
  refreshSessionCall,
  resetPasswordCall,
  sendVerificationCall,
  signInCall,
  signOutCall,
  signUpCall,
  takeHandoverCall,
  verifyEmailCall,
} from '#app/contract/account/auth.calls.ts'
import { addressKey } from '#app/server/core/rules/limits/address.ts'
import { refuseEmailChange } from '#app/server/core/identity/email/cancel-email-change.ts'
import { changePassword } from '#app/server/core/identity/passwords/change-password.ts'
import { confirmEmailChange } from '#app/server/core/identity/email/confirm-email-change.ts'
import { signUpsPerAddress } from '#app/server/core/identity/accounts/count-account.ts'
import { forgotPassword } from '#app/server/core/identity/passwords/forgot-password.ts'
import { getMe } from '#app/server/core/identity/profile/get-me.ts'
import { hashSecret } from '#app/server/core/secret.ts'
import { isSignUpOpen } from '#app/server/core/identity/accounts/is-sign-up-open.ts'
import { refreshSession } from '#app/server/core/identity/sessions/refresh-session.ts'
import { resetPassword } from '#app/server/core/identity/passwords/reset-password.ts'
import { resendVerification } from '#app/server/core/identity/email/resend-verification.ts'
import { signIn } from '#app/server/core/identity/accounts/sign-in.ts'
import { signOut } from '#app/server/core/identity/sessions/sign-out.ts'
import { signUp } from '#app/server/core/identity/accounts/sign-up.ts'
import { takeHandover } from '#app/server/core/identity/sessions/take-handover.ts'
import { verifyEmail } from '#app/server/core/identity/email/verify-email.ts'
import { Problem } from '#app/server/core/problem.ts'
import { isChallenged } from '#app/server/core/identity/sign-up-challenge/is-challenge-on.ts'
import { makeChallenge } from '#app/server/core/identity/sign-up-challenge/make-challenge.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { inBackground } from '../../requests/in-background.ts'

export const authEndpoints: Endpoint[] = [
  endpoint(signUpCall, {
    async handle({ runtime, input: { body }, locale, clientAddress }) {
      const { db, mailer, attempts, env, keys, logger, disposable } = runtime
      const { user, delivery } = await signUp(db, mailer, attempts, {
        open: isSignUpOpen(env) && !env.OIDC_ONLY,
        email: body.email,
        password: body.password,
        name: body.name,
        locale: body.locale ?? locale,
        referralCode: body.referral_code,
        consent: { required: env.PERSONAL_DATA_CONSENT, given: body.personal_data_consent },
        challenge: (await isChallenged(db, env, clientAddress)) ? { key: keys.signUpChallenge, payload: body.challenge } : null,
        disposable,
        address: clientAddress,
        perAddress: signUpsPerAddress(env),
        siteUrl: siteUrl(env),
      }).catch((error: unknown) => {
        // Logged, because the page should not have offered sign-up.
        if (error instanceof Problem && error.code === 'sign_up_disabled') logger.warn(error.message)
        if (error instanceof Problem && error.code === 'too_many_accounts')
          logger.warn('daily sign-up limit reached for one address; behind a proxy, set TRUST_PROXY')
        throw error
      })
      inBackground(runtime, delivery)
      return user
    },
  }),
  endpoint(getSignUpChallengeCall, {
    async handle({ runtime: { db, env, keys, attempts }, clientAddress }) {
      if (!(await isChallenged(db, env, clientAddress))) throw new Problem('not_found')
      await attempts.challengeByAddress.take(addressKey(clientAddress))
      return makeChallenge(keys.signUpChallenge)
    },
  }),
  endpoint(signInCall, {
    handle: ({ runtime, input: { body }, clientAddress, context }) =>
      signIn(runtime.db, runtime.keys, runtime.attempts, {
        email: body.email,
        password: body.password,
        deviceTokens: body.device_tokens,
        address: clientAddress,
        userAgent: context.req.header('user-agent') ?? null,
      }),
  }),
  endpoint(refreshSessionCall, {
    async handle({ runtime, input: { body }, clientAddress }) {
      const attempts = runtime.attempts
      await attempts.refreshByAddress.take(addressKey(clientAddress))
      await attempts.refreshByToken.take(hashSecret(body.refresh_token))
      return refreshSession(runtime.db, runtime.keys, { refreshToken: body.refresh_token, address: clientAddress })
    },
  }),
  endpoint(signOutCall, {
    async handle({ runtime, caller, input: { body }, clientAddress }) {
      // A session can be ended only once, so it needs no limit.
      if (!caller) await runtime.attempts.signOutByAddress.take(addressKey(clientAddress))
      await signOut(runtime.db, { caller, refreshToken: body.refresh_token })
    },
  }),
  endpoint(getSessionCall, {
    handle: async ({ runtime, caller }) => caller.person ?? getMe(runtime.db, { userId: caller.userId }),
  }),
  endpoint(forgotPasswordCall, {
    async handle({ runtime, input: { body }, clientAddress }) {
      const { db, keys, mailer, attempts, env } = runtime
      const { delivery } = await forgotPassword(db, keys, mailer, attempts, {
        email: body.email,
        deviceTokens: body.device_tokens,
        address: clientAddress,
        siteUrl: siteUrl(env),
      })
      inBackground(runtime, delivery)
    },
  }),
  endpoint(resetPasswordCall, {
    async handle({ runtime, input: { body }, clientAddress }) {
      const { db, mailer, attempts, env } = runtime
      const { delivery } = await resetPassword(db, mailer, attempts, { ...body, address: clientAddress, siteUrl: siteUrl(env) })
      inBackground(runtime, delivery)
    },
  }),
  endpoint(changePasswordCall, {
    async handle({ runtime, caller, input: { body }, clientAddress }) {
      const { db, mailer, attempts, env } = runtime
      const { delivery } = await changePassword(db, mailer, attempts, {
        caller,
        currentPassword: body.current_password,
        password: body.password,
        revokeKeys: body.revoke_api_keys,
        address: clientAddress,
        siteUrl: siteUrl(env),
      })
      inBackground(runtime, delivery)
    },
  }),
  endpoint(sendVerificationCall, {
    async handle({ runtime, caller, clientAddress }) {
      const { db, mailer, attempts, env } = runtime
      const { delivery } = await resendVerification(db, mailer, attempts, {
        userId: caller.userId,
        address: clientAddress,
        siteUrl: siteUrl(env),
      })
      inBackground(runtime, delivery)
    },
  }),
  endpoint(verifyEmailCall, {
    async handle({ runtime, caller, input: { body }, clientAddress }) {
      await verifyEmail(runtime.db, runtime.attempts, { token: body.token, caller, address: clientAddress })
    },
  }),
  endpoint(confirmEmailChangeCall, {
    async handle({ runtime, caller, input: { body }, clientAddress }) {
      const { db, mailer, attempts, env, disposable } = runtime
      const options = { token: body.token, caller, disposable, address: clientAddress, siteUrl: siteUrl(env) }
      const { delivery } = await confirmEmailChange(db, mailer, attempts, options)
      inBackground(runtime, delivery)
    },
  }),
  endpoint(keepEmailCall, {
    async handle({ runtime, input: { body }, clientAddress }) {
      await refuseEmailChange(runtime.db, runtime.attempts, { token: body.token, address: clientAddress })
    },
  }),
  endpoint(takeHandoverCall, {
    handle: ({ runtime: { db, keys, attempts }, input: { body }, clientAddress, context }) =>
      takeHandover(db, keys, attempts, {
        accessToken: body.access_token,
        address: clientAddress,
        userAgent: context.req.header('user-agent') ?? null,
      }),
  }),
]
