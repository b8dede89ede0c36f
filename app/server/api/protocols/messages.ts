import type * as v from 'valibot'
import type { AnswerBlock, messageAnswerSchema, MessageRequest, MessageUsage, StopReason } from '#app/contract/protocols/messages.ts'
import type { AnswerImage } from '#app/contract/protocols/chat.ts'
import { argumentsOf, type ToolCall } from '#app/contract/studio/turns.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import { describeFailure } from './anthropic-errors.ts'
import type { AnswerEvent } from './answer-events.ts'
import { countUsage } from './chat-answer.ts'
import { readMessageAsked, showsThinking } from './message-asked.ts'
import { readMessageTurns } from './message-turns.ts'
import type { AnswerWriter, Protocol, TextRun } from './protocol.ts'

type Run = TextRun<MessageRequest>

/** Messages of Anthropic's protocol. */
export const messagesProtocol: Protocol<MessageRequest, v.InferInput<typeof messageAnswerSchema>> = {
  conversation: 'messages',
  isStream: ({ stream }) => stream === true,
  read: ({ input: { body } }, model) => ({ ...readMessageAsked(model, body), turns: readMessageTurns(body, model) }),
  async answer(run, ended) {
    const { text, thinking, calls = [] } = ended
    return {
      ...envelopeOf(run),
      content: [
        ...(thinking && showsThinking(run.body) ? [toThinking(run, thinking)] : []),
        ...(text || !calls ? [toText(text ?? '')] : []),
        ...(await run.imagesOf(ended)).map(toImage),
        ...(calls ?? []).map(toUse),
      ],
      stop_reason: stopReasonOf(ended),
      stop_sequence: null,
      usage: usageOf(ended, run),
    }
  },
  stream: writeEvents,
}

const envelopeOf = ({ row }: Pick<Run, 'row'>) => ({
  id: `msg_${row.id}`,
  type: 'message' as const,
  role: 'assistant' as const,
  model: row.model,
})

const toText = (text: string): AnswerBlock => ({ type: 'text', text, citations: null })
/** The signatures of the service stay with the run, which sends them back; this one names it. */
const toThinking = ({ row }: Pick<Run, 'row'>, thinking: string): AnswerBlock => ({ type: 'thinking', thinking, signature: row.id })
const toUse = (call: ToolCall): AnswerBlock => ({ type: 'tool_use', id: call.id, name: call.name, input: argumentsOf(call) })

function toImage({ image_url: { url } }: AnswerImage): AnswerBlock {
  const comma = url.indexOf(',')
  return { type: 'image', source: { type: 'base64', media_type: url.slice('data:'.length, url.indexOf(';')), data: url.slice(comma + 1) } }
}

const stopReasonOf = ({ cut, calls }: Pick<GenerationRow, 'cut' | 'calls'>): StopReason =>
  cut ? 'max_tokens' : calls ? 'tool_use' : 'end_turn'

/** Cached tokens are part of the input here. */
function usageOf(ended: GenerationRow, { turns }: Pick<Run, 'turns'>): MessageUsage {
  const { prompt_tokens: input_tokens, completion_tokens: output_tokens } = countUsage(ended, turns)
  return { input_tokens, output_tokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
}

const block = (type: string, data: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

/** Writes an answer in the events of the protocol, up to `message_stop`. Blocks follow one another: one ends before the next begins. */
function writeEvents(run: Run): AnswerWriter {
  const blocks = openBlocks(run)
  return {
    async *blocks(events) {
      const usage = usageOf({ ...run.row, text: '' }, run)
      yield block('message_start', { message: { ...envelopeOf(run), content: [], stop_reason: null, stop_sequence: null, usage } })
      yield block('ping')
      for await (const event of events) {
        if (event.type !== 'end') {
          if (event.type !== 'thought' || showsThinking(run.body)) yield* blocks.write(event)
          continue
        }
        yield* blocks.close()
        for (const image of await run.imagesOf(event.row)) yield* blocks.whole(toImage(image))
        const delta = { stop_reason: stopReasonOf(event.row), stop_sequence: null }
        yield block('message_delta', { delta, usage: usageOf(event.row, run) })
        yield block('message_stop')
      }
    },
    failure: (failure, locale, errorId) => block('error', describeFailure(failure, locale, errorId).body),
  }
}

type Piece = Exclude<AnswerEvent, { type: 'end' }>

/** The blocks of an answer that is being written. */
function openBlocks(run: Run) {
  let index = -1
  let open: string | undefined

  function* begin(name: string, content_block: AnswerBlock) {
    yield* close()
    index += 1
    open = name
    yield block('content_block_start', { index, content_block })
  }
  const delta = (change: object) => block('content_block_delta', { index, delta: change })

  function* close() {
    if (open === undefined) return
    // A client that sends the reasoning back needs a signature.
    if (open === 'thought') yield delta({ type: 'signature_delta', signature: run.row.id })
    open = undefined
    yield block('content_block_stop', { index })
  }

  return {
    close,
    *whole(content: AnswerBlock) {
      yield* begin('whole', content)
      yield* close()
    },
    *write(event: Piece) {
      if (event.type === 'call') {
        const { id, name } = event.call
        if (open !== `call ${event.index}`) yield* begin(`call ${event.index}`, { type: 'tool_use', id, name, input: {} })
        if (event.delta !== '') yield delta({ type: 'input_json_delta', partial_json: event.delta })
        return
      }
      const isText = event.type === 'text'
      if (open !== event.type) yield* begin(event.type, isText ? toText('') : { type: 'thinking', thinking: '', signature: '' })
      yield delta(isText ? { type: 'text_delta', text: event.delta } : { type: 'thinking_delta', thinking: event.delta })
    },
  }
}
