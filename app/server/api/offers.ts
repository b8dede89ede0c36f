import { currencies, type Price } from '#config'
import type { Runtime } from '../runtime.ts'

export const inAllCurrencies = (price: Price) => currencies.map((currency) => ({ amount: price[currency], currency }))

/** Describes how this server sells tokens. */
export function offersOf({ payments }: Pick<Runtime, 'payments'>) {
  return { purchasable: payments.currencies.length > 0, payable_in: [...payments.currencies], test: payments.test }
}
