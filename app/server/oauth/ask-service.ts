import * as v from 'valibot'
import { config } from '#config'
import { EgressRefused } from '../egress/egress-refused.ts'
import type { Fetch } from '../egress/fetch-within.ts'

/** An unexpected answer of a service. The message is logged, so it contains nothing of the answer. */
export class ServiceError extends Error {
  /** Safe to log: our own term and the status, if any. */
  readonly reason: string
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'ServiceError'
    this.reason = reason
  }
}

/** Maximum size of an answer, in bytes. */
const maxBytes = 256 * 1024

type Question = { method?: 'POST'; headers?: Record<string, string>; body?: URLSearchParams }

export type AskService = <S extends v.GenericSchema>(url: string, schema: S, question?: Question) => Promise<v.InferOutput<S>>

/** Fetches JSON of a known schema from a service by `send`, with a time limit and without redirects. Throws `ServiceError`. */
export function openAskService({ timeout, send }: { timeout: number; send: Fetch }): AskService {
  return async (url, schema, { headers, ...question } = {}) => {
    const signal = AbortSignal.timeout(timeout)
    const answer = await send(url, {
      ...question,
      headers: { accept: 'application/json', 'user-agent': config.name, ...headers },
      signal,
    }).catch((cause: unknown) => {
      if (cause instanceof EgressRefused) throw new ServiceError(`not asked: ${cause.reason}`, cause)
      throw new ServiceError(signal.aborted ? 'timeout' : 'unreachable', cause)
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new ServiceError(`status ${answer.status}`)
    }
    const text = await readText(answer).catch((cause: unknown) => {
      throw cause instanceof ServiceError ? cause : new ServiceError(signal.aborted ? 'timeout' : 'broken off', cause)
    })
    const parsed = v.safeParse(schema, parseJson(text))
    if (!parsed.success) throw new ServiceError('unexpected answer')
    return parsed.output
  }
}

async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new ServiceError('too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
