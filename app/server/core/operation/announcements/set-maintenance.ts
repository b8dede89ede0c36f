import { sql } from 'drizzle-orm'
import type { Maintenance } from '#app/contract/operator/announcements.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { maintenance } from '#app/server/db/schema/announcements.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { announceNotices, type NoticeBoard } from './open-notices.ts'

export type SetMaintenanceOptions = Act & { notices: NoticeBoard; enabled: boolean; endsAt: Date | null }

/** Refuses new runs of members, or accepts them again. Runs that were submitted end as usual. */
export async function setMaintenance(db: Database, { notices, enabled, endsAt, ...act }: SetMaintenanceOptions): Promise<Maintenance> {
  const values = { enabled, endsAt: enabled ? endsAt : null }
  const state = await db.transaction(async (tx) => {
    // Serializes changes, also before there is a row.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('maintenance', 0))`)
    const before = await readMaintenance(tx)
    await tx
      .insert(maintenance)
      .values(values)
      .onConflictDoUpdate({ target: maintenance.id, set: { ...values, updatedAt: sql`now()` } })
    const after = await readMaintenance(tx)
    await recordAct(tx, { ...act, action: 'maintenance_changed', personId: null, before, after })
    await announceNotices(tx)
    return after
  })
  notices.invalidate()
  return state
}

export async function readMaintenance(db: Database | Transaction): Promise<Maintenance> {
  const [row] = await db.select().from(maintenance)
  return { enabled: row?.enabled ?? false, ends_at: row?.endsAt?.toISOString() ?? null }
}
