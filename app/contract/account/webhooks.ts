import * as v from 'valibot'
import { idSchema, pageOf, pageQueryEntries, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { webhookAddressSchema } from './webhook-address.ts'
import { orderKinds } from '../money/orders.ts'
import { chordParts, generationSchema, generationStatusSchema } from '../runs/generations.ts'
import { runRequestSchema } from '../runs/run-requests.ts'

/** The events that an endpoint can choose. */
export const webhookEvents = [
  'generation.succeeded',
  'generation.failed',
  'generation.canceled',
  'chord.ended',
  'comparison.ended',
  'tokens.low',
  'order.paid',
  'approval.asked',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** `webhook.test` is sent by the test button only. */
export const sentEvents = [...webhookEvents, 'webhook.test'] as const
export type SentEvent = (typeof sentEvents)[number]

/** Events of a single run, which `webhook` of `POST /v1/generations` sends. */
export const runEvents = ['generation.succeeded', 'generation.failed', 'generation.canceled'] as const satisfies readonly WebhookEvent[]

/** Hours for which both secrets sign after a change. */
export const keepSecretHours = { usual: 24, most: 72 } as const
/** Tokens below which `tokens.low` is sent, unless the endpoint says otherwise. */
export const usualTokensBelow = 100

/** An event that an endpoint can ask for. */
export const webhookEventSchema = v.picklist(webhookEvents, 'not_an_option')

const eventsSchema = v.pipe(
  v.array(webhookEventSchema, 'required'),
  v.minLength(1, 'events_missing'),
  v.transform((events) => webhookEvents.filter((event) => events.includes(event))),
)
const belowSchema = v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(1, 'too_small'), v.maxValue(1_000_000_000, 'too_large'))

export const createWebhookSchema = v.object({
  /** The address that is called: `https:`, in a public network. */
  url: webhookAddressSchema,
  /** The events that are sent to it. */
  events: eventsSchema,
  /** `tokens.low` is sent when fewer tokens than this are available. */
  tokens_below: v.optional(belowSchema, usualTokensBelow),
})
export type CreateWebhook = v.InferInput<typeof createWebhookSchema>

export const changeWebhookSchema = v.object({
  /** The address that is called. */
  url: v.optional(webhookAddressSchema),
  /** The events that are sent to it. */
  events: v.optional(eventsSchema),
  /** `tokens.low` is sent when fewer tokens than this are available. */
  tokens_below: v.optional(belowSchema),
  /** False switches the endpoint off: what waits is not sent. True switches it on again, also after failures. */
  on: v.optional(v.boolean('invalid')),
})

export const rollSecretSchema = v.object({
  /** Hours for which calls are also signed with the old secret; 0 ends it at once. */
  keep_hours: v.optional(
    v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'too_small'), v.maxValue(keepSecretHours.most, 'too_large')),
    keepSecretHours.usual,
  ),
})

export const webhookSchema = v.object({
  id: idSchema,
  url: v.string(),
  /** The events that are sent to it. */
  events: v.array(webhookEventSchema),
  /** `tokens.low` is sent when fewer tokens than this are available. */
  tokens_below: tokenAmountSchema,
  /** Why it is off: `person`: somebody switched it off; `failures`: no call has arrived for three days. Null while it is on. */
  off: v.nullable(v.picklist(['person', 'failures'])),
  /** Since when it is off. */
  off_at: v.nullable(timestampSchema),
  /** Since when no call has arrived; null if the last one did. */
  failing_since: v.nullable(timestampSchema),
  /** Until when calls are also signed with the old secret. */
  old_secret_until: v.nullable(timestampSchema),
  /** The run to which it belongs, for the webhook of a single run. */
  generation_id: v.nullable(idSchema),
  created_at: timestampSchema,
})
export type Webhook = v.InferOutput<typeof webhookSchema>

export const webhooksQuerySchema = v.object({
  /** The webhook of this run instead of those of the account. */
  generation: v.optional(idSchema),
})

export const webhooksSchema = v.object({
  items: v.array(webhookSchema),
  /** The number of endpoints that an account may have. */
  most: v.number(),
})

