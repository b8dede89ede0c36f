import * as v from 'valibot'
import { kindSchema, kinds, listOf } from './common.ts'

const optionEntries = {
  /** What the field is called, in the caller's language. */
  title: v.string(),
  description: v.optional(v.string()),
  /** Not among the few that are shown at once. */
  'x-group': v.optional(v.literal('more')),
  /** Means something only while another option has one of these values. */
  'x-when': v.optional(v.object({ option: v.string(), in: v.array(v.union([v.string(), v.boolean()])) })),
}

/** The part of JSON Schema 2020-12 that a model's options are written in; the page draws its form from it and the API validates by it. */
export const optionSchemaSchema = v.union([
  v.object({
    type: v.literal('string'),
    ...optionEntries,
    enum: v.array(v.string()),
    default: v.string(),
    /** Value → words, in the caller's language. */
    'x-labels': v.optional(v.record(v.string(), v.string())),
    /** Value → a sound to listen to before choosing it. */
    'x-samples': v.optional(v.record(v.string(), v.string())),
    'x-control': v.optional(v.picklist(['segmented', 'ratio', 'select'])),
  }),
  /** A few words of the person's own. */
  v.object({ type: v.literal('string'), ...optionEntries, maxLength: v.number(), default: v.string(), 'x-control': v.literal('text') }),
  v.object({
    type: v.picklist(['integer', 'number']),
    ...optionEntries,
    minimum: v.number(),
    maximum: v.number(),
    multipleOf: v.optional(v.number()),
    /** Left out of a seed: then the server picks one and keeps it with the run. */
    default: v.optional(v.number()),
    /** Words for values that mean something of their own, for instance 0: "auto". */
    'x-labels': v.optional(v.record(v.string(), v.string())),
    'x-control': v.optional(v.picklist(['slider', 'seed'])),
    /** `factor`: how many times the usual; `bpm`: beats a minute. */
    'x-unit': v.optional(v.picklist(['second', 'percent', 'factor', 'bpm'])),
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
 * What a run costs: `base`, and `tokens` for every begun `every` units of what is measured, all of it times the factors of the
 * chosen options, rounded up to whole tokens. For instance {base: 0, per: {measure: 'duration', every: 1, tokens: 3}} is three
 * tokens a second. `model_tokens` are the pieces of words that a language model counts in: `input` and `output` are paid for every
 * `every` of them, in proportion; the most it can come to is held, and what was really used is charged.
 */
export const priceRuleSchema = v.object({
  base: v.number(),
  per: v.nullable(
    v.variant('measure', [
      v.object({ measure: v.picklist(['duration', 'prompt_characters', 'count']), every: v.number(), tokens: v.number() }),
      v.object({ measure: v.literal('model_tokens'), every: v.number(), input: v.number(), output: v.number() }),
    ]),
  ),
  /** Option → its value → how many times the usual price. */
  factors: v.optional(v.record(v.string(), v.record(v.string(), v.number()))),
})
export type PriceRule = v.InferOutput<typeof priceRuleSchema>

/** `mask`: which part of the source is to be made anew; what is white or see-through in it. */
export const inputRoles = ['source', 'reference', 'first_frame', 'mask'] as const
export type InputRole = (typeof inputRoles)[number]
export const modelInputSchema = v.object({
  role: v.picklist(inputRoles),
  types: v.array(kindSchema),
  max: v.number(),
  /** It makes nothing without one. */
  required: v.optional(v.boolean()),
})
export type ModelInput = v.InferOutput<typeof modelInputSchema>

export const modelSchema = v.object({
  id: v.string(),
  name: v.string(),
  type: kindSchema,
  provider: v.string(),
  description: v.string(),
  price: priceRuleSchema,
  options: optionsSchemaSchema,
  /** What it can start from: files or results of these kinds, in these roles. */
  inputs: v.array(modelInputSchema),
  /** Takes what was said before in a conversation. */
  history: v.boolean(),
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
