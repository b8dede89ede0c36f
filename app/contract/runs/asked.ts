import * as v from 'valibot'
import { idSchema, timestampSchema } from '../base/common.ts'

/** The request that a refusal has made, for the caller that was refused. */
export const askedSchema = v.object({
  id: idSchema,
  /** `refused`: the owner has refused this call, which does not ask again. */
  status: v.picklist(['open', 'refused']),
  /** The call that returns the request, and waits with `?wait=`. */
  url: v.string(),
  /** The page on which the owner of the key answers. */
  page: v.string(),
  expires_at: timestampSchema,
})
export type AskedRequest = v.InferOutput<typeof askedSchema>
