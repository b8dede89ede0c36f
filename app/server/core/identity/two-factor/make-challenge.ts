import type { SignInChallenge } from '#app/contract/base/security.ts'
import { config } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { signInChallenges } from '#app/server/db/schema/credentials.ts'
import { hashSecret, makeSecret } from '../../secret.ts'

export type MakeChallengeOptions = { userId: string; passwordHash: string | null; now: Date }

/** Creates the challenge after the first step of a sign-in; the second step exchanges it for tokens. */
export async function makeChallenge(tx: Transaction, { userId, passwordHash, now }: MakeChallengeOptions): Promise<SignInChallenge> {
  const challenge = makeSecret()
  const { maxAge } = config.auth.secondStep
  await tx
    .insert(signInChallenges)
    .values({ hash: hashSecret(challenge), userId, passwordHash, expiresAt: new Date(now.getTime() + maxAge * 1000) })
  return { challenge, expires_in: maxAge }
}
