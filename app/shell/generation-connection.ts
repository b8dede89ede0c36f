import * as v from 'valibot'
import { generationEventSchema, textEventSchema, tokensEventSchema } from '#app/contract/generations.ts'
import { readEventStream, type ServerSentEvent } from './event-stream.ts'
import type { LiveEvent } from './generation-state.ts'

/** No byte for this long means that the stream is dead or held back by something in between; the server pings more often. */
const silenceLimitMs = 40_000
const pollEveryMs = 3_000
const firstRetryMs = 1_000
const lastRetryMs = 30_000
/** After a longer absence the lists are read anew instead of trusting the replay. */
const longAbsenceMs = 60_000

type Message = { event: LiveEvent; id: string | null }

const messageSchema = v.object({
  id: v.nullable(v.string()),
  event: v.variant('type', [
    v.object({ type: v.literal('generation'), data: generationEventSchema }),
    v.object({ type: v.literal('text'), data: textEventSchema }),
    v.object({ type: v.literal('tokens'), data: tokensEventSchema }),
    v.object({ type: v.literal('deleted'), data: v.object({ id: v.string() }) }),
  ]),
})

export type ConnectionHandlers = {
  onEvent(event: LiveEvent): void
  /** The stream is open again, but something may have been missed: `all` after a long absence, else only what runs. */
  onResync(scope: 'running' | 'all'): void
  /** Asked every few seconds while there is no stream. Returns the events that asking brought, for the other tabs. */
  poll(): Promise<LiveEvent[]>
}

function toLiveEvent({ event, data }: ServerSentEvent): LiveEvent | undefined {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), data)
  if (!json.success) return undefined
  const parsed = v.safeParse(messageSchema, { id: null, event: { type: event, data: json.output } })
  return parsed.success ? parsed.output.event : undefined
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    window.addEventListener('online', done)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      window.removeEventListener('online', done)
      resolve()
    }
  })
}

/** Resolves when this tab may hold the browser's one stream, and keeps that right until `hold` ends. */
async function asLeader(name: string, signal: AbortSignal, hold: (signal: AbortSignal) => Promise<void>) {
  if ('locks' in navigator) {
    await navigator.locks
      .request(name, { signal }, () => hold(signal))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    return
  }
  // Without Web Locks (plain HTTP in a local network) only the tab that is looked at holds a stream.
  while (!signal.aborted) {
    const hidden = new AbortController()
    const onChange = () => document.visibilityState === 'hidden' && hidden.abort()
    document.addEventListener('visibilitychange', onChange)
    if (document.visibilityState === 'visible') await hold(AbortSignal.any([signal, hidden.signal]))
    document.removeEventListener('visibilitychange', onChange)
    if (!signal.aborted) await untilVisible(signal)
  }
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return
      document.removeEventListener('visibilitychange', check)
      signal.removeEventListener('abort', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    signal.addEventListener('abort', check)
    check()
  })
}

/** Where the stream of a person was left, so that coming back to a page goes on from there. */
const lastEventIds = new Map<string, string>()

const channelName = (userId: string) => `quartet.generation-events.${userId}`

/** Tells every tab of this person in this browser, this one included; telling twice does no harm. */
export function tellTabs(userId: string, event: LiveEvent) {
  const channel = new BroadcastChannel(channelName(userId))
  channel.postMessage({ event, id: null } satisfies Message)
  channel.close()
}

/** One event stream for all tabs of a person in one browser: the tab that holds the lock reads it and tells the others. Ends with `signal`. */
export function connectGenerationEvents(userId: string, handlers: ConnectionHandlers, signal: AbortSignal) {
  const name = channelName(userId)
  const channel = new BroadcastChannel(name)

  const tell = (message: Message) => channel.postMessage(message)
  const take = (message: Message) => {
    if (message.id) lastEventIds.set(userId, message.id)
    handlers.onEvent(message.event)
  }
  channel.addEventListener('message', ({ data }) => {
    const message = v.safeParse(messageSchema, data)
    if (message.success) take(message.output)
  })
  signal.addEventListener('abort', () => channel.close())

  /** One connection, until it breaks. Returns whether it ever was alive, and `refused` when the session has ended. */
  async function readOnce(stop: AbortSignal, onOpen: () => void): Promise<'refused' | 'lived' | 'failed'> {
    const broken = new AbortController()
    let silence = setTimeout(() => broken.abort(), silenceLimitMs)
    const alive = () => {
      clearTimeout(silence)
      silence = setTimeout(() => broken.abort(), silenceLimitMs)
    }
    let lived = false
    try {
      const lastEventId = lastEventIds.get(userId)
      const headers: HeadersInit = { accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
      const response = await fetch('/events', { headers, cache: 'no-store', signal: AbortSignal.any([stop, broken.signal]) })
      if (response.status === 401) return 'refused'
      if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return 'failed'
      alive()
      lived = true
      onOpen()
      for await (const sent of readEventStream(response.body, alive)) {
        const event = toLiveEvent(sent)
        if (sent.id) lastEventIds.set(userId, sent.id)
        if (!event) continue
        handlers.onEvent(event)
        if (!stop.aborted) tell({ event, id: sent.id })
      }
      return 'lived'
    } catch {
      return lived ? 'lived' : 'failed'
    } finally {
      clearTimeout(silence)
    }
  }

  async function lead(stop: AbortSignal) {
    let connected = false
    let retryMs = firstRetryMs
    let lostAt = performance.now()
    let first = true

    const polling = (async () => {
      while (!stop.aborted) {
        await sleep(pollEveryMs, stop)
        if (connected || stop.aborted || document.visibilityState === 'hidden') continue
        const events = await handlers.poll().catch(() => [])
        if (!stop.aborted) for (const event of events) tell({ event, id: null })
      }
    })()

    while (!stop.aborted) {
      const outcome = await readOnce(stop, () => {
        connected = true
        retryMs = firstRetryMs
        handlers.onResync(!first && performance.now() - lostAt > longAbsenceMs ? 'all' : 'running')
        first = false
      })
      if (connected) lostAt = performance.now()
      connected = false
      if (outcome === 'refused') retryMs = lastRetryMs
      // Spread, so that a restarted server is not met by everybody at once.
      await sleep(retryMs * (0.75 + Math.random() / 2), stop)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }
    await polling
  }

  void asLeader(name, signal, lead)
}
