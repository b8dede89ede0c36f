import { desc, eq } from 'drizzle-orm'
import type { Passkey } from '#app/contract/account/passkeys.ts'
import type { Database } from '#app/server/db/database.ts'
import { passkeys } from '#app/server/db/schema/credentials.ts'

/** Lists the person's passkeys, newest first. */
export async function listPasskeys(db: Database, { userId }: { userId: string }): Promise<Passkey[]> {
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.id))
  return rows.map(toPasskey)
}

export function toPasskey({ id, name, synced, createdAt, lastUsedAt }: typeof passkeys.$inferSelect): Passkey {
  return { id, name, synced, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null }
}
