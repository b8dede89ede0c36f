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
} from '#app/contract/accounts.ts'
import { signInChallengeSchema } from '#app/contract/security.ts'
import { signUpChallengeSchema } from '#app/contract/sign-up-challenge.ts'
import { addressKey, attemptsOf } from '../../core/accounts/attempts.ts'
import { refuseEmailChange } from '../../core/accounts/cancel-email-change.ts'
import { changePassword } from '../../core/accounts/change-password.ts'
import { confirmEmailChange } from '../../core/accounts/confirm-email-change.ts'
import { signUpsPerAddress } from '../../core/accounts/count-account.ts'
import { forgotPassword } from '../../core/accounts/forgot-password.ts'
import { getSession } from '../../core/accounts/get-session.ts'
import { hashToken } from '../../core/accounts/hash-token.ts'
import { isSignUpOpen } from '../../core/accounts/is-sign-up-open.ts'
import { refreshSession } from '../../core/accounts/refresh-session.ts'
import { resetPassword } from '../../core/accounts/reset-password.ts'
import { sendVerification } from '../../core/accounts/send-verification.ts'
import { signIn } from '../../core/accounts/sign-in.ts'
import { signOut } from '../../core/accounts/sign-out.ts'
import { signUp } from '../../core/accounts/sign-up.ts'
import { takeHandover } from '../../core/accounts/take-handover.ts'
import { verifyEmail } from '../../core/accounts/verify-email.ts'
import { Problem } from '../../core/problem.ts'
import { isChallengeOn } from '../../core/sign-up-challenge/is-challenge-on.ts'
import { makeChallenge } from '../../core/sign-up-challenge/make-challenge.ts'
import { siteUrl } from '../../site-url.ts'
import { type Endpoint, endpoint, publicEndpoint } from '../endpoint.ts'
import { inBackground } from '../in-background.ts'

const tag = 'Session'

