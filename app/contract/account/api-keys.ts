import * as v from 'valibot'
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

export const createApiKeySchema = v.object({
  name: keyNameSchema,
  scopes: v.pipe(v.array(v.picklist(memberKeyScopes, 'not_an_option'), 'required'), v.minLength(1, 'scopes_missing'), v.transform(inOrder)),
  /** Null, or omitted, if the key never expires. */
  expires_in_days: v.optional(v.nullable(lifetimeSchema)),
  ...proofSchema.entries,
})

/** A key with `operator` always expires, within a year. */
export const createOperatorKeySchema = v.object({
  name: keyNameSchema,
  /** Scopes in addition to `operator`. */
  scopes: v.pipe(v.optional(v.array(v.picklist(memberKeyScopes, 'not_an_option')), []), v.transform(inOrder)),
  expires_in_days: v.pipe(lifetimeSchema, v.maxValue(365, 'too_large')),
  ...proofSchema.entries,
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
  /** Runs since the first of this month (UTC), and the tokens charged for them. */
  month: v.object({ runs: v.pipe(v.number(), v.safeInteger()), tokens: tokenAmountSchema }),
})
export const apiKeysSchema = v.object({ items: v.array(apiKeySchema) })
export type ApiKey = v.InferOutput<typeof apiKeySchema>

/** The only response that contains the key. */
export const newApiKeySchema = v.object({ key: v.string(), api_key: apiKeySchema })
export type NewApiKey = v.InferOutput<typeof newApiKeySchema>
