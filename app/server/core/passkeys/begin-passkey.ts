import { generateRegistrationOptions } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { parse as parseUuid } from 'uuid'
import * as v from 'valibot'
import { type PasskeyRegistration, passkeyRegistrationSchema } from '#app/contract/passkeys.ts'
import type { Proof } from '#app/contract/security.ts'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { passkeys } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import type { Attempts } from '../accounts/attempts.ts'
import type { Caller } from '../accounts/authenticate.ts'
import { proveIdentity } from '../accounts/prove-identity.ts'
import { Problem } from '../problem.ts'
import { algorithms, relyingParty } from './relying-party.ts'
import { keepChallenge } from './take-challenge.ts'

export type BeginPasskeyOptions = { caller: Caller; proof: Proof; siteUrl: string; now?: Date }

/** What the browser is to ask the device, so that it makes a passkey. One that the account has already is not made again. */
export async function beginPasskey(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { caller, proof, siteUrl, now = new Date() }: BeginPasskeyOptions,
): Promise<PasskeyRegistration> {
  const user = await proveIdentity(db, keys, attempts, { caller, proof, now })
  const own = await db.select().from(passkeys).where(eq(passkeys.userId, user.id))
  if (own.length >= config.auth.passkeys.maxPerAccount) throw new Problem('too_many_passkeys')
  const options = await generateRegistrationOptions({
    rpName: config.name,
    rpID: relyingParty(siteUrl).id,
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    userID: Uint8Array.from(parseUuid(user.id)),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // It is to open the account by itself: the device has to know whose it is, and who holds it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(db, { challenge: options.challenge, userId: user.id, now })
  return v.parse(passkeyRegistrationSchema, options)
}
