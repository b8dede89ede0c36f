import { spawn } from 'node:child_process'
import { BackupError } from './backup-error.ts'

/**
 * Runs a program of PostgreSQL on a database. The password is passed in the environment, because every user can read the arguments of a
 * process. Throws BackupError with the last line of what the program printed.
 */
export async function runTool(name: 'pg_dump' | 'pg_restore', args: string[], url: string): Promise<void> {
  const child = spawn(name, args, { env: { ...process.env, ...variablesOf(url) }, stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr.on('data', (chunk: Buffer) => (printed = `${printed}${chunk.toString()}`.slice(-2_000)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new BackupError(`${name} is not on the path: install the client programs of PostgreSQL, at least of the server's version.`)
      : error
  })
  if (code !== 0) throw new BackupError(`${name} failed: ${printed.trim().split('\n').at(-1) ?? `exit code ${code}`}`)
}

/** Throws BackupError if a program is missing, before anything is copied. */
export async function requireTool(name: 'pg_dump' | 'pg_restore'): Promise<void> {
  await runTool(name, ['--version'], 'postgres://localhost')
}

/** libpq's variables for a connection URL; its parameters, such as `sslmode`, have variables of their own. */
function variablesOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const parameters = { sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY', host: 'PGHOST' }
  return {
    ...(hostname && { PGHOST: hostname }),
    ...(port && { PGPORT: port }),
    ...(username && { PGUSER: decodeURIComponent(username) }),
    ...(password && { PGPASSWORD: decodeURIComponent(password) }),
    ...(pathname.length > 1 && { PGDATABASE: decodeURIComponent(pathname.slice(1)) }),
    ...Object.fromEntries(
      Object.entries(parameters).flatMap(([parameter, variable]) => {
        const value = searchParams.get(parameter)
        return value ? [[variable, value]] : []
      }),
    ),
  }
}
