import type { StreamEnding } from '#app/contract/base/stream-endings.ts'
import { StreamEnded } from '../../core/library/events/open-streams.ts'

export type StreamEvent = { id: string; event: string; data: unknown }

/** Milliseconds between heartbeats; proxies and phones drop connections that are silent for long. */
const heartbeatMs = 15_000

export type BlockStreamOptions = {
  /** Ends the stream: the client has disconnected, or may read no further (`StreamEnded`). */
  until: AbortSignal
  /** Yields the blocks to send. The signal ends its work. */
  open(signal: AbortSignal): AsyncGenerator<string>
  /** The last block, after `StreamEnded` or an error. Without one, an error breaks the connection. */
  lastBlock(error: unknown): string | undefined
  onEnd(hungUp: boolean): Promise<void> | void
}

/** Responds with server-sent events. Nothing is sent after `until`, not even a block in preparation (decision 25). */
export function streamBlocks({ until, open, lastBlock, onEnd }: BlockStreamOptions): Response {
  const encoder = new TextEncoder()
  const gone = new AbortController()
  const signal = AbortSignal.any([until, gone.signal])
  const blocks = open(signal)
  let heartbeat: NodeJS.Timeout | undefined
  let over = false

  function finish(hungUp: boolean) {
    over = true
    clearInterval(heartbeat)
    blocks.return(undefined).catch(() => undefined)
    return onEnd(hungUp)
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': \n\n'))
      }, heartbeatMs)
      // Needed because `pull` is not called for a client that does not read.
      const stop = () => {
        if (over) return
        const isEnded = signal.reason instanceof StreamEnded
        void finish(!isEnded)
        const last = isEnded ? lastBlock(signal.reason) : undefined
        if (last !== undefined) controller.enqueue(encoder.encode(last))
        controller.close()
      }
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    },
    async pull(controller) {
      try {
        const next = await blocks.next()
        if (over) return
        if (!next.done) return controller.enqueue(encoder.encode(next.value))
        void finish(false)
      } catch (error) {
        if (over) return
        void finish(false)
        const last = lastBlock(error)
        if (last === undefined) throw error
        controller.enqueue(encoder.encode(last))
      }
      controller.close()
    },
    async cancel() {
      if (over) return
      const ending = finish(true)
      gone.abort()
      await ending
    },
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

export type EventStreamOptions = {
  until: AbortSignal
  open(signal: AbortSignal): AsyncGenerator<StreamEvent>
  onEnd(): void
}

/** Named events with ids. An error breaks the connection; a client that reconnects continues after the last id. */
export function eventStream({ until, open, onEnd }: EventStreamOptions): Response {
  return streamBlocks({
    until,
    async *open(signal) {
      yield 'retry: 2000\n\n'
      for await (const { id, event, data } of open(signal)) yield `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    },
    lastBlock: (error) => (error instanceof StreamEnded ? formatEnd(error.ending) : undefined),
    onEnd,
  })
}

/** Formats the last event. It has no id, so that a client that signs in again continues after the last numbered event. */
const formatEnd = (reason: StreamEnding) => `event: end\ndata: ${JSON.stringify({ reason })}\n\n`
