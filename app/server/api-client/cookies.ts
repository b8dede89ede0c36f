import { deleteCookie, getCookie, getRequest, setCookie } from '@tanstack/react-start/server'
import { hostPrefix } from '#app/contract/base/host-prefix.ts'
import { protocolOf } from '#app/contract/base/own-origin.ts'

/** A cookie that scripts cannot read, with the prefix over HTTPS. */
export function readPrivateCookie(name: string): string | undefined {
  // A cookie set before the site used HTTPS is still valid.
  return (isSecure(getRequest()) && getCookie(hostPrefix + name)) || getCookie(name)
}

export function writePrivateCookie(name: string, value: string, maxAge: number): void {
  const secure = isSecure(getRequest())
  setCookie(secure ? hostPrefix + name : name, value, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge })
  if (secure && getCookie(name) !== undefined) deleteCookie(name, { path: '/' })
}

export function clearPrivateCookie(name: string): void {
  const secure = isSecure(getRequest())
  // Browsers ignore the deletion of a prefixed cookie without `Secure`.
  if (secure) deleteCookie(hostPrefix + name, { path: '/', secure })
  if (!secure || getCookie(name) !== undefined) deleteCookie(name, { path: '/' })
}

/** Plain HTTP occurs on localhost only. */
const isSecure = (request: Request): boolean => protocolOf(request) === 'https'
