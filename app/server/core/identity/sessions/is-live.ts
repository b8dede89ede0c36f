import { and, gt, isNull, type SQL } from 'drizzle-orm'
import { config } from '#config'
import { sessions } from '#app/server/db/schema/sessions.ts'

/**
 * The condition of a live session. Each refresh updates the last-seen time, so a session unseen for a refresh token's lifetime has no valid
 * token.
 */
export const isLive = (now: Date): SQL | undefined =>
  and(isNull(sessions.revokedAt), gt(sessions.lastSeenAt, new Date(now.getTime() - config.auth.refreshToken.maxAge * 1000)))
