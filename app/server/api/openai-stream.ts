import type { ChatUsage } from '#app/contract/openai.ts'
import type { Locale } from '#config'
import { followGeneration } from '../core/generations/follow-generation.ts'
import { StreamEnded } from '../core/generations/open-streams.ts'
import type { Reader } from '../core/generations/readers.ts'
import type { GenerationRow } from '../core/generations/to-generation.ts'
import { Problem } from '../core/problem.ts'
import type { Runtime } from '../runtime.ts'
import { answerProblem, answerRunFailed, RunFailed } from './openai-errors.ts'

/** Keeps proxies from taking a model that thinks for a connection that is dead. */
const heartbeatMs = 15_000

export type StreamChatOptions = {
  row: GenerationRow
  locale: Locale
  usageOf(ended: GenerationRow): ChatUsage
  includeUsage: boolean
  reader: Reader
  /** Of the request; with `StreamEnded` the caller may read no further, and the run goes on. */
  signal: AbortSignal
}

/** The text as it is written, in the chunks of OpenAI's protocol, up to `[DONE]`. A failure on the way is told as an event. */
export function streamChat(runtime: Runtime, { row, locale, usageOf, includeUsage, reader, signal }: StreamChatOptions): Response {
  const { db, hub, logger } = runtime
  const { userId, id } = row
  const gone = new AbortController()
  const until = AbortSignal.any([signal, gone.signal])
  const encoder = new TextEncoder()
  const send = (data: object | string) => encoder.encode(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
  const base = {
    id: `chatcmpl-${id}`,
    object: 'chat.completion.chunk',
    created: Math.floor(row.createdAt.getTime() / 1000),
    model: row.model,
    ...(includeUsage && { usage: null }),
  }
  const chunk = (delta: { role?: 'assistant'; content?: string }, finish: 'stop' | 'length' | null = null) =>
    send({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })

  async function* chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    yield chunk({ role: 'assistant', content: '' })
    let told = ''
    for await (const now of followGeneration(db, { hub, userId, id, signal: until })) {
      const text = now.text ?? ''
      if (text.length > told.length && text.startsWith(told)) {
        yield chunk({ content: text.slice(told.length) })
        told = text
      }
      if (!now.finishedAt) continue
      // A worker that died was replaced by one that wrote another text; what has been said cannot be taken back.
      if (now.status !== 'succeeded' || told !== text) throw new RunFailed(now.status === 'succeeded' ? 'temporary' : now.errorCode)
      yield chunk({}, now.cut ? 'length' : 'stop')
      if (includeUsage) yield send({ ...base, choices: [], usage: usageOf(now) })
      yield send('[DONE]')
    }
  }

  const parts = chunks()
  let heartbeat: NodeJS.Timeout | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': \n\n'))
      }, heartbeatMs)
    },
    async pull(controller) {
      try {
        const next = await parts.next()
        if (!next.done) return controller.enqueue(next.value)
      } catch (error) {
        if (until.aborted && !(until.reason instanceof StreamEnded)) await reader.leave()
        else controller.enqueue(send(failureOf(error)))
      }
      stop()
      controller.close()
      return undefined
    },
    async cancel() {
      clearInterval(heartbeat)
      gone.abort()
      await reader.leave()
    },
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })

  function stop() {
    clearInterval(heartbeat)
    reader.end()
  }

  function failureOf(error: unknown): object {
    if (error instanceof RunFailed) return answerRunFailed(error, locale).body
    if (error instanceof StreamEnded) return answerProblem(new Problem('unauthorized'), locale).body
    logger.error({ err: error, generation: id }, 'a streamed answer failed')
    return answerProblem(new Problem('internal'), locale, id).body
  }
}
