import { toMinor, writeMajor } from '#app/contract/money/minor-units.ts'
import type { ShopSettings } from '#app/contract/money/shop-settings.ts'
import { readDecimal, readWhole } from '../base/read-number.ts'

type TypedPrices = Readonly<Record<string, string>>
/** An item as typed; its key stays while its id is edited. */
export type TypedPack = { key: string; id: string; tokens: string; price: TypedPrices }
export type TypedPlan = { key: string; id: string; tokens: string; monthly: TypedPrices; yearly: TypedPrices }
export type TypedShop = {
  currencies: string
  packs: readonly TypedPack[]
  plans: readonly TypedPlan[]
  welcome: string
  inviter: string
  invited: string
}

const typedPrices = (prices: Readonly<Record<string, number>>): TypedPrices =>
  Object.fromEntries(Object.entries(prices).map(([currency, amount]) => [currency, writeMajor(amount, currency)]))

export const typedShop = ({ currencies, packs, plans, welcome_grant: welcome, referral }: ShopSettings): TypedShop => ({
  currencies: currencies.join(', '),
  packs: packs.map(({ id, tokens, price }) => ({ key: id, id, tokens: `${tokens}`, price: typedPrices(price) })),
  plans: plans.map(({ id, tokens_per_month: tokens, monthly, yearly }) => ({
    key: id,
    id,
    tokens: `${tokens}`,
    monthly: typedPrices(monthly),
    yearly: typedPrices(yearly),
  })),
  welcome: `${welcome}`,
  inviter: `${referral.inviter}`,
  invited: `${referral.invited}`,
})

/** The codes as typed, in any case and with any separators. */
export const currenciesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .toUpperCase()
      .split(/[^A-Z]+/)
      .filter(Boolean),
  ),
]

const readAmount = (typed: string, currency: string): number =>
  toMinor(readDecimal(typed.trim().replaceAll(/\s/g, '')) ?? Number.NaN, currency)
const readPrices = (typed: TypedPrices, currencies: readonly string[]): Record<string, number> =>
  Object.fromEntries(currencies.map((currency) => [currency, readAmount(typed[currency] ?? '', currency)]))
const readTokens = (typed: string): number => readWhole(typed) ?? Number.NaN
const readGrant = (typed: string): number => (/^0*$/.test(typed.trim()) ? 0 : readTokens(typed))

/** Reads the settings. What is not a number becomes NaN, which `placesToMend` finds. */
export function readShop({ currencies: typed, packs, plans, welcome, inviter, invited }: TypedShop): ShopSettings {
  const currencies = currenciesIn(typed)
  return {
    currencies,
    packs: packs.map(({ id, tokens, price }) => ({ id: id.trim(), tokens: readTokens(tokens), price: readPrices(price, currencies) })),
    plans: plans.map(({ id, tokens, monthly, yearly }) => ({
      id: id.trim(),
      tokens_per_month: readTokens(tokens),
      monthly: readPrices(monthly, currencies),
      yearly: readPrices(yearly, currencies),
    })),
    welcome_grant: readGrant(welcome),
    referral: { inviter: readGrant(inviter), invited: readGrant(invited) },
  }
}

/** The places whose value is not a number, named as the API names its fields. */
export function placesToMend(value: unknown, place = 'settings'): string[] {
  if (typeof value === 'number') return Number.isNaN(value) ? [place] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => placesToMend(inner, `${place}.${name}`))
}
