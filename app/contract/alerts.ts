import * as v from 'valibot'
import { timestampSchema } from './common.ts'

/**
 * Things that need the operator. `subject` is a model, a payment service of `webhooks_failed`, or the email of a person of
 * `grants_near_limit`; `successor` is the model that takes over from that of `model_gone`; `count` is runs, violations, checks, emails, jobs,
 * disputes, notifications, addresses or missing files, free percent of `disk_low`, tokens of `grants_near_limit`, days
 * of `model_ending`.
 */
export const alertCodes = [
  'ledger_broken',
  'disk_full',
  'disk_low',
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
  'mails_failed',
  'jobs_failed',
  'grants_near_limit',
  'model_paused',
  'model_ending',
] as const
export type AlertCode = (typeof alertCodes)[number]

export const alertSchema = v.object({
  code: v.picklist(alertCodes),
  severity: v.picklist(['critical', 'warning']),
  subject: v.nullable(v.string()),
  successor: v.nullable(v.string()),
  count: v.nullable(v.number()),
  since: v.nullable(timestampSchema),
})
export type Alert = v.InferOutput<typeof alertSchema>
export const alertsSchema = v.object({ items: v.array(alertSchema) })
