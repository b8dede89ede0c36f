import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { codeBatches, codes } from '#app/server/db/schema/codes.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { readStanding } from '../../money/grants/read-standing.ts'
import { denialOf } from '../../money/grants/rules.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { Problem } from '../../problem.ts'
import { hashSecret } from '../../secret.ts'
import { grantTokens } from '../../money/tokens/grant-tokens.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { readCode } from './code.ts'

export type RedeemCodeOptions = { userId: string; typed: string; address: string; now?: Date }

/** Grants the tokens of a code to a person, once for everybody; they do not expire. Throws `invalid_input` with the reason at `code`. */
export async function redeemCode(
  db: Database,
  attempts: Pick<Attempts, 'codeByPerson' | 'codeByAddress'>,
  { userId, typed, address, now = new Date() }: RedeemCodeOptions,
): Promise<{ tokens: number }> {
  await attempts.codeByAddress.take(address)
  await attempts.codeByPerson.take(userId)
  const code = readCode(typed)
  if (code === null) throw refused('code_unknown')
  const tokens = await db.transaction((tx) => redeem(tx, { userId, hash: hashSecret(code), now }))
  await attempts.codeByPerson.giveBack(userId)
  await attempts.codeByAddress.giveBack(address)
  return { tokens }
}

/** The account is locked first, so that two codes of one batch are redeemed one after the other. */
async function redeem(tx: Transaction, { userId, hash, now }: { userId: string; hash: string; now: Date }): Promise<number> {
  await tx.insert(tokenAccounts).values({ userId }).onConflictDoNothing()
  await lockAccount(tx, userId)
  const [found] = await tx.select().from(codes).where(eq(codes.hash, hash))
  if (!found) throw refused('code_unknown')
  // A revocation of the batch waits for this transaction, or this one for it.
  const [batch] = await tx.select().from(codeBatches).where(eq(codeBatches.id, found.batchId)).for('share')
  if (!batch) throw refused('code_unknown')
  if (found.redeemedBy) throw refused(found.redeemedBy === userId ? 'code_yours' : 'code_used')
  if (batch.revokedAt) throw refused('code_revoked')
  if (batch.expiresAt && batch.expiresAt <= now) throw refused('code_expired')
  const denial = denialOf('redemption', { ...(await readStanding(tx, userId)), paid: false })
  if (denial) throw refused(denial === 'email_not_verified' ? 'code_needs_email' : 'code_not_for_you')
  if (batch.oncePerPerson && (await hasRedeemed(tx, { batchId: batch.id, userId }))) throw refused('code_once')
  const [redeemed] = await tx
    .update(codes)
    .set({ redeemedBy: userId, redeemedAt: now })
    .where(and(eq(codes.hash, hash), isNull(codes.redeemedBy)))
    .returning({ hash: codes.hash })
  if (!redeemed) throw refused('code_used')
  await grantTokens(tx, { userId, source: 'code', amount: batch.tokens, expiresAt: null, reason: batch.name })
  return batch.tokens
}

async function hasRedeemed(tx: Transaction, { batchId, userId }: { batchId: string; userId: string }): Promise<boolean> {
  const [earlier] = await tx
    .select({ one: sql`1` })
    .from(codes)
    .where(and(eq(codes.batchId, batchId), eq(codes.redeemedBy, userId)))
    .limit(1)
  return earlier !== undefined
}

const refused = (code: FieldErrorCode) => new Problem('invalid_input', { fields: { code } })
