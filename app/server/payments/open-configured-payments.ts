import type { Database } from '../db/database.ts'
import type { Env } from '../env.ts'
import { boundProvider } from './bound-provider.ts'
import { openPayments, type Payments } from './payments.ts'
import type { PaymentProvider } from './provider.ts'
import { openTestCheckout } from './test/test-checkout.ts'
import { yookassaSenders } from './yookassa/senders.ts'
import { openYookassa } from './yookassa/yookassa.ts'

/**
 * Opens the configured payment providers; rubles use YooKassa if it is configured. The test checkout is used only without any provider,
 * unless it is disabled.
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
    // Loaded on demand because it is large.
    const { openStripe } = await import('./stripe/stripe.ts')
    real.push(openStripe({ secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET, baseUrl: env.STRIPE_BASE_URL }))
  }
  if (real.length > 0) return openPayments(real.map((provider) => boundProvider(provider)))
  return openPayments(env.TEST_CHECKOUT === false ? [] : [openTestCheckout({ db })])
}

/** Returns the addresses accepted for YooKassa's notifications; null accepts any. */
export function sendersOf({ YOOKASSA_SENDERS, YOOKASSA_BASE_URL }: Env): readonly string[] | null {
  if (YOOKASSA_SENDERS !== undefined) return YOOKASSA_SENDERS
  // A fake YooKassa has its own address.
  return YOOKASSA_BASE_URL ? null : yookassaSenders
}
