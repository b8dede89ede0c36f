import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { User } from '#app/contract/accounts.ts'
import { config, type Locale } from '#config'
import type { Database, Transaction } from '../../db/database.ts'
import { tokenAccounts, users } from '../../db/schema.ts'
import { Problem } from '../problem.ts'
import { grantTokens } from '../tokens/grant-tokens.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { checkPassword } from './check-password.ts'
import { cleanName } from './clean-name.ts'
import { getSession } from './get-session.ts'
import { hashPassword } from './hash-password.ts'
import { makeReferralCode, readReferralCode } from './make-referral-code.ts'

export type SignUpOptions = {
  /** Trimmed and lower-cased. */
  email: string
  password: string
  name?: string | undefined
  locale: Locale
  /** As it was written; one that nobody has is let pass. */
  referralCode?: string | undefined
  address: string
  now?: Date
}

/** A new person with an account and the welcome grant. The terms have been accepted: the contract lets nothing else through. */
export async function signUp(
  db: Database,
  attempts: Attempts,
  { email, password, name, locale, referralCode, address, now = new Date() }: SignUpOptions,
): Promise<User> {
  if (!config.auth.signUpEnabled) throw new Problem('sign_up_disabled')
  checkPassword({ password, email })
  await attempts.signUpByAddress.take(addressKey(address))
  const passwordHash = await hashPassword(password)

  return db.transaction(async (tx) => {
    const referredBy = await findReferrer(tx, referralCode)
    const userId = await insertUser(tx, {
      email,
      name: cleanName(name),
      passwordHash,
      locale,
      referredBy,
      termsAcceptedAt: now,
      createdAt: now,
    })
    await tx.insert(tokenAccounts).values({ userId })
    const amount: number = config.tokens.welcomeGrant
    if (amount > 0) await grantTokens(tx, { userId, source: 'welcome', amount, expiresAt: null, reason: null })
    return getSession(tx, { userId })
  })
}

async function findReferrer(tx: Transaction, written: string | undefined): Promise<string | null> {
  const code = readReferralCode(written)
  if (!code) return null
  const [referrer] = await tx.select({ id: users.id }).from(users).where(eq(users.referralCode, code))
  return referrer?.id ?? null
}

type NewUser = Omit<typeof users.$inferInsert, 'id' | 'referralCode'>

/** The database decides who was first: of two sign-ups with one e-mail the other finds it taken. */
async function insertUser(tx: Transaction, user: NewUser): Promise<string> {
  for (let tries = 0; tries < 5; tries += 1) {
    const [inserted] = await tx
      .insert(users)
      .values({ ...user, id: uuidv7(), referralCode: makeReferralCode() })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (inserted) return inserted.id
    const [holder] = await tx.select({ id: users.id }).from(users).where(eq(users.email, user.email))
    if (holder) throw new Problem('email_taken')
  }
  throw new Error('No free referral code was found.')
}
