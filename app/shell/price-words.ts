import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PriceRule } from '#app/contract/models.ts'
import { useFormat } from './format.ts'

/** A price rule as a phrase: "4 tokens", "3 tokens for every second", "1 token for every 250 characters". */
export function usePriceWords() {
  const { t } = useLingui()
  const { tokens } = useFormat()
  return ({ base, per }: PriceRule): string => {
    if (!per) return tokens(base)
    const amount = tokens(per.tokens)
    const { every } = per
    const rate =
      per.measure === 'duration'
        ? t`${amount} for every ${plural(every, { one: 'second', other: '# seconds' })}`
        : t`${amount} for every ${plural(every, { one: 'character', other: '# characters' })}`
    return base > 0 ? t`${tokens(base)}, and ${rate}` : rate
  }
}
