import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Locale } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { readShop } from '../../money/shop/shop.ts'
import { claimMailbox } from '../../money/grants/claim-mailbox.ts'
import type { DisposableDomains } from '../../rules/safety/disposable-domains.ts'
import { readStanding } from '../../money/grants/read-standing.ts'
import { denialOf } from '../../money/grants/rules.ts'
import { Problem } from '../../problem.ts'
import { isDisposable, readRules, requireWelcome } from '../../rules/safety/rules.ts'
import { grantTokens } from '../../money/tokens/grant-tokens.ts'
import { cleanName } from '../../clean-name.ts'
import { makeReferralCode, readReferralCode } from '../../money/referrals/referral-code.ts'

export type NewAccount = {
  /** Trimmed and lower-cased. */
  email: string
  /** Whether the address is verified. */
  emailVerified: boolean
  name: string | null | undefined
  /** Null when the person signed up through another service. */
  passwordHash: string | null
  locale: Locale
  /** The code as typed; an unknown one is ignored. */
  referralCode: string | undefined
  disposable: DisposableDomains
  now: Date
}

/**
 * Creates an account, with the welcome grant if the rules allow one. The first account of an installation is its owner. The caller has
 * checked that the terms were accepted. Throws `email_taken`, and for the rules of sign-ups.
 */
export async function createAccount(
  tx: Transaction,
  { email, emailVerified, name, passwordHash, locale, referralCode, disposable, now }: NewAccount,
): Promise<{ userId: string }> {
  const isOwner = await isFirst(tx)
  const referredBy = await findReferrer(tx, referralCode)
  const rules = await readRules(tx)
  if (!isOwner) requireWelcome(rules, { email, isInvited: referredBy !== null, isDisposable: isDisposable(rules, { email, disposable }) })
  const userId = await insertUser(tx, {
    email,
    emailVerifiedAt: emailVerified ? now : null,
    name: cleanName(name),
    passwordHash,
    role: isOwner ? 'owner' : 'member',
    locale,
    referredBy,
    termsAcceptedAt: now,
    createdAt: now,
  })
  await tx.insert(tokenAccounts).values({ userId })
  await claimMailbox(tx, { userId, disposable })
  const amount = (await readShop(tx)).settings.welcome_grant
  const refusal = denialOf('welcome', { ...(await readStanding(tx, userId)), paid: false })
  if (amount > 0 && !refusal) await grantTokens(tx, { userId, source: 'welcome', amount, expiresAt: null, reason: null })
  return { userId }
}

/** Arbitrary key of the lock that orders concurrent sign-ups on an empty installation. */
const firstAccountLock = 20_261_124

async function isFirst(tx: Transaction): Promise<boolean> {
  const isEmpty = async () => (await tx.select({ id: users.id }).from(users).limit(1)).length === 0
  if (!(await isEmpty())) return false
  await tx.execute(sql`select pg_advisory_xact_lock(${firstAccountLock})`)
  return isEmpty()
}

async function findReferrer(tx: Transaction, written: string | undefined): Promise<string | null> {
  const code = readReferralCode(written)
  if (!code) return null
  // The new row references the referrer; a change of their email, which may take the same address, comes before it or waits.
  const [referrer] = await tx.select({ id: users.id }).from(users).where(eq(users.referralCode, code)).for('key share')
  return referrer?.id ?? null
}

type NewUser = Omit<typeof users.$inferInsert, 'id' | 'referralCode'>

/** Of two concurrent sign-ups with one email address the unique index rejects the second. */
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
