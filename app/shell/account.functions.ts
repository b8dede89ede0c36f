import { createServerFn } from '@tanstack/react-start'
import { referralsSchema, signInMethodsSchema, verifyEmailSchema } from '#app/contract/accounts.ts'
import { signUpChallengeSchema } from '#app/contract/sign-up-challenge.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { withApi } from '#app/shell/with-api.ts'

/** How people can come in on this installation. */
export const getSignInMethods = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/auth/methods', response: signInMethodsSchema }))

export const getSignUpChallenge = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/auth/challenge', response: signUpChallengeSchema }))

/** Mails the signed-in person a link that confirms their address. */
export const sendVerification = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'POST', path: '/v1/auth/email/send', response: noContent }))

export const verifyEmail = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(verifyEmailSchema))
  .handler(({ data, context }) => context.api.call({ method: 'POST', path: '/v1/auth/email/verify', body: data, response: noContent }))

export const getReferrals = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .handler(({ context }) => context.api.call({ method: 'GET', path: '/v1/me/referrals', response: referralsSchema }))
