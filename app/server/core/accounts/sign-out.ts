import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { refreshTokens, sessions } from '../../db/schema.ts'
import type { Caller } from './authenticate.ts'
import { hashToken } from './hash-token.ts'

export type SignOutOptions = {
  /** Null when the access token is missing or has expired: the refresh token names the session too. */
  caller: Caller | null
  refreshToken?: string | undefined
  now?: Date
}

/** Ends what the tokens belong to. Unknown tokens have nothing to end, which is no error. */
export async function signOut(db: Database, { caller, refreshToken, now = new Date() }: SignOutOptions): Promise<void> {
  const named = [
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
  if (named.length === 0) return
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isNull(sessions.revokedAt), or(...named)))
}
