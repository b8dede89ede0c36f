import { createHash } from 'node:crypto'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { FreeTokensBarred } from '#app/contract/account/accounts.ts'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { grantedMailboxes, users } from '#app/server/db/schema/users.ts'
import { isDisposable, readRules } from '../../rules/safety/rules.ts'
import type { DisposableDomains } from '../../rules/safety/disposable-domains.ts'

export type ClaimMailboxOptions = { userId: string; disposable: DisposableDomains }

/**
 * Gives the account its mailbox's claim to free tokens, or bars the account permanently if the address is disposable or another account has
 * the claim. Called whenever an account gets an address.
 */
export async function claimMailbox(tx: Transaction, { userId, disposable }: ClaimMailboxOptions): Promise<void> {
  const [user] = await tx.select({ email: users.email, mailbox: users.mailbox }).from(users).where(eq(users.id, userId))
  if (!user) throw new Error(`there is no user ${userId}`)
  const barred = await reasonToBar(tx, { ...user, userId, disposable })
  if (!barred) return
  await tx
    .update(users)
    .set({ freeTokensBarred: barred })
    .where(and(eq(users.id, userId), isNull(users.freeTokensBarred)))
}

async function reasonToBar(
  tx: Transaction,
  { userId, email, mailbox, disposable }: ClaimMailboxOptions & { email: string; mailbox: string },
): Promise<FreeTokensBarred | null> {
  if (isDisposable(await readRules(tx), { email, disposable })) return 'disposable_email'
  const hash = createHash('sha256').update(mailbox).digest('hex')
  // Of two concurrent claims one succeeds; the other waits for it and then updates no row.
  const [claimed] = await tx
    .insert(grantedMailboxes)
    .values({ hash, userId })
    .onConflictDoUpdate({
      target: grantedMailboxes.hash,
      set: { userId, forgetAt: null },
      setWhere: or(eq(grantedMailboxes.userId, userId), lt(grantedMailboxes.forgetAt, sql`now()`)),
    })
    .returning({ hash: grantedMailboxes.hash })
  return claimed ? null : 'known_mailbox'
}

/** Retains an erased account's claims for a while, so that deleting it and signing up again earns nothing. */
export async function retainMailboxes(tx: Transaction, { userId, now }: { userId: string; now: Date }): Promise<void> {
  const forgetAt = new Date(now.getTime() + config.tokens.mailboxMemory * 1000)
  await tx.update(grantedMailboxes).set({ forgetAt }).where(eq(grantedMailboxes.userId, userId))
}

/** Deletes claims of accounts erased long ago. */
export async function forgetMailboxes(db: Database): Promise<void> {
  await db.delete(grantedMailboxes).where(lt(grantedMailboxes.forgetAt, sql`now()`))
}
