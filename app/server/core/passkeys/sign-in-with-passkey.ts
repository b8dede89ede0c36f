import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import type { TokenPair } from '#app/contract/accounts.ts'
import type { PasskeySignIn } from '#app/contract/passkeys.ts'
import type { Database } from '../../db/database.ts'
import { passkeys } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import { addressKey, type Attempts } from '../accounts/attempts.ts'
import { startSession } from '../accounts/start-session.ts'
import { Problem } from '../problem.ts'
import { relyingParty } from './relying-party.ts'
import { takeChallenge } from './take-challenge.ts'

export type SignInWithPasskeyOptions = {
  response: PasskeySignIn
  address: string
  userAgent: string | null
  siteUrl: string
  now?: Date
}

/** A passkey is both steps: something the person has, and the device has made sure that it is them. Everything that is wrong is one answer. */
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
    // Removed meanwhile, or used by a copy of it at the same time: then it is not this one any more.
    const used = await tx
      .update(passkeys)
      .set({ counter, synced, lastUsedAt: now })
      .where(and(eq(passkeys.id, own.id), eq(passkeys.counter, own.counter)))
      .returning({ id: passkeys.id })
    if (used.length === 0) throw new Problem('passkey_refused')
    return startSession(tx, keys, { userId: own.userId, userAgent, address, now })
  })
}
