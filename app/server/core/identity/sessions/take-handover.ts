import { and, eq, gt, isNull } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import type { HandedOver } from '#app/contract/account/accounts.ts'
import type { Database } from '#app/server/db/database.ts'
import { handovers } from '#app/server/db/schema/sessions.ts'
import type { Keys } from '#app/server/keys.ts'
import { lockUser } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { authenticate } from './authenticate.ts'
import { getMe } from '../profile/get-me.ts'
import { hashSecret } from '../../secret.ts'
import { startSession } from './start-session.ts'

export type TakeHandoverOptions = {
  /** The value of `?access_token=`. */
  accessToken: string
  address: string
  userAgent: string | null
  now?: Date
}

/**
 * Signs in by the token in a page's URL: a handover token starts a session, once; an access token is used as is, without a refresh token.
 * Any other value is `invalid_access_token`.
 */
export async function takeHandover(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { accessToken, address, userAgent, now = new Date() }: TakeHandoverOptions,
): Promise<HandedOver> {
  await attempts.handoverByAddress.take(addressKey(address))
  // An access token has three parts; a handover token has no dots.
  if (accessToken.includes('.')) return readAccessToken(db, keys, accessToken, now)
  const usable = and(eq(handovers.hash, hashSecret(accessToken)), isNull(handovers.usedAt), gt(handovers.expiresAt, now))
  return db.transaction(async (tx) => {
    const [known] = await tx.select({ userId: handovers.userId }).from(handovers).where(usable)
    if (!known) throw new Problem('invalid_access_token')
    await lockUser(tx, known.userId)
    const [handover] = await tx.update(handovers).set({ usedAt: now }).where(usable).returning({ userId: handovers.userId })
    if (!handover) throw new Problem('invalid_access_token')
    const pair = await startSession(tx, keys, { userId: handover.userId, userAgent, address, now })
    return { ...pair, user: await getMe(tx, handover) }
  })
}

async function readAccessToken(db: Database, keys: Keys, token: string, now: Date): Promise<HandedOver> {
  const caller = await authenticate(db, keys, token).catch((cause: unknown) => {
    throw cause instanceof Problem ? new Problem('invalid_access_token', { cause }) : cause
  })
  const expiresIn = Math.floor((decodeJwt(token).exp ?? 0) - now.getTime() / 1000)
  if (expiresIn < 1) throw new Problem('invalid_access_token')
  return { user: await getMe(db, caller), token, refresh_token: null, expires_in: expiresIn, device_token: null }
}
