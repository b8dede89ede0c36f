import type { SignInChallenge } from '#app/contract/security.ts'
import { config } from '#config'
import type { Transaction } from '../../db/database.ts'
import { signInChallenges } from '../../db/schema.ts'
import { hashToken, makeToken } from '../accounts/hash-token.ts'

export type MakeChallengeOptions = { userId: string; passwordHash: string | null; now: Date }

/** For who has done the first step of a sign-in; the second one trades it for tokens. */
export async function makeChallenge(tx: Transaction, { userId, passwordHash, now }: MakeChallengeOptions): Promise<SignInChallenge> {
  const challenge = makeToken()
  const { maxAge } = config.auth.secondStep
  await tx
    .insert(signInChallenges)
    .values({ hash: hashToken(challenge), userId, passwordHash, expiresAt: new Date(now.getTime() + maxAge * 1000) })
  return { challenge, expires_in: maxAge }
}
