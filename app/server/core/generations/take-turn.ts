import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'

/**
 * Gives a queued run its turn, in which each person has one run: start-time fair queueing (Goyal, Vin and Cheng, 1996) with runs of equal
 * cost. A person with nothing waiting gets the turn that is being served; further runs get one turn each after their last. The account is
 * locked, so a person's runs do not get the same turn.
 */
export async function takeTurn(tx: Transaction, { id, userId }: { id: string; userId: string }): Promise<number> {
  const [taken] = await tx
    .update(generations)
    .set({
      turn: sql`greatest(
        coalesce((select min(other.turn) from generations other where other.status = 'queued' and other.waits_for is null), 0),
        coalesce((select max(own.turn) from generations own where own.status = 'queued' and own.user_id = ${userId}), -1) + 1)`,
    })
    .where(eq(generations.id, id))
    .returning({ turn: generations.turn })
  return taken?.turn ?? 0
}
