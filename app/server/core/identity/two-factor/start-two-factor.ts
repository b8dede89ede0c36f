import { isNull } from 'drizzle-orm'
import type { Proof, TwoFactorSetup } from '#app/contract/base/security.ts'
import type { Database } from '#app/server/db/database.ts'
import { twoFactor } from '#app/server/db/schema/credentials.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { proveIdentity } from './prove-identity.ts'
import { Problem } from '../../problem.ts'
import { sealSecret } from '../../seal-secret.ts'
import { makeSecret, setupUri } from './totp.ts'

export type StartTwoFactorOptions = { caller: Caller; proof: Proof; now?: Date }

/** Creates a secret for an authenticator app. It takes effect when a first code confirms it; starting over replaces it. */
export async function startTwoFactor(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { caller, proof, now = new Date() }: StartTwoFactorOptions,
): Promise<TwoFactorSetup> {
  const { email } = await proveIdentity(db, keys, attempts, { caller, proof, now })
  const secret = makeSecret()
  const sealed = sealSecret({ key: keys.twoFactor, owner: caller.userId }, secret)
  const started = await db
    .insert(twoFactor)
    .values({ userId: caller.userId, secret: sealed, createdAt: now })
    .onConflictDoUpdate({
      target: twoFactor.userId,
      set: { secret: sealed, createdAt: now, lastStep: 0 },
      setWhere: isNull(twoFactor.confirmedAt),
    })
    .returning({ userId: twoFactor.userId })
  if (started.length === 0) throw new Problem('two_factor_on')
  return { secret, uri: setupUri(secret, email) }
}
