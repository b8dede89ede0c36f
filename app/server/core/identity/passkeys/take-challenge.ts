import { and, eq, gt, isNull } from 'drizzle-orm'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { passkeyChallenges } from '#app/server/db/schema/credentials.ts'

/** `userId` is null for a sign-in. */
type Owner = { userId: string | null; now: Date }

export async function keepChallenge(db: Database, { challenge, userId, now }: Owner & { challenge: string }): Promise<void> {
  const expiresAt = new Date(now.getTime() + config.auth.passkeys.challengeMaxAge * 1000)
  await db.insert(passkeyChallenges).values({ challenge, userId, expiresAt })
}

/** Whether the challenge was issued to this person and is unanswered. Deletes it, so that of concurrent answers one succeeds. */
export async function takeChallenge(db: Database, { challenge, userId, now }: Owner & { challenge: string }): Promise<boolean> {
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  return taken.length > 0
}
