import * as v from 'valibot'

const isWebAddress = (address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
/** An address that may be called; whether its network may be, the server checks at each call. */
export const webhookAddressSchema = v.pipe(
  v.string('required'),
  v.trim(),
  v.maxLength(2_000, 'too_long'),
  v.check(isWebAddress, 'url_invalid'),
)
/** The webhook of a single run. The secret is yours, because an answer with one could not be repeated. */
export const runWebhookSchema = v.object({
  /** The address that is called when the run has ended: `https:`, in a public network. */
  url: webhookAddressSchema,
  /** The secret that signs the call: `whsec_` and 24 to 64 bytes in base64. */
  secret: v.pipe(v.string('required'), v.regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'webhook_secret_invalid')),
})
export type RunWebhook = v.InferOutput<typeof runWebhookSchema>
