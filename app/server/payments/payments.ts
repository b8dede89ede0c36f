import type { PaymentProviderId } from '#app/contract/money/orders.ts'
import type { Currency } from '#config'
import type { PaymentProvider } from './provider.ts'

/** The configured payment providers. */
export type Payments = {
  /** Whether payments are simulated. */
  test: boolean
  /** The provider for this currency, or undefined. */
  forCurrency(currency: Currency): PaymentProvider | undefined
  find(id: PaymentProviderId): PaymentProvider | undefined
}

/** Combines providers; the first that accepts a currency is used for it. */
export function openPayments(providers: readonly PaymentProvider[]): Payments {
  const forCurrency = (currency: Currency) => providers.find(({ currencies }) => currencies === 'all' || currencies.includes(currency))
  return {
    test: providers.some(({ id }) => id === 'test'),
    forCurrency,
    find: (id) => providers.find((provider) => provider.id === id),
  }
}
