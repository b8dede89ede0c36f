import * as v from 'valibot'
import { locales } from '#config'
import { givenTimeSchema, idSchema, pageOf, timestampSchema } from '../base/common.ts'
import { optionalReasonSchema } from './connections.ts'
import { audiences, noticeLevels } from '../base/notice-values.ts'
import { freeText } from '../base/text.ts'

export const maxAnnouncementLength = 300

/** Texts by language. With one text only, people of the other languages see it too. */
const textsSchema = v.partial(v.object(v.entriesFromList(locales, v.string())))
export type Texts = v.InferOutput<typeof textsSchema>
export type Audience = (typeof audiences)[number]
export type NoticeLevel = (typeof noticeLevels)[number]

const announcementEntries = {
  id: idSchema,
  texts: textsSchema,
  audience: v.picklist(audiences),
  level: v.picklist(noticeLevels),
  starts_at: timestampSchema,
  /** Null until somebody ends it. */
  ends_at: v.nullable(timestampSchema),
}
export const operatorAnnouncementSchema = v.object({ ...announcementEntries, created_at: timestampSchema })
export type OperatorAnnouncement = v.InferOutput<typeof operatorAnnouncementSchema>
export const announcementPageSchema = pageOf(operatorAnnouncementSchema)

const givenTextSchema = v.pipe(freeText('required'), v.trim(), v.maxLength(maxAnnouncementLength, 'too_long'))

export const saveAnnouncementSchema = v.object({
  /** A text for each language. */
  texts: v.object(v.entriesFromList(locales, v.optional(givenTextSchema, ''))),
  /** Whether a single text is meant for the people of all languages; otherwise a missing one is an error. */
  one_text: v.optional(v.boolean('invalid'), false),
  audience: v.picklist(audiences, 'not_an_option'),
  level: v.picklist(noticeLevels, 'not_an_option'),
  /** Now by default. */
  starts_at: v.optional(v.nullable(givenTimeSchema)),
  ends_at: v.optional(v.nullable(givenTimeSchema)),
  reason: optionalReasonSchema,
})

export const maintenanceSchema = v.object({ enabled: v.boolean(), ends_at: v.nullable(timestampSchema) })
export type Maintenance = v.InferOutput<typeof maintenanceSchema>
export const setMaintenanceSchema = v.object({
  enabled: v.boolean('invalid'),
  /** The expected end. */
  ends_at: v.optional(v.nullable(givenTimeSchema)),
  reason: optionalReasonSchema,
})

/** Announcements and the state of the server, as the caller is shown them. */
export const noticesSchema = v.object({
  announcements: v.array(
    v.object({ id: idSchema, texts: textsSchema, level: v.picklist(noticeLevels), ends_at: v.nullable(timestampSchema) }),
  ),
  /** Null if new runs are accepted. */
  maintenance: v.nullable(
    v.object({
      /** The expected end, if it is known and ahead. */
      ends_at: v.nullable(timestampSchema),
      /** Whether runs of the caller are accepted nevertheless. */
      may_run: v.boolean(),
    }),
  ),
  /** Whether the caller has yet to agree to the processing of personal data. Older servers omit it. */
  consent_due: v.optional(v.boolean(), false),
})
export type Notices = v.InferOutput<typeof noticesSchema>
