import type { OauthProvider } from '#app/contract/accounts.ts'
import type { Proof } from '#app/contract/security.ts'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import type { Keys } from '../../keys.ts'
import type { Oauth } from '../../oauth/oauth.ts'
import { Problem } from '../problem.ts'
import type { Attempts } from './attempts.ts'
import type { Caller } from './authenticate.ts'
import { sealTicket } from './connect-tickets.ts'
import { proveIdentity } from './prove-identity.ts'

export type BeginIdentityOptions = { caller: Caller; provider: OauthProvider; proof: Proof; now?: Date }

/** Where the browser of a person who wants to sign in with another service has to go. It opens the account by itself, so they prove who they are. */
export async function beginIdentity(
  db: Database,
  { oauth, keys, attempts }: { oauth: Oauth; keys: Keys; attempts: Attempts },
  { caller, provider, proof, now = new Date() }: BeginIdentityOptions,
): Promise<{ url: string }> {
  if (!oauth[provider]) throw new Problem('invalid_input', { fields: { provider: 'not_an_option' } })
  const { id: userId } = await proveIdentity(db, keys, attempts, { caller, proof, now })
  const ticket = await sealTicket(keys, 'begin', { userId, provider }, now)
  return { url: `${config.api.basePath}/v1/auth/oauth/${provider}?connect=${ticket}` }
}
