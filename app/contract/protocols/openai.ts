import { kinds } from '../base/values.ts'
import * as v from 'valibot'
import { askedSchema } from '../runs/asked.ts'
import { priceRuleSchema } from '../runs/models.ts'

/**
 * The supported part of OpenAI's protocol. Parameters that do not apply to a model are ignored, as other servers of the protocol do;
 * unsupported parameters that would change the meaning of the response are rejected.
 */

export const listedModelSchema = v.object({
  id: v.string(),
  object: v.literal('model'),
  created: v.number(),
  owned_by: v.string(),
  /** Beyond OpenAI's protocol, like all that follows: what the model makes; `embedding` for vectors. */
  kind: v.picklist([...kinds, 'embedding']),
  /** Model tokens that the model reads and writes together; null if they are not known. */
  context_length: v.nullable(v.number()),
  /** The price in our tokens. */
  pricing: priceRuleSchema,
  /** The parameters of chat completions that have an effect; empty for a model of another kind. */
  supported_parameters: v.array(v.string()),
  /** False while the model is paused after failures or cannot be used at all. */
  available: v.boolean(),
})
export const modelListSchema = v.object({ object: v.literal('list'), data: v.array(listedModelSchema) })

export const openaiErrorSchema = v.object({
  error: v.object({
    message: v.string(),
    type: v.string(),
    param: v.nullable(v.string()),
    code: v.nullable(v.string()),
    /** Beyond OpenAI's protocol: the request that the owner of the key can allow. */
    run_request: v.optional(askedSchema),
  }),
})
export type OpenaiErrorBody = v.InferOutput<typeof openaiErrorSchema>
