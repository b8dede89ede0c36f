import { and, eq } from 'drizzle-orm'
import { isOidcId } from '#app/contract/account/oidc-ids.ts'
import type { SignInService } from '#app/contract/account/sign-in-services.ts'
import type { SignInProblem } from '#app/contract/account/sign-in-problems.ts'
import type { Locale } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { identities } from '#app/server/db/schema/credentials.ts'
import { users } from '#app/server/db/schema/users.ts'
import { writeLinkedNotice } from '#app/server/mail/linked-notice.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import type { OauthProfile } from '#app/server/oauth/service.ts'
import type { DisposableDomains } from '../../rules/safety/disposable-domains.ts'
import { Problem } from '../../problem.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { countAccount } from '../accounts/count-account.ts'
import { createAccount } from '../accounts/create-account.ts'
import { sendVerification } from '../email/send-verification.ts'

export type SignInWithIdentityOptions = {
  provider: SignInService
  /** The label of an issuer of OpenID Connect. */
  label: string | null
  profile: OauthProfile
  signUpOpen: boolean
  locale: Locale
  referralCode: string | undefined
  disposable: DisposableDomains
  address: string
  /** Accounts that the address may create in a day. */
  perAddress: number
  siteUrl: string
  now: Date
}

type Outcome =
  | { problem: SignInProblem }
  | { userId: string; how: 'known' }
  | { userId: string; how: 'linked' | 'new'; email: string; locale: Locale }

/**
 * Finds the account of an identity at another service: the linked account; otherwise the one with the same email, if both the service and
 * the account have verified it; otherwise a new one. `delivery` are the emails to send.
 */
export async function signInWithIdentity(
  db: Database,
  mailer: Mailer,
  attempts: Attempts,
  options: SignInWithIdentityOptions,
): Promise<{ problem: SignInProblem } | { userId: string; delivery: Promise<void> }> {
  const outcome = (await db.transaction((tx) => findAccount(tx, options))) ?? (await makeAccount(db, attempts, options))
  if ('problem' in outcome) return outcome
  return { userId: outcome.userId, delivery: tell(db, mailer, options, outcome) }
}

/** Creates an account; it counts like the address's other sign-ups. */
async function makeAccount(db: Database, attempts: Attempts, options: SignInWithIdentityOptions): Promise<Outcome> {
  const { email } = options.profile
  if (email === null) return { problem: 'oauth_email_missing' }
  if (!options.signUpOpen) return { problem: 'sign_up_disabled' }
  const counted = await countAccount(attempts, options)
  if ('retryAfter' in counted) return { problem: 'too_many_accounts' }
  const enter = () => db.transaction(async (tx) => (await findAccount(tx, options)) ?? (await createAndLink(tx, options, email)))
  try {
    const outcome = await enter().catch((error: unknown) => {
      // A concurrent request, perhaps from another tab, has created the account; the second lookup finds it.
      if (error instanceof Problem && error.code === 'email_taken') return enter()
      throw error
    })
    if ('problem' in outcome || outcome.how !== 'new') await counted.giveBack()
    return outcome
  } catch (error) {
    await counted.giveBack()
    if (error instanceof Problem && error.code === 'sign_up_disabled') return { problem: 'sign_up_disabled' }
    if (error instanceof Problem && isRefusal(error)) return { problem: 'sign_up_refused' }
    throw error
  }
}

/** Whether the rules of sign-ups refused the account. */
const isRefusal = ({ code, fields }: Problem) => code === 'invitation_required' || (code === 'invalid_input' && fields?.email !== undefined)

/** Finds the account and links it if needed; null when there is none. */
async function findAccount(tx: Transaction, options: SignInWithIdentityOptions): Promise<Outcome | null> {
  const { provider, profile } = options
  const known = await findLinked(tx, options)
  if (known) return known

  const { email, emailVerified } = profile
  if (email === null) return null
  const [owner] = await tx.select().from(users).where(eq(users.email, email)).for('no key update')
  if (owner) {
    // A concurrent callback may have linked the identity before this row was locked.
    const linked = await findLinked(tx, options)
    if (linked) return linked
    // A role is worth more than any issuer's word: its owner connects the issuer in the settings.
    const isGuarded = isOidcId(provider) && owner.role !== 'member'
    if (!emailVerified || !owner.emailVerifiedAt || isGuarded) return { problem: 'oauth_email_taken' }
    await link(tx, options, { userId: owner.id, email })
    return { userId: owner.id, how: 'linked', email, locale: owner.locale }
  }

  return null
}

async function findLinked(tx: Transaction, { provider, profile }: SignInWithIdentityOptions): Promise<Outcome | null> {
  const [known] = await tx
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.subject, profile.subject)))
  return known ? { ...known, how: 'known' } : null
}

async function createAndLink(tx: Transaction, options: SignInWithIdentityOptions, email: string): Promise<Outcome> {
  const { profile, locale, referralCode, disposable, now } = options
  const { emailVerified } = profile
  const name = profile.name?.slice(0, 80)
  const account = { email, emailVerified, name, passwordHash: null, locale, referralCode, disposable, now }
  const { userId } = await createAccount(tx, account)
  await link(tx, options, { userId, email })
  return { userId, how: 'new', email, locale }
}

async function link(
  tx: Transaction,
  { provider, profile, now }: SignInWithIdentityOptions,
  { userId, email }: { userId: string; email: string },
) {
  // A concurrent callback may have linked the identity, but only to this account, because its row was locked first.
  await tx.insert(identities).values({ provider, subject: profile.subject, userId, email, createdAt: now }).onConflictDoNothing()
}

/** Notifies the owner of a new identity, and mails a verification link to an unverified address. */
async function tell(
  db: Database,
  mailer: Mailer,
  { provider, label, profile, siteUrl, now }: SignInWithIdentityOptions,
  outcome: Exclude<Outcome, { problem: SignInProblem }>,
) {
  if (outcome.how === 'known') return
  const { userId, email, locale } = outcome
  if (outcome.how === 'linked') await mailer.send(writeLinkedNotice({ to: email, locale, siteUrl, provider, label }))
  else if (!profile.emailVerified) await sendVerification(db, mailer, { userId, email, locale, siteUrl, now })
}
