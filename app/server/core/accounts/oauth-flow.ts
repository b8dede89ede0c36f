import { createHash, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { oauthProviders } from '#app/contract/accounts.ts'
import { config } from '#config'
import type { Keys } from '../../keys.ts'

const flowSchema = v.object({
  provider: v.picklist(oauthProviders),
  /** What the service gives back unchanged. */
  state: v.string(),
  codeVerifier: v.string(),
  /** A path of this app that was wanted. */
  redirect: v.nullable(v.string()),
  referralCode: v.nullable(v.string()),
  /** Whose account the service is to be connected to; null for a sign-in. */
  connectTo: v.nullable(v.string()),
})
/** What this app has to remember of a person who is away at another service. Their own browser keeps it, sealed. */
export type OauthFlow = v.InferOutput<typeof flowSchema>

const audience = 'quartet-oauth'

/** Signed, so that nobody can have a sign-in of theirs finished in another's browser, and good for a few minutes only. */
export function sealFlow(keys: Keys, flow: OauthFlow, now: Date): Promise<string> {
  return new SignJWT(flow)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setExpirationTime(new Date(now.getTime() + config.auth.oauth.maxAge * 1000))
    .sign(keys.oauthState)
}

/** What was sealed, or null when it is not ours or too old. */
export async function openFlow(keys: Keys, sealed: string, now: Date): Promise<OauthFlow | null> {
  try {
    const { payload } = await jwtVerify(sealed, keys.oauthState, { audience, algorithms: ['HS256'], currentDate: now })
    return v.parse(flowSchema, payload)
  } catch {
    return null
  }
}

/** Compares in a time that says nothing of where they differ, whatever their lengths. */
export function isSameState(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
