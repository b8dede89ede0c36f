import * as v from 'valibot'
import { idSchema, kindSchema, pageOf, pageQueryEntries, timestampSchema } from '../base/common.ts'
import { emailSchema } from '../account/email.ts'
import { reasonSchema } from './operator.ts'
import { freeText } from '../base/text.ts'

export const reportReasons = ['sexual', 'violence', 'hate', 'minors', 'privacy', 'copyright', 'deception', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const reportStates = ['open', 'dismissed', 'taken_down'] as const
export type ReportState = (typeof reportStates)[number]

/** A visitor's report of a shared result. */
export const reportShareSchema = v.object({
  reason: v.picklist(reportReasons, 'not_an_option'),
  text: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(1_000, 'too_long')), ''),
  /** The address that hears of the decision; a signed-in person hears of it at their own. */
  email: v.optional(emailSchema),
})

/** Decisions about a person’s own results, and about their reports. Nobody learns who reported what. */
export const decisionsSchema = v.object({
  items: v.array(
    v.object({
      id: idSchema,
      /** Whether the person shared the result or reported it. */
      role: v.picklist(['owner', 'reporter']),
      category: v.picklist(reportReasons),
      state: v.picklist(reportStates),
      /** Null until a report is decided. */
      decision: v.nullable(v.object({ reason: v.string(), at: timestampSchema })),
      created_at: timestampSchema,
      /** The person’s own result; null in their reports of others. */
      work: v.nullable(v.object({ id: idSchema, type: kindSchema, title: v.nullable(v.string()) })),
    }),
  ),
  /** The address for appeals; null if the operator has set none. */
  contact: v.nullable(v.string()),
})
export type Decision = v.InferOutput<typeof decisionsSchema>['items'][number]

export const reportsQuerySchema = v.object({ ...pageQueryEntries, state: v.optional(v.picklist(reportStates, 'not_an_option')) })

/** The reports of one result: the fields are those of the latest one unless they say otherwise. */
export const operatorReportSchema = v.object({
  id: idSchema,
  reason: v.picklist(reportReasons),
  text: v.string(),
  state: v.picklist(reportStates),
  /** The owner of the result. */
  person: v.object({ id: idSchema, email: v.string() }),
  work: v.object({ id: idSchema, type: kindSchema, title: v.nullable(v.string()) }),
  /** The public link, while it works. */
  token: v.nullable(v.string()),
  /** Reports of the same result, this one included. */
  reports: v.pipe(v.number(), v.safeInteger()),
  /** Their reasons, the most frequent first. */
  reasons: v.array(v.object({ reason: v.picklist(reportReasons), reports: v.pipe(v.number(), v.safeInteger()) })),
  /** The words of visitors in them, newest first. */
  texts: v.array(v.string()),
  /** The time of the first one. */
  first_at: timestampSchema,
  /** A small image of the result while its public link works; null without one. */
  thumbnail_url: v.nullable(v.string()),
  decision: v.nullable(v.object({ by: v.nullable(v.string()), reason: v.string(), at: timestampSchema })),
  created_at: timestampSchema,
})
export type OperatorReport = v.InferOutput<typeof operatorReportSchema>
export const operatorReportPageSchema = pageOf(operatorReportSchema)

/**
 * `take_down` deletes the public link and blocks the content; `restore` lifts that block, so that the owner can share the result again.
 * Each decides all reports of the same result.
 */
export const decideReportSchema = v.object({
  decision: v.picklist(['dismiss', 'take_down', 'restore'], 'not_an_option'),
  reason: reasonSchema,
})
