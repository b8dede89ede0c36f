import { eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { refreshTokens, sessions } from '../../db/schema.ts'
import type { Caller } from './authenticate.ts'
import { endSessions } from './end-sessions.ts'
import { hashToken } from './hash-token.ts'

export type SignOutOptions = {
  /** Null when the access token is missing or has expired: the refresh token names the session too. */
  caller: Caller | null
  refreshToken?: string | undefined
  now?: Date
}

/** Ends what the tokens belong to. Unknown tokens have nothing to end, which is no error. */
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
              .where(eq(refreshTokens.hash, hashToken(refreshToken))),
          ),
        ]
      : []),
  ]
  for (const named of which) await endSessions(db, { which: [named], reason: 'signed_out', now })
}
