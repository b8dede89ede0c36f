import { ApiError, readFailure } from './failure.ts'

export type Connection = {
  /** The address of the API, without a slash at the end. */
  base: string
  headers: Record<string, string>
  fetch: typeof fetch
  /** Attempts after the first one. */
  retries: number
}

export type Sent = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | FormData
  signal?: AbortSignal | undefined
  /** Whether a second request has no second effect: one that reads, or has a key of idempotency. */
  repeatable: boolean
}

/** The longest pause, in seconds, that a retry waits for. */
const longestPause = 60
const timeoutMs = 100_000

export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => (clearTimeout(timer), reject(signal?.reason))
    const timer = setTimeout(() => (signal?.removeEventListener('abort', stop), resolve()), ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

/** Whether nothing was done and another attempt may succeed soon. Too many calls are refused before anything is done. */
function mayRepeat({ status, code, retryAfter }: ApiError, repeatable: boolean): boolean {
  if (retryAfter !== undefined && retryAfter > longestPause) return false
  if (status === 429) return retryAfter !== undefined
  return repeatable && (code === 'unreachable' || [502, 503, 504].includes(status)) && code !== 'storage_full'
}

async function attempt({ base, headers, fetch }: Connection, { method, path, body, signal, ...sent }: Sent, stream: boolean) {
  // A stream has no end in time; anything else ends within the longest wait of the server.
  const until = [...(signal ? [signal] : []), ...(stream ? [] : [AbortSignal.timeout(timeoutMs)])]
  try {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...headers, ...(typeof body === 'string' && { 'content-type': 'application/json' }), ...sent.headers },
      ...(body !== undefined && { body }),
      ...(until.length > 0 && { signal: AbortSignal.any(until) }),
    })
    return response.ok ? response : await readFailure(response)
  } catch (cause) {
    signal?.throwIfAborted()
    return new ApiError({ status: 0, code: 'unreachable', detail: `${base} could not be reached.`, cause })
  }
}

/** Makes a call, and repeats it where that is safe. */
export async function send(connection: Connection, sent: Sent, { stream = false } = {}): Promise<Response> {
  for (let failures = 0; ; failures += 1) {
    const outcome = await attempt(connection, sent, stream)
    if (!(outcome instanceof ApiError)) return outcome
    if (failures >= connection.retries || !mayRepeat(outcome, sent.repeatable)) throw outcome
    const pause = outcome.retryAfter ?? 2 ** failures / 4
    await sleep(pause * 1000 * (1 + Math.random() / 4), sent.signal)
  }
}
