import { type Logger, pino } from 'pino'
import { maskAddresses } from './egress/mask-address.ts'
import type { Env } from './env.ts'

/**
 * Returns the loggable part of an error: names, codes and stack locations, but no message, except a sentence that was written for the log. The message of a database error contains query
 * parameters (emails, hashes), and that of a provider may contain a key.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
  const sentence = 'loggable' in error && typeof error.loggable === 'string' ? error.loggable : undefined
  const places = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
  return {
    type: error.name,
    ...(isOwnMistake(error) && { message: maskAddresses(error.message) }),
    ...(sentence && { message: sentence }),
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

export function openLogger(env: Pick<Env, 'LOG_LEVEL'>, output: LogOutput = process.stdout): Logger {
  const options = { level: env.LOG_LEVEL, base: null, serializers: { err: describeError } }
  // A collector reads JSON; a person at a terminal reads lines.
  return output.isTTY ? pino(options, { write: (entry) => void output.write(`${lineOf(entry)}\n`) }) : pino(options)
}

export type LogOutput = { isTTY?: boolean; write(text: string): unknown }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Writes an entry as one line: time, level, message, and its other fields as `name=value`. */
function lineOf(entry: string): string {
  const parsed: unknown = JSON.parse(entry)
  if (!isRecord(parsed)) return entry
  const { level, time, msg, err, ...fields } = parsed
  const label = pino.levels.labels[Number(level)] ?? ''
  const error = isRecord(err) ? [err.message ?? err.code ?? err.type, ...(Array.isArray(err.at) ? err.at.slice(0, 1) : [])] : []
  const others = Object.entries(fields).map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  return [clock, label.padEnd(5), msg, ...others, ...(error.length > 0 ? [`(${error.join(' ')})`] : [])].filter(Boolean).join(' ')
}
