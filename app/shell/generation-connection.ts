import * as v from 'valibot'
import { generationEventSchema, textEventSchema, tokensEventSchema } from '#app/contract/generations.ts'
import { streamEndSchema, type StreamEnding } from '#app/contract/stream-endings.ts'
import { readEventStream, type ServerSentEvent } from './event-stream.ts'
import type { LiveEvent } from './generation-state.ts'
import { isSessionHeld, onHeldChange } from './session-hold.ts'

/** No byte for this long means that the stream is dead or held back by something in between; the server pings more often. */
const silenceLimitMs = 40_000
/** The server pings more often than this: a connection that is quieter may be held back, and is not relied on meanwhile. */
const quietAfterMs = 20_000
const pollEveryMs = 3_000
/** A tab that nobody looks at asks less often; it may be the one that a hidden window's notifications depend on. */
const hiddenPollEveryMs = 15_000
/** How often the tab that holds the stream says that it is alive, and how long the others believe it. */
const pulseEveryMs = 5_000
const deafAfterMs = 45_000
const firstRetryMs = 1_000
const lastRetryMs = 30_000
/** The tab that signs out says so itself within this time; a session that ended otherwise is refused at the next try. */
const afterSignOutMs = 6_000
/** Each of too many browsers would only push another one out. */
const crowdedRetryMs = 5 * 60_000
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

/** Said when there is nothing to say: whoever holds the stream is there and takes care of it. */
const pulse = { pulse: true } as const
const pulseSchema = v.object({ pulse: v.literal(true) })

/** Passed on to the other tabs: the session is over, as far as the server says. */
type Refused = { refused: StreamEnding | null }
const refusedSchema = v.object({ refused: v.nullable(streamEndSchema.entries.reason) })

export type ConnectionHandlers = {
  onEvent(event: LiveEvent): void
  /** The stream is open again, but something may have been missed: `all` after a long absence, else only what runs. */
  onResync(scope: 'running' | 'all'): void
  /** Asked every few seconds while there is no stream, here or in another tab. Returns the events that asking brought. */
  poll(): Promise<LiveEvent[]>
  /** The server lets this browser read no further; null when it does not say why. */
  onRefused(ending: StreamEnding | null): void
}

function toLiveEvent({ event, data }: ServerSentEvent): LiveEvent | undefined {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), data)
  if (!json.success) return undefined
  const parsed = v.safeParse(messageSchema, { id: null, event: { type: event, data: json.output } })
  return parsed.success ? parsed.output.event : undefined
}

function toEnding({ event, data }: ServerSentEvent): StreamEnding | undefined {
  if (event !== 'end') return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), streamEndSchema), data)
  return parsed.success ? parsed.output.reason : undefined
}

/** Also ends when a session that was held is released. */
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

/** Holds the browser's one stream as soon as this tab may, until `hold` ends. `onFollow`: another tab has it now. */
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

/** Without it every tab looks after itself. */
const openChannel = (name: string) => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name))

/** Tells every tab of this person in this browser, this one included; telling twice does no harm. */
export function tellTabs(userId: string, event: LiveEvent) {
  const channel = openChannel(channelName(userId))
  channel?.postMessage({ event, id: null } satisfies Message)
  channel?.close()
}

/** One event stream for all tabs of a person in one browser: the tab that holds the lock reads it and tells the others. Ends with `signal`. */
export function connectGenerationEvents(userId: string, handlers: ConnectionHandlers, signal: AbortSignal) {
  const name = channelName(userId)
  const channel = openChannel(name)

  let leads = false
  let connected = false
  let lastByteAt = Number.NEGATIVE_INFINITY
  /** When the tab that holds the stream was last heard of. */
  let heardAt = performance.now()
  let pulsedAt = Number.NEGATIVE_INFINITY

  // What is told after the page has gone goes nowhere: a closed channel would throw.
  const tell = (message: Message | Refused | typeof pulse) => !signal.aborted && channel?.postMessage(message)
  function beat() {
    if (performance.now() - pulsedAt < pulseEveryMs) return
    pulsedAt = performance.now()
    tell(pulse)
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

  /** One connection, until it breaks or ends. Returns whether it ever was alive, `refused` when the session has ended, or what the server said at its end. */
  async function readOnce(stop: AbortSignal, onOpen: () => void): Promise<'refused' | 'lived' | 'failed' | StreamEnding> {
    const broken = new AbortController()
    let silence = setTimeout(() => broken.abort(), silenceLimitMs)
    let lived = false
    // The head of an answer proves nothing: a proxy that holds the rest back sends it all the same.
    const alive = () => {
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
      for await (const sent of readEventStream(response.body, alive)) {
        const ending = toEnding(sent)
        if (ending) return ending
        const event = toLiveEvent(sent)
        if (sent.id) lastEventIds.set(userId, sent.id)
        if (!event) continue
        handlers.onEvent(event)
        if (!stop.aborted) tell({ event, id: sent.id })
      }
      return lived ? 'lived' : 'failed'
    } catch {
      return lived ? 'lived' : 'failed'
    } finally {
      clearTimeout(silence)
    }
  }

  function refuse(ending: StreamEnding | null) {
    tell({ refused: ending })
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
        refuse(outcome === 'refused' ? null : outcome)
      }
      // Spread, so that a restarted server is not met by everybody at once.
      await sleep(retryMs * (0.75 + Math.random() / 2), stop)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }
    leads = false
  }

  /** Asks instead of being told, for as long as nobody in this browser has a stream that says anything. */
  async function poll() {
    let askedAt = Number.NEGATIVE_INFINITY
    while (!signal.aborted) {
      await sleep(pollEveryMs, signal)
      if (signal.aborted) return
      const now = performance.now()
      const isHidden = document.visibilityState === 'hidden'
      const isTold = leads ? connected && now - lastByteAt < quietAfterMs : isHidden || now - heardAt < deafAfterMs
      if (isTold || (isHidden && now - askedAt < hiddenPollEveryMs)) continue
      askedAt = now
      const events = await handlers.poll().catch(() => [])
      if (!leads) continue
      beat()
      for (const event of events) tell({ event, id: null })
    }
  }

  void poll()
  // What the others were told between this page's data and this moment is not told again to a tab that only listens.
  void asLeader(name, signal, lead, () => handlers.onResync('running'))
}
