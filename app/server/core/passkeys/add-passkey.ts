import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { AddPasskey, Passkey } from '#app/contract/passkeys.ts'
import type { Database } from '../../db/database.ts'
import { passkeys } from '../../db/schema/credentials.ts'
import { users } from '../../db/schema/users.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { writeSecurityNotice } from '../../mail/security-notice.ts'
import { Problem } from '../problem.ts'
import { toPasskey } from './list-passkeys.ts'
import { algorithms, relyingParty } from './relying-party.ts'
import { takeChallenge } from './take-challenge.ts'

export type AddPasskeyOptions = { userId: string; siteUrl: string; input: AddPasskey; now?: Date }

/** Stores the public key of a new passkey. `delivery` is the email to the owner. */
export async function addPasskey(
  db: Database,
  mailer: Mailer,
  { userId, siteUrl, input: { name, response }, now = new Date() }: AddPasskeyOptions,
): Promise<{ passkey: Passkey; delivery: Promise<void> }> {
  const { id: rpId, origin } = relyingParty(siteUrl)
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(db, { challenge, userId, now }),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((cause: unknown) => {
    throw new Problem('passkey_refused', { cause })
  })
  if (!registrationInfo) throw new Problem('passkey_refused')
  const { credential, credentialBackedUp } = registrationInfo
  const [user] = await db.select({ email: users.email, locale: users.locale }).from(users).where(eq(users.id, userId))
  if (!user) throw new Problem('unauthorized')
  const [added] = await db
    .insert(passkeys)
    .values({
      id: uuidv7(),
      userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      synced: credentialBackedUp,
      name,
    })
    .onConflictDoNothing()
    .returning()
  if (!added) throw new Problem('passkey_refused')
  const notice = writeSecurityNotice({ to: user.email, locale: user.locale, siteUrl, at: now, event: { kind: 'passkey_added', name } })
  return { passkey: toPasskey(added), delivery: mailer.send(notice) }
}
