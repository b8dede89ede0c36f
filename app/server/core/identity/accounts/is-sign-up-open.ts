import { config } from '#config'
import type { Env } from '#app/server/env.ts'

/** Whether new accounts may be created: the environment decides, otherwise the product settings. */
export function isSignUpOpen(env: Pick<Env, 'SIGN_UP'>): boolean {
  return env.SIGN_UP ?? config.auth.signUpEnabled
}
