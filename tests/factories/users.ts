import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { hashPassword } from '#app/server/core/identity/passwords/hash-password.ts'
import { makeReferralCode } from '#app/server/core/money/referrals/referral-code.ts'
import { claimMailbox } from '#app/server/core/money/grants/claim-mailbox.ts'
import type { DisposableDomains } from '#app/server/core/rules/safety/disposable-domains.ts'
import { grantTokens } from '#app/server/core/money/tokens/grant-tokens.ts'
import type { DatabaseHandle } from '#app/server/db/database.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'

export const noDisposableDomains: DisposableDomains = { hasAddress: () => false }

export type UserOverrides = Partial<Omit<typeof users.$inferInsert, 'passwordHash'>> & {
  /** Set only for users who sign in, because hashing takes a while. */
  password?: string
  /** Tokens that the user can spend; none by default. */
  tokens?: number
}

/** Creates a user with a unique verified email and a token account. */
export async function createUser({ db }: Pick<DatabaseHandle, 'db'>, { password, tokens = 0, ...overrides }: UserOverrides = {}) {
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return db.transaction(async (tx) => {
    const defaults = {
      id: uuidv7(),
      email: `ann-${randomUUID()}@example.com`,
      locale: 'en',
      emailVerifiedAt: new Date(),
      referralCode: makeReferralCode(),
      termsAcceptedAt: new Date(),
    } as const
    const [user] = await tx
      .insert(users)
      .values({ ...defaults, ...overrides, passwordHash })
      .returning()
    if (!user) throw new Error('The user was not inserted.')
    await tx.insert(tokenAccounts).values({ userId: user.id })
    await claimMailbox(tx, { userId: user.id, disposable: noDisposableDomains })
    if (tokens > 0) await grantTokens(tx, { userId: user.id, source: 'grant', amount: tokens, expiresAt: null, reason: null })
    return user
  })
}
