import { sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { tokenLots } from '#app/server/db/schema/tokens.ts'
import { Problem } from '../../problem.ts'
import { isHeldBack, type Spendable } from './spendable-lots.ts'

export type SpendLotsOptions = {
  userId: string
  spendable: Spendable
  /** The balance of the account, which is locked. */
  available: number
  /** The amounts in their order. `unbilled`: whether free tokens of an unverified account may pay for it. */
  parts: readonly { amount: number; unbilled: boolean }[]
}

export type Spent = { lotId: string; amount: number }

/**
 * Takes tokens from the lots that expire first, and returns how many from each, by part. Throws `not_enough_tokens` with what all parts
 * lack, or `email_not_verified`. The caller changes the balance.
 */
export async function spendLots(tx: Transaction, { userId, spendable, available, parts }: SpendLotsOptions): Promise<Spent[][]> {
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  if (available < total) throw new Problem('not_enough_tokens', { missing: total - available })
  const { lots, needsBought } = spendable
  const left = new Map(lots.map(({ id, remaining }) => [id, remaining]))
  const leftOf = (id: string) => left.get(id) ?? 0
  const spent = parts.map(({ amount, unbilled }) => {
    const onlyBought = needsBought(unbilled)
    const own = lots.filter(({ bought }) => bought || !onlyBought)
    if (
      onlyBought &&
      isHeldBack(
        own.reduce((sum, { id }) => sum + leftOf(id), 0),
        amount,
      )
    )
      throw new Problem('email_not_verified')
    let missing = amount
    const taken = own.flatMap(({ id }): Spent[] => {
      const tokens = Math.min(leftOf(id), missing)
      if (tokens === 0) return []
      left.set(id, leftOf(id) - tokens)
      missing -= tokens
      return [{ lotId: id, amount: tokens }]
    })
    if (missing > 0) throw new Error(`lots of user ${userId} hold ${missing} tokens fewer than the account`)
    return taken
  })
  const changed = [...new Set(spent.flat().map(({ lotId }) => lotId))].map((id) => ({ id, remaining: leftOf(id) }))
  if (changed.length > 0)
    await tx.execute(sql`
      update ${tokenLots} set remaining = changed.remaining
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) changed(id uuid, remaining bigint) where ${tokenLots.id} = changed.id`)
  return spent
}
