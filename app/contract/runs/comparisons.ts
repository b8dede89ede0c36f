import * as v from 'valibot'
import { idSchema, kindSchema, pageOf, pageQueryEntries, timestampSchema, tokenAmountSchema } from '../base/common.ts'
import { generationSchema, inputSchema, maxPriceSchema, optionValuesSchema, quoteAnswerSchema } from './generations.ts'
import { freeText } from '../base/text.ts'
import { maxInputs, promptMaxLength } from '../base/values.ts'

/** The numbers of models that one prompt can be given to side by side. */
export const comparedModels = { min: 2, max: 4 } as const

const modelsSchema = v.pipe(
  v.array(v.pipe(v.string('invalid'), v.maxLength(200, 'too_long')), 'invalid'),
  v.minLength(comparedModels.min, 'required'),
  v.maxLength(comparedModels.max, 'too_long'),
  v.check((models) => new Set(models).size === models.length, 'invalid'),
)

const sharedEntries = {
  /** Options that every model has; the others have their defaults. */
  options: v.optional(optionValuesSchema, {}),
  /** Files that every model takes in these roles. */
  inputs: v.optional(v.pipe(v.array(inputSchema), v.maxLength(maxInputs, 'too_long')), []),
}

export const createComparisonSchema = v.object({
  prompt: v.pipe(freeText('required'), v.trim(), v.nonEmpty('prompt_empty'), v.maxLength(promptMaxLength, 'prompt_too_long')),
  /** Two to four models of one kind and task. */
  models: modelsSchema,
  ...sharedEntries,
  /** Whether the pages hide which model made which result until one is chosen; the order is then random. */
  blind: v.optional(v.boolean('invalid'), false),
  /** The highest accepted price of all runs together. */
  max_price: maxPriceSchema,
})
export type CreateComparison = v.InferInput<typeof createComparisonSchema>

/** An empty prompt has a price too, which the page shows before a word is typed. */
export const comparisonQuoteSchema = v.object({
  prompt: v.pipe(freeText('required'), v.trim(), v.maxLength(promptMaxLength, 'prompt_too_long')),
  models: modelsSchema,
  ...sharedEntries,
})

export const comparisonQuoteAnswerSchema = v.object({
  ...v.omit(quoteAnswerSchema, ['hold', 'understood', 'advice']).entries,
  models: v.array(v.object({ model: v.string(), price: tokenAmountSchema, price_milli: tokenAmountSchema })),
})
export type ComparisonQuote = v.InferOutput<typeof comparisonQuoteAnswerSchema>

export const comparisonSchema = v.object({
  id: idSchema,
  type: kindSchema,
  prompt: v.string(),
  blind: v.boolean(),
  created_at: timestampSchema,
  /** The run whose result the person found best. */
  best: v.nullable(idSchema),
  /** The latest run of each model, in the order of submission. Runs in the trash are omitted. */
  runs: v.array(generationSchema),
})
export type Comparison = v.InferOutput<typeof comparisonSchema>

export const comparisonPageSchema = pageOf(comparisonSchema)
export const comparisonsQuerySchema = v.object(pageQueryEntries)

/** Null or absent takes the vote back. */
export const voteSchema = v.object({ generation_id: v.optional(v.nullable(idSchema), null) })

/** How often a model was chosen in the person's decided comparisons. */
export const standingsSchema = v.array(v.object({ model: v.string(), type: kindSchema, compared: v.number(), chosen: v.number() }))
export type Standings = v.InferOutput<typeof standingsSchema>
