import * as v from 'valibot'
import { config } from '#config'
import { ownLimitSchema } from '../money/tokens.ts'
import { kinds } from '../base/values.ts'
import { idSchema, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { proofSchema } from '../base/security.ts'
import { freeText } from '../base/text.ts'

/**
 * Rights of an API key. `read`: see works, files, models and the balance; `generate`: run models, upload files for runs, cancel; `library`:
 * change, share and delete works. A key reaches nothing else of an account.
 */
export const memberKeyScopes = ['read', 'generate', 'library'] as const
export type MemberKeyScope = (typeof memberKeyScopes)[number]
/** `operator`: calls of the operator that the owner's role allows at that moment, except those that need a person. */
export const apiKeyScopes = [...memberKeyScopes, 'operator'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** The prefix of every key, by which logs and code recognize it. */
export const apiKeyPrefix = 'qk_'

const keyNameSchema = v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(60, 'too_long'))
const lifetimeSchema = v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(1, 'too_small'), v.maxValue(3650, 'too_large'))
const inOrder = (scopes: MemberKeyScope[]) => memberKeyScopes.filter((scope) => scopes.includes(scope))

const maxModels = 200
/** The most that a key may do. Null is no limit of the key; those of its account apply as well. */
export const keyBudgetSchema = v.object({
  /** Tokens of a run, at its highest price. */
  tokens_per_run: v.optional(ownLimitSchema),
  /** Tokens in a day in UTC. */
  tokens_per_day: v.optional(ownLimitSchema),
  /** Tokens in a month in UTC. */
  tokens_per_month: v.optional(ownLimitSchema),
  /** Kinds of models that the key may run. */
  kinds: v.optional(
    v.nullable(
      v.pipe(
        v.array(v.picklist(kinds, 'not_an_option'), 'invalid'),
        v.minLength(1, 'required'),
        v.transform((chosen) => kinds.filter((kind) => chosen.includes(kind))),
      ),
    ),
  ),
  /** Ids of models that the key may run. */
  models: v.optional(
    v.nullable(
      v.pipe(
        v.array(v.pipe(v.string('invalid'), v.nonEmpty('required'), v.maxLength(200, 'too_long')), 'invalid'),
        v.minLength(1, 'required'),
        v.maxLength(maxModels, 'too_many'),
        v.transform((chosen) => [...new Set(chosen)]),
      ),
    ),
  ),
  /** Calls in a minute, fewer than those of all keys. */
  calls_per_minute: v.optional(
    v.nullable(
      v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(1, 'too_small'), v.maxValue(config.apiKeys.limit.calls, 'too_large')),
    ),
  ),
  /** Whether a run beyond these tokens becomes a request to the owner, who can allow it; true for a new key. */
  ask: v.optional(v.boolean('invalid')),
})
/** Omitted fields do not change. */
export type KeyBudgetChange = v.InferOutput<typeof keyBudgetSchema>

export const createApiKeySchema = v.object({
  name: keyNameSchema,
  scopes: v.pipe(v.array(v.picklist(memberKeyScopes, 'not_an_option'), 'required'), v.minLength(1, 'scopes_missing'), v.transform(inOrder)),
  /** Null, or omitted, if the key never expires. */
  expires_in_days: v.optional(v.nullable(lifetimeSchema)),
  /** The most that the key may do; omitted fields are no limit. */
  budget: v.optional(keyBudgetSchema),
  ...proofSchema.entries,
})

/** The longest lifetime of a key with `operator`. */
export const operatorKeyDays = 365

/** A key with `operator` always expires, within a year. */
export const createOperatorKeySchema = v.object({
  name: keyNameSchema,
  /** Scopes in addition to `operator`. */
  scopes: v.pipe(v.optional(v.array(v.picklist(memberKeyScopes, 'not_an_option')), []), v.transform(inOrder)),
  expires_in_days: v.pipe(lifetimeSchema, v.maxValue(operatorKeyDays, 'too_large')),
  /** The most that the key may do; omitted fields are no limit. */
  budget: v.optional(keyBudgetSchema),
  ...proofSchema.entries,
})

