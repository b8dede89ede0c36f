import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { users } from '../../db/schema.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { writeSecurityNotice } from '../../mail/security-notice.ts'

export type TellKeptOptions = { mailer: Mailer; siteUrl: string; logger: Logger }

const atOnce = 100

/** Mails those whose sign-in has taken a deletion back: it may have been somebody else's. Not by the sign-in itself, which comes in many ways. */
export async function tellKept(db: Database, { mailer, siteUrl, logger }: TellKeptOptions): Promise<void> {
  const untold = and(isNotNull(users.keptAt), isNull(users.erasedAt))
  const due = await db
    .select({ id: users.id, at: users.keptAt, to: users.email, locale: users.locale })
    .from(users)
    .where(untold)
    .limit(atOnce)
  for (const { id, at, ...addressed } of due) {
    if (!at) continue
    // Whoever writes it down tells: a mail that comes twice is worse than one that a crash has swallowed.
    const told = await db
      .update(users)
      .set({ keptAt: null })
      .where(and(eq(users.id, id), eq(users.keptAt, at)))
      .returning({ id: users.id })
    if (told.length === 0) continue
    await mailer
      .send(writeSecurityNotice({ ...addressed, siteUrl, at, event: { kind: 'deletion_taken_back' } }))
      .catch((error: unknown) => logger.error({ err: error }, 'a mail could not be sent'))
  }
}
