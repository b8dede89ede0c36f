import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { DatabaseLogger } from './connections.ts'
import { codesOfAbsence } from './is-unreachable.ts'

/** The database cannot be used; the message says so to the operator, without the password that its URL may contain. */
export class DatabaseStartError extends Error {}

const pauseMillis = { first: 500, most: 5_000 }

/** Failures that pass when the server is up, by Node's and PostgreSQL's codes. */
const passing = new Set<string>([
  // A name may not be known yet: containers of one group start at the same time.
  ...codesOfAbsence,
  'ENETUNREACH',
  // Too many connections.
  '53300',
])

/** Advice to the operator, by PostgreSQL's code. */
const advice: Readonly<Record<string, string>> = {
  '28000': 'PostgreSQL refused the user of DATABASE_URL: check its name, and pg_hba.conf.',
  '28P01': 'PostgreSQL refused the password of DATABASE_URL.',
  '3D000': 'The database of DATABASE_URL does not exist: create it, then start again.',
}

/**
 * Waits until PostgreSQL answers, with a line in the log for each failed attempt, because it may start at the same time. Throws
 * DatabaseStartError when the time is over, and at once for a failure that does not pass.
 */
export async function awaitPostgres(pool: pg.Pool, { logger, waitMillis }: { logger: DatabaseLogger; waitMillis: number }): Promise<void> {
  const end = performance.now() + waitMillis
  for (let pause = pauseMillis.first; ; pause = Math.min(pause * 2, pauseMillis.most)) {
    const failure = await pool.query('select 1').then(
      () => undefined,
      (error: unknown) => ({ code: codeOf(error) }),
    )
    if (!failure) return
    const { code = 'no answer' } = failure
    // The pool's own errors have no code: a connection that took too long, or that ended early.
    if (failure.code && !passing.has(code))
      throw new DatabaseStartError(advice[code] ?? `The connection to PostgreSQL failed (${code}): check DATABASE_URL.`)
    const left = end - performance.now()
    if (left <= 0)
      throw new DatabaseStartError(
        `PostgreSQL could not be reached for ${Math.round(waitMillis / 1000)} seconds (${code}): check that it runs, and DATABASE_URL.`,
      )
    logger.warn({ code }, 'PostgreSQL cannot be reached yet')
    await sleep(Math.min(pause, left))
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
