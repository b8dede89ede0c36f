import { config } from '#config'
import type { Env } from '../../env.ts'

/** Whether a sign-up needs a solved challenge: the environment decides, otherwise the product settings. */
export function isChallengeOn(env: Pick<Env, 'SIGN_UP_CHALLENGE'>): boolean {
  return env.SIGN_UP_CHALLENGE ?? config.auth.signUpChallenge.enabled
}
