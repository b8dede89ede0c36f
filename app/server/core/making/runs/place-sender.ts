import { sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { placeChannel } from '../generations/publish.ts'

/**
 * Sends the place of a run in the queue of its server to everyone who watches the run, in any process. A place is sent again at every
 * query of the server, because it is not stored: a page that is opened meanwhile learns of it within seconds.
 */
export function openPlaceSender(
  db: Database,
  { id, userId, signal }: { id: string; userId: string; signal: AbortSignal },
): (ahead: number | null) => void {
  let last: number | null = null
  return (ahead) => {
    if (signal.aborted || (ahead === null && last === null)) return
    last = ahead
    const payload = JSON.stringify({ user_id: userId, generation_id: id, ahead })
    // The next place replaces a lost one.
    void db.execute(sql`select pg_notify(${placeChannel}, ${payload})`).catch(() => undefined)
  }
}
