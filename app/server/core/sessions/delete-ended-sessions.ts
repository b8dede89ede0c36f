import { lt } from 'drizzle-orm'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import {
  emailChanges,
  emailTokens,
  passkeyChallenges,
  passwordResetTokens,
  signInChallenges,
  usedChallenges,
} from '../../db/schema/credentials.ts'
import { handovers, sessions } from '../../db/schema/sessions.ts'

export type DeleteEndedSessionsOptions = { now?: Date }

/** Deletes sessions (with their refresh tokens) and single-use tokens that have expired. */
export async function deleteEndedSessions(db: Database, { now = new Date() }: DeleteEndedSessionsOptions = {}): Promise<void> {
  await db.delete(sessions).where(lt(sessions.lastSeenAt, new Date(now.getTime() - config.auth.refreshToken.maxAge * 1000)))
  await db.delete(passwordResetTokens).where(lt(passwordResetTokens.expiresAt, now))
  await db.delete(emailTokens).where(lt(emailTokens.expiresAt, now))
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, now))
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
  await db.delete(signInChallenges).where(lt(signInChallenges.expiresAt, now))
  await db.delete(usedChallenges).where(lt(usedChallenges.keepUntil, now))
  await db.delete(handovers).where(lt(handovers.expiresAt, now))
}
