import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const makeWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

export type SignedCall = { id: string; at: Date; body: string; secrets: readonly string[] }

/** The headers of Standard Webhooks 1.0, with a signature by each secret. */
export function signWebhook({ id, at, body, secrets }: SignedCall): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatureBy = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')}`
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(signatureBy).join(' ') }
}
