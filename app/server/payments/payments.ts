import type { PaymentProviderId } from '#app/contract/orders.ts'
import { type Currency, currencies } from '#config'
import type { PaymentProvider } from './provider.ts'

/** The ways to pay of this installation. */
export type Payments = {
  /** The currencies that can be paid in. */
  currencies: readonly Currency[]
  /** Whether payments are only pretended. */
  test: boolean
  /** Who takes this currency; undefined: nobody. */
  forCurrency(currency: Currency): PaymentProvider | undefined
  find(id: PaymentProviderId): PaymentProvider | undefined
}

/** Of several that take a currency the first is used. */
export function openPayments(providers: readonly PaymentProvider[]): Payments {
  const forCurrency = (currency: Currency) => providers.find((provider) => provider.currencies.includes(currency))
  return {
    currencies: currencies.filter(forCurrency),
    test: providers.some(({ id }) => id === 'test'),
    forCurrency,
    find: (id) => providers.find((provider) => provider.id === id),
  }
}
