import * as v from 'valibot'
import { timestampSchema } from '../base/common.ts'

/**
 * Things that wait for the operator. `subject` is a model, a payment service of `notices_failed`, or the email of a person of
 * `grants_near_limit`; `successor` is the model that takes over from that of `model_gone`; `count` is results with open reports, disputes,
 * notifications, accounts, runs, violations, checks, emails, jobs or missing files, free percent of `disk_low`, tokens of
 * `grants_near_limit`, days of `model_ending` and `disk_filling`, and 0 of `backup_late` if none was ever made.
 */
export const alertCodes = [
  'ledger_broken',
  'disk_full',
  'disk_low',
  'disk_filling',
  'storage_unusable',
  'service_unpaid',
  'key_refused',
  'model_gone',
  'model_not_set_up',
  'moderation_unreachable',
  'queue_stuck',
  'backup_failed',
  'backup_incomplete',
  'backup_unsound',
  'backup_late',
  'backup_off',
  'reports_open',
  'disputes_open',
  'notices_failed',
  'mails_failed',
  'jobs_failed',
  'grants_near_limit',
  'sign_ups_unusual',
  'checkout_open',
  'mail_missing',
  'mail_unaddressed',
  'model_paused',
  'model_ending',
] as const
export type AlertCode = (typeof alertCodes)[number]

/** Those that may be right as they are, so that an operator can hide them for a while: nothing gets lost meanwhile. */
export const snoozableAlerts = [
  'disk_filling',
  'backup_off',
  'grants_near_limit',
  'sign_ups_unusual',
  'checkout_open',
  'mail_missing',
  'mail_unaddressed',
  'model_ending',
] as const satisfies readonly AlertCode[]
export const isSnoozable = (code: AlertCode): code is (typeof snoozableAlerts)[number] => snoozableAlerts.some((one) => one === code)

const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const alertSchema = v.object({
  code: v.picklist(alertCodes),
  severity: v.picklist(['critical', 'warning']),
  subject: v.nullable(v.string()),
  successor: v.nullable(v.string()),
  count: v.nullable(v.number()),
  since: v.nullable(timestampSchema),
  /** The time until which an operator has hidden it; null for those that are shown. */
  snoozed_until: v.nullable(timestampSchema),
})
export type Alert = v.InferOutput<typeof alertSchema>
export const alertsSchema = v.object({ items: v.array(alertSchema) })

/** Days for which an alert is hidden; 0 shows it again. It comes back before if its count rises. */
export const snoozeDays = [0, 7, 30] as const
export const snoozeAlertSchema = v.object({
  code: v.picklist(snoozableAlerts, 'not_an_option'),
  subject: v.nullable(v.pipe(v.string(), v.maxLength(320, 'too_long'))),
  count: v.nullable(countSchema),
  days: v.picklist(snoozeDays, 'not_an_option'),
})

/** Numbers of things that wait on pages of the operator; null for pages that the caller's role does not open. */
export const waitingSchema = v.object({
  /** Results with open reports. */
  reports: v.nullable(countSchema),
  /** Payments in dispute. */
  orders: v.nullable(countSchema),
  /** Failed emails and jobs, and failed or late backups. */
  system: v.nullable(countSchema),
})
export type Waiting = v.InferOutput<typeof waitingSchema>
