export type Asked = { json: unknown } | { problem: string }

export const answerWithinMs = 8_000

/** Sends a GET request and describes its outcome in our own words. */
export async function ask(url: string, headers: Record<string, string> = {}): Promise<Asked> {
  let answer: Response
  try {
    answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(answerWithinMs) })
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return { problem: late ? `it did not answer within ${answerWithinMs / 1000} seconds` : 'it cannot be reached' }
  }
  if (answer.status === 401 || answer.status === 403) return { problem: 'it refuses the key' }
  if (answer.status === 429) return { problem: 'it takes no requests at the moment (429)' }
  if (!answer.ok) return { problem: `it answered with status ${answer.status}` }
  const json: unknown = await answer.json().catch(() => null)
  return { json }
}
