import { and, eq } from 'drizzle-orm'
import type { OauthProvider, SignInProblem } from '#app/contract/accounts.ts'
import type { Locale } from '#config'
import type { Database, Transaction } from '../../db/database.ts'
import { identities, users } from '../../db/schema.ts'
import { writeLinkedNotice } from '../../mail/linked-notice.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { OauthProfile } from '../../oauth/service.ts'
import { Problem } from '../problem.ts'
import { createAccount } from './create-account.ts'
import { mailVerification } from './mail-verification.ts'

export type EnterOptions = {
  provider: OauthProvider
  profile: OauthProfile
  signUpOpen: boolean
  locale: Locale
  referralCode: string | undefined
  siteUrl: string
  now: Date
}

type Outcome =
  | { problem: SignInProblem }
  | { userId: string; how: 'known' }
  | { userId: string; how: 'linked' | 'new'; email: string; locale: Locale }

/**
 * Whose account another service's person opens: the one that is linked already; else the one with the same e-mail, if the service
 * vouches for the address and the account's owner has proved it too; else a new one. Mails that this calls for are `delivery`.
 */
export async function enterWithIdentity(
  db: Database,
  mailer: Mailer,
  options: EnterOptions,
): Promise<{ problem: SignInProblem } | { userId: string; delivery: Promise<void> }> {
  const enter = () => db.transaction((tx) => findOrCreate(tx, options))
  const outcome = await enter().catch((error: unknown) => {
    // Somebody was faster with this address, perhaps the same person in another tab: the second look finds what they made.
    if (error instanceof Problem && error.code === 'email_taken') return enter()
    throw error
  })
  if ('problem' in outcome) return outcome
  return { userId: outcome.userId, delivery: tell(db, mailer, options, outcome) }
}

async function findOrCreate(tx: Transaction, options: EnterOptions): Promise<Outcome> {
  const { provider, profile, signUpOpen, locale, referralCode, now } = options
  const [known] = await tx
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.subject, profile.subject)))
  if (known) return { ...known, how: 'known' }

  const { email, emailVerified } = profile
  if (email === null) return { problem: 'oauth_email_missing' }
  const [owner] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  if (owner) {
    if (!emailVerified || !owner.emailVerifiedAt) return { problem: 'oauth_email_taken' }
    await link(tx, options, { userId: owner.id, email })
    return { userId: owner.id, how: 'linked', email, locale: owner.locale }
  }

  if (!signUpOpen) return { problem: 'sign_up_disabled' }
  const name = profile.name?.slice(0, 80)
  const { userId } = await createAccount(tx, { email, emailVerified, name, passwordHash: null, locale, referralCode, now })
  await link(tx, options, { userId, email })
  return { userId, how: 'new', email, locale }
}

async function link(tx: Transaction, { provider, profile, now }: EnterOptions, { userId, email }: { userId: string; email: string }) {
  // A parallel return of the same person may have linked it already, to this account: its row was locked first.
  await tx.insert(identities).values({ provider, subject: profile.subject, userId, email, createdAt: now }).onConflictDoNothing()
}

/** An account that gets another way in hears of it; one whose address nobody vouched for is asked to confirm it. */
async function tell(
  db: Database,
  mailer: Mailer,
  { provider, profile, siteUrl, now }: EnterOptions,
  outcome: Exclude<Outcome, { problem: SignInProblem }>,
) {
  if (outcome.how === 'known') return
  const { userId, email, locale } = outcome
  if (outcome.how === 'linked') await mailer.send(writeLinkedNotice({ to: email, locale, siteUrl, provider }))
  else if (!profile.emailVerified) await mailVerification(db, mailer, { userId, email, locale, siteUrl, now })
}
