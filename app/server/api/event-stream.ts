export type StreamEvent = { id: string; event: string; data: unknown }

/** Proxies and phones drop connections that say nothing for long. */
const heartbeatMs = 15_000

/** Answers with server-sent events until the client goes away. `open` gets the signal that ends its work then. */
export function eventStream(requestSignal: AbortSignal, open: (signal: AbortSignal) => AsyncGenerator<StreamEvent>): Response {
  const encoder = new TextEncoder()
  const ended = new AbortController()
  const signal = AbortSignal.any([requestSignal, ended.signal])
  const events = open(signal)
  let heartbeat: NodeJS.Timeout | undefined

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode('retry: 2000\n\n'))
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': \n\n'))
      }, heartbeatMs)
    },
    async pull(controller) {
      const next = await events.next()
      if (!next.done) return controller.enqueue(encoder.encode(format(next.value)))
      clearInterval(heartbeat)
      controller.close()
    },
    async cancel() {
      clearInterval(heartbeat)
      ended.abort()
      await events.return(undefined)
    },
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

function format({ id, event, data }: StreamEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
