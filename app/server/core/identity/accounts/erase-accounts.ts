import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { personNotes } from '#app/server/db/schema/bulk-acts.ts'
import { reports } from '#app/server/db/schema/reports.ts'
import {
  emailChanges,
  emailTokens,
  identities,
  passkeyChallenges,
  passkeys,
  passwordResetTokens,
  signInChallenges,
  twoFactor,
} from '#app/server/db/schema/credentials.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { chords } from '#app/server/db/schema/chords.ts'
import { comparisons } from '#app/server/db/schema/comparisons.ts'
import { embeddings } from '#app/server/db/schema/embeddings.ts'
import { failedCalls } from '#app/server/db/schema/failed-calls.ts'
import { films } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { collections, drafts, savedPrompts, shares, threads } from '#app/server/db/schema/library.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { failedMails } from '#app/server/db/schema/operations.ts'
import { orders, testPayments } from '#app/server/db/schema/payments.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { pushSubscriptions } from '#app/server/db/schema/push.ts'
import { handovers, sessions } from '#app/server/db/schema/sessions.ts'
import { personTotals } from '#app/server/db/schema/statistics.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { webhooks } from '#app/server/db/schema/webhooks.ts'
import { avatars, users } from '#app/server/db/schema/users.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { cancelIfUnfinished } from '../../making/generations/cancel-generation.ts'
import { erasedContent, erasedKey } from '../../making/generations/erased-content.ts'
import { lockRuns } from '../../making/generations/lock-runs.ts'
import { retainMailboxes } from '../../money/grants/claim-mailbox.ts'
import { removeAllVoices } from '../../making/voices/delete-voice.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'

export type EraseAccountsOptions = { queue: Queue; now?: Date }

/** Erases the accounts whose grace period after a deletion request is over. Returns their number. */
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
 * Erases everything personal in one transaction. The ledger stays, with the emptied rows that it references. Files are deleted in the
 * background, in retries until none is left.
 */
async function erase(tx: Transaction, { queue, userId, now }: { queue: Queue; userId: string; now: Date }): Promise<boolean> {
  // Films are locked before the runs of their parts.
  await tx.select({ id: films.id }).from(films).where(eq(films.userId, userId)).orderBy(asc(films.id)).for('no key update')
  // The person's conversations are locked before their runs, as a turn that starts locks them.
  await tx.select({ id: threads.id }).from(threads).where(eq(threads.userId, userId)).orderBy(threads.id).for('no key update')
  // The person's runs are locked before the account, the older first, as a run that ends locks them.
  const runs = new Set(await lockRuns(tx, eq(generations.userId, userId)))
  await lockAccount(tx, userId)
  // A sign-in may have canceled the request in the meantime.
  const [due] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), lte(users.deleteAfter, now), isNull(users.erasedAt)))
    // The email and the code of invitations change, which are keys.
    .for('update')
  if (!due) return false

  const unfinished = await tx
    .select({ id: generations.id })
    .from(generations)
    .where(and(eq(generations.userId, userId), inArray(generations.status, ['queued', 'running']), isNull(generations.deletedAt)))
  // An operator has just repeated a run, whose lock would come too late: the next sweep erases the account.
  if (unfinished.some(({ id }) => !runs.has(id))) return false
  for (const { id } of unfinished) await cancelIfUnfinished(tx, { userId, id })
  await tx
    .update(generations)
    .set({
      deletedAt: sql`coalesce(${generations.deletedAt}, now())`,
      purgedAt: sql`coalesce(${generations.purgedAt}, now())`,
      updatedAt: sql`now()`,
      ...erasedContent,
      ...erasedKey,
    })
    .where(eq(generations.userId, userId))
  for (const table of [failedCalls, embeddings])
    await tx.execute(sql`delete from ${table} where ${table.generationId} in (select id from generations where user_id = ${userId})`)
  await removeAllVoices(tx, { queue, userId })
  for (const table of [
    avatars,
    sessions,
    passwordResetTokens,
    emailTokens,
    emailChanges,
    identities,
    handovers,
    runRequests,
    toolCalls,
    apiKeys,
    passkeys,
    passkeyChallenges,
    twoFactor,
    signInChallenges,
    threads,
    chords,
    comparisons,
    films,
    collections,
    drafts,
    savedPrompts,
    shares,
    personNotes,
    reports,
    testPayments,
    webhooks,
    pushSubscriptions,
  ])
    await tx.delete(table).where(eq(table.userId, userId))
  await tx.update(personTotals).set({ lastSeenAt: null }).where(eq(personTotals.userId, userId))
  await tx.delete(failedMails).where(eq(failedMails.recipient, due.email))
  // Orders, payments and periods stay for the books, without links to the person or saved payment methods.
  await tx.update(orders).set({ checkoutUrl: null, idempotencyKey: null, idempotencyHash: null }).where(eq(orders.userId, userId))
  await tx
    .update(subscriptions)
    .set({ method: null, next: null, renewAt: null, status: 'ended', endedAt: sql`coalesce(${subscriptions.endedAt}, now())` })
    .where(eq(subscriptions.userId, userId))
  await tx
    .update(users)
    .set({
      // From now on the email address is free for another sign-up.
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
  await retainMailboxes(tx, { userId, now })
  await queue.enqueue(tx, 'purge-files', { user_id: userId })
  return true
}

/** Deletes the uploads of an erased person; a row is deleted once its file is gone. */
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
