import type { SentCall } from '#app/contract/base/call-failures.ts'

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
const entriesOf = (body: unknown) => (typeof body === 'object' && body !== null ? Object.entries(body) : [])

/** Writes a call as a command of curl, with variables for the address and the key. */
export function toCurl({ method, path, auth, form, body }: SentCall): string {
  const parts = [`curl -X ${method} "$BASE_URL"${quoted(path)}`]
  if (auth !== null) parts.push(`-H "${auth} $API_KEY"`)
  if (form) parts.push(...entriesOf(body).map(([name, value]) => `-F ${quoted(`${name}=${String(value)}`)}`))
  else if (body != null) parts.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`)
  return parts.join(' \\\n  ')
}
