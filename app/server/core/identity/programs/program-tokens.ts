import { createHmac } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { programTokenPrefix } from '#app/contract/account/programs.ts'
import { config } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { programTokens } from '#app/server/db/schema/programs.ts'
import type { Keys } from '#app/server/keys.ts'
import { hashSecret, makeSecret } from '../../secret.ts'

/** The tokens of a program, in the names of OAuth. */
export type ProgramTokens = { access_token: string; refresh_token: string; expires_in: number }

/** A token for a request, which begins so that logs and code recognize it, as they do keys. */
const makeAccessToken = () => `${programTokenPrefix}${makeSecret()}`

/** Derives the successor of a refresh token, which can thus be issued again although only its hash is stored. */
export const successorOf = (keys: Pick<Keys, 'programs'>, refreshToken: string): string =>
  createHmac('sha256', keys.programs).update(refreshToken).digest('base64url')

/** Issues tokens for the access of a program. `refreshToken`: a successor that may have been issued before. */
export async function issueProgramTokens(
  tx: Transaction,
  { apiKeyId, refreshToken = makeSecret() }: { apiKeyId: string; refreshToken?: string },
): Promise<ProgramTokens> {
  const { accessMaxAge, refreshMaxAge } = config.programs
  const accessToken = makeAccessToken()
  const after = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`
  await tx.delete(programTokens).where(and(eq(programTokens.apiKeyId, apiKeyId), lt(programTokens.expiresAt, sql`now()`)))
  await tx.insert(programTokens).values({ hash: hashSecret(accessToken), apiKeyId, kind: 'access', expiresAt: after(accessMaxAge) })
  await tx
    .insert(programTokens)
    .values({ hash: hashSecret(refreshToken), apiKeyId, kind: 'refresh', expiresAt: after(refreshMaxAge) })
    .onConflictDoNothing()
  return { access_token: accessToken, refresh_token: refreshToken, expires_in: accessMaxAge }
}
