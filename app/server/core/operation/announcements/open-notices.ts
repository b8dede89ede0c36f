import { asc, gt, isNull, or, sql } from 'drizzle-orm'
import type { Audience, Notices } from '#app/contract/operator/announcements.ts'
import type { Role } from '#app/contract/account/roles.ts'
import type { DatabaseHandle, Transaction } from '#app/server/db/database.ts'
import { announcements, maintenance } from '#app/server/db/schema/announcements.ts'
import { mayTest } from '../../rules/maintenance/require-open.ts'

const channel = 'quartet_notices'

/** Notifies all processes of changed announcements or maintenance, at the commit. */
export const announceNotices = (tx: Transaction) => tx.execute(sql`select pg_notify(${channel}, '')`)

/** The most announcements that are read, the first to start first. */
const maxRead = 100
/** The most that a page shows. */
const maxShown = 2

export type Viewer = { role: Role } | null

export type NoticeBoard = {
  /** Returns what the viewer is shown now. Needs no query until something changes. */
  read(readViewer: () => Promise<Viewer>, now?: Date): Promise<Omit<Notices, 'consent_due'>>
  /** The expected end of the maintenance in progress; undefined if there is none. */
  maintenance(): Promise<{ endsAt: Date | null } | undefined>
  /** Makes this process read the rows before it uses them again, without waiting for the notification. */
  invalidate(): void
  close(): Promise<void>
}

export type OpenNoticesOptions = {
  /** Called with the error if the rows cannot be read; the last known ones stay. */
  onError: (error: unknown) => void
}

type Rows = { shown: (typeof announcements.$inferSelect)[]; maintenance: { endsAt: Date | null } | undefined }

/** Keeps announcements and maintenance in memory, up to date with all processes. */
export async function openNotices(handle: DatabaseHandle, { onError }: OpenNoticesOptions): Promise<NoticeBoard> {
  let isStale = true
  const invalidate = () => void (isStale = true)
  const stopListening = await handle.listen(channel, invalidate, invalidate)
  let rows: Rows = { shown: [], maintenance: undefined }
  let reading: Promise<void> | undefined

  async function readRows(): Promise<void> {
    try {
      while (isStale) {
        isStale = false
        const shown = await handle.db
          .select()
          .from(announcements)
          .where(or(isNull(announcements.endsAt), gt(announcements.endsAt, sql`now()`)))
          .orderBy(asc(announcements.startsAt), asc(announcements.id))
          .limit(maxRead)
        const [state] = await handle.db.select().from(maintenance)
        rows = { shown, maintenance: state?.enabled ? { endsAt: state.endsAt } : undefined }
      }
    } catch (error) {
      isStale = true
      onError(error)
    } finally {
      reading = undefined
    }
  }

  async function current(): Promise<Rows> {
    if (isStale) reading ??= readRows()
    await reading
    return rows
  }

  return {
    invalidate,
    async read(readViewer, now = new Date()) {
      const known = await current()
      const due = known.shown.filter(({ startsAt, endsAt }) => startsAt <= now && (!endsAt || endsAt > now))
      const viewer = known.maintenance || due.some(({ audience }) => audience !== 'everybody') ? await readViewer() : null
      return {
        announcements: due
          .filter(({ audience }) => reaches(audience, viewer))
          .slice(-maxShown)
          .toReversed()
          .map(({ id, texts, level, endsAt }) => ({ id, texts, level, ends_at: endsAt?.toISOString() ?? null })),
        maintenance: known.maintenance
          ? { ends_at: aheadOf(known.maintenance.endsAt, now), may_run: viewer !== null && mayTest(viewer.role) }
          : null,
      }
    },
    maintenance: async () => (await current()).maintenance,
    async close() {
      await stopListening()
      await reading
    },
  }
}

const reaches = (audience: Audience, viewer: Viewer): boolean =>
  audience === 'everybody' || (viewer !== null && (audience === 'signed_in' || audience === viewer.role))

const aheadOf = (endsAt: Date | null, now: Date): string | null => (endsAt && endsAt > now ? endsAt.toISOString() : null)
