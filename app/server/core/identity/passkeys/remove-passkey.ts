import { and, eq } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { identities, passkeys } from '#app/server/db/schema/credentials.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'

/** Removes a passkey. The last way to sign in cannot be removed. */
export async function removePasskey(db: Database, { userId, id }: { userId: string; id: string }): Promise<void> {
  await db.transaction(async (tx) => {
    // The lock prevents two concurrent removals from removing the last way to sign in.
    const user = await lockUser(tx, userId)
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
