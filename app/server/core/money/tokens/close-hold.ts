import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { milliPerToken, restReason } from '#app/contract/money/milli.ts'
import { config } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tokenEntries, tokenHolds, tokenLots } from '#app/server/db/schema/tokens.ts'
import { grantTokens } from './grant-tokens.ts'
import { type AccountBalance, changeBalance, lockAccount } from './lock-account.ts'
import { settle } from './token-rest.ts'

export type CloseHoldOptions = {
  userId: string
  generationId: string
  /** The exact cost in milli-tokens; what it leaves of the hold returns to its lots. */
  costMilli: number
  /** The balance, if the transaction has locked the account. */
  account?: AccountBalance
  /** The reason on the receipt: why tokens were returned, or why the paid work differs from the request. */
  reason: string | null
}

export type Charge = {
  /** Whole tokens taken from the balance. */
  charged: number
  chargedMilli: number
}

/**
 * Settles a generation's hold and records the charge in its row. The caller has ended the generation by a guarded update in the same
 * transaction, so of a finish, a cancel and a takeover that meet, the one that changes the row settles, and the others change nothing.
 * If a later change of the code broke that guard, a second settlement would still not commit: the ledger has one entry of each kind for
 * a generation (`token_entries_once`). Tokens return before the transaction ends, so a run is never final with its hold still open.
 */
export async function closeHold(tx: Transaction, { userId, generationId, costMilli, reason, account }: CloseHoldOptions): Promise<Charge> {
  const { debt, rest } = account ?? (await lockAccount(tx, userId))
  const { parts, setAside } = await readHold(tx, generationId)
  const held = parts.reduce((sum, part) => sum + part.amount, 0)
  if (!Number.isSafeInteger(costMilli) || costMilli < 0 || costMilli > held * milliPerToken + setAside)
    throw new RangeError(`cannot charge ${costMilli} milli-tokens of ${held} held tokens and ${setAside} milli-tokens of rest`)
  const settled = settle({ held: { tokens: held, milli: setAside }, rest, cost: costMilli })
  const charged = settled.tokens

  // Tokens return to the lots that would be spent last. Debt is settled from them first.
  let released = held - charged
  const repaid = Math.min(debt, released)
  let owed = repaid
  const repayments: { lotId: string; amount: number }[] = []
  for (const part of parts) {
    const back = Math.min(part.amount, released)
    const repay = Math.min(owed, back)
    if (repay > 0) repayments.push({ lotId: part.lotId, amount: repay })
    if (back > repay) await giveBack(tx, part.lotId, back - repay)
    released -= back
    owed -= repay
  }
  if (parts.length > 0) await tx.delete(tokenHolds).where(eq(tokenHolds.generationId, generationId))

  const entries: (typeof tokenEntries.$inferInsert)[] = []
  const entry = { userId, generationId, reason }
  if (costMilli > 0) entries.push({ ...entry, id: uuidv7(), kind: 'settle', amount: charged, milli: costMilli })
  const unused = Math.max(0, setAside - costMilli)
  if (held > charged || unused > 0) entries.push({ ...entry, id: uuidv7(), kind: 'release', amount: held - charged, milli: unused })
  for (const repayment of repayments) entries.push({ ...repayment, id: uuidv7(), userId, kind: 'repay' })
  if (entries.length > 0) await tx.insert(tokenEntries).values(entries)
  await changeBalance(tx, userId, { available: held - charged - repaid, held: -held, debt: -repaid, rest: settled.rest - rest })
  if (settled.mended > 0) await grantTokens(tx, { userId, source: 'grant', amount: settled.mended, expiresAt: null, reason: restReason })
  const charge = { charged, chargedMilli: costMilli }
  await tx.update(generations).set(charge).where(eq(generations.id, generationId))
  return charge
}

type Hold = { parts: { lotId: string; amount: number }[]; setAside: number }

/** Reads what a run holds: tokens by lot, those that would be spent last first, and the rest that is set aside. */
async function readHold(tx: Transaction, generationId: string): Promise<Hold> {
  const { rows } = await tx.execute<Hold>(sql`
    select (
      select coalesce(json_agg(json_build_object('lotId', hold.lot_id, 'amount', hold.amount) order by lot.expires_at desc nulls first, lot.id desc), '[]')
      from ${tokenHolds} hold join ${tokenLots} lot on lot.id = hold.lot_id where hold.generation_id = ${generationId}) as parts,
    coalesce((select entry.milli from ${tokenEntries} entry where entry.generation_id = ${generationId} and entry.kind = 'hold'), 0)::float8 as "setAside"`)
  return rows[0] ?? { parts: [], setAside: 0 }
}

/** Reopens a lot that has expired in the meantime, so that the returned tokens can be spent for a while. */
async function giveBack(tx: Transaction, lotId: string, amount: number): Promise<void> {
  const grace = sql`now() + make_interval(secs => ${config.tokens.expiredReleaseGrace})`
  await tx
    .update(tokenLots)
    .set({
      remaining: sql`${tokenLots.remaining} + ${amount}`,
      expiresAt: sql`case when ${tokenLots.expiresAt} <= now() then ${grace} else ${tokenLots.expiresAt} end`,
    })
    .where(eq(tokenLots.id, lotId))
}
