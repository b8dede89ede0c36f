import type * as v from 'valibot'
import type { AnswerImage, ChatCall, ChatCompletionRequest, chatCompletionSchema, FinishReason } from '#app/contract/protocols/chat.ts'
import { answerProblem, answerRunFailed, RunFailed } from '../openai/openai-errors.ts'
import type { AnswerEvent } from './answer-events.ts'
import { countUsage, finishReasonOf, toChatCall } from './chat-answer.ts'
import { readAsked } from './chat-asked.ts'
import { readMessages } from './chat-messages.ts'
import type { AnswerWriter, Protocol, TextRun } from './protocol.ts'
import { unixTime } from './result-files.ts'

type Run = TextRun<ChatCompletionRequest>

/** Chat completions of OpenAI's protocol. */
export const chatProtocol: Protocol<ChatCompletionRequest, v.InferInput<typeof chatCompletionSchema>> = {
  conversation: 'messages',
  isStream: ({ stream }) => stream === true,
  read: ({ input: { body } }, model) => ({ ...readAsked(model, body), turns: readMessages(body.messages, model) }),
  async answer({ row, turns, imagesOf }, ended) {
    const images = await imagesOf(ended)
    return {
      id: `chatcmpl-${row.id}`,
      object: 'chat.completion',
      created: unixTime(row.createdAt),
      model: row.model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: ended.text ?? (ended.calls ? null : ''),
            refusal: null,
            ...(ended.calls && { tool_calls: ended.calls.map(toChatCall) }),
            ...(ended.thinking && { reasoning_content: ended.thinking, reasoning: ended.thinking }),
            ...(images.length > 0 && { images }),
          },
          logprobs: null,
          finish_reason: finishReasonOf(ended),
        },
      ],
      usage: countUsage(ended, turns),
    }
  },
  stream: writeChunks,
}

/** Clients read the reasoning from either of its names, which are those of DeepSeek and OpenRouter. */
type Delta = {
  role?: 'assistant'
  content?: string
  reasoning_content?: string
  reasoning?: string
  tool_calls?: (Partial<Pick<ChatCall, 'id' | 'type'>> & { index: number; function: { name?: string; arguments: string } })[]
  images?: (AnswerImage & { index: number })[]
}

const block = (data: object | string) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

/** Writes an answer in the chunks of the protocol, up to `[DONE]`. */
function writeChunks({ body, row, turns, imagesOf }: Run): AnswerWriter {
  const includeUsage = body.stream_options?.include_usage ?? false
  const base = {
    id: `chatcmpl-${row.id}`,
    object: 'chat.completion.chunk',
    created: unixTime(row.createdAt),
    model: row.model,
    ...(includeUsage && { usage: null }),
  }
  const chunk = (delta: Delta, finish: FinishReason | null = null) =>
    block({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })
  return {
    async *blocks(events) {
      yield chunk({ role: 'assistant', content: '' })
      for await (const event of events) {
        if (event.type !== 'end') {
          yield chunk(deltaOf(event))
          continue
        }
        for (const [index, image] of (await imagesOf(event.row)).entries()) yield chunk({ images: [{ ...image, index }] })
        yield chunk({}, finishReasonOf(event.row))
        if (includeUsage) yield block({ ...base, choices: [], usage: countUsage(event.row, turns) })
        yield block('[DONE]')
      }
    },
    failure(failure, locale, errorId) {
      const { body: error } = failure instanceof RunFailed ? answerRunFailed(failure, locale) : answerProblem(failure, locale, errorId)
      return block(error)
    },
  }
}

/** A call begins with its name; its arguments follow in pieces. */
function deltaOf(event: Exclude<AnswerEvent, { type: 'end' }>): Delta {
  if (event.type !== 'call')
    return event.type === 'text' ? { content: event.delta } : { reasoning_content: event.delta, reasoning: event.delta }
  const { index, call, isNew, delta } = event
  const head = isNew ? { id: call.id, type: 'function' as const } : {}
  return { tool_calls: [{ index, ...head, function: { ...(isNew && { name: call.name }), arguments: delta } }] }
}
