import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { handovers } from '../../db/schema.ts'
import { hashToken, makeToken } from './hash-token.ts'

export type MakeHandoverOptions = { userId: string; now: Date }

/** A token by which a page picks up a sign-in that was proved elsewhere: once, and soon. */
export async function makeHandover(db: Database, { userId, now }: MakeHandoverOptions): Promise<string> {
  const token = makeToken()
  const expiresAt = new Date(now.getTime() + config.auth.handover.maxAge * 1000)
  await db.insert(handovers).values({ hash: hashToken(token), userId, expiresAt })
  return token
}
