import { fetchWithin } from '../../egress/fetch-within.ts'

export const askFailures = ['refused', 'late', 'unreachable', 'busy', 'failed'] as const
export type AskFailure = (typeof askFailures)[number]

/** `status` is that of an answer; null if there was none. */
export type Asked = { json: unknown } | { failure: AskFailure; status: number | null }

export const answerWithinMs = 8_000

/** Sends a GET request that costs nothing to a service or server at `home`. The text of a failure is never read. */
export async function ask(home: string, path: string, headers: Record<string, string> = {}): Promise<Asked> {
  let answer: Response
  try {
    answer = await fetchWithin([home])(`${home}${path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(answerWithinMs) })
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return { failure: late ? 'late' : 'unreachable', status: null }
  }
  const { status } = answer
  if (answer.ok) return { json: await answer.json().catch(() => null) }
  await answer.body?.cancel()
  if (status === 401 || status === 403) return { failure: 'refused', status }
  return { failure: status === 429 ? 'busy' : 'failed', status }
}
