import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import type { Payments } from '#app/server/payments/payments.ts'
import { Problem } from '../../problem.ts'
import { lockAccount } from '../tokens/lock-account.ts'
import { findRemovable } from './saved-method.ts'
import { stopCharging } from './stop-charging.ts'

export type RemoveMethodOptions = {
  payments: Payments
  userId: string
  /** Longest wait for a charge whose request is under way, in milliseconds. */
  patience?: number
}

/** Longer than a request waits in the queue of a provider and for its answer. */
const patienceMs = 25_000
const lookEveryMs = 100

/**
 * Forgets the saved payment method, which is all that unbinds it: the services have no call for that. The plan ends with its paid period, or
 * at once without one. No charge is sent after this function has returned: one takes the method with the account locked, and a request that
 * was under way is waited for. Throws `no_saved_method`.
 */
export async function removeMethod(db: Database, { payments, userId, patience = patienceMs }: RemoveMethodOptions): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const saved = await findRemovable(tx, { payments, userId })
    if (!saved) throw new Problem('no_saved_method')
    await tx
      .update(subscriptions)
      .set({ method: null, methodLabel: null, methodRemovedAt: sql`now()` })
      .where(inArray(subscriptions.id, [...saved.of]))
    if (saved.isCharged) await stopCharging(tx, userId)
  })
  const until = performance.now() + patience
  while ((await isCharging(db, userId)) && performance.now() < until) await delay(lookEveryMs)
}

async function isCharging(db: Database, userId: string): Promise<boolean> {
  const underWay = and(
    eq(orders.userId, userId),
    eq(orders.cause, 'renewal'),
    isNull(orders.checkoutId),
    gt(orders.chargingUntil, sql`now()`),
  )
  return (await db.$count(orders, underWay)) > 0
}
