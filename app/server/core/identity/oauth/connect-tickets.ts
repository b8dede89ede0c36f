import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { signInServiceSchema } from '#app/contract/account/sign-in-services.ts'
import { config } from '#config'
import type { Keys } from '#app/server/keys.ts'

const provider = signInServiceSchema

/** The two steps of connecting a service; a ticket sealed for one does not work in the other. */
const shapes = {
  /** Issued after proof of identity; allows going to the service. */
  begin: v.object({ userId: v.string(), provider }),
  /** Issued on return from the service, with the identity there. Only the requesting account can redeem it, so another browser cannot. */
  finish: v.object({ userId: v.string(), provider, subject: v.string(), email: v.nullable(v.string()) }),
}
type Step = keyof typeof shapes
type Ticket<S extends Step> = v.InferOutput<(typeof shapes)[S]>

const audienceOf = (step: Step) => `quartet-connect-${step}`

/** Seals a ticket, which is valid as long as a person may take at the other service. */
export function sealTicket<S extends Step>(keys: Keys, step: S, ticket: Ticket<S>, now: Date): Promise<string> {
  return new SignJWT({ ...ticket })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audienceOf(step))
    .setExpirationTime(new Date(now.getTime() + config.auth.oauth.maxAge * 1000))
    .sign(keys.oauthState)
}

/** Opens a ticket; null when it is forged, for another step or expired. */
export async function openTicket<S extends Step>(keys: Keys, step: S, sealed: string, now: Date): Promise<Ticket<S> | null> {
  try {
    const { payload } = await jwtVerify(sealed, keys.oauthState, { audience: audienceOf(step), algorithms: ['HS256'], currentDate: now })
    const schema: (typeof shapes)[S] = shapes[step]
    return v.parse(schema, payload)
  } catch {
    return null
  }
}
