/** Returns the credentials for HTTP Basic. Each half is form-encoded first (RFC 6749, 2.3.1), which escapes colons. */
export function basicOf(clientId: string, clientSecret: string): string {
  return Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')
}
