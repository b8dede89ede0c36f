import { and, eq, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Alert, AlertCode, snoozeAlertSchema } from '#app/contract/operator/alerts.ts'
import type { Database } from '#app/server/db/database.ts'
import { alertSnoozes } from '#app/server/db/schema/operations.ts'
import { isoTime } from '#app/server/db/iso-time.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'

export type SnoozeAlertOptions = Act & v.InferOutput<typeof snoozeAlertSchema>

/** Hides an alert for some days, for everybody, or shows it again. */
export async function snoozeAlert(db: Database, { code, subject, count, days, ...act }: SnoozeAlertOptions): Promise<void> {
  const key = { code, subject: subject ?? '' }
  await db.transaction(async (tx) => {
    if (days === 0) await tx.delete(alertSnoozes).where(and(eq(alertSnoozes.code, key.code), eq(alertSnoozes.subject, key.subject)))
    else {
      const values = { count: count ?? 0, until: sql`now() + make_interval(days => ${days})` }
      await tx
        .insert(alertSnoozes)
        .values({ ...key, ...values })
        .onConflictDoUpdate({ target: [alertSnoozes.code, alertSnoozes.subject], set: values })
    }
    await recordAct(tx, {
      ...act,
      action: 'alert_snoozed',
      personId: null,
      after: { subject: [code, subject].filter(Boolean).join(' '), days },
    })
  })
}

export type Snooze = { code: AlertCode; subject: string; count: number; until: string }

/** The alerts that are hidden now, as an expression in JSON. */
export const snoozes = (now: Date) => sql`(
  select coalesce(json_agg(json_build_object('code', code, 'subject', subject, 'count', count, 'until', ${isoTime(sql`until`)})), '[]')
  from alert_snoozes where until > ${now}
)`

/** Marks the alerts that are hidden. One whose count has risen since is shown. */
export const markSnoozed = (alerts: readonly Alert[], hidden: readonly Snooze[]): Alert[] =>
  alerts.map((alert) => {
    const snooze = hidden.find(({ code, subject }) => code === alert.code && subject === (alert.subject ?? ''))
    return snooze && (alert.count ?? 0) <= snooze.count ? { ...alert, snoozed_until: snooze.until } : alert
  })
