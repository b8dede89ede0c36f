import { toMajor } from '#app/contract/money/minor-units.ts'
import type { ShopChange, ShopPreview, ShopSettings } from '#app/contract/money/shop-settings.ts'
import type { Payments } from '#app/server/payments/payments.ts'

type Value = string | number

/** Amounts are written in major units, as people read them. */
const pricesAt = (place: string, prices: Readonly<Record<string, number>>): [string, Value][] =>
  Object.entries(prices).map(([currency, amount]) => [`${place}.${currency}`, toMajor(amount, currency)])

/** The settings by place, for instance `packs.pack-500.price.USD`. */
function placesOf({ currencies, packs, plans, welcome_grant: welcome, referral }: ShopSettings): Map<string, Value> {
  return new Map<string, Value>([
    ['currencies', currencies.join(', ')],
    ['packs', packs.map(({ id }) => id).join(', ')],
    ...packs.flatMap(({ id, tokens, price }): [string, Value][] => [
      [`packs.${id}.tokens`, tokens],
      ...pricesAt(`packs.${id}.price`, price),
    ]),
    ['plans', plans.map(({ id }) => id).join(', ')],
    ...plans.flatMap(({ id, tokens_per_month: tokens, monthly, yearly }): [string, Value][] => [
      [`plans.${id}.tokens_per_month`, tokens],
      ...pricesAt(`plans.${id}.monthly`, monthly),
      ...pricesAt(`plans.${id}.yearly`, yearly),
    ]),
    ['welcome_grant', welcome],
    ['referral.inviter', referral.inviter],
    ['referral.invited', referral.invited],
  ])
}

/** Lists what differs. */
export function changesBetween(before: ShopSettings, after: ShopSettings): ShopChange[] {
  const [old, next] = [placesOf(before), placesOf(after)]
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: next.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** Lists plans of which anything differs or which are gone. */
export function changedPlans(before: ShopSettings, after: ShopSettings): string[] {
  return before.plans
    .map(({ id }) => id)
    .filter((id) => changesBetween(before, after).some(({ field }) => field.startsWith(`plans.${id}.`)))
}

/** Lists prices that may be mistakes. */
export function warningsOf({ currencies, packs, plans }: ShopSettings, payments: Payments): ShopPreview['warnings'] {
  const warnings: ShopPreview['warnings'] = []
  if (packs.length === 0 && plans.length === 0) warnings.push({ code: 'nothing_for_sale', item: null, currency: null })
  for (const currency of currencies) {
    const inCurrency = { currency }
    if (!payments.forCurrency(currency)) warnings.push({ code: 'not_payable', item: null, ...inCurrency })
    const bySize = packs.toSorted((a, b) => a.tokens - b.tokens)
    const each = ({ tokens, price }: ShopSettings['packs'][number]) => (price[currency] ?? 0) / tokens
    for (const [index, pack] of bySize.entries()) {
      const smaller = bySize[index - 1]
      if (smaller && each(pack) > each(smaller)) warnings.push({ code: 'pack_dearer', item: pack.id, ...inCurrency })
    }
    for (const { id, tokens_per_month: tokens, monthly, yearly } of plans) {
      if ((yearly[currency] ?? 0) > (monthly[currency] ?? 0) * 12) warnings.push({ code: 'year_dearer', item: id, ...inCurrency })
      const pack = bySize.findLast((one) => one.tokens <= tokens) ?? bySize[0]
      if (pack && (monthly[currency] ?? 0) / tokens > each(pack)) warnings.push({ code: 'plan_dearer', item: id, ...inCurrency })
    }
  }
  return warnings
}
