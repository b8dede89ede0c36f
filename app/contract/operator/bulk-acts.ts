import * as v from 'valibot'
import { idSchema, pageOf, timestampSchema } from '../base/common.ts'
import { peopleQuerySchema, reasonSchema } from './operator.ts'
import { personStates } from './operator-rights.ts'
import { roles } from '../account/roles.ts'
import { freeText } from '../base/text.ts'
import { searchMaxLength } from '../base/values.ts'

const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** The filter of the list of people. Empty, it means everyone. */
export const peopleFilterSchema = v.object({
  q: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(searchMaxLength, 'too_long'))),
  role: v.optional(v.picklist(roles, 'not_an_option')),
  state: v.optional(v.picklist(personStates, 'not_an_option')),
  group: v.optional(idSchema),
})
export type PeopleFilter = v.InferOutput<typeof peopleFilterSchema>

const bulkActSchema = v.variant('kind', [
  v.object({ kind: v.literal('set_group'), group_id: idSchema }),
  v.object({
    kind: v.literal('grant_tokens'),
    amount: v.pipe(v.number('invalid'), v.safeInteger('invalid'), v.minValue(1, 'too_small'), v.maxValue(1_000_000, 'too_large')),
  }),
  v.object({ kind: v.literal('block') }),
])
export type BulkAct = v.InferOutput<typeof bulkActSchema>

export const bulkStates = ['running', 'done', 'stopped'] as const
export type BulkState = (typeof bulkStates)[number]

export const startBulkActSchema = v.object({ filter: peopleFilterSchema, act: bulkActSchema, reason: reasonSchema })

export const countPeopleQuerySchema = v.omit(peopleQuerySchema, ['limit', 'cursor', 'sort', 'order'])
/** People of a filter, and those of them whom the caller's role does not reach. */
export const peopleCountSchema = v.object({ people: countSchema, out_of_reach: countSchema })

export const bulkActStateSchema = v.object({
  id: idSchema,
  act: bulkActSchema,
  actor: v.string(),
  reason: v.string(),
  people: countSchema,
  done: countSchema,
  /** People whom the actor's role does not reach. */
  skipped: countSchema,
  state: v.picklist(bulkStates),
  created_at: timestampSchema,
})
export type BulkActState = v.InferOutput<typeof bulkActStateSchema>
export const bulkActPageSchema = pageOf(bulkActStateSchema)

export const writeNoteSchema = v.object({
  text: v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(2_000, 'too_long')),
})
