import { config } from '#config'
import type { Env } from '../../env.ts'

/** Whether a new account needs a solved challenge: the environment decides, else the product's settings. */
export function isChallengeOn(env: Pick<Env, 'SIGN_UP_CHALLENGE'>): boolean {
  return env.SIGN_UP_CHALLENGE ?? config.auth.signUpChallenge.enabled
}
