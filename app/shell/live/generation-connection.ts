import type { EventSourceMessage } from 'eventsource-parser'
import * as v from 'valibot'
import { filmEventSchema } from '#app/contract/films/film-event.ts'
import { generationEventSchema, textEventSchema, tokensEventSchema } from '#app/contract/runs/generations.ts'
import { runRequestsEventSchema } from '#app/contract/runs/run-requests-event.ts'
import { streamEndSchema, type StreamEnding } from '#app/contract/base/stream-endings.ts'
import { isSessionHeld, onHeldChange } from '#app/shell/calls/session-hold.ts'
import { readEventStream } from './event-stream.ts'
import type { LiveEvent } from './generation-state.ts'

/** Milliseconds without a byte after which the stream counts as dead or buffered by a proxy; the server pings more often. */
const silenceLimitMs = 40_000
/** Milliseconds after which a quiet connection may be buffered, so that polling fills in; the server pings more often. */
const quietAfterMs = 20_000
const pollEveryMs = 3_000
/** Milliseconds between polls of a hidden tab, whose notifications may depend on them. */
const hiddenPollEveryMs = 15_000
/** Interval of the leader's heartbeat, and the silence after which other tabs consider it dead, in milliseconds. */
const pulseEveryMs = 5_000
const deafAfterMs = 45_000
const firstRetryMs = 1_000
const lastRetryMs = 30_000
/** Milliseconds within which a tab that signs out announces it; other endings are refused at the next attempt. */
const afterSignOutMs = 6_000
/** Milliseconds before a retry when there are too many streams: each new one would close another. */
const crowdedRetryMs = 5 * 60_000
/** Milliseconds of absence after which lists are refetched instead of relying on the replay. */
const longAbsenceMs = 60_000

type Message = { event: LiveEvent; id: string | null }

const messageSchema = v.object({
  id: v.nullable(v.string()),
  event: v.variant('type', [
    v.object({ type: v.literal('generation'), data: generationEventSchema }),
    v.object({ type: v.picklist(['text', 'thinking']), data: textEventSchema }),
    v.object({ type: v.literal('tokens'), data: tokensEventSchema }),
    v.object({ type: v.literal('run_requests'), data: runRequestsEventSchema }),
    v.object({ type: v.literal('film'), data: filmEventSchema }),
    v.object({ type: v.literal('deleted'), data: v.object({ id: v.string() }) }),
  ]),
})

/** The heartbeat of the tab that holds the stream. */
const pulse = { pulse: true } as const
const pulseSchema = v.object({ pulse: v.literal(true) })

/** Sent to the other tabs: the server has ended the session. */
type Refused = { refused: StreamEnding | null }
const refusedSchema = v.object({ refused: v.nullable(streamEndSchema.entries.reason) })

export type ConnectionHandlers = {
  onEvent(event: LiveEvent): void
  /** Called when the stream is open again but may have missed events: `all` after a long absence, otherwise only running ones. */
  onResync(scope: 'running' | 'all'): void
  /** Called every few seconds while no tab has a stream. Returns the resulting events. */
  poll(): Promise<LiveEvent[]>
  /** Called when the server refuses the stream to this browser; null without a reason. */
  onRefused(ending: StreamEnding | null): void
}

function toLiveEvent({ event, data }: EventSourceMessage): LiveEvent | undefined {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), data)
  if (!json.success) return undefined
  const parsed = v.safeParse(messageSchema, { id: null, event: { type: event, data: json.output } })
  return parsed.success ? parsed.output.event : undefined
}

function toEnding({ event, data }: EventSourceMessage): StreamEnding | undefined {
  if (event !== 'end') return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), streamEndSchema), data)
  return parsed.success ? parsed.output.reason : undefined
}

/** Sleeps; a released session hold ends the sleep early. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    window.addEventListener('online', done)
    const stopWatching = onHeldChange(() => !isSessionHeld() && done())
    function done() {
      clearTimeout(timer)
      stopWatching()
      signal.removeEventListener('abort', done)
      window.removeEventListener('online', done)
      resolve()
    }
  })
}

/** Runs `hold` with the browser's only stream while this tab is the leader. `onFollow` is called when another tab leads. */
async function asLeader(name: string, signal: AbortSignal, hold: (signal: AbortSignal) => Promise<void>, onFollow: () => void) {
  if ('locks' in navigator) {
    const isHeld = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock && !signal.aborted) await hold(signal)
      return lock === null
    })
    if (!isHeld || signal.aborted) return
    onFollow()
    await navigator.locks
      .request(name, { signal }, () => hold(signal))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    return
  }
  // Without Web Locks (plain HTTP in a local network), only the visible tab holds a stream.
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

/** The last event id of each person; a reconnect resumes there. */
const lastEventIds = new Map<string, string>()

const channelName = (userId: string) => `quartet.generation-events.${userId}`

/** Opens the channel between tabs. Without BroadcastChannel every tab works on its own. */
const openChannel = (name: string) => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name))