/** The only response that contains the secret. */
export const newWebhookSchema = v.object({
  /** The secret that signs the calls: `whsec_` and 32 bytes in base64. */
  secret: v.string(),
  webhook: webhookSchema,
})
export type NewWebhook = v.InferOutput<typeof newWebhookSchema>

/**
 * Why a call did not arrive. `status`: the answer was not 2xx; `timeout`: no answer within ten seconds; `unreachable`; `private`: the address
 * is in a private network; `redirect`: it was passed on; `secret_lost`: the secret of the server has changed; `off`: the endpoint was
 * switched off.
 */
export const deliveryFailures = ['status', 'timeout', 'unreachable', 'private', 'redirect', 'secret_lost', 'off'] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]
export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const

export const deliverySchema = v.object({
  /** Also the header `webhook-id`, the same at each try. */
  id: idSchema,
  event: v.picklist(sentEvents),
  status: v.picklist(deliveryStatuses),
  /** The tries so far. */
  tries: v.number(),
  /** When it is tried again; null if it is not. */
  next_at: v.nullable(timestampSchema),
  /** The last try. */
  tried_at: v.nullable(timestampSchema),
  /** The body that is sent. */
  body: v.string(),
  /** The HTTP status of the last answer. */
  answer_status: v.nullable(v.number()),
  /** The beginning of the last answer. */
  answer: v.nullable(v.string()),
  /** Why the last try failed. */
  failure: v.nullable(v.picklist(deliveryFailures)),
  created_at: timestampSchema,
})
export type Delivery = v.InferOutput<typeof deliverySchema>
export const deliveryPageSchema = pageOf(deliverySchema)
export const deliveriesQuerySchema = v.object(pageQueryEntries)

const { id, type, model, status, price, charged, charged_milli, comparison_id, created_at, started_at, finished_at } =
  generationSchema.entries

/** The part of a run that is sent: no prompt and no result, which `GET /v1/generations/{id}` has. */
export const endedRunSchema = v.object({
  id,
  type,
  model,
  status,
  /** The code of the failure; null if the run did not fail. */
  error: v.nullable(v.string()),
  price,
  charged,
  /** The exact cost in thousandths of a token. */
  charged_milli,
  /** The chord of which the run is a part. */
  chord_id: v.nullable(idSchema),
  /** The comparison to which the run belongs. */
  comparison_id,
  created_at,
  started_at,
  finished_at,
})

const request = runRequestSchema.entries

/** A call beyond the budget of a key, without its prompt, which `GET /v1/run-requests/{id}` has. */
export const approvalAskedSchema = v.object({
  id: request.id,
  /** The call that the key has made. */
  call: request.call,
  type: request.type,
  model: request.model,
  /** The highest price of the call, rounded up to whole tokens. Allowing it at this price never costs more. */
  price: request.price,
  /** The limit of the key that the call would have exceeded, as it was then. */
  exceeded: request.exceeded,
  /** The API key that asks. */
  api_key: request.api_key,
  /** The page on which the owner answers. */
  page: request.page,
  expires_at: request.expires_at,
})

/** The data of each event. */
export const eventData = {
  'generation.succeeded': endedRunSchema,
  'generation.failed': endedRunSchema,
  'generation.canceled': endedRunSchema,
  'chord.ended': v.object({
    id: idSchema,
    parts: v.array(v.object({ id: idSchema, part: v.picklist(chordParts), status: generationStatusSchema })),
  }),
  'comparison.ended': v.object({
    id: idSchema,
    runs: v.array(v.object({ id: idSchema, model: v.string(), status: generationStatusSchema })),
  }),
  /** `below`: the limit of the endpoint. */
  'tokens.low': v.object({ available: tokenAmountSchema, below: tokenAmountSchema }),
  /** `amount` in the smallest unit of the currency. */
  'order.paid': v.object({
    id: idSchema,
    kind: v.picklist(orderKinds),
    item: v.string(),
    tokens: tokenAmountSchema,
    amount: v.number(),
    currency: v.string(),
  }),
  'approval.asked': approvalAskedSchema,
  'webhook.test': v.object({ webhook_id: idSchema }),
} satisfies Record<SentEvent, v.GenericSchema>
export type EventData = { [E in SentEvent]: v.InferOutput<(typeof eventData)[E]> }
