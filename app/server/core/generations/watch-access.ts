import type { Database } from '../../db/database.ts'
import { type Access, requireAccess } from '../accounts/require-access.ts'
import type { EventHub } from './event-hub.ts'
import type { OpenStream } from './open-streams.ts'

export type WatchAccessOptions = {
  hub: EventHub
  access: Access
  /** See `EventHub.openStream`. */
  counted: boolean
}

/** For an answer that takes its time: ends with the session or the key. Throws `unauthorized` when that has ended since the call was let in. */
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
