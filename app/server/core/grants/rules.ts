import type { FreeTokensBarred } from '#app/contract/accounts.ts'

/** How an account can come by tokens that nobody has paid for. `referral` rewards both sides, and each has to fulfill the rule. */
export type GrantWay = 'welcome' | 'referral' | 'redemption'

export type Standing = {
  /** Why the account gets nothing for free, whatever happens to it later. */
  barred: FreeTokensBarred | null
  emailVerified: boolean
  /** The newcomer has made a purchase whose money has stayed. */
  paid: boolean
}

const rules: Record<GrantWay, { emailVerified: boolean; paid: boolean }> = {
  /** Before the confirmation, `tokens.verifyEmailFor` limits what these tokens can be spent on. */
  welcome: { emailVerified: false, paid: false },
  referral: { emailVerified: true, paid: true },
  redemption: { emailVerified: true, paid: false },
}

export type GrantRefusal = FreeTokensBarred | 'email_not_verified' | 'not_paid'

/** Why an account is not granted tokens in this way; null where it is. */
export function refusalOf(way: GrantWay, { barred, emailVerified, paid }: Standing): GrantRefusal | null {
  if (barred) return barred
  const rule = rules[way]
  if (rule.emailVerified && !emailVerified) return 'email_not_verified'
  return rule.paid && !paid ? 'not_paid' : null
}
