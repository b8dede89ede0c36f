import type { Proof } from '#app/contract/base/security.ts'
import type { Database } from '#app/server/db/database.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { lockUser } from '../../lock-user.ts'
import { proveIdentity } from './prove-identity.ts'
import { Problem } from '../../problem.ts'
import { hasTwoFactor } from './get-two-factor.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'

export type RenewRecoveryCodesOptions = { caller: Caller; proof: Proof; now?: Date }

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { caller, proof, now = new Date() }: RenewRecoveryCodesOptions,
): Promise<string[]> {
  const { userId } = caller
  await proveIdentity(db, keys, attempts, { caller, proof, now })
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if (!(await hasTwoFactor(tx, { userId }))) throw new Problem('two_factor_not_begun')
    return makeRecoveryCodes(tx, { userId })
  })
}
