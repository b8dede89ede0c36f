import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { isRole } from '../app/contract/account/roles.ts'
import { assignRoleByEmail } from '../app/server/core/operation/operators/assign-role.ts'
import { DataDirError, openDatabase } from '../app/server/db/database.ts'
import { EnvError } from '../app/server/variables/env-error.ts'
import { readInstallation } from '../app/server/installation.ts'

/** `npm run operator -- grant EMAIL [--role ROLE]` and `revoke EMAIL`: changes the role of an account, for example of the first owner. */

const usage = `Usage: npm run operator -- grant EMAIL [--role owner|operator|support]
       npm run operator -- revoke EMAIL`

async function changeRole(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { role: { type: 'string', default: 'owner' } } })
  const [command, email, ...rest] = positionals
  const role = command === 'revoke' ? 'member' : values.role
  if ((command !== 'grant' && command !== 'revoke') || !email || rest.length > 0 || !isRole(role)) {
    console.error(usage)
    return 2
  }
  const { env } = readInstallation()
  const handle = await openDatabase({ ...(env.DATABASE_URL && { url: env.DATABASE_URL }), dataDir: resolve(env.DATA_DIR) })
  try {
    const earlier = await assignRoleByEmail(handle.db, { email: email.trim().toLowerCase(), role })
    if (earlier === null) {
      console.error(`No account has the email ${email}. The person signs up first.`)
      return 1
    }
    console.log(
      earlier === role ? `${email} already has the role ${role}.` : `${email} had the role ${earlier} and now has the role ${role}.`,
    )
    return 0
  } finally {
    await handle.close()
  }
}

try {
  process.exitCode = await changeRole()
} catch (error) {
  // The embedded database belongs to one process, so a server that runs on it must be stopped first.
  console.error(
    error instanceof Error && (error instanceof EnvError || error instanceof DataDirError || 'code' in error) ? error.message : error,
  )
  process.exitCode = 2
}
