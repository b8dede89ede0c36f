import * as v from 'valibot'
import { config } from '#config'
import { clearPrivateCookie, readPrivateCookie, writePrivateCookie } from './cookies.ts'
import type { SessionCredentials } from './session.ts'

const { cookieName, maxAge } = config.auth.accessToken.pending
const pendingSchema = v.object({ token: v.string(), refresh_token: v.nullable(v.string()), ends_at: v.number() })

/** Credentials of an account other than the signed-in one, until the person decides whether to switch. */
export function readPendingAccount(): SessionCredentials | null {
  const cookie = readPrivateCookie(cookieName)
  if (!cookie) return null
  const pending = v.safeParse(pendingSchema, parse(cookie))
  if (!pending.success) return null
  const { ends_at, ...credentials } = pending.output
  return { ...credentials, expires_in: Math.max(1, Math.floor(ends_at - Date.now() / 1000)) }
}

export function keepPendingAccount({ token, refresh_token, expires_in }: SessionCredentials): void {
  const pending = { token, refresh_token, ends_at: Math.floor(Date.now() / 1000) + expires_in }
  writePrivateCookie(cookieName, Buffer.from(JSON.stringify(pending)).toString('base64url'), maxAge)
}

export const clearPendingAccount = () => clearPrivateCookie(cookieName)

function parse(cookie: string): unknown {
  try {
    return JSON.parse(Buffer.from(cookie, 'base64url').toString())
  } catch {
    return undefined
  }
}
