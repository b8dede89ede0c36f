import { AsyncLocalStorage } from 'node:async_hooks'

/** One streamed answer, as `boundedFetch` sees it. */
export type StreamCall = {
  /** Whether the service has said that the answer is over. */
  hasEnded: boolean
  /** A whole answer that came instead of a stream; set, it is the response to the next request. */
  whole: string | null
}

export const streamCalls = new AsyncLocalStorage<StreamCall>()

/** Thrown if a service answers with a whole JSON document where a stream was requested. */
export class WholeAnswer extends Error {
  override name = 'WholeAnswer'
}

/** Milliseconds of silence after which an answer with a reason for its end has ended. The counts of its usage may follow the reason. */
const quietMs = 2_000
/** Characters of a line that are searched; the marks of an end are in short lines. */
const longestHead = 4_096
const ends = /"type"\s*:\s*"(?:message_stop|response\.(?:completed|incomplete|failed))"/
const hasReason = /"finish_?reason"\s*:\s*"\w/i

/** The reason that some servers leave out before they mark the end of a chat. */
const usualReason = {
  id: 'end',
  object: 'chat.completion.chunk',
  created: 0,
  model: '',
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
}

/**
 * Ends a stream of events where its service says that it is over: some servers leave the connection open. A stream without such a mark ends
 * with the connection, or when it falls silent after its reason for the end.
 */
export function endOfAnswer(call: StreamCall): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  let line = ''
  let isLast = false
  let hadReason = false
  let quiet: NodeJS.Timeout | undefined
  const isDone = () => /^data:\s*\[DONE\]\s*$/.test(line)
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk)
      clearTimeout(quiet)
      let isOver = false
      for (const [index, part] of decoder.decode(chunk, { stream: true }).split('\n').entries()) {
        if (index > 0) {
          // An event ends with an empty line.
          isOver ||= isDone() || (isLast && line.trim() === '')
          isLast ||= line.startsWith('data:') && ends.test(line)
          hadReason ||= line.startsWith('data:') && hasReason.test(line)
          line = ''
        }
        if (line.length < longestHead) line += part.slice(0, longestHead - line.length)
      }
      if (isOver || isDone()) {
        if (!isLast && !hadReason) controller.enqueue(new TextEncoder().encode(`\n\ndata: ${JSON.stringify(usualReason)}\n\n`))
        call.hasEnded = true
        controller.terminate()
      } else if (hadReason) quiet = setTimeout(() => endSilent(controller), quietMs).unref()
      if (isLast) call.hasEnded = true
    },
    flush: () => clearTimeout(quiet),
  })
}

/** Ends a stream that has fallen silent. */
function endSilent(controller: TransformStreamDefaultController<Uint8Array>): void {
  try {
    controller.terminate()
  } catch {
    // Its reader has stopped before.
  }
}

/**
 * Returns a response that is read like a stream. Its first character decides, because servers send any content type. Throws `WholeAnswer` for
 * a JSON document; the document is then in `call`.
 */
export async function asStream(response: Response, call: StreamCall): Promise<Response> {
  if (!response.body) return response
  const { status, statusText, headers } = response
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const chunks: Uint8Array[] = []
  let start = ''
  let done = false
  while (start === '' && !done) {
    const read = await reader.read()
    done = read.done
    if (!read.value) continue
    chunks.push(read.value)
    start = decoder.decode(read.value, { stream: true }).trimStart()
  }
  const rest = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const known = chunks.shift()
      if (known) return controller.enqueue(known)
      if (done) return controller.close()
      const read = await reader.read()
      if (read.done) controller.close()
      else controller.enqueue(read.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  if (!/^[{[]/.test(start)) return new Response(rest.pipeThrough(endOfAnswer(call)), { status, statusText, headers })
  const document = await new Response(rest).text()
  const events = eventsOf(document)
  call.hasEnded = true
  if (events !== undefined) return new Response(events, { status, headers: { 'content-type': 'text/event-stream' } })
  call.whole = document
  throw new WholeAnswer()
}

/** Google sends the pieces of an answer as a list, if they are not requested as events. */
function eventsOf(document: string): string | undefined {
  if (!document.trimStart().startsWith('[')) return undefined
  try {
    const pieces: unknown = JSON.parse(document)
    return Array.isArray(pieces) ? pieces.map((piece) => `data: ${JSON.stringify(piece)}\n\n`).join('') : undefined
  } catch {
    return undefined
  }
}
