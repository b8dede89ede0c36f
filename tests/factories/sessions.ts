import { startSession } from '#app/server/core/identity/sessions/start-session.ts'
import type { DatabaseHandle } from '#app/server/db/database.ts'
import type { Keys } from '#app/server/keys.ts'

export type SessionOverrides = { userAgent?: string | null; address?: string; now?: Date }

/** Signs a user in without a password; returns a pair of tokens as the API does. */
export function createSession(
  { db }: Pick<DatabaseHandle, 'db'>,
  keys: Keys,
  user: { id: string },
  { userAgent = null, address = '127.0.0.1', now = new Date() }: SessionOverrides = {},
) {
  return db.transaction((tx) => startSession(tx, keys, { userId: user.id, userAgent, address, now }))
}
