import { eq } from 'drizzle-orm'
import type { TokenPair } from '#app/contract/account/accounts.ts'
import type { SignInChallenge } from '#app/contract/base/security.ts'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { hasTwoFactor } from '../two-factor/get-two-factor.ts'
import { makeChallenge } from '../two-factor/make-challenge.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { findKnownDevices } from '../sessions/device-token.ts'
import { verifyPassword } from '../passwords/hash-password.ts'
import { startSession } from '../sessions/start-session.ts'

export type SignInOptions = {
  email: string
  password: string
  address: string
  userAgent: string | null
  deviceTokens?: readonly string[] | undefined
  now?: Date
}

/**
 * Returns access and refresh tokens, or a challenge when the account has two-factor. An unknown email and a wrong password get the same
 * answer at the same cost.
 */
export async function signIn(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { email, password, address, userAgent, deviceTokens, now = new Date() }: SignInOptions,
): Promise<TokenPair | SignInChallenge> {
  const count = await countGuess(db, keys, attempts, { email, address, deviceTokens, now })

  const [user] = await db.select({ id: users.id, passwordHash: users.passwordHash }).from(users).where(eq(users.email, email))
  const matches = await verifyPassword(user?.passwordHash, password)
  if (!user?.passwordHash || !matches) throw new Problem('bad_credentials')

  const { id: userId, passwordHash } = user
  const entered = await db.transaction(async (tx) => {
    // A password change in the meantime has ended all sessions; the old password must not start another one.
    const current = await lockUser(tx, userId)
    if (current?.passwordHash !== passwordHash) throw new Problem('bad_credentials')
    if (await hasTwoFactor(tx, { userId })) return makeChallenge(tx, { userId, passwordHash, now })
    return startSession(tx, keys, { userId, userAgent, address, now })
  })
  await count.succeeded()
  return entered
}

type Guess = Required<Pick<SignInOptions, 'email' | 'address' | 'now'>> & Pick<SignInOptions, 'deviceTokens'>

/**
 * Counts a guess: by device if the device has signed in to this account before, otherwise by address and email. A success on a known device
 * does not reset the counts of strangers' guesses.
 */
async function countGuess(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { email, address, deviceTokens, now }: Guess,
): Promise<{ succeeded(): Promise<unknown> }> {
  const device = (await findKnownDevices(db, keys, { deviceTokens, now })).find((known) => known.email === email)
  if (device && (await attempts.signInByDevice.allows(device.sessionId)))
    return { succeeded: () => attempts.signInByDevice.clear(device.sessionId) }

  const from = addressKey(address)
  const emailFrom = `${email} ${from}`
  await attempts.signInByAddress.take(from)
  await attempts.signInByEmail.take(emailFrom)
  await attempts.signInByAccount.take(email)
  return {
    succeeded: () =>
      Promise.all([
        attempts.signInByEmail.clear(emailFrom),
        attempts.signInByAccount.clear(email),
        attempts.signInByAddress.giveBack(from),
      ]),
  }
}
