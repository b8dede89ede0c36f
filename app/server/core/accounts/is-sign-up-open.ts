import { config } from '#config'
import type { Env } from '../../env.ts'

/** Whether strangers may make an account on this installation: the environment decides, else the product's settings. */
export function isSignUpOpen(env: Pick<Env, 'SIGN_UP'>): boolean {
  return env.SIGN_UP ?? config.auth.signUpEnabled
}
