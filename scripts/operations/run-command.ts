import { dirname } from 'node:path'
import { BackupError } from '#app/server/backup/backup-error.ts'
import { DatabaseStartError, DataDirError } from '#app/server/db/database.ts'
import type { Env } from '#app/server/env.ts'
import { EnvError } from '#app/server/variables/env-error.ts'
import { readInstallation } from '#app/server/installation.ts'
import { diskProblem, isDiskFull } from '#app/server/preflight/preflight.mjs'

/** The arguments make no sense. */
export class UsageError extends Error {}

/** Failures whose message is written for the operator. */
const expected = [BackupError, DataDirError, DatabaseStartError, EnvError]

/** Runs an operator's command on the configured installation. A failure is one line and exit code 1. */
export async function runCommand(usage: string, command: (env: Env) => Promise<void>): Promise<void> {
  await runAnywhere(usage, () => command(readInstallation().env))
}

/** Runs a command that needs no valid configuration, in the same way. */
export async function runAnywhere(usage: string, command: () => Promise<void>): Promise<void> {
  // Ends through the exit handlers, which remove drafts.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  try {
    await command()
  } catch (error) {
    process.exitCode = 1
    if (error instanceof UsageError || (error instanceof TypeError && 'code' in error)) console.error(usage)
    else if (error instanceof Error && expected.some((kind) => error instanceof kind)) console.error(error.message)
    else if (isDiskFull(error)) console.error(diskProblem(folderOf(error), error))
    else console.error(error)
  }
}

/** The folder in which a write has failed. */
const folderOf = (error: unknown) =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? dirname(error.path) : process.cwd()
