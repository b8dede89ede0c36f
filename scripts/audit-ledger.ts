import { resolve } from 'node:path'
import { auditLedger } from '../app/server/core/money/tokens/audit-ledger.ts'
import { DataDirError, openDatabase } from '../app/server/db/database.ts'
import { EnvError } from '../app/server/variables/env-error.ts'
import { readInstallation } from '../app/server/installation.ts'

/** `npm run audit:ledger`: checks the ledger's invariants on the configured database and prints violations. */

async function audit(): Promise<number> {
  const { env } = readInstallation()
  const handle = await openDatabase({ ...(env.DATABASE_URL && { url: env.DATABASE_URL }), dataDir: resolve(env.DATA_DIR) })
  try {
    const broken = await auditLedger(handle.db)
    for (const { invariant, subject, detail } of broken) console.log(`${invariant}: ${subject}: ${detail}`)
    console.log(broken.length === 0 ? 'Every invariant of the ledger holds.' : `Violations of the ledger's invariants: ${broken.length}.`)
    return broken.length === 0 ? 0 : 1
  } finally {
    await handle.close()
  }
}

try {
  process.exitCode = await audit()
} catch (error) {
  // The embedded database belongs to one process, so a server that runs on it must be stopped first.
  console.error(error instanceof EnvError || error instanceof DataDirError ? error.message : error)
  process.exitCode = 2
}
