import { generateCodeVerifier, generateState } from 'arctic'
import type { OauthProvider } from '#app/contract/accounts.ts'
import { safeRedirect } from '#app/contract/safe-redirect.ts'
import type { Keys } from '../../keys.ts'
import type { Oauth } from '../../oauth/oauth.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { openTicket } from './connect-tickets.ts'
import { readReferralCode } from './make-referral-code.ts'
import { sealFlow } from './oauth-flow.ts'
import { oauthRedirectUri } from './oauth-redirect-uri.ts'
import { OauthRefusal } from './oauth-refusal.ts'

export type StartOauthOptions = {
  provider: OauthProvider
  /** The page that was wanted, as it was written. */
  redirect: string | undefined
  /** As it was written. */
  referralCode: string | undefined
  /** What who wants to connect the service to their account was given. */
  connect?: string | undefined
  address: string
  siteUrl: string
  now?: Date
}

/** The page of another service that a person is sent to, and what their browser keeps until they are back. Throws `OauthRefusal`. */
export async function startOauth(
  oauth: Oauth,
  keys: Keys,
  attempts: Attempts,
  { provider, redirect, referralCode, connect, address, siteUrl, now = new Date() }: StartOauthOptions,
): Promise<{ url: URL; sealed: string }> {
  const wanted = safeRedirect(redirect)
  const connecting = connect !== undefined
  const refuse = (reason: string) => new OauthRefusal('oauth_failed', reason, { redirect: wanted, connecting })
  const client = oauth[provider]
  if (!client) throw refuse('not enabled')
  if (!(await attempts.oauthByAddress.allows(addressKey(address)))) throw refuse('too many attempts')
  const ticket = connecting ? await openTicket(keys, 'begin', connect, now) : null
  if (connecting && ticket?.provider !== provider) throw refuse('unknown or expired ticket')
  const flow = {
    provider,
    state: generateState(),
    codeVerifier: generateCodeVerifier(),
    redirect: wanted,
    referralCode: readReferralCode(referralCode) ?? null,
    connectTo: ticket?.userId ?? null,
  }
  const url = client.authorizationUrl({ ...flow, redirectUri: oauthRedirectUri(siteUrl, provider) })
  return { url, sealed: await sealFlow(keys, flow, now) }
}
