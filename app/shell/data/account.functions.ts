import { getSignUpChallengeCall, sendVerificationCall, verifyEmailCall } from '#app/contract/account/auth.calls.ts'
import { getReferralsCall } from '#app/contract/account/me.calls.ts'
import { getSignInMethodsCall } from '#app/contract/account/oauth.calls.ts'
import { send, type Sent } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getSignInMethods = reads.handler(send(getSignInMethodsCall))
export const sendVerification = changes.handler(send(sendVerificationCall))
export const verifyEmail = changes.handler(send(verifyEmailCall))
export const getReferrals = reads.handler(send(getReferralsCall))

/** Sent by POST, so that no cache or proxy repeats a response that works only once. */
export const getSignUpChallenge = changes.handler(({ data, context }: Sent<typeof getSignUpChallengeCall>) =>
  context.api.call(getSignUpChallengeCall, data),
)
