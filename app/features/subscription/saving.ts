import type { Money } from '#app/contract/tokens.ts'

/** What a year paid at once costs less than twelve months, as a share of them; null when it costs no less. */
export function yearlySaving(monthly: Money, yearly: Money): number | null {
  const year = monthly.amount * 12
  const share = 1 - yearly.amount / year
  return monthly.currency === yearly.currency && year > 0 && share > 0 ? share : null
}

/** What a month costs in a year paid at once, to the nearest minor unit. */
export const monthOf = (yearly: Money): Money => ({ ...yearly, amount: Math.round(yearly.amount / 12) })
