import { AsyncLocalStorage } from 'node:async_hooks'
import { and, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { OperatorAction } from '#app/contract/operator/operator-actions.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'

/** The actor, their address and their reason. `userId` and `address` are null for the command line. */
export type Act = { userId: string | null; address: string | null; reason: string }

export type RecordActOptions = Act & {
  action: OperatorAction
  personId: string | null
  generationId?: string
  before?: Recorded
  after?: Recorded
  idempotencyKey?: string | undefined
}

const actingKey = new AsyncLocalStorage<string>()

/** Runs an act of an API key, so that each of its entries in the audit log names the key. */
export const actWithKey = <T>(apiKeyId: string, act: () => T): T => actingKey.run(apiKeyId, act)

/** Writes an act to the audit log, in the transaction of its effect. */
export async function recordAct(
  tx: Transaction,
  { userId, generationId, before, after, idempotencyKey, ...act }: RecordActOptions,
): Promise<void> {
  await tx.insert(operatorActs).values({
    ...act,
    id: uuidv7(),
    actorId: userId,
    apiKeyId: actingKey.getStore() ?? null,
    generationId: generationId ?? null,
    before: before ?? null,
    after: after ?? null,
    idempotencyKey: idempotencyKey ?? null,
  })
}

export type EarlierAct = Pick<typeof operatorActs.$inferSelect, 'personId' | 'reason' | 'after'>

/** Finds what the actor has done with the key. The caller holds a lock that serializes acts on the same account. */
export async function findEarlierAct(
  tx: Transaction,
  { userId, idempotencyKey }: { userId: string; idempotencyKey: string | undefined },
): Promise<EarlierAct | undefined> {
  if (idempotencyKey === undefined) return undefined
  const [earlier] = await tx
    .select({ personId: operatorActs.personId, reason: operatorActs.reason, after: operatorActs.after })
    .from(operatorActs)
    .where(and(eq(operatorActs.actorId, userId), eq(operatorActs.idempotencyKey, idempotencyKey)))
  return earlier
}
