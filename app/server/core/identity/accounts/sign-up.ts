import type { User } from '#app/contract/account/accounts.ts'
import type { GivenConsent } from '#app/contract/account/consent.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import type { DisposableDomains } from '../../rules/safety/disposable-domains.ts'
import { Problem } from '../../problem.ts'
import { checkChallenge, type PresentedChallenge, useUpChallenge } from '../sign-up-challenge/check-challenge.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { checkPassword } from '../passwords/check-password.ts'
import { countAccount } from './count-account.ts'
import { insertConsent } from '../consents/consents.ts'
import { createAccount } from './create-account.ts'
import { getMe } from '../profile/get-me.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { sendVerification } from '../email/send-verification.ts'

export type SignUpOptions = {
  /** Whether sign-up is enabled. */
  open: boolean
  /** Trimmed and lower-cased. */
  email: string
  password: string
  name?: string | undefined
  locale: Locale
  /** The code as typed; an unknown one is ignored. */
  referralCode?: string | undefined
  /** The consent to the processing of personal data, and whether it is required. */
  consent?: { required: boolean; given: GivenConsent | undefined }
  /** Null: no challenge is required. */
  challenge?: PresentedChallenge | null
  disposable: DisposableDomains
  address: string
  /** Accounts that the address may create in a day. */
  perAddress: number
  siteUrl: string
  now?: Date
}

/**
 * Creates an account with the welcome grant and asks the person to verify their address (`delivery`). The contract guarantees that the
 * terms were accepted.
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
    consent,
    challenge,
    disposable,
    address,
    perAddress,
    siteUrl,
    now = new Date(),
  }: SignUpOptions,
): Promise<{ user: User; delivery: Promise<void> }> {
  if (!open) throw new Problem('sign_up_disabled', { message: 'signUp is disabled' })
  if (consent?.required && !consent.given) throw new Problem('invalid_input', { fields: { personal_data_consent: 'consent_not_given' } })
  await attempts.signUpByAddress.take(addressKey(address))
  await attempts.signUpByEmail.take(email)
  const solved = challenge && (await checkChallenge(challenge))
  const counted = await countAccount(attempts, { address, perAddress })
  if ('retryAfter' in counted) throw new Problem('too_many_accounts', counted)
  const user = await makeAccount(db, {
    email,
    password,
    name,
    locale,
    referralCode,
    consent: consent?.given,
    solved,
    disposable,
    now,
  }).catch(async (error: unknown) => {
    await counted.giveBack()
    throw error
  })
  return { user, delivery: sendVerification(db, mailer, { userId: user.id, email, locale, siteUrl, now }) }
}

type AccountOptions = Required<Pick<SignUpOptions, 'email' | 'password' | 'locale' | 'disposable' | 'now'>> &
  Record<'name' | 'referralCode', string | undefined> & {
    consent: GivenConsent | undefined
    solved: Awaited<ReturnType<typeof checkChallenge>> | null | undefined
  }

async function makeAccount(
  db: Database,
  { email, password, name, locale, referralCode, consent, solved, disposable, now }: AccountOptions,
): Promise<User> {
  await checkPassword({ password, email, name })
  // The challenge is consumed by every attempt, before the expensive part: otherwise one solved challenge could look up many accounts.
  if (solved) await useUpChallenge(db, solved)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const { userId } = await createAccount(tx, { email, emailVerified: false, name, passwordHash, locale, referralCode, disposable, now })
    if (consent) await insertConsent(tx, { userId, ...consent })
    return getMe(tx, { userId })
  })
}
