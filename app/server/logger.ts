import { type Logger, pino } from 'pino'
import type { Env } from './env.ts'

/**
 * What is logged of an error: where it happened and why, never what it was about. A database error carries every parameter of its
 * query (e-mails, hashes), and a provider's message may quote a key, so only the names, codes and places are kept.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
  const places = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
  return {
    type: error.name,
    ...(isOwnMistake(error) && { message: error.message }),
    ...(code && { code }),
    ...(constraint && { constraint }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    at: places?.slice(0, 8),
  }
}

/** The language's own errors speak of our code, not of people's data. */
function isOwnMistake(error: Error): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
}

export function openLogger(env: Pick<Env, 'LOG_LEVEL'>): Logger {
  return pino({ level: env.LOG_LEVEL, base: null, serializers: { err: describeError } })
}
