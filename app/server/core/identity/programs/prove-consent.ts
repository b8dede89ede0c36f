import { eq } from 'drizzle-orm'
import type { ConsentProof } from '#app/contract/account/programs.ts'
import type { Proof } from '#app/contract/base/security.ts'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'
import { Problem } from '../../problem.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts'
import { hasTwoFactor } from '../two-factor/get-two-factor.ts'
import { proveIdentity } from '../two-factor/prove-identity.ts'

async function hasJustSignedIn(db: Database, caller: Caller): Promise<boolean> {
  try {
    await requireRecentSignIn(db, { caller, now: new Date() })
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'recent_sign_in_required') return false
    throw error
  }
}

/** Returns what a person has to show before they give a program access, which works longer than their session. */
export async function proofOfConsent(db: Database, caller: Caller): Promise<ConsentProof> {
  if (await hasJustSignedIn(db, caller)) return 'none'
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, caller.userId))
  if (user && user.passwordHash !== null) return 'password'
  return (await hasTwoFactor(db, caller)) ? 'code' : 'sign_in'
}

/** Checks it. Somebody who has just signed in has shown enough. */
export async function proveConsent(
  db: Database,
  { keys, attempts, caller, proof }: { keys: Keys; attempts: Attempts; caller: Caller; proof: Proof },
): Promise<void> {
  if (await hasJustSignedIn(db, caller)) return
  await proveIdentity(db, keys, attempts, { caller, proof, now: new Date() })
}
