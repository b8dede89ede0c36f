import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { TokenPair } from '#app/contract/accounts.ts'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { signInChallenges, users } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import { addressKey, type Attempts } from '../accounts/attempts.ts'
import { findKnownDevices, type KnownDevice } from '../accounts/device-token.ts'
import { hashToken } from '../accounts/hash-token.ts'
import { startSession } from '../accounts/start-session.ts'
import { Problem } from '../problem.ts'
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
 * Trades a challenge and a code for tokens. A challenge is good for one sign-in, a few tries and a few minutes; after that the first
 * step has to be done again. Guesses are counted by person as well, whatever number of challenges they are spread over.
 */
export async function takeSecondStep(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { challenge, code, address, userAgent, deviceTokens, now = new Date() }: TakeSecondStepOptions,
): Promise<TokenPair> {
  const from = addressKey(address)
  const hash = hashToken(challenge)
  const device = await findDeviceOf(db, keys, { hash, deviceTokens, now })
  const apart = device !== undefined && (await attempts.secondStepByDevice.allows(device.sessionId))
  if (!apart) await attempts.secondStepByAddress.take(from)
  const open = and(eq(signInChallenges.hash, hash), isNull(signInChallenges.usedAt), gt(signInChallenges.expiresAt, now))
  // Counted before it is looked at, in a statement of its own: parallel guesses get no more tries than one after the other.
  const [tried] = await db
    .update(signInChallenges)
    .set({ tries: sql`${signInChallenges.tries} + 1` })
    .where(and(open, lt(signInChallenges.tries, config.auth.secondStep.tries)))
    .returning()
  if (!tried) throw new Problem('sign_in_again')
  const { userId, passwordHash } = tried
  if (!apart) await attempts.secondStep.take(userId)

  const pair = await db.transaction(async (tx) => {
    // A password that was replaced meanwhile has ended all sessions, and the challenge with them.
    const [user] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)).for('share')
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

/** The device, if it has signed in before to the account that the challenge is for. */
async function findDeviceOf(db: Database, keys: Keys, { hash, ...presented }: Presented): Promise<KnownDevice | undefined> {
  const known = await findKnownDevices(db, keys, presented)
  if (known.length === 0) return undefined
  const [asked] = await db.select({ userId: signInChallenges.userId }).from(signInChallenges).where(eq(signInChallenges.hash, hash))
  return known.find(({ userId }) => userId === asked?.userId)
}
