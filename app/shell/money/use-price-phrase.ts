import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PriceRule, TokenRates } from '#app/contract/runs/models.ts'
import { useHoursPhrase } from './use-hours-phrase.ts'
import { useFormat } from '#app/shell/i18n/format.ts'

/** A price rule as a phrase: "4 tokens", "free", "4 tokens per image", "3 tokens for every second", "1 token for every 250 characters". */
export function usePricePhrase() {
  const { t } = useLingui()
  const { tokens, number } = useFormat()
  const timesPhrase = useHoursPhrase()
  return ({ base, per, factors, searches, images, programs, hours }: PriceRule): string => {
    const run = wordsOf(base, per)
    const searched = searches ? t`${run}; ${tokens(searches.each)} for each web search` : run
    const drawn = images ? t`${searched}; ${tokens(images.each)} for each image` : searched
    const coded = programs ? t`${drawn}; ${tokens(programs.each)} for running code` : drawn
    const words = hours ? t`${coded}; ${timesPhrase(hours)}` : coded
    return factors && cheapest(factors) < 1
      ? t`${words}; less or more depending on options`
      : factors
        ? t`${words}; more with some options`
        : words
  }

  function wordsOf(base: number, per: PriceRule['per']): string {
    if (!per || (base === 0 && isFree(per))) return base === 0 ? t`free` : tokens(base)
    const rate = rateOf(per)
    return base > 0 ? t`${tokens(base)} plus ${rate}` : rate
  }

  function rateOf(per: NonNullable<PriceRule['per']>): string {
    const { every } = per
    if (per.measure === 'model_tokens') {
      const times = legibleTimes(per)
      const pieces = number(every * times)
      const readWritten = ({ input, output, cached }: TokenRates) => {
        const [read, written] = [tokens(input * times), tokens(output * times)]
        if (cached === undefined) return t`${read} for reading ${pieces} word pieces, ${written} for writing them`
        const repeated = tokens(cached * times)
        return t`${read} for reading ${pieces} word pieces (${repeated} if the service has them cached), ${written} for writing them`
      }
      return (per.long ?? []).reduce((phrase, { above, ...rates }) => {
        const [limit, longer] = [number(above), readWritten(rates)]
        return t`${phrase}; if it reads more than ${limit}: ${longer}`
      }, readWritten(per))
    }
    if (per.measure === 'input_duration') {
      const perMinute = tokens((per.tokens * 60) / every)
      return t`${perMinute} per minute of the source file`
    }
    const amount = tokens(per.tokens)
    const rates: Record<typeof per.measure, string> = {
      duration: t`${amount} per ${plural(every, { one: 'second', other: '# seconds' })}`,
      prompt_characters: t`${amount} per ${plural(every, { one: 'character', other: '# characters' })}`,
      count: t`${amount} per ${plural(every, { one: 'image', other: '# images' })}`,
    }
    return rates[per.measure]
  }
}

const isFree = (per: NonNullable<PriceRule['per']>): boolean =>
  per.measure === 'model_tokens' ? per.input === 0 && per.output === 0 : per.tokens === 0

/** Few enough digits after the point: cheap models are priced by more word pieces at a time. */
const legibleTimes = ({ input, output }: { input: number; output: number }) =>
  [1, 10, 100, 1_000].find((times) => Math.min(...[input, output].filter((price) => price > 0)) * times >= 0.1) ?? 1_000

const cheapest = (factors: NonNullable<PriceRule['factors']>) =>
  Math.min(...Object.values(factors).flatMap((values) => Object.values(values)))
