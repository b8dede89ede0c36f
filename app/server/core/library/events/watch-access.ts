import type { Database } from '#app/server/db/database.ts'
import { type Access, requireAccess } from '../../identity/sessions/require-access.ts'
import type { EventHub } from './event-hub.ts'
import type { OpenStream } from './open-streams.ts'

export type WatchAccessOptions = {
  hub: EventHub
  access: Access
  /** See `EventHub.openStream`. */
  counted: boolean
}

/**
 * Opens a stream for a long response, which ends with the session or key. Throws `unauthorized` if that has ended since the request was
 * authenticated.
 */
export async function watchAccess(
  db: Database,
  { hub, access, counted }: WatchAccessOptions,
): Promise<OpenStream & { expiresAt: Date | null }> {
  const stream = hub.openStream(access, { counted })
  try {
    return { ...stream, expiresAt: await requireAccess(db, access) }
  } catch (error) {
    stream[Symbol.dispose]()
    throw error
  }
}
