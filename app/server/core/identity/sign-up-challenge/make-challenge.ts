import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { type SignUpChallenge, signUpChallengeSchema } from '#app/contract/account/sign-up-challenge.ts'
import { config } from '#config'
import { purpose, secretsOf } from './secrets.ts'

const { cost, rounds: configured, maxAge } = config.auth.signUpChallenge

export type MakeChallengeOptions = { now?: Date; /** Number of keys to try. */ rounds?: { min: number; max: number } }

/** Creates a proof-of-work challenge for a sign-up. Nothing is stored until it is solved. */
export async function makeChallenge(
  key: Uint8Array,
  { now = new Date(), rounds = configured }: MakeChallengeOptions = {},
): Promise<SignUpChallenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(rounds.min, rounds.max + 1),
    deriveKey,
    expiresAt: Math.floor(now.getTime() / 1000) + maxAge,
    data: { purpose },
    ...secretsOf(key),
  })
  return v.parse(signUpChallengeSchema, challenge)
}
