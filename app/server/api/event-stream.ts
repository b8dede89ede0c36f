import type { StreamEnding } from '#app/contract/stream-endings.ts'
import { StreamEnded } from '../core/generations/open-streams.ts'

export type StreamEvent = { id: string; event: string; data: unknown }

/** Proxies and phones drop connections that say nothing for long. */
const heartbeatMs = 15_000

export type EventStreamOptions = {
  /** Ends the stream: the client has gone, or may read no further. With `StreamEnded` the last event says why. */
  until: AbortSignal
  /** Gets the signal that ends its work. */
  open(signal: AbortSignal): AsyncGenerator<StreamEvent>
  onEnd(): void
}

/** Answers with server-sent events. Nothing is sent after `until`, not even what was being prepared. */
export function eventStream({ until, open, onEnd }: EventStreamOptions): Response {
  const encoder = new TextEncoder()
  const gone = new AbortController()
  const signal = AbortSignal.any([until, gone.signal])
  const events = open(signal)
  let heartbeat: NodeJS.Timeout | undefined
  let over = false

  function finish() {
    over = true
    clearInterval(heartbeat)
    onEnd()
    events.return(undefined).catch(() => undefined)
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode('retry: 2000\n\n'))
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': \n\n'))
      }, heartbeatMs)
      // Not left to `pull`, which is not called for a client that does not read.
      const stop = () => {
        if (over) return
        finish()
        if (signal.reason instanceof StreamEnded) controller.enqueue(encoder.encode(formatEnd(signal.reason.ending)))
        controller.close()
      }
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    },
    async pull(controller) {
      try {
        const next = await events.next()
        if (over) return
        if (!next.done) return controller.enqueue(encoder.encode(format(next.value)))
        finish()
        controller.close()
      } catch (error) {
        if (over) return
        finish()
        throw error
      }
    },
    cancel() {
      if (over) return
      finish()
      gone.abort()
    },
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

function format({ id, event, data }: StreamEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Without an id: whoever is let in again goes on after the last event that had one. */
const formatEnd = (reason: StreamEnding) => `event: end\ndata: ${JSON.stringify({ reason })}\n\n`
