import { setCookie } from '@tanstack/react-start/server'
import { config } from '#config'

/** Stores who sent a visitor until they sign up. Set by the server because browsers cut the life of cookies that scripts set. */
export function keepReferral(code: string): void {
  const { cookieName, maxAge } = config.referral
  setCookie(cookieName, code, { path: '/', sameSite: 'lax', maxAge })
}
