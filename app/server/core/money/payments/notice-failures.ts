import { eq, sql } from 'drizzle-orm'
import type { PaymentProviderId } from '#app/contract/money/orders.ts'
import type { Database } from '#app/server/db/database.ts'
import { noticeFailures } from '#app/server/db/schema/payments.ts'

/** Days after which earlier failures no longer count. */
const remembered = 3

/** Counts a notification that was refused or could not be handled. */
export async function addNoticeFailure(db: Database, provider: PaymentProviderId): Promise<void> {
  const isOld = sql`${noticeFailures.lastAt} < now() - make_interval(days => ${remembered})`
  await db
    .insert(noticeFailures)
    .values({ provider })
    .onConflictDoUpdate({
      target: noticeFailures.provider,
      set: {
        count: sql`case when ${isOld} then 1 else ${noticeFailures.count} + 1 end`,
        since: sql`case when ${isOld} then now() else ${noticeFailures.since} end`,
        lastAt: sql`now()`,
      },
    })
}

/** Ends the failures of a provider after a notification that was handled. */
export async function endNoticeFailures(db: Database, provider: PaymentProviderId): Promise<void> {
  await db.delete(noticeFailures).where(eq(noticeFailures.provider, provider))
}
