import type { User } from '#app/contract/accounts.ts'
import type { Locale } from '#config'
import type { Database } from '../../db/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { Problem } from '../problem.ts'
import { checkChallenge, type PresentedChallenge, useUpChallenge } from '../sign-up-challenge/check-challenge.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { checkPassword } from './check-password.ts'
import { createAccount } from './create-account.ts'
import { getSession } from './get-session.ts'
import { hashPassword } from './hash-password.ts'
import { mailVerification } from './mail-verification.ts'

export type SignUpOptions = {
  /** Whether new accounts are let in at all. */
  open: boolean
  /** Trimmed and lower-cased. */
  email: string
  password: string
  name?: string | undefined
  locale: Locale
  /** As it was written; one that nobody has is let pass. */
  referralCode?: string | undefined
  /** Null: none is asked for. */
  challenge?: PresentedChallenge | null
  address: string
  siteUrl: string
  now?: Date
}

/**
 * A new person with an account and the welcome grant, who is asked to confirm their address: that mail is `delivery`. The terms have
 * been accepted: the contract lets nothing else through.
 */
export async function signUp(
  db: Database,
  mailer: Mailer,
  attempts: Attempts,
  { open, email, password, name, locale, referralCode, challenge, address, siteUrl, now = new Date() }: SignUpOptions,
): Promise<{ user: User; delivery: Promise<void> }> {
  if (!open) throw new Problem('sign_up_disabled', { message: 'signUp is disabled' })
  await attempts.signUpByAddress.take(addressKey(address))
  await attempts.signUpByEmail.take(email)
  const solved = challenge && (await checkChallenge(challenge))
  await checkPassword({ password, email, name })
  // Used up before the expensive part, and by every try: a solved challenge is not good for looking up who has an account.
  if (solved) await useUpChallenge(db, solved)
  const passwordHash = await hashPassword(password)

  const user = await db.transaction(async (tx) => {
    const { userId } = await createAccount(tx, { email, emailVerified: false, name, passwordHash, locale, referralCode, now })
    return getSession(tx, { userId })
  })
  return { user, delivery: mailVerification(db, mailer, { userId: user.id, email, locale, siteUrl, now }) }
}
