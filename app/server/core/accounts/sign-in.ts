import { and, eq } from 'drizzle-orm'
import type { TokenPair } from '#app/contract/accounts.ts'
import type { SignInChallenge } from '#app/contract/security.ts'
import type { Database } from '../../db/database.ts'
import { users } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import { Problem } from '../problem.ts'
import { hasTwoFactor } from '../two-factor/get-two-factor.ts'
import { makeChallenge } from '../two-factor/make-challenge.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { verifyPassword } from './hash-password.ts'
import { startSession } from './start-session.ts'

export type SignInOptions = {
  email: string
  password: string
  /** The person's network address. */
  address: string
  userAgent: string | null
  now?: Date
}

/** Tokens, or a challenge where the account has a second step. An e-mail that nobody has and a wrong password are one answer, at the same cost. */
export async function signIn(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { email, password, address, userAgent, now = new Date() }: SignInOptions,
): Promise<TokenPair | SignInChallenge> {
  const from = addressKey(address)
  const emailFrom = `${email} ${from}`
  await attempts.signInByAddress.take(from)
  await attempts.signInByEmail.take(emailFrom)
  await attempts.signInByAccount.take(email)

  const [user] = await db.select({ id: users.id, passwordHash: users.passwordHash }).from(users).where(eq(users.email, email))
  const matches = await verifyPassword(user?.passwordHash, password)
  if (!user?.passwordHash || !matches) throw new Problem('bad_credentials')

  const { id: userId, passwordHash } = user
  const entered = await db.transaction(async (tx) => {
    // A password that was replaced meanwhile has ended all sessions, and must not start one after that.
    const [current] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash)))
      .for('share')
    if (!current) throw new Problem('bad_credentials')
    if (await hasTwoFactor(tx, { userId })) return makeChallenge(tx, { userId, passwordHash, now })
    return startSession(tx, keys, { userId, userAgent, address, now })
  })
  await Promise.all([
    attempts.signInByEmail.clear(emailFrom),
    attempts.signInByAccount.clear(email),
    attempts.signInByAddress.giveBack(from),
  ])
  return entered
}
