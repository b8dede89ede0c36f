import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { MethodLabel } from '#app/contract/money/subscriptions.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { orders } from '#app/server/db/schema/payments.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import type { Payments } from '#app/server/payments/payments.ts'

/** The label of a method that was saved before labels were. */
const unnamed: MethodLabel = { type: 'unknown', last4: null }

type Whose = { payments: Payments; userId: string }

export type SavedMethod = { label: MethodLabel; /** The subscriptions that have one. */ of: readonly string[]; isCharged: boolean }

/** The saved method, of a running plan or of ended ones, that its owner can remove here, because the provider has no page for it. */
export async function findRemovable(db: Database | Transaction, { payments, userId }: Whose): Promise<SavedMethod | null> {
  const saved = await db
    .select({ id: subscriptions.id, provider: subscriptions.provider, status: subscriptions.status, label: subscriptions.methodLabel })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNotNull(subscriptions.method)))
    .orderBy(desc(subscriptions.id))
  const found = saved.filter(({ provider }) => payments.find(provider)?.openPortal === undefined)
  const [newest] = found
  if (!newest) return null
  return { label: newest.label ?? unnamed, of: found.map(({ id }) => id), isCharged: found.some(({ status }) => status !== 'ended') }
}

/** Whether an automatic charge may still go through: it was sent, or was about to be, and has no result yet. */
export async function isChargeUnderWay(db: Database, userId: string): Promise<boolean> {
  const automatic = and(eq(orders.cause, 'renewal'), isNull(orders.checkoutUrl))
  return (await db.$count(orders, and(eq(orders.userId, userId), eq(orders.status, 'pending'), automatic))) > 0
}
