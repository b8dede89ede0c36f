import { toMajor } from '#app/contract/money/minor-units.ts'
import type { Money } from '#app/contract/money/tokens.ts'
import type { Locale } from '#config'

/** An amount as emails print it. */
export const writeMoney = (locale: Locale, { amount, currency }: Money): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(toMajor(amount, currency))
