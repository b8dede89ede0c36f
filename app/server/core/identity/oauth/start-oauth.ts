import { generateCodeVerifier, generateState } from 'arctic'
import type { SignInService } from '#app/contract/account/sign-in-services.ts'
import { safeRedirect } from '#app/contract/base/safe-redirect.ts'
import type { Keys } from '#app/server/keys.ts'
import { ServiceError } from '#app/server/oauth/ask-service.ts'
import type { Oauth } from '#app/server/oauth/oauth.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { openTicket } from './connect-tickets.ts'
import { readReferralCode } from '../../money/referrals/referral-code.ts'
import { sealFlow } from './oauth-flow.ts'
import { oauthRedirectUri } from './oauth-redirect-uri.ts'
import { OauthProblem } from './oauth-problem.ts'

export type StartOauthOptions = {
  provider: SignInService
  /** The requested page, unchecked. */
  redirect: string | undefined
  /** The code as typed. */
  referralCode: string | undefined
  /** The ticket, when connecting a service. */
  connect?: string | undefined
  address: string
  siteUrl: string
  now?: Date
}

/** Starts a sign-in: returns the service's URL and the sealed flow for the cookie. Throws `OauthProblem`. */
export async function startOauth(
  oauth: Oauth,
  keys: Keys,
  attempts: Attempts,
  { provider, redirect, referralCode, connect, address, siteUrl, now = new Date() }: StartOauthOptions,
): Promise<{ url: URL; sealed: string }> {
  const wanted = safeRedirect(redirect)
  const connecting = connect !== undefined
  const refuse = (reason: string, cause?: unknown) => new OauthProblem('oauth_failed', reason, { redirect: wanted, connecting, cause })
  const client = oauth[provider]
  if (!client) throw refuse('not enabled')
  if (!(await attempts.oauthByAddress.allows(addressKey(address)))) throw refuse('too many attempts')
  const ticket = connecting ? await openTicket(keys, 'begin', connect, now) : null
  if (connecting && ticket?.provider !== provider) throw refuse('unknown or expired ticket')
  const flow = {
    provider,
    state: generateState(),
    codeVerifier: generateCodeVerifier(),
    nonce: generateState(),
    redirect: wanted,
    referralCode: readReferralCode(referralCode) ?? null,
    connectTo: ticket?.userId ?? null,
  }
  const url = await client.authorizationUrl({ ...flow, redirectUri: oauthRedirectUri(siteUrl, provider) }).catch((error: unknown) => {
    throw error instanceof ServiceError ? refuse(error.reason, error) : error
  })
  return { url, sealed: await sealFlow(keys, flow, now) }
}
