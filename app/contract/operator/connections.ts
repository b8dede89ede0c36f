import * as v from 'valibot'
import { kindSchema, timestampSchema } from '../base/common.ts'
import { priceRuleSchema } from '../runs/models.ts'
import { proofSchema } from '../base/security.ts'
import { freeText } from '../base/text.ts'

const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** A reason for the audit log, which changes of settings may leave out. */
export const optionalReasonSchema = v.optional(v.pipe(freeText(), v.trim(), v.maxLength(500, 'too_long')), '')

export const connectionKinds = ['service', 'server', 'ollama', 'image_server'] as const

/** A failure of the key rather than of the service: it is not valid, its account has no money, or it has used up its allowance. */
export const keyFaults = ['refused', 'no_money', 'busy'] as const
export type KeyFault = (typeof keyFaults)[number]

/** The id of the key that the environment sets, and of the one that a server's connection was saved with. */
export const environmentKey = 'environment'

/** A key of a service or server. The key itself is never part of it. */
export const operatorKeySchema = v.object({
  /** `environment` for the key of the environment, and for the one that a server's connection was saved with. */
  id: v.string(),
  label: v.string(),
  /** The last four characters; null for the key of the environment. */
  tail: v.nullable(v.string()),
  enabled: v.boolean(),
  unreadable: v.boolean(),
  /** Keys with the lowest number are used first. */
  priority: countSchema,
  /** The share of calls among keys with the same priority. */
  weight: countSchema,
  last_success_at: v.nullable(timestampSchema),
  last_failure_at: v.nullable(timestampSchema),
  last_failure: v.nullable(v.picklist(keyFaults)),
  /** Until when other keys are preferred because this one failed; null if it may be used. */
  cooling_until: v.nullable(timestampSchema),
})
export type OperatorKey = v.InferOutput<typeof operatorKeySchema>

const amount = v.pipe(v.number('invalid'), v.finite('invalid'), v.minValue(0, 'too_small'), v.maxValue(1_000_000, 'too_large'))

/** For whom a server works: everyone, for tokens a run or for 0; or people with a role, and groups that name its models. */
export const serverOfferSchema = v.variant('audience', [
  v.object({ audience: v.literal('everyone'), tokens_per_run: amount }),
  v.object({ audience: v.literal('staff') }),
])
export type ServerOffer = v.InferOutput<typeof serverOfferSchema>

/** A connection to a service by its key, or to a server by its address. Keys are never part of it. */
export const operatorConnectionSchema = v.object({
  id: v.string(),
  kind: v.picklist(connectionKinds),
  name: v.string(),
  /** Where the key or the address in use comes from. */
  source: v.picklist(['environment', 'browser', 'none']),
  /** The variable of the environment that sets it. */
  variable: v.string(),
  /** Whether the environment sets one, which applies again once that of the browser is removed. */
  has_default: v.boolean(),
  /** The last four characters of the key; null without a key, and for one of the environment. */
  key_tail: v.nullable(v.string()),
  url: v.nullable(v.string()),
  enabled: v.boolean(),
  /** Whether the address is the usual one, which nothing sets. */
  usual_address: v.optional(v.boolean(), false),
  /** For whom a server works; null for a service, and if nobody has chosen. */
  offer: v.optional(v.nullable(serverOfferSchema), null),
  /** Whether the key cannot be opened, because the server's secret has changed. */
  unreadable: v.boolean(),
  /** Models that it offers, or would offer with a key. */
  models: countSchema,
  /** The keys of a service or server. */
  keys: v.array(operatorKeySchema),
})
export type OperatorConnection = v.InferOutput<typeof operatorConnectionSchema>
export const operatorConnectionsSchema = v.object({ items: v.array(operatorConnectionSchema) })

const isAddress = (value: string) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol)

const secretSchema = v.pipe(v.string('required'), v.regex(/^[\x21-\x7e]{8,500}$/, 'invalid'))

const ranked = (most: number) =>
  v.pipe(v.number('invalid'), v.safeInteger('invalid'), v.minValue(1, 'too_small'), v.maxValue(most, 'too_large'))
