import { ApiError, RunError } from '../src/client.ts'

/** The exit codes, which the README documents. */
export const exits = { failed: 1, usage: 2, refused: 3, tokens: 4, run: 5, unreachable: 6, interrupted: 130 } as const

/** Ends the command with a sentence and a code. */
export class Stop extends Error {
  readonly code: number
  constructor(message: string, code: number, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

function codeOf({ status, code }: ApiError): number {
  if (status === 401 || code === 'key_not_allowed') return exits.refused
  if (status === 402 || code.startsWith('over_') || code === 'price_changed') return exits.tokens
  if (status === 0 || status === 429 || status >= 500 || code === 'unexpected') return exits.unreachable
  return status === 422 ? exits.usage : exits.failed
}

/** Says what went wrong and what to do. */
export function stopOf(error: unknown): Stop {
  if (error instanceof Stop) return error
  if (error instanceof RunError) return new Stop(error.message, exits.run)
  if (error instanceof ApiError) {
    const fields = Object.entries(error.fields).map(([field, { detail }]) => `  ${field}: ${detail}`)
    const advice = error.status === 401 ? ['Sign in with `quartet login`.'] : []
    return new Stop([error.message, ...fields, ...advice].join('\n'), codeOf(error))
  }
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return new Stop(`${error.message}\nSee \`quartet help\`.`, exits.usage)
  return new Stop(error instanceof Error ? error.message : String(error), exits.failed)
}
