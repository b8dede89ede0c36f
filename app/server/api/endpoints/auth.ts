import * as v from 'valibot'
import {
  changePasswordSchema,
  forgotPasswordSchema,
  refreshSchema,
  resetPasswordSchema,
  signInSchema,
  signOutSchema,
  signUpSchema,
  tokenPairSchema,
  userSchema,
} from '#app/contract/accounts.ts'
import { attemptsOf } from '../../core/accounts/attempts.ts'
import { changePassword } from '../../core/accounts/change-password.ts'
import { forgotPassword } from '../../core/accounts/forgot-password.ts'
import { getSession } from '../../core/accounts/get-session.ts'
import { refreshSession } from '../../core/accounts/refresh-session.ts'
import { resetPassword } from '../../core/accounts/reset-password.ts'
import { signIn } from '../../core/accounts/sign-in.ts'
import { signOut } from '../../core/accounts/sign-out.ts'
import { signUp } from '../../core/accounts/sign-up.ts'
import { siteUrl } from '../../mail/site-url.ts'
import { type Endpoint, endpoint, publicEndpoint } from '../endpoint.ts'

const tag = 'Session'

export const authEndpoints: Endpoint[] = [
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/sign-up',
    summary: 'Create an account. Sign in with the same credentials afterwards.',
    tag,
    status: 201,
    errors: ['sign_up_disabled', 'email_taken', 'invalid_input', 'too_many_attempts'],
    input: { body: signUpSchema },
    response: userSchema,
    handle: ({ runtime, input: { body }, locale, clientAddress }) =>
      signUp(runtime.db, attemptsOf(runtime.handle), {
        email: body.email,
        password: body.password,
        name: body.name,
        locale: body.locale ?? locale,
        referralCode: body.referral_code,
        address: clientAddress,
      }),
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/sign-in',
    summary: 'Trade credentials for an access token and a refresh token.',
    tag,
    status: 200,
    errors: ['bad_credentials', 'invalid_input', 'too_many_attempts'],
    input: { body: signInSchema },
    response: tokenPairSchema,
    handle: ({ runtime, input: { body }, clientAddress, context }) =>
      signIn(runtime.db, runtime.keys, attemptsOf(runtime.handle), {
        ...body,
        address: clientAddress,
        userAgent: context.req.header('user-agent') ?? null,
      }),
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/refresh',
    summary: 'Trade a refresh token for a new pair. Each refresh token works once; one used again later ends its session.',
    tag,
    status: 200,
    errors: ['invalid_refresh_token', 'refresh_token_reused', 'invalid_input'],
    input: { body: refreshSchema },
    response: tokenPairSchema,
    handle: ({ runtime, input: { body } }) => refreshSession(runtime.db, runtime.keys, { refreshToken: body.refresh_token }),
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/sign-out',
    summary: 'End the session of the access token or of the refresh token. Tokens that are unknown or have expired are no error.',
    tag,
    status: 204,
    errors: ['invalid_input'],
    input: { body: signOutSchema },
    response: v.undefined(),
    async handle({ runtime, caller, input: { body } }) {
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
    async handle({ runtime: { db, mailer, handle, env, logger }, input: { body }, clientAddress }) {
      const { delivery } = await forgotPassword(db, mailer, attemptsOf(handle), {
        email: body.email,
        address: clientAddress,
        siteUrl: siteUrl(env),
      })
      delivery.catch((error: unknown) => logger.error({ err: error }, 'a password mail could not be sent'))
      return undefined
    },
  }),
  publicEndpoint({
    method: 'post',
    path: '/v1/auth/password/reset',
    summary: 'Set a new password with a mailed token. Ends all sessions.',
    tag,
    status: 204,
    errors: ['invalid_reset_token', 'invalid_input'],
    input: { body: resetPasswordSchema },
    response: v.undefined(),
    async handle({ runtime, input: { body } }) {
      await resetPassword(runtime.db, body)
      return undefined
    },
  }),
  endpoint({
    method: 'post',
    path: '/v1/auth/password/change',
    summary: 'Set a new password. Ends all other sessions.',
    tag,
    status: 204,
    errors: ['invalid_input', 'too_many_attempts'],
    input: { body: changePasswordSchema },
    response: v.undefined(),
    async handle({ runtime, caller, input: { body } }) {
      await changePassword(runtime.db, attemptsOf(runtime.handle), {
        caller,
        currentPassword: body.current_password,
        password: body.password,
      })
      return undefined
    },
  }),
]
