import type { AnswerImage, ChatCall, ChatUsage, FinishReason } from '#app/contract/runs/chat.ts'
import type { Locale } from '#config'
import { StreamEnded } from '../core/library/events/open-streams.ts'
import type { Reader } from '../core/library/events/readers.ts'
import type { GenerationRow } from '../core/making/generations/to-generation.ts'
import { Problem } from '../core/problem.ts'
import type { Runtime } from '../runtime.ts'
import { streamBlocks } from './event-stream.ts'
import { answerProblem, answerRunFailed, RunFailed } from './openai-errors.ts'
import { type AnswerEvent, openAnswer } from './protocols/answer-events.ts'
import { finishReasonOf } from './protocols/chat-answer.ts'

/** Clients read the reasoning from either of its names, which are those of DeepSeek and OpenRouter. */
type Delta = {
  role?: 'assistant'
  content?: string
  reasoning_content?: string
  reasoning?: string
  tool_calls?: (Partial<Pick<ChatCall, 'id' | 'type'>> & { index: number; function: { name?: string; arguments: string } })[]
  images?: (AnswerImage & { index: number })[]
}

export type StreamChatOptions = {
  row: GenerationRow
  locale: Locale
  headers: Record<string, string>
  usageOf(ended: GenerationRow): ChatUsage
  /** Reads the images of the finished answer. */
  imagesOf(ended: GenerationRow): Promise<AnswerImage[]>
  includeUsage: boolean
  reader: Reader
  /** The signal of the request. After `StreamEnded` the caller may read no further, while the run continues. */
  signal: AbortSignal
  /** See `watchWait`. */
  limitMs: number
}

/**
 * Streams an answer in the chunks of OpenAI's protocol, up to `[DONE]`. A failure of the first seconds is thrown; a later one is the last
 * event.
 */
export async function streamChat(
  runtime: Runtime,
  { row, locale, headers, usageOf, imagesOf, includeUsage, reader, signal, limitMs }: StreamChatOptions,
): Promise<Response> {
  const { id } = row
  const block = (data: object | string) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
  const base = {
    id: `chatcmpl-${id}`,
    object: 'chat.completion.chunk',
    created: Math.floor(row.createdAt.getTime() / 1000),
    model: row.model,
    ...(includeUsage && { usage: null }),
  }
  const chunk = (delta: Delta, finish: FinishReason | null = null) =>
    block({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })
  const answer = await openAnswer(runtime, { row, reader, signal, limitMs })

  async function* open(until: AbortSignal): AsyncGenerator<string> {
    yield chunk({ role: 'assistant', content: '' })
    for await (const event of answer.events(until)) {
      if (event.type !== 'end') {
        yield chunk(deltaOf(event))
        continue
      }
      for (const [index, image] of (await imagesOf(event.row)).entries()) yield chunk({ images: [{ ...image, index }] })
      yield chunk({}, finishReasonOf(event.row))
      if (includeUsage) yield block({ ...base, choices: [], usage: usageOf(event.row) })
      yield block('[DONE]')
    }
  }

  function failureOf(error: unknown): object {
    if (error instanceof Problem) return answerProblem(error, locale).body
    if (error instanceof RunFailed) return answerRunFailed(error, locale).body
    if (error instanceof StreamEnded) return answerProblem(new Problem('unauthorized'), locale).body
    runtime.logger.error({ err: error, generation: id }, 'streamed response failed')
    return answerProblem(new Problem('internal'), locale, id).body
  }

  const response = streamBlocks({
    until: signal,
    open,
    lastBlock: (error) => block(failureOf(error)),
    onEnd: (hungUp) => (hungUp ? reader.leave() : reader.end()),
  })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** A call begins with its name; its arguments follow in pieces. */
function deltaOf(event: Exclude<AnswerEvent, { type: 'end' }>): Delta {
  if (event.type !== 'call')
    return event.type === 'text' ? { content: event.delta } : { reasoning_content: event.delta, reasoning: event.delta }
  const { index, call, isNew, delta } = event
  const begun = isNew ? { id: call.id, type: 'function' as const } : {}
  return { tool_calls: [{ index, ...begun, function: { ...(isNew && { name: call.name }), arguments: delta } }] }
}
