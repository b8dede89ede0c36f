import { type Logger, pino } from 'pino'
import { maskAddresses } from './egress/mask-address.ts'
import type { Env } from './env.ts'

/**
 * Returns the loggable part of an error: names, codes and stack locations, but no message. The message of a database error contains query
 * parameters (emails, hashes), and that of a provider may contain a key.
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
    ...(isOwnMistake(error) && { message: maskAddresses(error.message) }),
    ...(code && { code }),
    ...(constraint && { constraint }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    at: places?.slice(0, 8),
  }
}

/** Whether it is one of JavaScript's own errors, whose messages describe code and no personal data. */
function isOwnMistake(error: Error): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
}

export function openLogger(env: Pick<Env, 'LOG_LEVEL'>): Logger {
  return pino({ level: env.LOG_LEVEL, base: null, serializers: { err: describeError } })
}
