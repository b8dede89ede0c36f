import * as v from 'valibot'
import { signInServiceSchema } from './sign-in-services.ts'
import { timestampSchema } from '../base/common.ts'
import { proofSchema } from '../base/security.ts'

const providerSchema = signInServiceSchema

/** Other services connected to the account. */
export const identitiesSchema = v.object({
  items: v.array(v.object({ provider: providerSchema, email: v.nullable(v.string()), connected_at: timestampSchema })),
  /** Other services of this installation. */
  available: v.array(providerSchema),
  /** Names of the issuers of OpenID Connect among both; older servers omit them. */
  labels: v.optional(v.record(v.string(), v.string()), {}),
})
export type Identities = v.InferOutput<typeof identitiesSchema>

export const beginIdentitySchema = v.object({ provider: providerSchema, ...proofSchema.entries })
/** The URL on this site that redirects the browser to the service. */
export const identityStartSchema = v.object({ url: v.string() })

/** The value of `?connect=`, with which the service leads back. */
export const addIdentitySchema = v.object({ ticket: v.pipe(v.string('required'), v.maxLength(2_000, 'too_long')) })
export const identityParamsSchema = v.object({ provider: providerSchema })
