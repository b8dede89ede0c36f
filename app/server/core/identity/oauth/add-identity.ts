import { and, eq } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { identities } from '#app/server/db/schema/credentials.ts'
import type { Keys } from '#app/server/keys.ts'
import { writeConnectedNotice } from '#app/server/mail/linked-notice.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import type { Oauth } from '#app/server/oauth/oauth.ts'
import { lockCaller } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { openTicket } from './connect-tickets.ts'

export type AddIdentityOptions = { oauth: Oauth; caller: Caller; ticket: string; siteUrl: string; now?: Date }

/**
 * Connects another service to the account; `delivery` is the email to the owner. Only the person who started it can finish: another
 * person's ticket is refused. Connecting the same identity again is no error.
 */
export async function addIdentity(
  db: Database,
  keys: Keys,
  mailer: Mailer,
  { oauth, caller, ticket: sealed, siteUrl, now = new Date() }: AddIdentityOptions,
): Promise<{ delivery: Promise<void> }> {
  const { userId } = caller
  const ticket = await openTicket(keys, 'finish', sealed, now)
  if (!ticket || ticket.userId !== userId) throw new Problem('invalid_verification_token')
  const { provider, subject, email } = ticket
  const owner = await db.transaction(async (tx) => {
    const user = await lockCaller(tx, caller)
    const [added] = await tx
      .insert(identities)
      .values({ provider, subject, userId, email, createdAt: now })
      .onConflictDoNothing()
      .returning({ userId: identities.userId })
    if (added) return user
    const [holder] = await tx
      .select({ userId: identities.userId })
      .from(identities)
      .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
    // The identity belongs to another account.
    if (holder?.userId !== userId) throw new Problem('email_taken')
    return null
  })
  return {
    delivery: owner
      ? mailer.send(
          writeConnectedNotice({
            to: owner.email,
            locale: owner.locale,
            siteUrl,
            at: now,
            provider,
            label: oauth[provider]?.oidc?.label ?? null,
          }),
        )
      : Promise.resolve(),
  }
}
