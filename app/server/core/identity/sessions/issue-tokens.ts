import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import type { TokenPair } from '#app/contract/account/accounts.ts'
import { config } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { refreshTokens } from '#app/server/db/schema/sessions.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'
import { tokenAudience, tokenIssuer } from './authenticate.ts'
import { makeDeviceToken } from './device-token.ts'
import { hashSecret, makeSecret } from '../../secret.ts'

export type IssueTokensOptions = {
  userId: string
  sessionId: string
  /** A successor that may have been issued before; by default a random one. */
  refreshToken?: string
  now: Date
}

/** Issues a pair of tokens for a session. Only the hash of the refresh token is stored. */
export async function issueTokens(
  tx: Transaction,
  keys: Keys,
  { userId, sessionId, refreshToken = makeSecret(), now }: IssueTokensOptions,
): Promise<TokenPair> {
  const { token: access, refreshToken: refresh } = config.auth
  await tx
    .insert(refreshTokens)
    .values({ hash: hashSecret(refreshToken), sessionId, expiresAt: new Date(now.getTime() + refresh.maxAge * 1000) })
    .onConflictDoNothing()
  const token = await new SignJWT({ sid: sessionId })
    // The times are in seconds, so without an id two tokens of one second would be the same.
    .setJti(randomUUID())
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setIssuer(tokenIssuer)
    .setAudience(tokenAudience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + access.maxAge * 1000))
    .sign(keys.accessToken)
  const [user] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  const deviceToken = makeDeviceToken(keys, { userId, sessionId, passwordHash: user?.passwordHash ?? null, now })
  return { token, refresh_token: refreshToken, expires_in: access.maxAge, device_token: deviceToken }
}
