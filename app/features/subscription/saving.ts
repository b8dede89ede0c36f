import type { Money } from '#app/contract/money/tokens.ts'

/** Returns the relative saving of a yearly payment over twelve monthly ones; null if there is none. */
export function yearlySaving(monthly: Money, yearly: Money): number | null {
  const year = monthly.amount * 12
  const share = 1 - yearly.amount / year
  return monthly.currency === yearly.currency && year > 0 && share > 0 ? share : null
}

/** Returns the price per month of a yearly payment, to the nearest minor unit. */
export const monthOf = (yearly: Money): Money => ({ ...yearly, amount: Math.round(yearly.amount / 12) })
