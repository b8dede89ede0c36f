import * as config from '#config'
import { splitLocalePath } from './locale.ts'
import { redirectMaxLength } from './redirect-max-length.ts'

const here = 'http://here.invalid'
/** Parameters to remove from links that are stored or shown: tokens, and the referral, which is stored elsewhere. */
const secretParams: readonly string[] = [config.auth.accessToken.queryParam, config.referral.queryParam]
/** Pages that redirect onward; a redirect to them would loop. */
const ways = new Set<string>([config.auth.pages.signIn, config.auth.pages.switchAccount])

const isTricky = (character: string) => character === '\\' || character < ' ' || character === '\u007f'

/** Parses a path of this app; null if it could lead elsewhere. */
function parse(value: unknown): URL | null {
  if (typeof value !== 'string' || value.length > redirectMaxLength) return null
  // Browsers read a backslash as a slash and drop control characters: `/\t/evil.example` is `//evil.example`.
  if (!value.startsWith('/') || value.startsWith('//') || [...value].some(isTricky)) return null
  if (!URL.canParse(value, here)) return null
  const url = new URL(value, here)
  return url.origin !== here || url.username || url.password || url.pathname.startsWith('//') ? null : url
}

/** Whether the text is exactly a path of this app. */
export const isOwnPath = (value: string) => parse(value)?.pathname === value

/**
 * Returns a path of this app with its query and hash, from a value that came from a URL; null if it could lead elsewhere, or back to the
 * same page. The URL parser rebuilds the result, so that the browser reads exactly what was checked.
 */
export function safeRedirect(value: unknown): string | null {
  const url = parse(value)
  if (!url || ways.has(splitLocalePath(url.pathname).pathname.replace(/(?<!\/)\/+$/, ''))) return null
  const names = [...secretParams, ...url.searchParams.keys()]
  for (const name of names) if (secretParams.includes(name.replace(/\[.*/s, ''))) url.searchParams.delete(name)
  if (holdsToken(url.search)) url.search = ''
  if (holdsToken(url.hash)) url.hash = ''
  return holdsToken(url.pathname) ? null : `${url.pathname}${url.search}${url.hash}`
}

const tokenParameter = new RegExp(`${config.auth.accessToken.queryParam}(?:\\[[^[\\]]*\\])?=`)

/** Whether a part of a URL contains a token, however often it is escaped (`?next=%2F%3Faccess_token%3D…`). */
function holdsToken(part: string): boolean {
  const plain = part.replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  if (plain !== part) return holdsToken(plain)
  return tokenParameter.test(plain)
}
