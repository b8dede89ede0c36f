import type { User } from '#app/contract/accounts.ts'
import type { Locale } from '#config'
import type { Database } from '../../db/database.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { DisposableDomains } from '../grants/disposable-domains.ts'
import { Problem } from '../problem.ts'
import { checkChallenge, type PresentedChallenge, useUpChallenge } from '../sign-up-challenge/check-challenge.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { checkPassword } from './check-password.ts'
import { countAccount } from './count-account.ts'
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
  disposable: DisposableDomains
  address: string
  /** How many accounts the address may make in a day. */
  perAddress: number
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
  {
    open,
    email,
    password,
    name,
    locale,
    referralCode,
    challenge,
    disposable,
    address,
    perAddress,
    siteUrl,
    now = new Date(),
  }: SignUpOptions,
): Promise<{ user: User; delivery: Promise<void> }> {
  if (!open) throw new Problem('sign_up_disabled', { message: 'signUp is disabled' })
  await attempts.signUpByAddress.take(addressKey(address))
  await attempts.signUpByEmail.take(email)
  const solved = challenge && (await checkChallenge(challenge))
  const counted = await countAccount(attempts, { address, perAddress })
  if ('retryAfter' in counted) throw new Problem('too_many_accounts', counted)
  const user = await makeAccount(db, { email, password, name, locale, referralCode, solved, disposable, now }).catch(
    async (error: unknown) => {
      await counted.giveBack()
      throw error
    },
  )
  return { user, delivery: mailVerification(db, mailer, { userId: user.id, email, locale, siteUrl, now }) }
}

type AccountOptions = Required<Pick<SignUpOptions, 'email' | 'password' | 'locale' | 'disposable' | 'now'>> &
  Record<'name' | 'referralCode', string | undefined> & { solved: Awaited<ReturnType<typeof checkChallenge>> | null | undefined }

async function makeAccount(
  db: Database,
  { email, password, name, locale, referralCode, solved, disposable, now }: AccountOptions,
): Promise<User> {
  await checkPassword({ password, email, name })
  // Used up before the expensive part, and by every try: a solved challenge is not good for looking up who has an account.
  if (solved) await useUpChallenge(db, solved)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const { userId } = await createAccount(tx, { email, emailVerified: false, name, passwordHash, locale, referralCode, disposable, now })
    return getSession(tx, { userId })
  })
}
