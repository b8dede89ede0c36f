import type { SignInService } from '#app/contract/account/sign-in-services.ts'
import type { Proof } from '#app/contract/base/security.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Oauth } from '#app/server/oauth/oauth.ts'
import { Problem } from '../../problem.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { sealTicket } from './connect-tickets.ts'
import { proveIdentity } from '../two-factor/prove-identity.ts'

export type StartConnectionOptions = { caller: Caller; provider: SignInService; proof: Proof; now?: Date }

/**
 * Starts connecting another service: returns its sign-in URL. The service will open the account on its own, so the person must prove their
 * identity first.
 */
export async function startConnection(
  db: Database,
  { oauth, keys, attempts }: { oauth: Oauth; keys: Keys; attempts: Attempts },
  { caller, provider, proof, now = new Date() }: StartConnectionOptions,
): Promise<{ url: string }> {
  if (!oauth[provider]) throw new Problem('invalid_input', { fields: { provider: 'not_an_option' } })
  const { id: userId } = await proveIdentity(db, keys, attempts, { caller, proof, now })
  const ticket = await sealTicket(keys, 'begin', { userId, provider }, now)
  return { url: `${config.api.basePath}/v1/auth/oauth/${provider}?connect=${ticket}` }
}
