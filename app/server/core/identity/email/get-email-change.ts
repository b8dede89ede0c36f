import { and, eq, gt, isNull } from 'drizzle-orm'
import type { EmailChange } from '#app/contract/account/email-change.ts'
import type { Database } from '#app/server/db/database.ts'
import { emailChanges } from '#app/server/db/schema/credentials.ts'

export type GetEmailChangeOptions = { userId: string; now?: Date }

/** Returns the address waiting for confirmation. */
export async function getEmailChange(db: Database, { userId, now = new Date() }: GetEmailChangeOptions): Promise<EmailChange> {
  const [change] = await db
    .select({ email: emailChanges.email, expiresAt: emailChanges.expiresAt })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt), gt(emailChanges.expiresAt, now)))
  return { pending: change ? { email: change.email, expires_at: change.expiresAt.toISOString() } : null }
}
