import { createHmac, timingSafeEqual } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'

export type KnownDevice = {
  userId: string
  email: string
  /** The session in which the device signed in; its guesses are counted under this id. */
  sessionId: string
}

type Claims = { userId: string; sessionId: string; expires: string }

/** Account, session, expiry in seconds and signature, separated by dots. */
const tokenSchema = v.pipe(v.string(), v.regex(/^[\da-f-]{36}\.[\da-f-]{36}\.\d{1,12}\.[\w-]{43}$/))

export type MakeDeviceTokenOptions = { userId: string; sessionId: string; passwordHash: string | null; now: Date }

/**
 * Makes a token that marks a device as having signed in. It is no credential: it only gives the device its own allowance of guesses. The
 * signature includes the password hash, so a new password invalidates all device tokens of the account. The same arguments give the same
 * token.
 */
export function makeDeviceToken(keys: Keys, { userId, sessionId, passwordHash, now }: MakeDeviceTokenOptions): string {
  const expires = String(Math.floor(now.getTime() / 1000) + config.auth.knownDevice.maxAge)
  return `${userId}.${sessionId}.${expires}.${sign(keys, { userId, sessionId, expires }, passwordHash)}`
}

export type FindKnownDevicesOptions = { deviceTokens: readonly string[] | undefined; now: Date }

/** Finds the accounts this device has signed in to. Forged, foreign and expired tokens are ignored. */
export async function findKnownDevices(
  db: Database,
  keys: Keys,
  { deviceTokens = [], now }: FindKnownDevicesOptions,
): Promise<KnownDevice[]> {
  const claimed = deviceTokens
    .filter((token) => v.is(tokenSchema, token))
    .map((token) => {
      const [userId = '', sessionId = '', expires = '', signature = ''] = token.split('.')
      return { userId, sessionId, expires, signature }
    })
    .filter(({ userId, expires }) => v.is(v.pipe(v.string(), v.uuid()), userId) && Number(expires) * 1000 > now.getTime())
  if (claimed.length === 0) return []
  const owners = await db
    .select({ id: users.id, email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(
      inArray(
        users.id,
        claimed.map(({ userId }) => userId),
      ),
    )
  return claimed.flatMap(({ signature, ...claims }) => {
    const owner = owners.find(({ id }) => id === claims.userId)
    if (!owner || !isSame(signature, sign(keys, claims, owner.passwordHash))) return []
    return [{ userId: owner.id, email: owner.email, sessionId: claims.sessionId }]
  })
}

function sign(keys: Keys, { userId, sessionId, expires }: Claims, passwordHash: string | null): string {
  return createHmac('sha256', keys.device)
    .update(`${userId}.${sessionId}.${expires}.${passwordHash ?? ''}`)
    .digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
