import * as v from 'valibot'
import { pageOf, timestampSchema } from '../base/common.ts'
import { createGenerationSchema } from '../runs/generations.ts'
import { modelSchema, priceRuleSchema } from '../runs/models.ts'
import { proofSchema } from '../base/security.ts'
import { freeText } from '../base/text.ts'
import { kinds } from '../base/values.ts'

/** The longest document, as JSON. */
export const documentMaxLength = 60_000

/** The entry of a model, in the form that `MODELS_FILE` has for it. Drafts may contain mistakes, so only its size is checked here. */
export const modelDocumentSchema = v.record(v.string(), v.unknown())
export type ModelDocument = v.InferOutput<typeof modelDocumentSchema>

const givenDocument = v.pipe(
  modelDocumentSchema,
  v.check((document) => JSON.stringify(document).length <= documentMaxLength, 'too_long'),
)
const modelId = v.pipe(v.string('required'), v.trim(), v.nonEmpty('required'), v.maxLength(100, 'too_long'))
const revision = v.pipe(v.number('required'), v.safeInteger('invalid'), v.minValue(0, 'too_small'))
const reason = v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(500, 'too_long'))

export const definitionQuerySchema = v.object({ model: modelId })
export const checkDefinitionSchema = v.object({ model: modelId, document: givenDocument })
export const saveDraftSchema = v.object({ model: modelId, revision, document: givenDocument })
export const discardDraftSchema = v.object({ model: modelId, revision })
/** A definition decides how a service is called with its key, so an act that puts one into force takes a proof of identity. */
export const publishDraftSchema = v.object({ model: modelId, revision, reason, ...proofSchema.entries })
export const removeDefinitionSchema = v.object({ model: modelId, revision, reason })
export const restoreDefinitionSchema = v.object({
  model: modelId,
  revision,
  number: v.pipe(revision, v.minValue(1, 'too_small')),
  reason,
  ...proofSchema.entries,
})
/** `address`: for a server of one's own, the address of its OpenAPI document, by default `/openapi.json`. `type`: what the model makes. */
export const importSchemaSchema = v.object({
  service: v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(40, 'too_long')),
  model: v.pipe(v.string('required'), v.trim(), v.nonEmpty('required'), v.maxLength(200, 'too_long')),
  type: v.optional(v.picklist(kinds, 'not_an_option')),
  address: v.optional(v.pipe(v.string('required'), v.trim(), v.maxLength(500, 'too_long'))),
})
/** Why a field of the schema is no option or file: its name, its type, a file without a free role, or a setting of the connection. */
export const leftOutReasons = ['name', 'type', 'file', 'technical'] as const
const leftOutSchema = v.object({ field: v.string(), reason: v.picklist(leftOutReasons) })
export type LeftOut = v.InferOutput<typeof leftOutSchema>
export const importedSchemaSchema = v.object({
  document: modelDocumentSchema,
  /** Fields of the schema that the draft leaves out, with the reasons. */
  left_out: v.array(leftOutSchema),
})
export type ImportedSchema = v.InferOutput<typeof importedSchemaSchema>
export const testDraftSchema = v.object({
  model: modelId,
  revision,
  ...v.pick(createGenerationSchema, ['prompt', 'options', 'inputs']).entries,
})

/** Where the definition in force comes from. `none`: there is only a draft, or the model was removed. */
export const definitionSources = ['service', 'file', 'browser', 'none'] as const

export const modelDefinitionSchema = v.object({
  model: v.string(),
  /** The number of changes so far, which the next one has to name. */
  revision: v.number(),
  /** Null if the document has none yet. */
  name: v.nullable(v.string()),
  source: v.picklist(definitionSources),
  /** `basics`: what the model does is fixed, and its name, prices and limits can be changed. */
  scope: v.picklist(['everything', 'basics']),
  /** The document in force. */
  document: modelDocumentSchema,
  /** The document without changes of the browser; null for a model that was added here. */
  default_document: v.nullable(modelDocumentSchema),
  draft: v.nullable(v.object({ document: modelDocumentSchema, saved_at: timestampSchema, saved_by: v.nullable(v.string()) })),
  /** The number of the version in force; null if none of the browser is. */
  version: v.nullable(v.number()),
  removed: v.boolean(),
  /** The price that was set for the model itself, which wins over that of every definition; null without one. */
  own_price: v.nullable(priceRuleSchema),
})
export type ModelDefinition = v.InferOutput<typeof modelDefinitionSchema>

export const definitionProblemSchema = v.object({
  /** The keys that lead to the problem, without the model's. */
  path: v.array(v.string()),
  code: v.string(),
  /** The values that the message names. */
  values: v.record(v.string(), v.union([v.string(), v.number()])),
  /** The problem of the last key, in the language of the request: the rest of a sentence without its end. */
  message: v.string(),
  /** The valid name that a wrong one resembles. */
  suggestion: v.nullable(v.string()),
})
export type DefinitionProblem = v.InferOutput<typeof definitionProblemSchema>

export const checkedDefinitionSchema = v.object({
  problems: v.array(definitionProblemSchema),
  /** The model as people would see it; null while there are problems. */
  preview: v.nullable(modelSchema),
  cost: v.nullable(priceRuleSchema),
  below_cost: v.boolean(),
})
export type CheckedDefinition = v.InferOutput<typeof checkedDefinitionSchema>

export const modelVersionSchema = v.object({
  id: v.string(),
  number: v.number(),
  document: modelDocumentSchema,
  restores: v.nullable(v.number()),
  reason: v.string(),
  actor: v.nullable(v.object({ id: v.string(), email: v.string() })),
  created_at: timestampSchema,
})
export type ModelVersion = v.InferOutput<typeof modelVersionSchema>
export const modelVersionPageSchema = pageOf(modelVersionSchema)
