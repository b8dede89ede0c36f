import { generateAuthenticationOptions } from '@simplewebauthn/server'
import * as v from 'valibot'
import { passkeyRequestSchema } from '#app/contract/account/passkeys.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'
import { relyingParty } from './relying-party.ts'
import { keepChallenge } from './take-challenge.ts'

export type StartPasskeySignInOptions = { address: string; siteUrl: string; now?: Date }

/** Returns the WebAuthn options for a sign-in. They name no account: the device knows its passkeys. */
export async function startPasskeySignIn(
  db: Database,
  attempts: Attempts,
  { address, siteUrl, now = new Date() }: StartPasskeySignInOptions,
): Promise<v.InferOutput<typeof passkeyRequestSchema>> {
  await attempts.passkeyByAddress.take(addressKey(address))
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(siteUrl).id,
    userVerification: 'required',
    timeout: config.auth.passkeys.challengeMaxAge * 1000,
  })
  await keepChallenge(db, { challenge: options.challenge, userId: null, now })
  return v.parse(passkeyRequestSchema, options)
}
