import * as v from 'valibot'
import { webhookAddressSchema } from './webhook-address.ts'

/**
 * `run_ended`: a long run has ended; `approval_asked`: an API key asks for a run; `tokens_low`: few tokens are left; `charge_soon`: a plan
 * is charged tomorrow.
 */
export const pushKinds = ['run_ended', 'approval_asked', 'tokens_low', 'charge_soon'] as const
export type PushKind = (typeof pushKinds)[number]

const kindsSchema = v.pipe(
  v.array(v.picklist(pushKinds, 'not_an_option'), 'required'),
  v.minLength(1, 'required'),
  v.transform((chosen) => pushKinds.filter((kind) => chosen.includes(kind))),
)
const keySchema = (bytes: number) =>
  v.pipe(
    v.string('required'),
    v.regex(/^[A-Za-z0-9_-]{20,100}$/, 'invalid'),
    v.check((key) => Math.floor((key.length * 3) / 4) === bytes, 'invalid'),
  )

/** The browser’s `PushSubscription`, and the kinds that the person wants. */
export const subscribePushSchema = v.object({
  /** The address of the browser’s push service. */
  endpoint: webhookAddressSchema,
  /** The keys of the subscription. */
  keys: v.object({
    /** The browser’s public key: 65 bytes in base64url. */
    p256dh: keySchema(65),
    /** The shared secret: 16 bytes in base64url. */
    auth: keySchema(16),
  }),
  /** The kinds of notifications that are sent. */
  kinds: kindsSchema,
  /** Whether notifications contain the beginning of prompts. */
  prompts: v.optional(v.boolean('invalid'), false),
})
export type SubscribePush = v.InferInput<typeof subscribePushSchema>

export const pushStateSchema = v.object({
  /** The server’s public key (VAPID), for `applicationServerKey`. */
  public_key: v.string(),
  /** The subscription of this session; null without one. */
  subscription: v.nullable(
    v.object({
      /** The address of the browser’s push service. */
      endpoint: v.string(),
      /** The kinds of notifications that are sent. */
      kinds: v.array(v.picklist(pushKinds)),
      /** Whether notifications contain the beginning of prompts. */
      prompts: v.boolean(),
    }),
  ),
})
export type PushState = v.InferOutput<typeof pushStateSchema>
