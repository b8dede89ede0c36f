import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { accessCodes } from '#app/server/db/schema/programs.ts'
import { isAccountActive } from '../../active-account.ts'
import { hashSecret } from '../../secret.ts'
import { revokeApiKeys } from '../api-keys/revoke-api-key.ts'
import { isVerifier } from './authorization.ts'
import { ProgramRefusal } from './program-refusal.ts'
import { type ProgramTokens, issueProgramTokens } from './program-tokens.ts'
import { lockForAccess, makeAccess } from './make-access.ts'
import { hostOf } from './redirect-uris.ts'

export type ExchangeCodeOptions = { code: string; clientId: string; redirectUri: string; verifier: string }

const refused = () => new ProgramRefusal('invalid_grant', 'The code has expired, was used before, or belongs to another request.')

/**
 * Exchanges a code for the tokens of a new access, once: of parallel requests with one code, one gets tokens. Whatever is wrong, the code is
 * used up. A code that is used again after the time for repetitions has been copied, so its access ends.
 */
export async function exchangeCode(db: Database, options: ExchangeCodeOptions): Promise<ProgramTokens & { scope: string }> {
  const hash = hashSecret(options.code)
  const issued = await db.transaction(async (tx) => {
    const [known] = await tx.select({ userId: accessCodes.userId }).from(accessCodes).where(eq(accessCodes.hash, hash))
    if (!known) return null
    await lockForAccess(tx, known.userId)
    const [code] = await tx
      .update(accessCodes)
      .set({ usedAt: sql`now()` })
      .where(and(eq(accessCodes.hash, hash), isNull(accessCodes.usedAt), gt(accessCodes.expiresAt, sql`now()`)))
      .returning()
    if (!code) return await endReused(tx, hash)
    if (!belongs(code, options) || !(await isAccountActive(tx, code.userId))) return null
    const { userId, clientId, clientName: name, scopes, budget } = code
    const clientHost = clientId.startsWith('http') ? new URL(clientId).host : hostOf(code.redirectUri)
    const apiKeyId = await makeAccess(tx, { userId, clientId, clientHost, name, scopes, budget })
    await tx.update(accessCodes).set({ apiKeyId }).where(eq(accessCodes.hash, hash))
    return { ...(await issueProgramTokens(tx, { apiKeyId })), scope: scopes.join(' ') }
  })
  // Thrown outside the transaction, because a rollback would undo the use of the code and the end of the access.
  if (!issued) throw refused()
  return issued
}

type Code = typeof accessCodes.$inferSelect

const belongs = (code: Code, { clientId, redirectUri, verifier }: ExchangeCodeOptions): boolean =>
  code.clientId === clientId && code.redirectUri === redirectUri && isVerifier(verifier, code.challenge)

async function endReused(tx: Transaction, hash: string): Promise<null> {
  const [used] = await tx
    .select({ userId: accessCodes.userId, apiKeyId: accessCodes.apiKeyId })
    .from(accessCodes)
    .where(and(eq(accessCodes.hash, hash), sql`${accessCodes.usedAt} < now() - make_interval(secs => ${config.programs.reuseGrace})`))
  if (used?.apiKeyId) await revokeApiKeys(tx, { userId: used.userId, id: used.apiKeyId })
  return null
}
