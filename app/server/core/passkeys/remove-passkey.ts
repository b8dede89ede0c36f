import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { identities, passkeys, users } from '../../db/schema.ts'
import { Problem } from '../problem.ts'

/** The account's owner is never locked out by it: the last way in stays. */
export async function removePasskey(db: Database, { userId, id }: { userId: string; id: string }): Promise<void> {
  await db.transaction(async (tx) => {
    // Locked, so that of two ways in that are taken away at once one is the last.
    const [user] = await tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)).for('update')
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id })
    if (!user || removed.length === 0) throw new Problem('not_found')
    if (user.passwordHash !== null) return
    const others = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId))
    const services = await tx.select({ provider: identities.provider }).from(identities).where(eq(identities.userId, userId))
    if (others.length + services.length === 0) throw new Problem('last_way_in')
  })
}