export const authEndpoints: Endpoint[] = [
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/sign-up',
    summary: 'Create an account. Sign in with the same credentials afterwards.',
    tag,
    status: 201,
    errors: [
      'sign_up_disabled',
      'email_taken',
      'challenge_required',
      'challenge_refused',
      'invalid_input',
      'too_many_attempts',
      'too_many_accounts',
    ],
    input: { body: signUpSchema },
    response: userSchema,
    async handle({ runtime, input: { body }, locale, clientAddress }) {
      const { db, mailer, handle, env, keys, logger, disposable } = runtime
      const { user, delivery } = await signUp(db, mailer, attemptsOf(handle), {
        open: isSignUpOpen(env),
        email: body.email,
        password: body.password,
        name: body.name,
        locale: body.locale ?? locale,
        referralCode: body.referral_code,
        challenge: isChallengeOn(env) ? { key: keys.signUpChallenge, payload: body.challenge } : null,
        disposable,
        address: clientAddress,
        perAddress: signUpsPerAddress(env),
        siteUrl: siteUrl(env),
      }).catch((error: unknown) => {
        // A page should not have offered it: the operator may want to know which one does.
        if (error instanceof Problem && error.code === 'sign_up_disabled') logger.warn(error.message)
        if (error instanceof Problem && error.code === 'too_many_accounts')
          logger.warn('sign-ups from one address have reached the limit of the day; behind a proxy, TRUST_PROXY must be set')
        throw error
      })
      inBackground(runtime, delivery)
      return user
    },
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/auth/challenge',
    summary: 'A proof of work (ALTCHA) to be solved before a sign-up, where `challenge` of `/v1/auth/methods` says so. It works once.',
    tag,
    status: 200,
    errors: ['not_found', 'too_many_attempts'],
    input: {},
    response: signUpChallengeSchema,
    async handle({ runtime: { env, keys, handle }, clientAddress }) {
      if (!isChallengeOn(env)) throw new Problem('not_found')
      await attemptsOf(handle).challengeByAddress.take(addressKey(clientAddress))
      return makeChallenge(keys.signUpChallenge)
    },
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/sign-in',
    summary: 'Trade credentials for an access token and a refresh token, or for a challenge where the account has a second step.',
    tag,
    status: 200,
    errors: ['bad_credentials', 'invalid_input', 'too_many_attempts'],
    input: { body: signInSchema },
    response: v.union([tokenPairSchema, signInChallengeSchema]),
    handle: ({ runtime, input: { body }, clientAddress, context }) =>
      signIn(runtime.db, runtime.keys, attemptsOf(runtime.handle), {
        email: body.email,
        password: body.password,
        deviceTokens: body.device_tokens,
        address: clientAddress,
        userAgent: context.req.header('user-agent') ?? null,
      }),
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/refresh',
    summary:
      'Trade a refresh token for a new pair. A refresh token works once. Presented again within 10 seconds it gives the same new refresh token; later it ends its session.',
    tag,
    status: 200,
    errors: ['invalid_refresh_token', 'refresh_token_reused', 'session_revoked', 'invalid_input', 'too_many_attempts'],
    input: { body: refreshSchema },
    response: tokenPairSchema,
    async handle({ runtime, input: { body }, clientAddress }) {
      const attempts = attemptsOf(runtime.handle)
      await attempts.refreshByAddress.take(addressKey(clientAddress))
      await attempts.refreshByToken.take(hashToken(body.refresh_token))
      return refreshSession(runtime.db, runtime.keys, { refreshToken: body.refresh_token, address: clientAddress })
    },
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/sign-out',
    summary: 'End the session of the access token or of the refresh token. Tokens that are unknown or have expired are no error.',
    tag,
    status: 204,
    errors: ['invalid_input', 'too_many_attempts'],
    input: { body: signOutSchema },
    response: v.undefined(),
    async handle({ runtime, caller, input: { body }, clientAddress }) {
      // With a session there is one to end, and no more.
      if (!caller) await attemptsOf(runtime.handle).signOutByAddress.take(addressKey(clientAddress))
      await signOut(runtime.db, { caller, refreshToken: body.refresh_token })
      return undefined
    },
  }),
  endpoint({
    method: 'get',
    path: '/v1/auth/session',
    summary: 'Who is signed in, with their balance.',
    tag,
    status: 200,
    input: {},
    response: userSchema,
    handle: ({ runtime, caller }) => getSession(runtime.db, { userId: caller.userId }),
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/password/forgot',
    summary: 'Mail a link that sets a new password. The answer is the same whether or not the e-mail has an account.',
    tag,
    status: 202,
    errors: ['invalid_input', 'too_many_attempts'],
    input: { body: forgotPasswordSchema },
    response: v.undefined(),
    async handle({ runtime, input: { body }, clientAddress }) {
      const { db, keys, mailer, handle, env } = runtime
      const { delivery } = await forgotPassword(db, keys, mailer, attemptsOf(handle), {
        email: body.email,
        deviceTokens: body.device_tokens,
        address: clientAddress,
        siteUrl: siteUrl(env),
      })
      inBackground(runtime, delivery)
      return undefined
    },
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/password/reset',
    summary: 'Set a new password with a mailed token. Ends all sessions and revokes all API keys.',
    tag,
    status: 204,
    errors: ['invalid_reset_token', 'invalid_input', 'too_many_attempts'],
    input: { body: resetPasswordSchema },
    response: v.undefined(),
    async handle({ runtime, input: { body }, clientAddress }) {
      const { db, mailer, handle, env } = runtime
      const { delivery } = await resetPassword(db, mailer, attemptsOf(handle), { ...body, address: clientAddress, siteUrl: siteUrl(env) })
      inBackground(runtime, delivery)
      return undefined
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/auth/password/change',
    summary:
      'Set a new password, or the first one of an account that has none. Ends all other sessions, and revokes all API keys if `revoke_api_keys` is true.',
    tag,
    status: 204,
    errors: ['invalid_input', 'too_many_attempts'],
    input: { body: changePasswordSchema },
    response: v.undefined(),
    async handle({ runtime, caller, input: { body }, clientAddress }) {
      const { db, mailer, handle, env } = runtime
      const { delivery } = await changePassword(db, mailer, attemptsOf(handle), {
        caller,
        currentPassword: body.current_password,
        password: body.password,
        revokeKeys: body.revoke_api_keys,
        address: clientAddress,
        siteUrl: siteUrl(env),
      })
      inBackground(runtime, delivery)
      return undefined
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/auth/email/send',
    summary: 'Mail a link that proves the address of the account.',
    tag,
    status: 202,
    errors: ['email_already_verified', 'too_many_attempts'],
    input: {},
    response: v.undefined(),
    async handle({ runtime, caller, clientAddress }) {
      const { db, mailer, handle, env } = runtime
      const { delivery } = await sendVerification(db, mailer, attemptsOf(handle), {
        userId: caller.userId,
        address: clientAddress,
        siteUrl: siteUrl(env),
      })
      inBackground(runtime, delivery)
      return undefined
    },
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/email/verify',
    summary: 'Prove an address with a mailed token.',
    tag,
    status: 204,
    errors: ['invalid_verification_token', 'invalid_input', 'too_many_attempts'],
    input: { body: verifyEmailSchema },
    response: v.undefined(),
    async handle({ runtime, input: { body }, clientAddress }) {
      await verifyEmail(runtime.db, attemptsOf(runtime.handle), { token: body.token, address: clientAddress })
      return undefined
    },
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/email/change',
    summary:
      'Change the address of an account with a token that was mailed to the new one. Ends all sessions but the one that asked for it.',
    tag,
    status: 204,
    errors: ['invalid_verification_token', 'email_taken', 'invalid_input', 'too_many_attempts'],
    input: { body: verifyEmailSchema },
    response: v.undefined(),
    async handle({ runtime, input: { body }, clientAddress }) {
      const { db, mailer, handle, env, disposable } = runtime
      const options = { token: body.token, disposable, address: clientAddress, siteUrl: siteUrl(env) }
      const { delivery } = await confirmEmailChange(db, mailer, attemptsOf(handle), options)
      inBackground(runtime, delivery)
      return undefined
    },
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/email/keep',
    summary: 'Keep the address of an account with a token that was mailed to it when another was asked for. Ends all sessions.',
    tag,
    status: 204,
    errors: ['invalid_verification_token', 'invalid_input', 'too_many_attempts'],
    input: { body: verifyEmailSchema },
    response: v.undefined(),
    async handle({ runtime, input: { body }, clientAddress }) {
      await refuseEmailChange(runtime.db, attemptsOf(runtime.handle), { token: body.token, address: clientAddress })
      return undefined
    },
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/handover',
    summary: 'Pick up what a page was opened with as `?access_token=`: a handover, which works once, or an access token.',
    tag,
    status: 200,
    errors: ['invalid_access_token', 'invalid_input', 'too_many_attempts'],
    input: { body: handoverSchema },
    response: handedOverSchema,
    handle: ({ runtime: { db, keys, handle }, input: { body }, clientAddress, context }) =>
      takeHandover(db, keys, attemptsOf(handle), {
        accessToken: body.access_token,
        address: clientAddress,
        userAgent: context.req.header('user-agent') ?? null,
      }),
  }),
]
