import * as v from 'valibot'
import { priceRuleSchema } from '../runs/models.ts'

/** The reasons why a feed changes nothing. */
export const feedFailures = ['unreachable', 'redirected', 'too_large', 'unsigned', 'wrong_signature', 'broken', 'older', 'altered'] as const
export type FeedFailureCode = (typeof feedFailures)[number]

/** An edition of the catalogue. */
export const editionSchema = v.object({
  /** The id of the edition; null for the one of the release. */
  edition: v.nullable(v.string()),
  version: v.number(),
  date: v.string(),
})

/** `ends`: the end of the model is new or another one. `removed`: it is described no longer. */
export const differenceKinds = ['new', 'changed', 'ends', 'removed'] as const
/** The facts that differ in a changed model. */
export const changedFacts = ['price', 'options', 'files', 'limits', 'texts', 'announced'] as const
export type ChangedFact = (typeof changedFacts)[number]

export const catalogueDifferenceSchema = v.object({
  id: v.string(),
  name: v.string(),
  service: v.string(),
  kind: v.picklist(differenceKinds),
  /** Facts that differ in a changed model. */
  facts: v.array(v.picklist(changedFacts)),
  /** Null for a new model. */
  price_before: v.nullable(priceRuleSchema),
  /** Null for a removed one. */
  price_after: v.nullable(priceRuleSchema),
  ends_at: v.nullable(v.string()),
  successor: v.nullable(v.string()),
})
export type CatalogueDifference = v.InferOutput<typeof catalogueDifferenceSchema>

export const catalogueSchema = v.object({
  /** Whether `MODELS_FEED` is set. */
  enabled: v.boolean(),
  /** Whether a newer edition applies without a press. */
  automatic: v.boolean(),
  /** The edition that describes new runs. */
  in_force: editionSchema,
  /** The edition to go back to; null if there is none. */
  before: v.nullable(editionSchema),
  /** A read edition that is not in force, with what it would change. */
  waiting: v.nullable(
    v.object({
      ...editionSchema.entries,
      /** The id of the edition. */
      edition: v.string(),
      /** Differences from the edition in force. */
      differences: v.array(catalogueDifferenceSchema),
    }),
  ),
  /** When the feed was last read. */
  read_at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** When the edition in force last changed. */
  changed_at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** Why the last reading changed nothing, in the caller's language. */
  failure: v.nullable(v.object({ code: v.picklist(feedFailures), message: v.string() })),
  /** Counts the changes; sent with a change. */
  revision: v.number(),
})
export type OperatorCatalogue = v.InferOutput<typeof catalogueSchema>

export const applyCatalogueSchema = v.object({
  /** The id of the edition to apply. */
  edition: v.pipe(v.string(), v.uuid()),
  revision: v.number(),
})
export const revertCatalogueSchema = v.object({ revision: v.number() })
