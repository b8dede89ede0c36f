import * as v from 'valibot'
import { idSchema, timestampSchema } from '../base/common.ts'

const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Queues of jobs. */
export const queueNames = [
  'run-generation',
  'run-remote',
  'mail-done',
  'purge-files',
  'act-in-bulk',
  'change-voice',
  'run-call',
  'go-on',
  'sweep',
  'audit',
  'sweep-payments',
] as const

/** How the server is: what it does in the background, where it stores, and how it was started. No secret is part of it. */
export const systemSchema = v.object({
  version: v.string(),
  node: v.string(),
  database: v.picklist(['embedded', 'postgres']),
  started_at: timestampSchema,
  jobs: v.object({
    /** Queues with jobs that are due. */
    waiting: v.array(v.object({ queue: v.picklist(queueNames), count: countSchema, oldest_seconds: v.number() })),
    failed: v.array(
      v.object({
        id: idSchema,
        queue: v.picklist(queueNames),
        /** The run of the job, if it has one. */
        run_id: v.nullable(v.string()),
        tries: countSchema,
        failed_at: timestampSchema,
      }),
    ),
  }),
  /** Emails that could not be sent, without their content. */
  mails: v.array(v.object({ id: idSchema, recipient: v.string(), subject: v.string(), tries: countSchema, failed_at: timestampSchema })),
  storage: v.object({
    kind: v.picklist(['folder', 's3']),
    writable: v.boolean(),
    /** Whether the storage carries the mark of this installation. */
    marker: v.picklist(['own', 'missing', 'foreign', 'unreadable']),
    used_bytes: countSchema,
    free_bytes: countSchema,
    disk_bytes: countSchema,
    /** Free bytes below which runs and uploads are refused. */
    floor_bytes: countSchema,
    /** How fast the disk fills up, by a look each day; null before there are enough of them. */
    growth: v.nullable(
      v.object({
        /** Below zero where it gets emptier. */
        bytes_per_day: v.number(),
        /** Null where it does not fill up. */
        full_in_days: v.nullable(countSchema),
        measured_days: countSchema,
      }),
    ),
  }),
  /** Scheduled backups; null if none are set up. */
  backups: v.nullable(
    v.object({
      every_seconds: countSchema,
      keep: countSchema,
      /** Since when they are scheduled. */
      since: timestampSchema,
      /** The latest complete one, scheduled or by the command. */
      last: v.nullable(v.object({ at: timestampSchema, bytes: countSchema })),
      /** The latest failure, if no backup was made after it. */
      failed_at: v.nullable(timestampSchema),
      /** Files that this failure did not find, or found damaged; null if it had another reason. */
      missing_files: v.nullable(countSchema),
      /** Whether the latest complete one is older than two intervals. */
      late: v.boolean(),
      /** The latest trial restore. */
      trial: v.nullable(v.object({ at: timestampSchema, passed: v.boolean() })),
      next_at: v.nullable(timestampSchema),
    }),
  ),
  audit: v.object({
    last: v.nullable(v.object({ at: timestampSchema, violations: v.array(v.object({ invariant: v.string(), count: countSchema })) })),
    /** Whether one is waiting or running. */
    pending: v.boolean(),
  }),
  /** Variables of the environment by name. */
  variables: v.array(v.object({ name: v.string(), set: v.boolean() })),
})
export type System = v.InferOutput<typeof systemSchema>

/** A test email to the operator's own address. */
export const testMailSchema = v.object({
  to: v.string(),
  /** `outbox`: written to a file, because no mail server is set. */
  outcome: v.picklist(['sent', 'outbox', 'refused']),
  /** Why the mail server refuses it, in the caller's language. */
  why: v.nullable(v.string()),
})

/** Findings of the doctor: parts that are on, off or wrong, in the caller's language. */
export const findingsSchema = v.object({
  items: v.array(v.object({ state: v.picklist(['on', 'off', 'wrong']), what: v.string(), why: v.string() })),
})
export type Findings = v.InferOutput<typeof findingsSchema>
