import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { cancelGeneration } from '../../making/generations/cancel-generation.ts'
import { Problem } from '../../problem.ts'
import { endCredentials } from '../../identity/credentials/end-credentials.ts'
import { announceForAll } from '../../identity/sessions/revocations.ts'
import { lockPerson } from './lock-person.ts'
import type { Actor } from './policy.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'

export type BlockOptions = { actor: Actor; personId: string; reason: string; address: string; now?: Date }

/**
 * Blocks an account: its sessions and streams end and its keys and links stop working in one transaction, then its runs are canceled. A run
 * that a service does not stop goes on and is charged as usual.
 */
export async function blockPerson(
  db: Database,
  providers: Providers,
  { actor, personId, reason, address, now = new Date() }: BlockOptions,
): Promise<void> {
  await db.transaction(async (tx) => {
    const person = await lockPerson(tx, { actor, personId, right: 'block_people' })
    await blockLocked(tx, { person, now, userId: actor.userId, address, reason })
  })
  await stopRunsOf(db, providers, personId)
}

type BlockLocked = Act & { person: Pick<typeof users.$inferSelect, 'id' | 'blockedAt'>; now: Date; idempotencyKey?: string }

/** Blocks a locked person; `stopRunsOf` follows. */
export async function blockLocked(tx: Transaction, { person, now, ...act }: BlockLocked): Promise<void> {
  const { id: userId, blockedAt } = person
  if (blockedAt) return
  await tx.update(users).set({ blockedAt: now }).where(eq(users.id, userId))
  await endCredentials(tx, { userId, event: 'blocked', now })
  await announceForAll(tx, { userId, reason: 'session_ended' })
  await recordAct(tx, { ...act, action: 'person_blocked', personId: userId, before: { blocked: false }, after: { blocked: true } })
}

/** Lets a blocked person sign in again. Their earlier sessions stay ended; their keys and links work again. */
export async function unblockPerson(db: Database, { actor, personId, reason, address }: BlockOptions): Promise<void> {
  await db.transaction(async (tx) => {
    const person = await lockPerson(tx, { actor, personId, right: 'block_people' })
    if (!person.blockedAt) return
    await tx.update(users).set({ blockedAt: null }).where(eq(users.id, personId))
    await recordAct(tx, {
      userId: actor.userId,
      address,
      reason,
      action: 'person_unblocked',
      personId,
      before: { blocked: true },
      after: { blocked: false },
    })
  })
}

export async function stopRunsOf(db: Database, providers: Providers, userId: string): Promise<void> {
  const unfinished = await db
    .select({ id: generations.id })
    .from(generations)
    .where(and(eq(generations.userId, userId), inArray(generations.status, ['queued', 'running'])))
  for (const { id } of unfinished)
    await cancelGeneration(db, { providers, userId, id }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
}
