import { generateAuthenticationOptions } from '@simplewebauthn/server'
import * as v from 'valibot'
import { passkeyRequestSchema } from '#app/contract/passkeys.ts'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { addressKey, type Attempts } from '../accounts/attempts.ts'
import { relyingParty } from './relying-party.ts'
import { keepChallenge } from './take-challenge.ts'

export type BeginPasskeySignInOptions = { address: string; siteUrl: string; now?: Date }

/** What the browser is to ask the device. It names nobody: the device knows whose passkeys it has. */
export async function beginPasskeySignIn(
  db: Database,
  attempts: Attempts,
  { address, siteUrl, now = new Date() }: BeginPasskeySignInOptions,
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
