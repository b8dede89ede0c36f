import { generateCodeVerifier, generateState } from 'arctic'
import type { OauthProvider } from '#app/contract/accounts.ts'
import { safeRedirect } from '#app/contract/safe-redirect.ts'
import type { Keys } from '../../keys.ts'
import type { Oauth } from '../../oauth/oauth.ts'
import { addressKey, type Attempts } from './attempts.ts'
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
  address: string
  siteUrl: string
  now?: Date
}

/** The page of another service that a person is sent to, and what their browser keeps until they are back. Throws `OauthRefusal`. */
export async function startOauth(
  oauth: Oauth,
  keys: Keys,
  attempts: Attempts,
  { provider, redirect, referralCode, address, siteUrl, now = new Date() }: StartOauthOptions,
): Promise<{ url: URL; sealed: string }> {
  const wanted = safeRedirect(redirect)
  const client = oauth[provider]
  if (!client) throw new OauthRefusal('oauth_failed', 'not enabled', wanted)
  if (!(await attempts.oauthByAddress.allows(addressKey(address)))) throw new OauthRefusal('oauth_failed', 'too many attempts', wanted)
  const flow = {
    provider,
    state: generateState(),
    codeVerifier: generateCodeVerifier(),
    redirect: wanted,
    referralCode: readReferralCode(referralCode) ?? null,
  }
  const url = client.authorizationUrl({ ...flow, redirectUri: oauthRedirectUri(siteUrl, provider) })
  return { url, sealed: await sealFlow(keys, flow, now) }
}
