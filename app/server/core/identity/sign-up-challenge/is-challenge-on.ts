import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import type { Env } from '#app/server/env.ts'
import { readRules } from '../../rules/safety/rules.ts'
import { isUnusual } from '../../rules/safety/unusual.ts'

/** Whether every sign-up needs a solved challenge: the environment decides, otherwise the product settings. */
export function isChallengeOn(env: Pick<Env, 'SIGN_UP_CHALLENGE'>): boolean {
  return env.SIGN_UP_CHALLENGE ?? config.auth.signUpChallenge.enabled
}

/** Whether a sign-up from this network address needs a solved challenge: always, or if the operator's rule says so. */
export async function isChallenged(db: Database, env: Pick<Env, 'SIGN_UP_CHALLENGE'>, address: string): Promise<boolean> {
  if (isChallengeOn(env)) return true
  // Turned off in the environment, it stays off.
  if (env.SIGN_UP_CHALLENGE === false) return false
  const { challenge } = await readRules(db)
  return challenge === 'always' || (challenge === 'unusual' && (await isUnusual(db, address)))
}
