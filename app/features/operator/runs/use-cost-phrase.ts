import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PriceRule, TokenRates } from '#app/contract/runs/models.ts'
import { useHoursPhrase } from '#app/shell/money/use-hours-phrase.ts'
import { useFormat } from '#app/shell/i18n/format.ts'

const perMillion = 1_000_000

/** A service’s charge in dollars as a phrase: "$0.04 per image", "$2 for reading 1,000,000 word pieces, $10 for writing them". */
export function useCostPhrase() {
  const { t, i18n } = useLingui()
  const { number } = useFormat()
  const dollars = (amount: number) =>
    new Intl.NumberFormat(i18n.locale, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
      maximumSignificantDigits: 4,
    }).format(amount)
  const timesPhrase = useHoursPhrase()
  return ({ hours, ...rule }: PriceRule): string => {
    const rate = rateOf(rule)
    return hours ? t`${rate}; ${timesPhrase(hours)}` : rate
  }

  function rateOf({ base, per }: PriceRule): string {
    const perRun = dollars(base)
    if (!per) return t`${perRun} per run`
    if (per.measure === 'model_tokens') {
      const pieces = number(perMillion)
      const inMillions = (amount: number) => dollars((amount / per.every) * perMillion)
      const readWritten = ({ input, output, cached }: TokenRates) => {
        const [read, written] = [inMillions(input), inMillions(output)]
        if (cached === undefined) return t`${read} for reading ${pieces} word pieces, ${written} for writing them`
        const repeated = inMillions(cached)
        return t`${read} for reading ${pieces} word pieces (${repeated} if the service has them cached), ${written} for writing them`
      }
      return (per.long ?? []).reduce((phrase, { above, ...rates }) => {
        const [limit, longer] = [number(above), readWritten(rates)]
        return t`${phrase}; if it reads more than ${limit}: ${longer}`
      }, readWritten(per))
    }
    if (per.measure === 'input_duration') {
      const perMinute = dollars((per.tokens / per.every) * 60)
      return t`${perMinute} per minute of the source file`
    }
    const [amount, every] = [dollars(per.tokens), per.every]
    const rates: Record<typeof per.measure, string> = {
      duration: t`${amount} per ${plural(every, { one: 'second', other: '# seconds' })}`,
      prompt_characters: t`${amount} per ${plural(every, { one: 'character', other: '# characters' })}`,
      count: t`${amount} per ${plural(every, { one: 'image', other: '# images' })}`,
    }
    const rate = rates[per.measure]
    return base > 0 ? t`${perRun} plus ${rate}` : rate
  }
}
