import { lt, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import {
  emailChanges,
  emailTokens,
  passkeyChallenges,
  passwordResetTokens,
  signInChallenges,
  usedChallenges,
} from '#app/server/db/schema/credentials.ts'
import { handovers, sessions } from '#app/server/db/schema/sessions.ts'

export type DeleteEndedSessionsOptions = { now?: Date }

/** Deletes sessions (with their refresh tokens) and single-use tokens that have expired. */
export async function deleteEndedSessions(db: Database, { now = new Date() }: DeleteEndedSessionsOptions = {}): Promise<void> {
  const { maxAge } = config.auth.refreshToken
  for (const [table, key, expired] of [
    [passwordResetTokens, passwordResetTokens.hash, lt(passwordResetTokens.expiresAt, now)],
    [emailTokens, emailTokens.hash, lt(emailTokens.expiresAt, now)],
    [emailChanges, emailChanges.hash, lt(emailChanges.expiresAt, now)],
    [passkeyChallenges, passkeyChallenges.challenge, lt(passkeyChallenges.expiresAt, now)],
    [signInChallenges, signInChallenges.hash, lt(signInChallenges.expiresAt, now)],
    [usedChallenges, usedChallenges.signature, lt(usedChallenges.keepUntil, now)],
    [handovers, handovers.hash, lt(handovers.expiresAt, now)],
    [sessions, sessions.id, lt(sessions.lastSeenAt, new Date(now.getTime() - maxAge * 1000))],
  ] as const)
    // Rows in use are left to the next sweep, because others lock several of them in another order.
    await db.execute(sql`delete from ${table} where ${key} in (select ${key} from ${table} where ${expired} for update skip locked)`)
}