/** Sends an event to every tab of this person in this browser, including this one. Idempotent. */
export function notifyTabs(userId: string, event: LiveEvent) {
  const channel = openChannel(channelName(userId))
  channel?.postMessage({ event, id: null } satisfies Message)
  channel?.close()
}

/**
 * Opens one event stream for all tabs of a person in one browser: the tab that holds the lock reads it and relays it to the others. Ends
 * with `signal`.
 */
// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
export function connectGenerationEvents(userId: string, handlers: ConnectionHandlers, signal: AbortSignal) {
  const name = channelName(userId)
  const channel = openChannel(name)

  let leads = false
  let connected = false
  let lastByteAt = Number.NEGATIVE_INFINITY
  /** Time of the leader's last message. */
  let heardAt = performance.now()
  let pulsedAt = Number.NEGATIVE_INFINITY

  // Posting to a closed channel would throw.
  const post = (message: Message | Refused | typeof pulse) => !signal.aborted && channel?.postMessage(message)
  function beat() {
    if (performance.now() - pulsedAt < pulseEveryMs) return
    pulsedAt = performance.now()
    post(pulse)
  }
  const take = (message: Message) => {
    if (message.id) lastEventIds.set(userId, message.id)
    handlers.onEvent(message.event)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    heardAt = performance.now()
    if (v.is(pulseSchema, data)) return
    if (v.is(refusedSchema, data)) return handlers.onRefused(data.refused)
    const message = v.safeParse(messageSchema, data)
    if (message.success) take(message.output)
  })
  signal.addEventListener('abort', () => channel?.close())

  /**
   * One connection until it breaks or ends. Returns whether it was ever alive, `refused` when the session has ended, or the server's
   * closing event.
   */
  async function readOnce(stop: AbortSignal, onOpen: () => void): Promise<'refused' | 'lived' | 'failed' | StreamEnding> {
    const broken = new AbortController()
    let silence = setTimeout(() => broken.abort(), silenceLimitMs)
    let lived = false
    // Response headers prove nothing, because a buffering proxy sends them too.
    const markAlive = () => {
      clearTimeout(silence)
      silence = setTimeout(() => broken.abort(), silenceLimitMs)
      lastByteAt = performance.now()
      beat()
      if (lived) return
      lived = true
      onOpen()
    }
    try {
      const lastEventId = lastEventIds.get(userId)
      const headers: HeadersInit = { accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
      const response = await fetch('/events', { headers, cache: 'no-store', signal: AbortSignal.any([stop, broken.signal]) })
      if (response.status === 401) return 'refused'
      if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return 'failed'
      for await (const sent of readEventStream(response.body, markAlive)) {
        const ending = toEnding(sent)
        if (ending) return ending
        const event = toLiveEvent(sent)
        if (sent.id) lastEventIds.set(userId, sent.id)
        if (!event) continue
        handlers.onEvent(event)
        if (!stop.aborted) post({ event, id: sent.id ?? null })
      }
      return lived ? 'lived' : 'failed'
    } catch {
      return lived ? 'lived' : 'failed'
    } finally {
      clearTimeout(silence)
    }
  }

  function endRefused(ending: StreamEnding | null) {
    post({ refused: ending })
    if (!signal.aborted) handlers.onRefused(ending)
  }

  async function lead(stop: AbortSignal) {
    leads = true
    let retryMs = firstRetryMs
    let lostAt = performance.now()
    let first = true

    while (!stop.aborted) {
      const outcome = await readOnce(stop, () => {
        connected = true
        retryMs = firstRetryMs
        handlers.onResync(!first && performance.now() - lostAt > longAbsenceMs ? 'all' : 'running')
        first = false
      })
      if (connected) lostAt = performance.now()
      connected = false
      if (outcome === 'too_many_streams') retryMs = crowdedRetryMs
      else if (outcome === 'signed_out' || outcome === 'deletion_asked') retryMs = afterSignOutMs
      else if (outcome !== 'lived' && outcome !== 'failed') {
        retryMs = lastRetryMs
        endRefused(outcome === 'refused' ? null : outcome)
      }
      // With jitter, so that browsers do not reconnect to a restarted server at the same time.
      await sleep(retryMs * (0.75 + Math.random() / 2), stop)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }
    leads = false
  }

  /** Polls while no tab of this browser has a working stream. */
  async function poll() {
    let askedAt = Number.NEGATIVE_INFINITY
    while (!signal.aborted) {
      await sleep(pollEveryMs, signal)
      if (signal.aborted) return
      const now = performance.now()
      const isHidden = document.visibilityState === 'hidden'
      const isServed = leads ? connected && now - lastByteAt < quietAfterMs : isHidden || now - heardAt < deafAfterMs
      if (isServed || (isHidden && now - askedAt < hiddenPollEveryMs)) continue
      askedAt = now
      const events = await handlers.poll().catch(() => [])
      if (!leads) continue
      beat()
      for (const event of events) post({ event, id: null })
    }
  }

  void poll()
  // A tab that only listens may have missed events since its page's data was read.
  void asLeader(name, signal, lead, () => handlers.onResync('running'))
}
