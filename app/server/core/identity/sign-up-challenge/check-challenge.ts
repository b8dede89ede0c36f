import { verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { type SignUpChallenge, solvedChallengeSchema } from '#app/contract/account/sign-up-challenge.ts'
import type { Database } from '#app/server/db/database.ts'
import { usedChallenges } from '#app/server/db/schema/credentials.ts'
import { Problem } from '../../problem.ts'
import { purpose, secretsOf } from './secrets.ts'

export type PresentedChallenge = { key: Uint8Array; /** The payload as received. */ payload: string | undefined }

/** Seconds for which a used challenge is remembered after it has expired, in case the clocks of machines differ. */
const clockDrift = 60 * 60

/** Checks the solution of an unexpired challenge; throws `challenge_required` or `challenge_refused`. */
export async function checkChallenge({ key, payload }: PresentedChallenge): Promise<SignUpChallenge> {
  if (!payload) throw new Problem('challenge_required')
  const read = v.safeParse(solvedChallengeSchema, decode(payload))
  if (!read.success || read.output.challenge.parameters.data.purpose !== purpose) throw new Problem('challenge_refused')
  const { verified } = await verifySolution({ ...read.output, deriveKey, ...secretsOf(key) })
  if (!verified) throw new Problem('challenge_refused')
  return read.output.challenge
}

/** Marks a challenge as used. Of concurrent uses one succeeds; throws `challenge_refused` for the others. */
export async function useUpChallenge(db: Database, { signature, parameters }: SignUpChallenge): Promise<void> {
  const keepUntil = new Date((parameters.expiresAt + clockDrift) * 1000)
  const [used] = await db.insert(usedChallenges).values({ signature, keepUntil }).onConflictDoNothing().returning()
  if (!used) throw new Problem('challenge_refused')
}

function decode(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
