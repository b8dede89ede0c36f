import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Reads the events of a `text/event-stream` body. Calls `onLife` for every piece that arrives, comments such as `: ping` included. */
export async function* readEventStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onLife?: () => void,
): AsyncGenerator<EventSourceMessage> {
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onLife?.()
      parser.feed(decoder.decode(value, { stream: true }))
      yield* events.splice(0)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
