import { sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { previewChannel } from '../generations/publish.ts'

/** Milliseconds between previews. Shorter intervals are invisible, and each preview is a notification for every process. */
const intervalMs = 120
/** Longest preview in bytes; a notification has a limit of 8,000 bytes. */
const maxLength = 2_000

export type PreviewSender = (preview: string) => void

/** Sends previews of a run to everyone who watches it, in any process. They are not stored, and one that comes too soon is dropped. */
export function openPreviewSender(
  db: Database,
  { id, userId, signal }: { id: string; userId: string; signal: AbortSignal },
): PreviewSender {
  let sending = false
  let sentAt = Number.NEGATIVE_INFINITY
  return (preview) => {
    const now = performance.now()
    if (sending || signal.aborted || now - sentAt < intervalMs || preview.length > maxLength) return
    sending = true
    sentAt = now
    const payload = JSON.stringify({ user_id: userId, generation_id: id, preview })
    void db
      .execute(sql`select pg_notify(${previewChannel}, ${payload})`)
      // The next preview replaces a lost one.
      .catch(() => undefined)
      .finally(() => {
        sending = false
      })
  }
}
