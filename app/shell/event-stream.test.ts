import { expect, test, vi } from 'vitest'
import { readEventStream, type ServerSentEvent } from './event-stream.ts'

function bodyOf(...pieces: Uint8Array<ArrayBuffer>[]) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
}
const bytes = (text: string) => new TextEncoder().encode(text)

async function collect(events: AsyncIterable<ServerSentEvent>) {
  const collected: ServerSentEvent[] = []
  for await (const event of events) collected.push(event)
  return collected
}
const read = (...pieces: Uint8Array<ArrayBuffer>[]) => collect(readEventStream(bodyOf(...pieces)))

test('reads events with their names and ids', async () => {
  expect(await read(bytes('id: 7\nevent: text\ndata: {"a":1}\n\nevent: tokens\ndata: {}\n\n'))).toEqual([
    { id: '7', event: 'text', data: '{"a":1}' },
    { id: null, event: 'tokens', data: '{}' },
  ])
})

test('puts together what arrives in pieces, even within a letter', async () => {
  const whole = bytes('event: text\r\ndata: маяк\r\n\r\n')
  const pieces = [...whole].map((byte) => new Uint8Array([byte]))
  expect(await read(...pieces)).toEqual([{ id: null, event: 'text', data: 'маяк' }])
})

test('joins several lines of data', async () => {
  expect(await read(bytes('data: a\ndata: b\n\n'))).toEqual([{ id: null, event: 'message', data: 'a\nb' }])
})

test('a comment is a sign of life and nothing else', async () => {
  const onLife = vi.fn()
  expect(await collect(readEventStream(bodyOf(bytes(': ping\n\n')), onLife))).toEqual([])
  expect(onLife).toHaveBeenCalledOnce()
})

test('an event that was cut off is not read', async () => {
  expect(await read(bytes('data: whole\n\ndata: hal'))).toEqual([{ id: null, event: 'message', data: 'whole' }])
})
