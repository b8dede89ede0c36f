import { config } from '#config'
import type { Env } from '#app/server/env.ts'

/** Whether visitors can draw images without an account: the environment decides, otherwise the product settings. */
export function isDemoOn(env: Pick<Env, 'DEMO'>): boolean {
  return env.DEMO ?? config.demo.enabled
}
