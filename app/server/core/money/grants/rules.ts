import type { FreeTokensBarred } from '#app/contract/account/accounts.ts'

/** The kinds of free tokens. `referral` rewards both sides, and each has to meet the rule. */
export type GrantWay = 'welcome' | 'referral' | 'redemption'

export type Standing = {
  /** The permanent reason why the account gets no free tokens. */
  barred: FreeTokensBarred | null
  emailVerified: boolean
  /** The invited person has a purchase that was not refunded. */
  paid: boolean
}

const rules: Record<GrantWay, { emailVerified: boolean; paid: boolean }> = {
  /** Until the confirmation, `tokens.verifyEmailFor` limits the use of these tokens. */
  welcome: { emailVerified: false, paid: false },
  referral: { emailVerified: true, paid: true },
  redemption: { emailVerified: true, paid: false },
}

export type GrantDenial = FreeTokensBarred | 'email_not_verified' | 'not_paid'

/** Returns the reason why the account gets no tokens of this kind; null if it gets them. */
export function denialOf(way: GrantWay, { barred, emailVerified, paid }: Standing): GrantDenial | null {
  if (barred) return barred
  const rule = rules[way]
  if (rule.emailVerified && !emailVerified) return 'email_not_verified'
  return rule.paid && !paid ? 'not_paid' : null
}
