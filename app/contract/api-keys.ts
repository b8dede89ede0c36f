import * as v from 'valibot'
import { idSchema, timestampSchema, tokenAmountSchema } from './common.ts'
import { freeText } from './text.ts'

/**
 * Rights of an API key. `read`: see works, files, models and the balance; `generate`: run models, upload files for runs, cancel; `library`:
 * change, share and delete works. A key reaches nothing else of an account.
 */
export const apiKeyScopes = ['read', 'generate', 'library'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** The prefix of every key, by which logs and code recognize it. */
export const apiKeyPrefix = 'qk_'

export const createApiKeySchema = v.object({
  name: v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(60, 'too_long')),
  scopes: v.pipe(
    v.array(v.picklist(apiKeyScopes, 'not_an_option'), 'required'),
    v.minLength(1, 'scopes_missing'),
    v.transform((scopes) => apiKeyScopes.filter((scope) => scopes.includes(scope))),
  ),
  /** Null, or omitted, if the key never expires. */
  expires_in_days: v.optional(
    v.nullable(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(1, 'too_small'), v.maxValue(3650, 'too_large'))),
  ),
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
