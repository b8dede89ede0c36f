import type { webhooks } from './api.ts'

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : never
/** The body of a call that a webhook gets, by its `type`. */
export type WebhookEvent = { [Name in keyof webhooks]: BodyOf<webhooks[Name] extends { post: infer Post } ? Post : never> }[keyof webhooks]

/** The call was not signed with the secret, or is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing.`)
  return value
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

const isEvent = (value: unknown): value is WebhookEvent => typeof value === 'object' && value !== null && 'type' in value && 'data' in value

/**
 * Checks the signature of a call (Standard Webhooks 1.0) and returns its event. Takes the body as it arrived: parsed and written again, it
 * would not fit the signature. `tolerance`: seconds by which the time of the call may differ.
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string,
  { tolerance = 300 }: { tolerance?: number } = {},
): Promise<WebhookEvent> {
  const [id, timestamp] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')]
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance)) throw new WebhookError('The call is too old.')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of headerOf(headers, 'webhook-signature').split(' ')) {
    // Base64 by anyone else may be broken.
    if (!/^v1,[A-Za-z0-9+/]{43}=$/.test(signature)) continue
    if (!(await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), signed))) continue
    const event: unknown = JSON.parse(body)
    if (isEvent(event)) return event
  }
  throw new WebhookError('No signature fits the secret.')
}
