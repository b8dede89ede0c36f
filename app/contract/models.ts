import * as v from 'valibot'
import { kindSchema, kinds, listOf } from './common.ts'

const optionEntries = {
  /** What the field is called, in the caller's language. */
  title: v.string(),
  description: v.optional(v.string()),
}

/** The part of JSON Schema 2020-12 that a model's options are written in; the page draws its form from it and the API validates by it. */
export const optionSchemaSchema = v.variant('type', [
  v.object({
    type: v.literal('string'),
    ...optionEntries,
    enum: v.array(v.string()),
    default: v.string(),
    /** Value → words, in the caller's language. */
    'x-labels': v.optional(v.record(v.string(), v.string())),
    'x-control': v.optional(v.picklist(['segmented', 'ratio', 'select'])),
  }),
  v.object({
    type: v.picklist(['integer', 'number']),
    ...optionEntries,
    minimum: v.number(),
    maximum: v.number(),
    multipleOf: v.optional(v.number()),
    /** Left out of a seed: then the server picks one and keeps it with the run. */
    default: v.optional(v.number()),
    'x-control': v.optional(v.picklist(['slider', 'seed'])),
    /** `factor`: how many times the usual. */
    'x-unit': v.optional(v.picklist(['second', 'percent', 'factor'])),
  }),
  v.object({ type: v.literal('boolean'), ...optionEntries, default: v.boolean() }),
])
export type OptionSchema = v.InferOutput<typeof optionSchemaSchema>

export const optionsSchemaSchema = v.object({
  type: v.literal('object'),
  properties: v.record(v.string(), optionSchemaSchema),
  additionalProperties: v.literal(false),
})
export type OptionsSchema = v.InferOutput<typeof optionsSchemaSchema>

/**
 * What a run costs: `base`, and `tokens` for every begun `every` units of what is measured.
 * For instance {base: 0, per: {measure: 'duration', every: 1, tokens: 3}} is three tokens a second.
 */
export const priceRuleSchema = v.object({
  base: v.number(),
  per: v.nullable(v.object({ measure: v.picklist(['duration', 'prompt_characters']), every: v.number(), tokens: v.number() })),
})
export type PriceRule = v.InferOutput<typeof priceRuleSchema>

export const modelSchema = v.object({
  id: v.string(),
  name: v.string(),
  type: kindSchema,
  provider: v.string(),
  description: v.string(),
  price: priceRuleSchema,
  options: optionsSchemaSchema,
  /** Kinds of file it can start from. */
  inputs: v.array(kindSchema),
  prompt: v.object({ placeholder: v.string(), max_length: v.number(), examples: v.array(v.string()) }),
  available: v.boolean(),
  /** Why not, in the caller's language; null while available. */
  unavailable_reason: v.nullable(v.string()),
  /** From the runs of the last 30 days; null until there are any. */
  measured: v.nullable(v.object({ wait_p50_ms: v.number(), wait_p95_ms: v.number(), success_rate: v.number() })),
})
export type Model = v.InferOutput<typeof modelSchema>

export const modelsSchema = v.array(modelSchema)
export const modelsQuerySchema = v.object({ type__in: v.optional(listOf(kinds)) })
