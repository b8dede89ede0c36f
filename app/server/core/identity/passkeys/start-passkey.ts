import { generateRegistrationOptions } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { parse as parseUuid } from 'uuid'
import * as v from 'valibot'
import { type PasskeyRegistration, passkeyRegistrationSchema } from '#app/contract/account/passkeys.ts'
import type { Proof } from '#app/contract/base/security.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { passkeys } from '#app/server/db/schema/credentials.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { proveIdentity } from '../two-factor/prove-identity.ts'
import { Problem } from '../../problem.ts'
import { algorithms, relyingParty } from './relying-party.ts'
import { keepChallenge } from './take-challenge.ts'

export type StartPasskeyOptions = { caller: Caller; proof: Proof; siteUrl: string; now?: Date }

/** Returns the WebAuthn options for a new passkey. Devices that already have one for the account are excluded. */
export async function startPasskey(
  db: Database,
  keys: Keys,
  attempts: Attempts,
  { caller, proof, siteUrl, now = new Date() }: StartPasskeyOptions,
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
    // The passkey replaces both factors, so it must be discoverable and verify the user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(db, { challenge: options.challenge, userId: user.id, now })
  return v.parse(passkeyRegistrationSchema, options)
}
