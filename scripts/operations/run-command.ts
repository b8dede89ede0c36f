import { BackupError } from '#app/server/backup/backup-error.ts'
import { DatabaseStartError, DataDirError } from '#app/server/db/database.ts'
import { type Env, EnvError, readEnv } from '#app/server/env.ts'

/** The arguments make no sense. */
export class UsageError extends Error {}

/** Failures whose message is written for the operator. */
const expected = [BackupError, DataDirError, DatabaseStartError, EnvError]

/** Runs an operator's command on the configured installation. A failure is one line and exit code 1. */
export async function runCommand(usage: string, command: (env: Env) => Promise<void>): Promise<void> {
  // Ends through the exit handlers, which remove drafts.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  try {
    await command(readEnv(process.env))
  } catch (error) {
    process.exitCode = 1
    if (error instanceof UsageError || (error instanceof TypeError && 'code' in error)) console.error(usage)
    else if (error instanceof Error && expected.some((kind) => error instanceof kind)) console.error(error.message)
    else if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') console.error('The disk is full.')
    else console.error(error)
  }
}
