import * as v from 'valibot'
import { fetchWithin } from '../../egress/fetch-within.ts'
import { readText } from '../read-text.ts'

export const askFailures = ['refused', 'late', 'unreachable', 'busy', 'failed', 'unreadable'] as const
export type AskFailure = (typeof askFailures)[number]

/** `status` is that of an answer; null if there was none. */
export type Asked<T = unknown> = { json: T } | { failure: AskFailure; status: number | null }

export const answerWithinMs = 8_000
/** Bytes; the longest lists of models are a fraction of this. */
const longestAnswerBytes = 8 * 1024 * 1024

type AskOptions<T> = { headers?: Record<string, string>; schema: v.GenericSchema<unknown, T> }

/**
 * Sends a GET request that costs nothing to a service or server at `home`. The text of a failure is never read. An answer that is too long,
 * no JSON or of another shape than `schema` is `unreadable`.
 */
export async function ask<T>(home: string, path: string, { headers = {}, schema }: AskOptions<T>): Promise<Asked<T>> {
  const signal = AbortSignal.timeout(answerWithinMs)
  let answer: Response
  try {
    answer = await fetchWithin([home])(`${home}${path}`, { headers, redirect: 'manual', signal })
  } catch {
    return { failure: signal.aborted ? 'late' : 'unreachable', status: null }
  }
  const { status } = answer
  if (!answer.ok) {
    await answer.body?.cancel().catch(() => undefined)
    if (status === 401 || status === 403) return { failure: 'refused', status }
    return { failure: status === 429 ? 'busy' : 'failed', status }
  }
  try {
    const parsed = v.safeParse(schema, JSON.parse(await readText(answer, longestAnswerBytes)))
    return parsed.success ? { json: parsed.output } : { failure: 'unreadable', status }
  } catch {
    return { failure: signal.aborted ? 'late' : 'unreadable', status }
  }
}
