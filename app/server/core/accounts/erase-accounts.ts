import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '../../db/database.ts'
import {
  apiKeys,
  avatars,
  collections,
  drafts,
  emailChanges,
  emailTokens,
  generations,
  handovers,
  identities,
  orders,
  passkeyChallenges,
  passkeys,
  passwordResetTokens,
  savedPrompts,
  sessions,
  shares,
  signInChallenges,
  subscriptions,
  testPayments,
  threads,
  twoFactor,
  uploads,
  users,
} from '../../db/schema.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Storage } from '../../storage/storage.ts'
import { cancelIfUnfinished } from '../generations/cancel-generation.ts'
import { keepMailboxes } from '../grants/claim-mailbox.ts'
import { lockAccount } from '../tokens/lock-account.ts'

export type EraseAccountsOptions = { queue: Queue; now?: Date }

/** Accounts whose owners asked for it and did not come back in time. Returns how many. */
export async function eraseAccounts(db: Database, { queue, now = new Date() }: EraseAccountsOptions): Promise<number> {
  const due = await db
    .select({ id: users.id })
    .from(users)
    .where(and(lte(users.deleteAfter, now), isNull(users.erasedAt)))
  let erased = 0
  for (const { id } of due) if (await db.transaction((tx) => erase(tx, { queue, userId: id, now }))) erased += 1
  return erased
}

/**
 * Everything of the person, in one transaction; their files in the background, and again until they are gone. What stays is the ledger
 * and what it points at: rows without a word, a name or an address in them.
 */
async function erase(tx: Transaction, { queue, userId, now }: { queue: Queue; userId: string; now: Date }): Promise<boolean> {
  // First, as every change of tokens does.
  await lockAccount(tx, userId)
  // A sign-in that came a moment before has taken the wish back.
  const [due] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), lte(users.deleteAfter, now), isNull(users.erasedAt)))
    .for('update')
  if (!due) return false

  const unfinished = await tx
    .select({ id: generations.id })
    .from(generations)
    .where(and(eq(generations.userId, userId), inArray(generations.status, ['queued', 'running']), isNull(generations.deletedAt)))
  for (const { id } of unfinished) await cancelIfUnfinished(tx, { userId, id })
  await tx
    .update(generations)
    .set({
      deletedAt: sql`coalesce(${generations.deletedAt}, now())`,
      purgedAt: sql`coalesce(${generations.purgedAt}, now())`,
      updatedAt: sql`now()`,
      prompt: '',
      title: null,
      text: null,
      context: null,
      options: {},
      inputs: [],
      idempotencyKey: null,
      idempotencyHash: null,
      operation: null,
    })
    .where(eq(generations.userId, userId))
  for (const table of [
    avatars,
    sessions,
    passwordResetTokens,
    emailTokens,
    emailChanges,
    identities,
    handovers,
    apiKeys,
    passkeys,
    passkeyChallenges,
    twoFactor,
    signInChallenges,
    threads,
    collections,
    drafts,
    savedPrompts,
    shares,
    testPayments,
  ])
    await tx.delete(table).where(eq(table.userId, userId))
  // Orders, payments and periods stay, as books have to; not what leads to the person or could charge them again.
  await tx.update(orders).set({ checkoutUrl: null, idempotencyKey: null, idempotencyHash: null }).where(eq(orders.userId, userId))
  await tx
    .update(subscriptions)
    .set({ method: null, next: null, renewAt: null, status: 'ended', endedAt: sql`coalesce(${subscriptions.endedAt}, now())` })
    .where(eq(subscriptions.userId, userId))
  await tx
    .update(users)
    .set({
      // Free for anybody from now on, its last owner too.
      email: `${userId}@erased.invalid`,
      name: null,
      passwordHash: null,
      referralCode: `erased-${randomUUID()}`,
      referredBy: null,
      emailVerifiedAt: null,
      keptAt: null,
      timeZone: null,
      currency: null,
      mailWhenDone: false,
      erasedAt: now,
    })
    .where(eq(users.id, userId))
  await keepMailboxes(tx, { userId, now })
  await queue.enqueue(tx, 'purge-files', { user_id: userId })
  return true
}

/** The files that an erased person had brought; their rows go once they are gone. */
export async function purgeUploads(db: Database, { storage, userId }: { storage: Storage; userId: string }): Promise<void> {
  const left = await db
    .select({ id: uploads.id, storageKey: uploads.storageKey })
    .from(uploads)
    .innerJoin(users, eq(users.id, uploads.userId))
    .where(and(eq(uploads.userId, userId), isNotNull(users.erasedAt)))
  for (const { id, storageKey } of left) {
    await storage.delete(storageKey)
    await db.delete(uploads).where(eq(uploads.id, id))
  }
}
