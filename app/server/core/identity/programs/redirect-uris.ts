const loopbackStart = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/
/** Names without a dot that no other program of the system answers to. */
const knownSchemes: ReadonlySet<string> = new Set(['cursor:', 'vscode:', 'vscode-insiders:'])

export const isLoopback = (uri: string): boolean => loopbackStart.test(uri)

/**
 * Whether people may be sent there: an https address, one of their own device, or a program that the system opens by a name with a dot
 * (RFC 8252). Other schemes may run code (`javascript:`) or start something else (`file:`, `ms-msdt:`).
 */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > 1_000 || !/^[!-~]+$/.test(uri) || /[\\#]/.test(uri)) return false
  const url = URL.parse(uri)
  if (!url || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return uri.startsWith('https://')
  if (url.protocol === 'http:') return isLoopback(uri)
  return knownSchemes.has(url.protocol) || url.protocol.includes('.')
}

/** Whether an address is a registered one, letter by letter; on the person's own device, the port may differ. */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  const plain = (uri: string) => uri.replace(loopbackStart, '$1')
  return isRedirectUri(asked) && registered.some((uri) => uri === asked || (isLoopback(uri) && plain(uri) === plain(asked)))
}

/** The host to which people return; null on their own device. */
export function hostOf(redirectUri: string): string | null {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' ? host : null
}

/** Appends the answer, and keeps what the address has, letter by letter. */
export const withAnswer = (redirectUri: string, answer: Record<string, string>): string =>
  `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(answer).toString()}`
