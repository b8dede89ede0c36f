import { and, eq, gt, isNull } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import type { HandedOver } from '#app/contract/accounts.ts'
import type { Database } from '../../db/database.ts'
import { handovers } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import { Problem } from '../problem.ts'
import { addressKey, type Attempts } from './attempts.ts'
import { authenticate } from './authenticate.ts'
import { getSession } from './get-session.ts'
import { hashToken } from './hash-token.ts'
import { startSession } from './start-session.ts'

export type TakeHandoverOptions = {
  /** What a page was opened with as `?access_token=`. */
  accessToken: string
  address: string
  userAgent: string | null
  now?: Date
}

/**
 * Signs in whoever was handed over: a handover token starts a session, once; an access token of ours stays the one it is and brings
 * no refresh token along. Everything else is `invalid_access_token`.
 */
export async function takeHandover(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { accessToken, address, userAgent, now = new Date() }: TakeHandoverOptions,
): Promise<HandedOver> {
  await attempts.handoverByAddress.take(addressKey(address))
  // Three parts make an access token; a handover token has no dots.
  if (accessToken.includes('.')) return readAccessToken(db, keys, accessToken, now)
  return db.transaction(async (tx) => {
    const [handover] = await tx
      .update(handovers)
      .set({ usedAt: now })
      .where(and(eq(handovers.hash, hashToken(accessToken)), isNull(handovers.usedAt), gt(handovers.expiresAt, now)))
      .returning({ userId: handovers.userId })
    if (!handover) throw new Problem('invalid_access_token')
    const pair = await startSession(tx, keys, { userId: handover.userId, userAgent, address, now })
    return { ...pair, user: await getSession(tx, handover) }
  })
}

async function readAccessToken(db: Database, keys: Keys, token: string, now: Date): Promise<HandedOver> {
  const caller = await authenticate(db, keys, token).catch((cause: unknown) => {
    throw cause instanceof Problem ? new Problem('invalid_access_token', { cause }) : cause
  })
  const expiresIn = Math.floor((decodeJwt(token).exp ?? 0) - now.getTime() / 1000)
  if (expiresIn < 1) throw new Problem('invalid_access_token')
  return { user: await getSession(db, caller), token, refresh_token: null, expires_in: expiresIn, device_token: null }
}
