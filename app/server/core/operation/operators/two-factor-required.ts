import { config } from '#config'
import type { Env } from '#app/server/env.ts'

/** Whether a host name is this machine's own. */
export const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host)

/**
 * Whether roles need two-factor. A server with the embedded database that listens on loopback only and has no other public address serves
 * the person at its keyboard, so it does not ask for it.
 */
export function isTwoFactorRequired({
  DATABASE_URL,
  HOST,
  PUBLIC_URL,
  TRUST_PROXY,
}: Pick<Env, 'DATABASE_URL' | 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>): boolean {
  if (!config.operators.requireTwoFactor) return false
  const isLocal = isLoopback(HOST) && !TRUST_PROXY && (PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname))
  return !isLocal || DATABASE_URL !== undefined
}
