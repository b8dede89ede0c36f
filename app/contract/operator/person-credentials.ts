import * as v from 'valibot'
import { deviceSessionSchema } from '../account/accounts.ts'
import { apiKeySchema } from '../account/api-keys.ts'

/** The live sessions and keys of a person, as people with a role see them: never a token or a key. */
export const personCredentialsSchema = v.object({
  /** Last used first; at most 100. */
  sessions: v.array(v.omit(deviceSessionSchema, ['current'])),
  /** Keys that are not revoked, newest first. */
  api_keys: v.array(v.omit(apiKeySchema, ['month', 'budget', 'spent'])),
})
export type PersonCredentials = v.InferOutput<typeof personCredentialsSchema>