/** Omitted fields do not change. */
export const changeApiKeySchema = v.object({
  name: v.optional(keyNameSchema),
  /** From now on; null if the key never expires. */
  expires_in_days: v.optional(v.nullable(lifetimeSchema)),
  /** Omitted limits do not change; null is no limit. */
  budget: v.optional(keyBudgetSchema),
})
export type ChangeApiKey = v.InferOutput<typeof changeApiKeySchema>

/** Tokens spent in a period in UTC, those on hold included. */
const spentSchema = v.object({ tokens: tokenAmountSchema, resets_at: timestampSchema })

const budgetSchema = v.object({
  /** Tokens of a run, at its highest price. */
  tokens_per_run: v.nullable(tokenAmountSchema),
  /** Tokens in a day in UTC. */
  tokens_per_day: v.nullable(tokenAmountSchema),
  /** Tokens in a month in UTC. */
  tokens_per_month: v.nullable(tokenAmountSchema),
  /** Kinds of models that the key may run; null for all. */
  kinds: v.nullable(v.array(v.picklist(kinds))),
  /** Ids of models that the key may run; null for all. */
  models: v.nullable(v.array(v.string())),
  /** Null for the limit of all keys. */
  calls_per_minute: v.nullable(v.pipe(v.number(), v.integer())),
  /** Whether a run beyond these tokens becomes a request to the owner. Older servers omit it. */
  ask: v.optional(v.boolean()),
})
export type KeyBudget = v.InferOutput<typeof budgetSchema>
const spendingSchema = v.object({
  /** The day in UTC. */
  today: spentSchema,
  /** The month in UTC. */
  this_month: spentSchema,
})

export const apiKeySchema = v.object({
  id: idSchema,
  name: v.string(),
  /** The last characters of the key. */
  hint: v.string(),
  scopes: v.array(v.picklist(apiKeyScopes)),
  created_at: timestampSchema,
  /** Null if the key never expires. */
  expires_at: v.nullable(timestampSchema),
  expired: v.boolean(),
  /** Accurate to a minute; null before the first use. */
  last_used_at: v.nullable(timestampSchema),
  /** The program that a person has given access in the browser or by a code; null for a key that somebody has created. Older servers omit it. */
  client: v.optional(
    v.nullable(
      v.object({
        /** The host that the program has proven or is sent back to; null on the person's own device. */
        host: v.nullable(v.string()),
        /** Whether the program has proven to be of the host. */
        is_verified: v.boolean(),
      }),
    ),
  ),
  /** Null is no limit of the key. Older servers omit it. */
  budget: v.optional(budgetSchema),
  /** The tokens that count for the budget. Older servers omit it. */
  spent: v.optional(spendingSchema),
  /** Runs since the first of this month (UTC), and the tokens charged for them. */
  month: v.object({ runs: v.pipe(v.number(), v.safeInteger()), tokens: tokenAmountSchema }),
})
export const apiKeysSchema = v.object({ items: v.array(apiKeySchema) })
export type ApiKey = v.InferOutput<typeof apiKeySchema>

/** The key that makes the call. */
export const ownKeySchema = v.object({
  ...v.omit(apiKeySchema, ['month', 'expired']).entries,
  budget: budgetSchema,
  spent: spendingSchema,
  /** Tokens left of its limits, which those of the account may undercut; null where it has none. */
  left: v.object({
    /** The most that a run may cost. */
    per_run: v.nullable(tokenAmountSchema),
    /** Tokens left of the day in UTC. */
    today: v.nullable(tokenAmountSchema),
    /** Tokens left of the month in UTC. */
    this_month: v.nullable(tokenAmountSchema),
  }),
})
export type OwnKey = v.InferOutput<typeof ownKeySchema>

/** The only response that contains the key. */
export const newApiKeySchema = v.object({ key: v.string(), api_key: apiKeySchema })
export type NewApiKey = v.InferOutput<typeof newApiKeySchema>

/** How much of the access of programs has ended. */
export const endedAccessSchema = v.object({ api_keys: v.pipe(v.number(), v.integer()) })
