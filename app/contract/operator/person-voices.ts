import * as v from 'valibot'
import { localeSchema, timestampSchema } from '../base/common.ts'

export const personVoicesSchema = v.object({
  items: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      service: v.string(),
      status: v.picklist(['creating', 'ready', 'failed']),
      consent: v.object({ version: v.string(), locale: localeSchema, at: timestampSchema }),
      created_at: timestampSchema,
    }),
  ),
})
export type PersonVoices = v.InferOutput<typeof personVoicesSchema>

/** Voices of all people at a service. `deleting`: removed here, but not at the service yet. */
export const voiceCountsSchema = v.object({
  services: v.array(v.object({ service: v.string(), ready: v.number(), creating: v.number(), failed: v.number(), deleting: v.number() })),
})
export type VoiceCounts = v.InferOutput<typeof voiceCountsSchema>
