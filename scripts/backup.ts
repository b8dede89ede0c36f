/**
 * `npm run backup -- FILE [--files=reference]` makes a backup, also while the server runs. `npm run backup -- verify FILE` restores one into a
 * temporary place and audits its ledger. With missing or damaged files both end with 1. `--json` is for the schedule: the result as JSON,
 * without a note for the operator's page.
 */
import { parseArgs } from 'node:util'
import { makeBackup } from '#app/server/backup/make-backup.ts'
import { noteBackup } from '#app/server/backup/note-backup.ts'
import { verifyBackup } from '#app/server/backup/restore-backup.ts'
import type { MadeBackup } from '#app/server/backup/schedule-backups.ts'
import type { Env } from '#app/server/env.ts'
import { openStorage } from '#app/server/storage/open-storage.ts'
import { runCommand, UsageError } from './operations/run-command.ts'

const usage = 'Usage: npm run backup -- FILE [--files=include|reference]   or   npm run backup -- verify FILE [--scratch=FOLDER]'
const mostKeys = 20

await runCommand(usage, async (env) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { files: { type: 'string', default: 'include' }, scratch: { type: 'string' }, json: { type: 'boolean', default: false } },
  })
  const [first, second, more] = positionals
  if (first === 'verify' && second && !more) return verify(env, { file: second, scratch: values.scratch })
  if (!first || second || (values.files !== 'include' && values.files !== 'reference')) throw new UsageError()
  await back(env, { file: first, mode: values.files, isScheduled: values.json })
})

async function verify(env: Env, { file, scratch }: { file: string; scratch: string | undefined }): Promise<void> {
  const { manifest, files, lost } = await verifyBackup({ env, file, ...(scratch && { scratch }) })
  const { count, mode } = manifest.files
  console.log(
    `${lost > 0 ? `The database of ${file}` : file} is sound: made ${manifest.made_at} by Quartet ${manifest.version}, ${sumOf(manifest.rows)} rows, the ledger adds up.`,
  )
  console.log(mode === 'include' ? `Files: ${files} of ${count}.` : `Files: ${count}, by reference: they are not in the archive.`)
  if (lost === 0) return
  console.error(`INCOMPLETE: ${lost} of ${count} files were missing or damaged when the backup was made. Restore them from an earlier one.`)
  process.exitCode = 1
}

type Wanted = { file: string; mode: 'include' | 'reference'; isScheduled: boolean }

async function back(env: Env, { file, mode, isScheduled }: Wanted): Promise<void> {
  const storage = await openStorage(env)
  const { bytes, manifest, deleted, missing, altered } = await makeBackup({ env, storage, file, mode })
  await storage.close?.()
  const lost = missing.length + altered.length
  if (isScheduled) return console.log(JSON.stringify({ bytes, lost } satisfies MadeBackup))
  console.log(`${file}: ${(bytes / 1_000_000).toFixed(1)} MB, ${sumOf(manifest.rows)} rows, ${manifest.files.count} files.`)
  if (!manifest.audited) console.log('The ledger was not audited: the database has the schema of another version. Check with "verify".')
  if (deleted > 0) console.log(`Files that were deleted meanwhile: ${deleted}.`)
  if (lost === 0) {
    await noteBackup(env, { at: new Date(), bytes }).catch(() => console.log('The page of the operator will not list this backup.'))
    return
  }
  for (const key of missing.slice(0, mostKeys)) console.error(`missing  ${key}`)
  for (const key of altered.slice(0, mostKeys)) console.error(`damaged  ${key}`)
  console.error(`INCOMPLETE: ${lost} of ${manifest.files.count} files are missing or damaged. "npm run storage -- check" lists them all.`)
  process.exitCode = 1
}

function sumOf(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}
