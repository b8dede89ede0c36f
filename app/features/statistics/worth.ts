import { useLingui } from '@lingui/react/macro'
import type { Statistics } from '#app/contract/statistics.ts'
import { useFormat } from '#app/shell/format.ts'
import { useSession } from '#app/shell/session.queries.ts'
import { currencyOf, priceIn } from '#app/shell/token-value.ts'

/** What tokens have cost the person, or would in the smallest pack, "about $1.20"; undefined where none is on offer. */
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
