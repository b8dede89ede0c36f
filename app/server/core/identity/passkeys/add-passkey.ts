import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { v7 as uuidv7 } from 'uuid'
import type { AddPasskey, Passkey } from '#app/contract/account/passkeys.ts'
import type { Database } from '#app/server/db/database.ts'
import { passkeys } from '#app/server/db/schema/credentials.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writeSecurityNotice } from '#app/server/mail/security-notice.ts'
import { lockCaller } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import type { Caller } from '../sessions/authenticate.ts'
import { toPasskey } from './list-passkeys.ts'
import { algorithms, relyingParty } from './relying-party.ts'
import { takeChallenge } from './take-challenge.ts'

export type AddPasskeyOptions = { caller: Caller; siteUrl: string; input: AddPasskey; now?: Date }

/** Stores the public key of a new passkey. `delivery` is the email to the owner. */
export async function addPasskey(
  db: Database,
  mailer: Mailer,
  { caller, siteUrl, input: { name, response }, now = new Date() }: AddPasskeyOptions,
): Promise<{ passkey: Passkey; delivery: Promise<void> }> {
  const { userId } = caller
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
  const { user, added } = await db.transaction(async (tx) => {
    const user = await lockCaller(tx, caller)
    const [added] = await tx
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
    return { user, added }
  })
  if (!added) throw new Problem('passkey_refused')
  const notice = writeSecurityNotice({ to: user.email, locale: user.locale, siteUrl, at: now, event: { kind: 'passkey_added', name } })
  return { passkey: toPasskey(added), delivery: mailer.send(notice) }
}
