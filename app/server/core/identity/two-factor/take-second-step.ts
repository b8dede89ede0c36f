import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { TokenPair } from '#app/contract/account/accounts.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { signInChallenges } from '#app/server/db/schema/credentials.ts'
import type { Keys } from '#app/server/keys.ts'
import { addressKey } from '../../rules/limits/address.ts'
import { lockUser } from '../../lock-user.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { findKnownDevices, type KnownDevice } from '../sessions/device-token.ts'
import { hashSecret } from '../../secret.ts'
import { startSession } from '../sessions/start-session.ts'
import { Problem } from '../../problem.ts'
import { takeCode } from './take-code.ts'

export type TakeSecondStepOptions = {
  challenge: string
  code: string
  address: string
  userAgent: string | null
  deviceTokens?: readonly string[] | undefined
  now?: Date
}

/**
 * Exchanges a challenge and a code for tokens. A challenge is valid for one sign-in, a few tries and a few minutes; then the first step is
 * required again. Guesses also count by person, over all challenges.
 */
export async function takeSecondStep(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { challenge, code, address, userAgent, deviceTokens, now = new Date() }: TakeSecondStepOptions,
): Promise<TokenPair> {
  const from = addressKey(address)
  const hash = hashSecret(challenge)
  const device = await findDeviceOf(db, keys, { hash, deviceTokens, now })
  const apart = device !== undefined && (await attempts.secondStepByDevice.allows(device.sessionId))
  if (!apart) await attempts.secondStepByAddress.take(from)
  const open = and(eq(signInChallenges.hash, hash), isNull(signInChallenges.usedAt), gt(signInChallenges.expiresAt, now))
  // Counted before the check and in its own statement, so that parallel guesses get no extra tries.
  const [tried] = await db
    .update(signInChallenges)
    .set({ tries: sql`${signInChallenges.tries} + 1` })
    .where(and(open, lt(signInChallenges.tries, config.auth.secondStep.tries)))
    .returning()
  if (!tried) throw new Problem('sign_in_again')
  const { userId, passwordHash } = tried
  if (!apart) await attempts.secondStep.take(userId)

  const pair = await db.transaction(async (tx) => {
    // A password change in the meantime has ended all sessions, and the challenge with them.
    const user = await lockUser(tx, userId)
    if (!user || user.passwordHash !== passwordHash) throw new Problem('sign_in_again')
    if (!(await takeCode(tx, keys, { userId, code, now }))) return null
    const used = await tx.update(signInChallenges).set({ usedAt: now }).where(open).returning({ hash: signInChallenges.hash })
    if (used.length === 0) throw new Problem('sign_in_again')
    return startSession(tx, keys, { userId, userAgent, address, now })
  })
  if (!pair) throw new Problem('invalid_input', { fields: { code: 'code_wrong' } })
  await (apart
    ? attempts.secondStepByDevice.clear(device.sessionId)
    : Promise.all([attempts.secondStep.clear(userId), attempts.secondStepByAddress.giveBack(from)]))
  return pair
}

type Presented = { hash: string; deviceTokens: readonly string[] | undefined; now: Date }

/** Returns the device if it has signed in to the challenge's account before. */
async function findDeviceOf(db: Database, keys: Keys, { hash, ...presented }: Presented): Promise<KnownDevice | undefined> {
  const known = await findKnownDevices(db, keys, presented)
  if (known.length === 0) return undefined
  const [asked] = await db.select({ userId: signInChallenges.userId }).from(signInChallenges).where(eq(signInChallenges.hash, hash))
  return known.find(({ userId }) => userId === asked?.userId)
}
