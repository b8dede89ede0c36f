import { deleteCookie, getCookie, getRequest, setCookie } from '@tanstack/react-start/server'
import { protocolOf } from '#app/contract/own-origin.ts'

/** A prefix that browsers hold us to: only this host over HTTPS can have set such a cookie, and it is sent to no other. */
const hostPrefix = '__Host-'

/** A cookie of the session's: out of reach of scripts, and as safe as the way the browser came by allows. */
export function readPrivateCookie(name: string): string | undefined {
  // One that came over plain HTTP, before the site was served by HTTPS, still counts.
  return (isSecure(getRequest()) && getCookie(hostPrefix + name)) || getCookie(name)
}

export function writePrivateCookie(name: string, value: string, maxAge: number): void {
  const secure = isSecure(getRequest())
  setCookie(secure ? hostPrefix + name : name, value, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge })
  if (secure && getCookie(name) !== undefined) deleteCookie(name, { path: '/' })
}

export function clearPrivateCookie(name: string): void {
  const secure = isSecure(getRequest())
  // Browsers ignore even the end of a prefixed cookie when it does not come with `Secure`.
  if (secure) deleteCookie(hostPrefix + name, { path: '/', secure })
  if (!secure || getCookie(name) !== undefined) deleteCookie(name, { path: '/' })
}

/** Plain HTTP is for localhost. */
const isSecure = (request: Request): boolean => protocolOf(request) === 'https'
