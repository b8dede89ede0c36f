import { setCookie } from '@tanstack/react-start/server'
import { config } from '#config'

/**
 * Stores the referral until the visitor signs up. The server sets the cookie, because browsers limit the lifetime of cookies that scripts
 * set.
 */
export function keepReferral(code: string): void {
  const { cookieName, maxAge } = config.referral
  setCookie(cookieName, code, { path: '/', sameSite: 'lax', maxAge })
}
