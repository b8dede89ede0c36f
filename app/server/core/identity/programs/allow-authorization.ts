import { eq, sql } from 'drizzle-orm'
import type { KeyBudgetChange } from '#app/contract/account/api-keys.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { accessCodes, programClients } from '#app/server/db/schema/programs.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { lockCaller } from '../../lock-user.ts'
import { hashSecret, makeSecret } from '../../secret.ts'
import type { Caller } from '../sessions/authenticate.ts'
import type { Authorization } from './authorization.ts'
import { requireRoomForAccess } from './make-access.ts'
import { noticeOfAccess } from './notice-of-access.ts'

type AllowOptions = { caller: Caller; authorization: Authorization; budget: KeyBudgetChange; siteUrl: string }

/**
 * Records that a person gives a program access. Returns the code with which the program fetches its tokens, once and within a minute.
 * `delivery` is the email to the person.
 */
export async function allowAuthorization(
  db: Database,
  mailer: Mailer,
  { caller, authorization, budget, siteUrl }: AllowOptions,
): Promise<{ code: string; delivery: Promise<void> }> {
  const { client, redirectUri, scopes, challenge } = authorization
  const code = makeSecret()
  const user = await db.transaction(async (tx) => {
    const owner = await lockCaller(tx, caller)
    const { id: userId } = owner
    await requireRoomForAccess(tx, userId)
    await tx.insert(accessCodes).values({
      hash: hashSecret(code),
      clientId: client.id,
      clientName: client.name,
      redirectUri,
      challenge,
      userId,
      scopes,
      budget,
      expiresAt: sql`now() + make_interval(secs => ${config.programs.codeMaxAge})`,
    })
    await tx
      .update(programClients)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(programClients.id, client.id))
    return owner
  })
  return { code, delivery: mailer.send(noticeOfAccess({ user, siteUrl, name: client.name })) }
}
