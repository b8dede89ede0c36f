import * as v from 'valibot'
import { idSchema } from '../base/common.ts'
import { operatorToolsSchema } from '../studio/tools.ts'
import { optionalReasonSchema } from './connections.ts'
import { reasonSchema } from './operator.ts'
import { freeText } from '../base/text.ts'

const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const limitOf = (most: number) =>
  v.nullable(v.pipe(v.number('invalid'), v.safeInteger('invalid'), v.minValue(1, 'too_small'), v.maxValue(most, 'too_large')))

/** Limits of a group, or of one person. Null: no limit of tokens; for the others, the server's own limit. */
const limitEntries = {
  /** Tokens for a day in UTC. */
  daily_tokens: limitOf(1_000_000_000),
  concurrent_runs: limitOf(1_000),
  storage_megabytes: limitOf(100_000_000),
}

export const maxGroupModels = 1_000

/** Prices, models and limits of people. The default group has no name. */
export const operatorGroupSchema = v.object({
  id: idSchema,
  name: v.nullable(v.string()),
  /** People in the group. */
  people: countSchema,
  /** A multiple of every price. */
  price_factor: v.number(),
  /** Ids of the models that they may use; null for all. */
  models: v.nullable(v.array(v.string())),
  /** The studio's tools that they and their assistants may use, among those that are on; null for all. */
  tools: v.optional(v.nullable(v.array(v.string())), null),
  daily_tokens: v.nullable(countSchema),
  concurrent_runs: v.nullable(countSchema),
  storage_megabytes: v.nullable(countSchema),
  /** Share of the server's own models while others wait: a person of twice the weight is served twice as often. */
  queue_weight: v.number(),
  /** Tokens that a person gets once, when first placed in the group. */
  welcome_grant: countSchema,
})
export type OperatorGroup = v.InferOutput<typeof operatorGroupSchema>
export const operatorGroupsSchema = v.object({ items: v.array(operatorGroupSchema) })

const fourDigits = (value: number) => Number(value.toFixed(4))

/** The name of the default group is ignored. */
export const saveGroupSchema = v.object({
  name: v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(60, 'too_long')),
  price_factor: v.pipe(
    v.number('invalid'),
    v.finite('invalid'),
    v.minValue(0, 'too_small'),
    v.maxValue(100, 'too_large'),
    v.transform(fourDigits),
  ),
  models: v.nullable(
    v.pipe(v.array(v.pipe(v.string('invalid'), v.maxLength(200, 'too_long')), 'invalid'), v.maxLength(maxGroupModels, 'too_many')),
  ),
  /** The studio's tools that they and their assistants may use; null for all. Absent in pages of earlier releases; the stored ones stay. */
  tools: v.optional(v.nullable(operatorToolsSchema)),
  ...limitEntries,
  /** Absent in pages of earlier releases; the stored weight stays. */
  queue_weight: v.optional(
    v.pipe(v.number('invalid'), v.finite('invalid'), v.minValue(0.1, 'too_small'), v.maxValue(100, 'too_large'), v.transform(fourDigits)),
  ),
  welcome_grant: v.pipe(v.number('invalid'), v.safeInteger('invalid'), v.minValue(0, 'too_small'), v.maxValue(1_000_000_000, 'too_large')),
  reason: optionalReasonSchema,
})
export type SaveGroup = v.InferInput<typeof saveGroupSchema>

/** A person's group, and limits that replace those of the group; null for the group's. */
export const setLimitsSchema = v.object({ group_id: idSchema, ...limitEntries, reason: reasonSchema })
