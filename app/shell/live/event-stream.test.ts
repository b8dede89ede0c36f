import type { EventSourceMessage } from 'eventsource-parser'
import { expect, test, vi } from 'vitest'
import { readEventStream } from './event-stream.ts'

function bodyOf(...pieces: Uint8Array<ArrayBuffer>[]) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
}
const bytes = (text: string) => new TextEncoder().encode(text)

async function collect(events: AsyncIterable<EventSourceMessage>) {
  const collected: EventSourceMessage[] = []
  for await (const event of events) collected.push(event)
  return collected
}
const read = (...pieces: Uint8Array<ArrayBuffer>[]) => collect(readEventStream(bodyOf(...pieces)))

test('events are read with their names and ids', async () => {
  expect(await read(bytes('id: 7\nevent: text\ndata: {"a":1}\n\nevent: tokens\ndata: {}\n\n'))).toEqual([
    { id: '7', event: 'text', data: '{"a":1}' },
    { event: 'tokens', data: '{}' },
  ])
})

test('an event that arrives byte by byte is read whole', async () => {
  const whole = bytes('event: text\r\ndata: маяк\r\n\r\n')
  const pieces = [...whole].map((byte) => new Uint8Array([byte]))
  expect(await read(...pieces)).toEqual([{ event: 'text', data: 'маяк' }])
})

test('several lines of data are joined', async () => {
  expect(await read(bytes('data: a\ndata: b\n\n'))).toEqual([{ data: 'a\nb' }])
})

test('a comment keeps the stream alive and yields no event', async () => {
  const onLife = vi.fn()
  expect(await collect(readEventStream(bodyOf(bytes(': ping\n\n')), onLife))).toEqual([])
  expect(onLife).toHaveBeenCalledOnce()
})

test('a truncated event is not read', async () => {
  expect(await read(bytes('data: whole\n\ndata: hal'))).toEqual([{ data: 'whole' }])
})
