import * as v from 'valibot'
import { countsSchema } from './read-state.ts'

/** Names of entries in an archive. `sums` comes last: without it the archive is incomplete. */
export const entries = {
  manifest: 'manifest.json',
  secret: 'secret',
  database: 'database.dump',
  databaseFolder: 'db',
  files: 'files',
  filesReport: 'files.json',
  sums: 'SHA256SUMS',
} as const

/** The description of a backup, which is the first entry of its archive. */
export const manifestSchema = v.object({
  format: v.literal(1),
  /** The version of Quartet that made it. */
  version: v.string(),
  made_at: v.string(),
  database: v.picklist(['pglite', 'postgres']),
  /** The last migration; null for one that the version that made the backup did not know. */
  migration: v.nullable(v.string()),
  /** Rows by table. */
  rows: countsSchema,
  /** Whether the ledger was audited when the backup was made; it is not if the database had another schema than the version expected. */
  audited: v.boolean(),
  files: v.object({ mode: v.picklist(['include', 'reference']), count: v.number(), bytes: v.number() }),
})
export type Manifest = v.InferOutput<typeof manifestSchema>

/** Files that an archive lacks, or has with another content than the database says. Archives of earlier versions have no such entry. */
export const filesReportSchema = v.object({
  /** Files that were deleted while the backup was made. */
  deleted: v.number(),
  missing: v.array(v.string()),
  altered: v.array(v.string()),
})
export type FilesReport = v.InferOutput<typeof filesReportSchema>
