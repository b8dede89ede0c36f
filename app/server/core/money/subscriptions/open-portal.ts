import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import type { Payments } from '#app/server/payments/payments.ts'
import { PaymentError } from '#app/server/payments/provider.ts'
import { Problem } from '../../problem.ts'
import { requireSubscription } from '../payments/find-subscription.ts'

export type OpenPortalOptions = { payments: Payments; userId: string; siteUrl: string; locale: Locale }

/** Returns the URL of the provider's page for payment methods and invoices. */
export async function openPortal(db: Database, { payments, userId, siteUrl, locale }: OpenPortalOptions): Promise<{ url: string }> {
  const { provider, method } = await requireSubscription(db, userId)
  const open = payments.find(provider)?.openPortal
  if (!open || method === null) throw new Problem('not_found')
  const url = await open({ method, returnUrl: `${siteUrl}/profile/subscription`, locale }).catch((cause: unknown) => {
    throw cause instanceof PaymentError ? new Problem('payment_unavailable', { cause }) : cause
  })
  return { url }
}
