import type { FreeTokensBarred } from '#app/contract/accounts.ts'

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
  /** Before the confirmation, `tokens.verifyEmailFor` limits what these tokens can be spent on. */
  welcome: { emailVerified: false, paid: false },
  referral: { emailVerified: true, paid: true },
  redemption: { emailVerified: true, paid: false },
}

export type GrantDenial = FreeTokensBarred | 'email_not_verified' | 'not_paid'

/** The reason why the account gets no tokens of this kind; null when it does. */
export function denialOf(way: GrantWay, { barred, emailVerified, paid }: Standing): GrantDenial | null {
  if (barred) return barred
  const rule = rules[way]
  if (rule.emailVerified && !emailVerified) return 'email_not_verified'
  return rule.paid && !paid ? 'not_paid' : null
}
