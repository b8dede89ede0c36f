import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { handovers } from '#app/server/db/schema/sessions.ts'
import { hashSecret, makeSecret } from '../../secret.ts'

export type MakeHandoverOptions = { userId: string; now: Date }

/** Creates a single-use, short-lived token by which a page starts a session for a sign-in proved elsewhere. */
export async function makeHandover(db: Database | Transaction, { userId, now }: MakeHandoverOptions): Promise<string> {
  const token = makeSecret()
  const expiresAt = new Date(now.getTime() + config.auth.handover.maxAge * 1000)
  await db.insert(handovers).values({ hash: hashSecret(token), userId, expiresAt })
  return token
}
