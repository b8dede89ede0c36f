import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hostHeldSession, holdSession, releaseSession } from '#app/shell/calls/session-hold.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { type ConnectionHandlers, connectGenerationEvents } from './generation-connection.ts'
import type { LiveEvent } from './generation-state.ts'

const id = '019a0000-0000-7000-8000-000000000001'
const second = 1_000
let user = 0

/** The server at `/events`: each connection is scripted and records its request. */
type Stream = { lastEventId: string | null; send(text: string): void; close(): void; cut(): void; aborted: boolean }

const streams: Stream[] = []
/** The response to the next connections. */
let answer: 'stream' | 'held back' | 'refused' | 'down' = 'stream'

function fakeFetch(_url: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }): Promise<Response> {
  if (answer === 'down') return Promise.reject(new TypeError('Failed to fetch'))
  if (answer === 'refused') return Promise.resolve(new Response(null, { status: 401 }))
  let open: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      open = controller
    },
  })
  const stream: Stream = {
    lastEventId: headers['last-event-id'] ?? null,
    send: (text) => open.enqueue(new TextEncoder().encode(text)),
    close: () => open.close(),
    cut: () => open.error(new TypeError('network error')),
    aborted: false,
  }
  signal.addEventListener('abort', () => {
    stream.aborted = true
    open.error(signal.reason)
  })
  streams.push(stream)
  // A buffering proxy forwards the head at once and holds the rest back.
  if (answer === 'stream') stream.send('retry: 2000\n\n')
  return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }))
}

const progressEvent = (cursor: string, progress: number) =>
  `id: ${cursor}\nevent: generation\ndata: ${JSON.stringify({ id, progress })}\n\n`

class FakeDocument extends EventTarget {
  visibilityState = 'visible'
}

/** One tab of a browser. All tabs of a test belong to one person. */
function openTab(userId: string) {
  const end = new AbortController()
  const events: LiveEvent[] = []
  const resyncs: string[] = []
  const refusals: (string | null)[] = []
  let polls = 0
  const handlers: ConnectionHandlers = {
    onEvent: (event) => events.push(event),
    onResync: (scope) => resyncs.push(scope),
    onRefused: (ending) => refusals.push(ending),
    poll: () => {
      polls += 1
      return Promise.resolve([{ type: 'generation', data: { id, progress: 0.9 } }])
    },
  }
  connectGenerationEvents(userId, handlers, end.signal)
  tabs.push(end)
  return { events, resyncs, refusals, polls: () => polls, close: () => end.abort() }
}
const tabs: AbortController[] = []

