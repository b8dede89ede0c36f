import type { Database } from '../db/database.ts'
import type { Env } from '../env.ts'
import { boundProvider } from './bound-provider.ts'
import { openPayments, type Payments } from './payments.ts'
import type { PaymentProvider } from './provider.ts'
import { openTestCheckout } from './test/test-checkout.ts'
import { yookassaSenders } from './yookassa/senders.ts'
import { openYookassa } from './yookassa/yookassa.ts'

/**
 * The payment services of the environment; roubles go through YooKassa where it is set up. Without any service the test checkout stands
 * in, unless it is switched off. Beside a real one it never does.
 */
export async function openConfiguredPayments({ env, db }: { env: Env; db: Database }): Promise<Payments> {
  const real: PaymentProvider[] = []
  if (env.YOOKASSA_SHOP_ID && env.YOOKASSA_SECRET_KEY)
    real.push(
      openYookassa({
        shopId: env.YOOKASSA_SHOP_ID,
        secretKey: env.YOOKASSA_SECRET_KEY,
        baseUrl: env.YOOKASSA_BASE_URL,
        vatCode: env.YOOKASSA_VAT_CODE,
        taxSystem: env.YOOKASSA_TAX_SYSTEM,
        senders: sendersOf(env),
      }),
    )
  if (env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET) {
    // A large library, for those who use it.
    const { openStripe } = await import('./stripe/stripe.ts')
    real.push(openStripe({ secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET, baseUrl: env.STRIPE_BASE_URL }))
  }
  if (real.length > 0) return openPayments(real.map((provider) => boundProvider(provider)))
  return openPayments(env.TEST_CHECKOUT === false ? [] : [openTestCheckout({ db })])
}

/** The addresses that YooKassa's notifications are taken from; null: any. */
export function sendersOf({ YOOKASSA_SENDERS, YOOKASSA_BASE_URL }: Env): readonly string[] | null {
  if (YOOKASSA_SENDERS !== undefined) return YOOKASSA_SENDERS
  // A stand-in for YooKassa sends from an address of its own.
  return YOOKASSA_BASE_URL ? null : yookassaSenders
}
