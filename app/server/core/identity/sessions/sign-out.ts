import { eq, inArray } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { refreshTokens, sessions } from '#app/server/db/schema/sessions.ts'
import type { Caller } from './authenticate.ts'
import { endSessions } from './end-sessions.ts'
import { hashSecret } from '../../secret.ts'

export type SignOutOptions = {
  /** Null if the access token is missing or expired; the refresh token identifies the session too. */
  caller: Caller | null
  refreshToken?: string | undefined
  now?: Date
}

/** Ends the session of these tokens. Unknown tokens are no error. */
export async function signOut(db: Database, { caller, refreshToken, now = new Date() }: SignOutOptions): Promise<void> {
  const which = [
    ...(caller ? [eq(sessions.id, caller.sessionId)] : []),
    ...(refreshToken
      ? [
          inArray(
            sessions.id,
            db
              .select({ id: refreshTokens.sessionId })
              .from(refreshTokens)
              .where(eq(refreshTokens.hash, hashSecret(refreshToken))),
          ),
        ]
      : []),
  ]
  for (const named of which) await endSessions(db, { which: [named], reason: 'signed_out', now })
}
