import { isNull } from 'drizzle-orm'
import type { Proof, TwoFactorSetup } from '#app/contract/security.ts'
import type { Database } from '../../db/database.ts'
import { twoFactor } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import type { Attempts } from '../accounts/attempts.ts'
import type { Caller } from '../accounts/authenticate.ts'
import { proveIdentity } from '../accounts/prove-identity.ts'
import { Problem } from '../problem.ts'
import { sealSecret } from './seal-secret.ts'
import { makeSecret, setupUri } from './totp.ts'

export type BeginTwoFactorOptions = { caller: Caller; proof: Proof; now?: Date }

/** A new secret for an app. It is in force once a first code has confirmed it; begun again, the earlier one is forgotten. */
export async function beginTwoFactor(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { caller, proof, now = new Date() }: BeginTwoFactorOptions,
): Promise<TwoFactorSetup> {
  const { email } = await proveIdentity(db, keys, attempts, { caller, proof, now })
  const secret = makeSecret()
  const sealed = sealSecret(keys, caller.userId, secret)
  const begun = await db
    .insert(twoFactor)
    .values({ userId: caller.userId, secret: sealed, createdAt: now })
    .onConflictDoUpdate({
      target: twoFactor.userId,
      set: { secret: sealed, createdAt: now, lastStep: 0 },
      setWhere: isNull(twoFactor.confirmedAt),
    })
    .returning({ userId: twoFactor.userId })
  if (begun.length === 0) throw new Problem('two_factor_on')
  return { secret, uri: setupUri(secret, email) }
}
