import { createHash, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { signInServiceSchema } from '#app/contract/account/sign-in-services.ts'
import { config } from '#config'
import type { Keys } from '#app/server/keys.ts'

const flowSchema = v.object({
  provider: signInServiceSchema,
  /** Returned unchanged by the service. */
  state: v.string(),
  codeVerifier: v.string(),
  /** Repeated by an ID token. */
  nonce: v.string(),
  /** The path to return to. */
  redirect: v.nullable(v.string()),
  referralCode: v.nullable(v.string()),
  /** The account to connect the service to; null for a sign-in. */
  connectTo: v.nullable(v.string()),
})
/** The state of a sign-in at another service, sealed in a cookie. */
export type OauthFlow = v.InferOutput<typeof flowSchema>

const audience = 'quartet-oauth'

/** Signs the flow, for a short time: a sign-in cannot be finished in another person's browser. */
export function sealFlow(keys: Keys, flow: OauthFlow, now: Date): Promise<string> {
  return new SignJWT(flow)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setExpirationTime(new Date(now.getTime() + config.auth.oauth.maxAge * 1000))
    .sign(keys.oauthState)
}

/** Opens the flow; null when it is forged or expired. */
export async function openFlow(keys: Keys, sealed: string, now: Date): Promise<OauthFlow | null> {
  try {
    const { payload } = await jwtVerify(sealed, keys.oauthState, { audience, algorithms: ['HS256'], currentDate: now })
    return v.parse(flowSchema, payload)
  } catch {
    return null
  }
}

/** Compares in constant time, whatever the lengths. */
export function isSameState(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
