import type { Database } from '../db/database.ts'
import type { Env } from '../env.ts'
import { openPayments, type Payments } from './payments.ts'
import type { PaymentProvider } from './provider.ts'
import { openTestCheckout } from './test/test-checkout.ts'

/** The payment services of the environment. Without any the test checkout stands in, unless it is switched off. */
export function openConfiguredPayments({ env, db }: { env: Env; db: Database }): Payments {
  const real: PaymentProvider[] = []
  if (real.length > 0) return openPayments(real)
  return openPayments(env.TEST_CHECKOUT === false ? [] : [openTestCheckout({ db })])
}
