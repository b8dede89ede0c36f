import { useLingui } from '@lingui/react/macro'
import type { Statistics } from '#app/contract/library/statistics.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { currencyOf, priceIn } from '#app/shell/money/token-value.ts'

/** Returns the price paid for tokens, or their price in the smallest pack: "about $1.20". Undefined if no pack is on offer. */
export function useWorth(worth: Statistics['worth']) {
  const { t } = useLingui()
  const { money } = useFormat()
  const { locale, user } = useSession()
  const price = worth && priceIn(worth.prices, user?.currency ?? currencyOf(locale))
  return (tokens: number): string | undefined => {
    if (!worth || !price) return undefined
    const amount = money({ ...price, amount: Math.round((tokens * price.amount) / worth.tokens) })
    return t`about ${amount}`
  }
}
