/**
 * `npm run backup -- FILE [--files=reference]` makes a backup, also while the server runs. `npm run backup -- verify FILE` restores one into a
 * temporary place and audits its ledger.
 */
import { parseArgs } from 'node:util'
import { makeBackup } from '#app/server/backup/make-backup.ts'
import { verifyBackup } from '#app/server/backup/restore-backup.ts'
import { openStorage } from '#app/server/storage/open-storage.ts'
import { runCommand, UsageError } from './operations/run-command.ts'

const usage = 'Usage: npm run backup -- FILE [--files=include|reference]   or   npm run backup -- verify FILE'

await runCommand(usage, async (env) => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { files: { type: 'string', default: 'include' } } })
  const [first, second, more] = positionals
  if (first === 'verify' && second && !more) {
    const { manifest, files } = await verifyBackup({ env, file: second })
    const { count, mode } = manifest.files
    console.log(
      `${second} is sound: made ${manifest.made_at} by Quartet ${manifest.version}, ${sumOf(manifest.rows)} rows, the ledger adds up.`,
    )
    console.log(
      mode === 'include'
        ? `Files: ${files} of ${count}${files < count ? '; the others were missing when the backup was made' : ''}.`
        : `Files: ${count}, by reference: they are not in the archive.`,
    )
    return
  }
  if (!first || second || (values.files !== 'include' && values.files !== 'reference')) throw new UsageError()
  const storage = await openStorage(env)
  const { bytes, manifest, missing, altered } = await makeBackup({ env, storage, file: first, mode: values.files })
  console.log(`${first}: ${(bytes / 1_000_000).toFixed(1)} MB, ${sumOf(manifest.rows)} rows, ${manifest.files.count} files.`)
  if (!manifest.audited) console.log('The ledger was not audited: the database has the schema of another version. Check with "verify".')
  if (missing > 0) console.log(`Files that are not in the storage: ${missing}.`)
  for (const key of altered) console.log(`The content of this file is not what the database says: ${key}`)
})

function sumOf(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}