/** Advances the clock, and lets tasks run that wait for other tabs or for a lock. */
async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turns = 0; turns < 5; turns += 1) await new Promise<void>((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(0)
}

let page: FakeDocument
beforeEach(() => {
  user += 1
  streams.length = 0
  answer = 'stream'
  page = new FakeDocument()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('fetch', fakeFetch)
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.abort()
  await pass(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const me = () => `user-${user}`

describe('the tabs of a browser', () => {
  test('tabs of a browser share one stream, and all get its events', async () => {
    const [first, second, third] = [openTab(me()), openTab(me()), openTab(me())]
    await pass(0)
    expect(streams).toHaveLength(1)
    streams[0]?.send(progressEvent('1', 0.4))
    await pass(0)
    for (const tab of [first, second, third]) expect(tab?.events).toEqual([{ type: 'generation', data: { id, progress: 0.4 } }])
  })

  test('tabs hand the stream over when the one that holds it is closed, and the next one continues from the last event', async () => {
    const first = openTab(me())
    const second = openTab(me())
    await pass(0)
    streams[0]?.send(progressEvent('cursor-7', 0.4))
    await pass(0)
    first.close()
    await pass(0)
    expect(streams).toHaveLength(2)
    expect(streams[1]?.lastEventId).toBe('cursor-7')
    streams[1]?.send(progressEvent('cursor-8', 0.5))
    await pass(0)
    expect(second.events.at(-1)).toEqual({ type: 'generation', data: { id, progress: 0.5 } })
  })

  test('tabs that join later fetch running works once, because earlier events are not repeated', async () => {
    const first = openTab(me())
    await pass(0)
    const second = openTab(me())
    await pass(0)
    expect(second.resyncs).toEqual(['running'])
    expect(first.resyncs).toEqual(['running'])
    expect(streams).toHaveLength(1)
    first.close()
    await pass(0)
    expect(second.resyncs).toEqual(['running', 'running'])
  })

  test('tabs poll for themselves when the one that holds the stream falls silent', async () => {
    const holder = await holdLock()
    const tab = openTab(me())
    await pass(40 * second)
    expect(tab.polls()).toBe(0)
    await pass(12 * second)
    expect(tab.polls()).toBeGreaterThan(0)
    holder()
  })
})

/** Imitates a frozen tab, which holds the lock of the stream without using it. */
async function holdLock(): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: got, resolve: taken } = Promise.withResolvers<void>()
  void navigator.locks.request(`quartet.generation-events.${me()}`, () => {
    taken()
    return promise
  })
  await got
  return resolve
}

describe('a stream', () => {
  test('a stream that breaks off is reopened at the last event, and running works are fetched', async () => {
    const tab = openTab(me())
    await pass(0)
    streams[0]?.send(progressEvent('3', 0.3))
    streams[0]?.send('id: 4\nevent: generation\nda')
    await pass(0)
    streams[0]?.cut()
    await pass(1_100)
    expect(streams).toHaveLength(2)
    expect(streams[1]?.lastEventId).toBe('3')
    expect(tab.resyncs).toEqual(['running', 'running'])
    streams[1]?.send(progressEvent('4', 0.4))
    await pass(0)
    expect(tab.events.at(-1)).toEqual({ type: 'generation', data: { id, progress: 0.4 } })
  })

  test('a stream that reconnects after more than a minute reloads everything', async () => {
    const tab = openTab(me())
    await pass(0)
    answer = 'down'
    streams[0]?.cut()
    await pass(90 * second)
    answer = 'stream'
    await pass(40 * second)
    expect(tab.resyncs).toEqual(['running', 'all'])
  })

  test('a stream of which a proxy forwards nothing but the head is not relied on: the tab polls meanwhile', async () => {
    answer = 'held back'
    const tab = openTab(me())
    await pass(10 * second)
    expect(tab.polls()).toBe(3)
    await pass(35 * second)
    expect(streams[0]?.aborted).toBe(true)
    expect(tab.resyncs).toEqual([])
    expect(tab.polls()).toBeGreaterThan(10)
  })

  test('a stream that falls silent is not relied on either, and is given up in the end', async () => {
    const tab = openTab(me())
    await pass(18 * second)
    expect(tab.polls()).toBe(0)
    await pass(6 * second)
    expect(tab.polls()).toBeGreaterThan(0)
    await pass(20 * second)
    expect(streams.length).toBe(2)
  })

  test('a stream that pings is alive: nothing is polled', async () => {
    const tab = openTab(me())
    for (let times = 0; times < 8; times += 1) {
      await pass(15 * second)
      streams[0]?.send(': \n\n')
      await pass(0)
    }
    expect(tab.polls()).toBe(0)
    expect(streams).toHaveLength(1)
  })
})

describe('without a stream', () => {
  test('one tab polls without a stream every few seconds and notifies the others; a hidden one polls less often', async () => {
    answer = 'down'
    const first = openTab(me())
    const other = openTab(me())
    await pass(9_500)
    expect(first.polls()).toBe(3)
    expect(other.polls()).toBe(0)
    expect(other.events.length).toBe(3)
    page.visibilityState = 'hidden'
    await pass(30 * second)
    expect(first.polls()).toBeLessThanOrEqual(5)
  })

  test('a refused poll is reported, and not repeated every second', async () => {
    answer = 'refused'
    const tab = openTab(me())
    await pass(0)
    expect(tab.refusals).toEqual([null])
    answer = 'stream'
    await pass(10 * second)
    expect(streams).toHaveLength(0)
    await pass(30 * second)
    expect(streams).toHaveLength(1)
  })
})

describe('a stream ended by the server', () => {
  async function endWith(reason: string) {
    streams.at(-1)?.send(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`)
    await pass(0)
  }

  test('a stream that ends with its session is reported in every tab at once, and not reopened soon', async () => {
    const [first, other] = [openTab(me()), openTab(me())]
    await pass(0)
    await endWith('session_ended')
    for (const tab of [first, other]) expect(tab.refusals).toEqual(['session_ended'])
    await pass(20 * second)
    expect(streams).toHaveLength(1)
  })

  test('a stream is reopened as soon as its person has signed in again in place', async () => {
    const tab = openTab(me())
    await pass(0)
    await endWith('session_ended')
    const leave = hostHeldSession()
    expect(holdSession(ann)).toBe(true)
    await pass(second)
    expect(streams).toHaveLength(1)
    releaseSession(true)
    await pass(0)
    expect(streams).toHaveLength(2)
    expect(tab.refusals).toHaveLength(1)
    leave()
  })

  test('a stream that ends by a sign-out is left to the tab that signs out; if none does, the next refusal is reported', async () => {
    const [first, other] = [openTab(me()), openTab(me())]
    await pass(0)
    await endWith('signed_out')
    await pass(5 * second)
    for (const tab of [first, other]) expect(tab.refusals).toEqual([])
    answer = 'refused'
    await pass(2 * second)
    for (const tab of [first, other]) expect(tab.refusals).toEqual([null])
  })

  test('a stream that ends because the person has too many is reopened minutes later; until then the tab polls', async () => {
    const tab = openTab(me())
    await pass(0)
    await endWith('too_many_streams')
    await pass(4 * 60 * second)
    expect(streams).toHaveLength(1)
    expect(tab.refusals).toEqual([])
    expect(tab.polls()).toBeGreaterThan(10)
    await pass(65 * second)
    expect(streams).toHaveLength(2)
  })
})

test('a browser without BroadcastChannel still has its stream', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const tab = openTab(me())
  await pass(0)
  streams[0]?.send(progressEvent('1', 0.2))
  await pass(0)
  expect(tab.events).toHaveLength(1)
})
