import { config, type Locale } from '#config'
import { type ServerText, translate } from '#app/server/i18n.ts'
import type { OrderRow } from './to-order.ts'

const packText: ServerText = /*i18n*/ {
  id: 'order.pack',
  message: '{tokens, plural, one {# token} other {# tokens}} in {name}',
}
const planText: ServerText = /*i18n*/ {
  id: 'order.plan',
  message:
    '{period, select, year {{name}, plan “{plan}” for a year: {tokens, plural, one {# token} other {# tokens}} a month} other {{name}, plan “{plan}” for a month: {tokens, plural, one {# token} other {# tokens}}}}',
}

/** Returns the description on a bill. */
export function describeOrder(
  { kind, item, period, tokens }: Pick<OrderRow, 'kind' | 'item' | 'period' | 'tokens'>,
  locale: Locale,
): string {
  return translate(locale, kind === 'pack' ? packText : planText, { name: config.name, plan: item, period: period ?? '', tokens })
}