const keySettings = {
  label: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(60, 'too_long'))),
  priority: v.optional(ranked(100)),
  weight: v.optional(ranked(1000)),
}
export const addKeySchema = v.object({ key: secretSchema, ...keySettings, reason: optionalReasonSchema })
export const changeKeySchema = v.object({ ...keySettings, enabled: v.optional(v.boolean('invalid')), reason: optionalReasonSchema })

export const saveConnectionSchema = v.object({
  key: v.optional(secretSchema),
  url: v.optional(
    v.pipe(
      v.string('required'),
      v.maxLength(500, 'too_long'),
      v.check(isAddress, 'url_invalid'),
      v.transform((value) => value.replace(/(?<!\/)\/+$/, '')),
    ),
  ),
  /** Without it, a new server works for people with a role only, and another stays as it is. */
  offer: v.optional(serverOfferSchema),
  reason: optionalReasonSchema,
  /** Needed for another address than the one in use. */
  ...proofSchema.entries,
})
export const switchConnectionSchema = v.object({ enabled: v.boolean('required'), reason: optionalReasonSchema })

/** A service’s reaction to a request that costs nothing. `untested`: only a run can try the key. */
export const connectionTestSchema = v.object({
  verdict: v.picklist(['works', 'untested', 'refused', 'late', 'unreachable', 'busy', 'failed']),
})
export type ConnectionTest = v.InferOutput<typeof connectionTestSchema>

export const operatorModelSchema = v.object({
  id: v.string(),
  name: v.string(),
  type: kindSchema,
  /** Set for a model that programs use and no page tries. */
  task: v.optional(v.literal('embed')),
  service: v.object({ id: v.string(), name: v.string() }),
  built_in: v.boolean(),
  enabled: v.boolean(),
  price: priceRuleSchema,
  /** The price of the catalogue, or of the models file. */
  usual_price: priceRuleSchema,
  /** Where its definition comes from. */
  definition: v.picklist(['service', 'file', 'browser']),
  has_draft: v.boolean(),
  /** Whether the price was set in the browser. */
  own_price: v.boolean(),
  /** The service’s charge in dollars; null if the catalogue does not know. */
  cost: v.nullable(priceRuleSchema),
  /** Whether tokens at the lowest price of the shop do not pay for the cost. */
  below_cost: v.boolean(),
  /** Why it cannot be used although it is on; null if it can. */
  unavailable_reason: v.nullable(v.string()),
})
export type OperatorModel = v.InferOutput<typeof operatorModelSchema>
/** A model that is not listed for people: it has only a draft, or it was removed. */
export const unlistedModelSchema = v.object({ id: v.string(), name: v.string(), removed: v.boolean() })
export type UnlistedModel = v.InferOutput<typeof unlistedModelSchema>

export const operatorModelsSchema = v.object({
  items: v.array(operatorModelSchema),
  unlisted: v.array(unlistedModelSchema),
  /** Dollars for a token at the lowest price of the shop. */
  token_value: v.nullable(v.number()),
})
export type OperatorModels = v.InferOutput<typeof operatorModelsSchema>

const every = v.pipe(v.number('invalid'), v.safeInteger('invalid'), v.minValue(1, 'too_small'), v.maxValue(1_000_000, 'too_large'))

/** A price in tokens, in the form of `priceRuleSchema`, without the factors of options. */
export const ownPriceSchema = v.object({
  base: amount,
  per: v.nullable(
    v.variant('measure', [
      v.object({ measure: v.picklist(['duration', 'prompt_characters', 'count', 'input_duration']), every, tokens: amount }),
      v.object({ measure: v.literal('model_tokens'), every, input: amount, output: amount }),
    ]),
  ),
})

export const changeModelSchema = v.object({
  model: v.pipe(v.string('required'), v.maxLength(100, 'too_long')),
  enabled: v.optional(v.boolean('invalid')),
  /** Null for the usual price. */
  price: v.optional(v.nullable(ownPriceSchema)),
  reason: optionalReasonSchema,
})
