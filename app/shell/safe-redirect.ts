const here = 'http://here.invalid'
/** What must not come along in a link that is kept or shown: a token, or the referral that is stored elsewhere. */
const secretParams = ['access_token', 'ref']
const maxLength = 2048

const isTricky = (character: string) => character === '\\' || character < ' ' || character === '\u007f'

/**
 * A path of this app, with its query and hash, out of something that came from a URL; or null when it could lead anywhere else.
 * What is returned is rebuilt by the URL parser, so that the browser reads exactly what was checked.
 */
export function safeRedirect(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxLength) return null
  // A backslash is a slash to browsers, and control characters are dropped by them: `/\t/evil.example` is `//evil.example`.
  if (!value.startsWith('/') || value.startsWith('//') || [...value].some(isTricky)) return null
  if (!URL.canParse(value, here)) return null
  const url = new URL(value, here)
  if (url.origin !== here || url.username || url.password || url.pathname.startsWith('//')) return null
  for (const name of secretParams) url.searchParams.delete(name)
  return `${url.pathname}${url.search}${url.hash}`
}
