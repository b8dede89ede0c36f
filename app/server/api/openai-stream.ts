import type { AnswerImage, ChatUsage } from '#app/contract/runs/openai.ts'
import type { Locale } from '#config'
import { followGeneration } from '../core/library/events/follow-generation.ts'
import { StreamEnded } from '../core/library/events/open-streams.ts'
import type { Reader } from '../core/library/events/readers.ts'
import type { GenerationRow } from '../core/making/generations/to-generation.ts'
import { Problem } from '../core/problem.ts'
import type { Runtime } from '../runtime.ts'
import { streamBlocks } from './event-stream.ts'
import { answerProblem, answerRunFailed, RunFailed } from './openai-errors.ts'
import { watchWait } from './watch-wait.ts'

/** Clients read the reasoning from either of its names, which are those of DeepSeek and OpenRouter. */
type Delta = {
  role?: 'assistant'
  content?: string
  reasoning_content?: string
  reasoning?: string
  images?: (AnswerImage & { index: number })[]
}

export type StreamChatOptions = {
  row: GenerationRow
  locale: Locale
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

/** Streams the text in the chunks of OpenAI's protocol, up to `[DONE]`. The last event reports a failure. */
export function streamChat(
  runtime: Runtime,
  { row, locale, usageOf, imagesOf, includeUsage, reader, signal, limitMs }: StreamChatOptions,
): Response {
  const { db, hub, logger } = runtime
  const { userId, id } = row
  const block = (data: object | string) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
  const base = {
    id: `chatcmpl-${id}`,
    object: 'chat.completion.chunk',
    created: Math.floor(row.createdAt.getTime() / 1000),
    model: row.model,
    ...(includeUsage && { usage: null }),
  }
  const chunk = (delta: Delta, finish: 'stop' | 'length' | null = null) =>
    block({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })

  async function* open(until: AbortSignal): AsyncGenerator<string> {
    yield chunk({ role: 'assistant', content: '' })
    let sent = ''
    let thought = ''
    using wait = watchWait(runtime, row, { limitMs })
    // The client is answered, but it still listens, so nobody else cancels the run.
    wait.signal.addEventListener('abort', () => void reader.leave(), { once: true })
    for await (const now of followGeneration(db, { hub, userId, id, signal: AbortSignal.any([until, wait.signal]) })) {
      wait.saw(now)
      const thinking = now.thinking ?? ''
      // Reasoning that was taken for text has been sent as such.
      if (sent !== '' && !(now.text ?? '').startsWith(sent) && thinking.includes(sent.trim())) {
        sent = ''
        thought = thinking
      }
      if (thinking.length > thought.length && thinking.startsWith(thought)) {
        const piece = thinking.slice(thought.length)
        yield chunk({ reasoning_content: piece, reasoning: piece })
        thought = thinking
      }
      const text = now.text ?? ''
      if (text.length > sent.length && text.startsWith(sent)) {
        yield chunk({ content: text.slice(sent.length) })
        sent = text
      }
      if (!now.finishedAt) continue
      // A worker that takes over from a dead one writes another text, and sent text cannot be revoked.
      if (now.status !== 'succeeded' || sent !== text) throw new RunFailed(now.status === 'succeeded' ? 'temporary' : now.errorCode)
      for (const [index, image] of (await imagesOf(now)).entries()) yield chunk({ images: [{ ...image, index }] })
      yield chunk({}, now.cut ? 'length' : 'stop')
      if (includeUsage) yield block({ ...base, choices: [], usage: usageOf(now) })
      yield block('[DONE]')
    }
  }

  function failureOf(error: unknown): object {
    if (error instanceof Problem) return answerProblem(error, locale).body
    if (error instanceof RunFailed) return answerRunFailed(error, locale).body
    if (error instanceof StreamEnded) return answerProblem(new Problem('unauthorized'), locale).body
    logger.error({ err: error, generation: id }, 'streamed response failed')
    return answerProblem(new Problem('internal'), locale, id).body
  }

  return streamBlocks({
    until: signal,
    open,
    lastBlock: (error) => block(failureOf(error)),
    onEnd: (hungUp) => (hungUp ? reader.leave() : reader.end()),
  })
}
