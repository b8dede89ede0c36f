import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { oauthProviders } from '#app/contract/accounts.ts'
import { config } from '#config'
import type { Keys } from '../../keys.ts'

const provider = v.picklist(oauthProviders)

/** Two steps of connecting a service; what was sealed for one opens nothing in the other. */
const shapes = {
  /** Given to who has proved who they are: they may go to the service. */
  begin: v.object({ userId: v.string(), provider }),
  /** Brought back from the service: who they are there. Taken from the very account that asked, so nobody else’s browser can use it. */
  finish: v.object({ userId: v.string(), provider, subject: v.string(), email: v.nullable(v.string()) }),
}
type Step = keyof typeof shapes
type Ticket<S extends Step> = v.InferOutput<(typeof shapes)[S]>

const audienceOf = (step: Step) => `quartet-connect-${step}`

/** Good as long as a person may take at another service. */
export function sealTicket<S extends Step>(keys: Keys, step: S, ticket: Ticket<S>, now: Date): Promise<string> {
  return new SignJWT({ ...ticket })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audienceOf(step))
    .setExpirationTime(new Date(now.getTime() + config.auth.oauth.maxAge * 1000))
    .sign(keys.oauthState)
}

/** What was sealed, or null when it is not ours, for something else or too old. */
export async function openTicket<S extends Step>(keys: Keys, step: S, sealed: string, now: Date): Promise<Ticket<S> | null> {
  try {
    const { payload } = await jwtVerify(sealed, keys.oauthState, { audience: audienceOf(step), algorithms: ['HS256'], currentDate: now })
    const schema: (typeof shapes)[S] = shapes[step]
    return v.parse(schema, payload)
  } catch {
    return null
  }
}
