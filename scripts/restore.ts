/**
 * `npm run restore -- FILE` restores a backup into an empty data folder, or an empty database of `DATABASE_URL`. `npm run restore -- --secret
 * FILE` only prints the secret of a backup, for `SECRET`.
 */
import { parseArgs } from 'node:util'
import { readSecret, restoreBackup } from '#app/server/backup/restore-backup.ts'
import { openStorage } from '#app/server/storage/open-storage.ts'
import { runAnywhere, runCommand, UsageError } from './operations/run-command.ts'

const usage = 'Usage: npm run restore -- FILE   or   npm run restore -- --secret FILE'

function readArguments(): { file: string; secret: boolean } {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { secret: { type: 'boolean', default: false } } })
  const [file, more] = positionals
  if (!file || more) throw new UsageError()
  return { file, secret: values.secret }
}

// A server of PostgreSQL does not start without a secret, so this reads no configuration.
if (process.argv.includes('--secret')) await runAnywhere(usage, async () => console.log(await readSecret(readArguments().file)))
else
  await runCommand(usage, async (env) => {
    const { file } = readArguments()
    const { manifest, files, hasOtherSecret } = await restoreBackup({ env, storage: () => openStorage(env), file })
    console.log(`Restored the state of ${manifest.made_at}; the ledger adds up.`)
    const { count, mode } = manifest.files
    if (mode === 'reference') console.log(`The archive has no files: ${count} must be in the storage.`)
    else console.log(`Files: ${files} of ${count}.`)
    if (env.DATABASE_URL || env.S3_ENDPOINT)
      console.log('Run "npm run storage -- adopt" before the first start: it declares that this storage has the files of this database.')
    if (hasOtherSecret)
      console.log(
        'SECRET differs from the one of the backup: with it, people have to sign in again, and two-factor codes do not work. "npm run restore -- --secret FILE" prints it.',
      )
  })
