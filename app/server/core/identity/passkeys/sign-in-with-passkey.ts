import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import type { TokenPair } from '#app/contract/account/accounts.ts'
import type { PasskeySignIn } from '#app/contract/account/passkeys.ts'
import type { Database } from '#app/server/db/database.ts'
import { passkeys } from '#app/server/db/schema/credentials.ts'
import type { Keys } from '#app/server/keys.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { lockUser } from '../../lock-user.ts'
import { startSession } from '../sessions/start-session.ts'
import { Problem } from '../../problem.ts'
import { relyingParty } from './relying-party.ts'
import { takeChallenge } from './take-challenge.ts'

export type SignInWithPasskeyOptions = {
  response: PasskeySignIn
  address: string
  userAgent: string | null
  siteUrl: string
  now?: Date
}

/** Signs in with a passkey, which counts as both factors: possession and user verification. All failures get the same answer. */
export async function signInWithPasskey(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { response, address, userAgent, siteUrl, now = new Date() }: SignInWithPasskeyOptions,
): Promise<TokenPair> {
  await attempts.passkeyByAddress.take(addressKey(address))
  const [own] = await db.select().from(passkeys).where(eq(passkeys.credentialId, response.id))
  if (!own) throw new Problem('passkey_refused')
  const { id: rpId, origin } = relyingParty(siteUrl)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(db, { challenge, userId: null, now }),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: own.credentialId,
      publicKey: Uint8Array.from(Buffer.from(own.publicKey, 'base64url')),
      counter: own.counter,
      transports: own.transports,
    },
  }).catch((cause: unknown) => {
    throw new Problem('passkey_refused', { cause })
  })
  if (!verified) throw new Problem('passkey_refused')
  const { newCounter: counter, credentialBackedUp: synced } = authenticationInfo
  return db.transaction(async (tx) => {
    await lockUser(tx, own.userId)
    // Without a row, the passkey was removed in the meantime or its counter reveals a copy.
    const used = await tx
      .update(passkeys)
      .set({ counter, synced, lastUsedAt: now })
      .where(and(eq(passkeys.id, own.id), eq(passkeys.counter, own.counter)))
      .returning({ id: passkeys.id })
    if (used.length === 0) throw new Problem('passkey_refused')
    return startSession(tx, keys, { userId: own.userId, userAgent, address, now })
  })
}
