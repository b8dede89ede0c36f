import type { Price } from '#config'
import type { Runtime } from '#app/server/runtime.ts'

export const inAllCurrencies = (price: Price) => Object.entries(price).map(([currency, amount]) => ({ amount, currency }))

/** Describes how this server sells tokens. */
export async function offersOf({ payments, shop }: Pick<Runtime, 'payments' | 'shop'>) {
  const { version, settings } = await shop.current()
  const payableIn = settings.currencies.filter((currency) => payments.forCurrency(currency))
  return {
    settings,
    offer: { version, currencies: settings.currencies, purchasable: payableIn.length > 0, payable_in: payableIn, test: payments.test },
  }
}
