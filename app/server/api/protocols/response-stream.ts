import type { ToolCall } from '#app/contract/studio/turns.ts'
import type { ResponseEvent } from '#app/contract/protocols/response-events.ts'
import type { OutputItem, ResponseRequest } from '#app/contract/protocols/responses.ts'
import { answerProblem, answerRunFailed, RunFailed } from '../openai/openai-errors.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import type { AnswerEvent } from './answer-events.ts'
import type { AnswerWriter, TextRun } from './protocol.ts'
import { imageItems, textPartOf, toResponse } from './response-answer.ts'
import { sealedOf } from './sealed-reasoning.ts'
import { itemIdOf } from './response-items.ts'

type Item<Type extends OutputItem['type']> = Extract<OutputItem, { type: Type }>
type Piece = Exclude<AnswerEvent, { type: 'end' }>

/** Writes an answer in the semantic events of the protocol. */
export function writeResponse({ row, asked, turns, imagesOf, keys }: TextRun<ResponseRequest>): AnswerWriter {
  const output: OutputItem[] = []
  let sequence = 0
  const blockOf = (event: ResponseEvent) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: sequence++ })}\n\n`
  const responseOf = (now: GenerationRow) => toResponse({ row: now, asked, turns, output })
  const items = openItems({ row, output, hasSummary: asked.noted?.summary !== undefined, keeps: asked.noted?.sealed === true })

  return {
    async *blocks(events) {
      const running = { ...row, status: 'running' as const }
      yield blockOf({ type: 'response.created', response: responseOf(running) })
      yield blockOf({ type: 'response.in_progress', response: responseOf(running) })
      for await (const event of events) {
        if (event.type !== 'end') {
          for (const one of items.add(event)) yield blockOf(one)
          continue
        }
        const ended = event.row
        const images = imageItems(ended, await imagesOf(ended))
        if (images.length === 0 && !output.some(({ type }) => type === 'message' || type === 'function_call'))
          for (const one of items.add({ type: 'text', delta: '' })) yield blockOf(one)
        for (const one of items.close(ended, asked.noted?.sealed && sealedOf(keys, ended))) yield blockOf(one)
        for (const item of images) {
          const output_index = output.push(item) - 1
          yield blockOf({ type: 'response.output_item.added', output_index, item })
          yield blockOf({ type: 'response.output_item.done', output_index, item })
        }
        yield blockOf({ type: ended.cut ? 'response.incomplete' : 'response.completed', response: responseOf(ended) })
      }
    },
    failure(failure, locale, errorId) {
      const { body } = failure instanceof RunFailed ? answerRunFailed(failure, locale) : answerProblem(failure, locale, errorId)
      const { message, code, type } = body.error
      const error = { code: code ?? type, message }
      return blockOf({ type: 'response.failed', response: toResponse({ row, asked, turns, output, error }) })
    },
  }
}

/** `keeps`: whether the program keeps the reasoning, whose seal is known at the end. */
type OpenItemsOptions = { row: GenerationRow; output: OutputItem[]; hasSummary: boolean; keeps: boolean }

/** An item while it is written. `ended`: the finished run, whose sources belong to its last text. */
type OpenItem = {
  begin(): Generator<ResponseEvent>
  add(delta: string): Generator<ResponseEvent>
  close(ended?: GenerationRow): Generator<ResponseEvent>
}

/**
 * Keeps the items of an answer while they are written. Reasoning and a text end where something else begins; calls end with the answer,
 * because services may write several at a time.
 */
function openItems(options: OpenItemsOptions) {
  let current: { type: 'text' | 'thought'; item: OpenItem } | undefined
  const calls = new Map<number, OpenItem>()
  /** The first reasoning, which ends with the answer if the program keeps it. */
  let kept: { item: Item<'reasoning'>; output_index: number } | undefined

  /** Ends the reasoning with its seal. An answer whose service shows none ends with an item of it. */
  function* closeKept(sealed: string | undefined): Generator<ResponseEvent> {
    if (!kept && sealed === undefined) return
    if (!kept) {
      const item: Item<'reasoning'> = { type: 'reasoning', id: idOf('reasoning', options), summary: [] }
      kept = { item, output_index: options.output.push(item) - 1 }
      yield { type: 'response.output_item.added', output_index: kept.output_index, item: { ...item } }
    }
    if (sealed !== undefined) kept.item.encrypted_content = sealed
    yield { type: 'response.output_item.done', ...kept }
  }

  function beginReasoning(): OpenItem {
    const { place, ...opened } = openReasoning(options, options.keeps && !kept)
    if (options.keeps) kept ??= place
    return opened
  }

  function* closeCurrent(ended?: GenerationRow): Generator<ResponseEvent> {
    const open = current
    current = undefined
    if (open) yield* open.item.close(ended)
  }

  function* addCall({ index, call, delta }: Extract<Piece, { type: 'call' }>): Generator<ResponseEvent> {
    const known = calls.get(index)
    if (known) return yield* known.add(delta)
    yield* closeCurrent()
    const item = openCall(options, { index, call })
    calls.set(index, item)
    yield* item.begin()
    yield* item.add(delta)
  }

  return {
    *add(event: Piece): Generator<ResponseEvent> {
      if (event.type === 'call') return yield* addCall(event)
      const { type } = event
      if (current?.type !== type) {
        yield* closeCurrent()
        current = { type, item: type === 'text' ? openText(options) : beginReasoning() }
        yield* current.item.begin()
      }
      yield* current.item.add(event.delta)
    },
    *close(ended: GenerationRow, sealed: string | undefined): Generator<ResponseEvent> {
      yield* closeCurrent(ended)
      for (const call of calls.values()) yield* call.close()
      yield* closeKept(sealed)
    },
  }
}

const idOf = (type: OutputItem['type'], { row, output }: OpenItemsOptions) =>
  itemIdOf(type, row, output.filter((item) => item.type === type).length)

/** `isKept`: somebody else ends the item. */
function openReasoning(
  options: OpenItemsOptions,
  isKept: boolean,
): OpenItem & { place: { item: Item<'reasoning'>; output_index: number } } {
  const { output, hasSummary } = options
  const item: Item<'reasoning'> = { type: 'reasoning', id: idOf('reasoning', options), summary: [] }
  const output_index = output.push(item) - 1
  const place = { item_id: item.id, output_index, summary_index: 0 }
  let text = ''
  return {
    place: { item, output_index },
    *begin() {
      yield { type: 'response.output_item.added', output_index, item: { ...item, summary: [] } }
      if (hasSummary) yield { type: 'response.reasoning_summary_part.added', ...place, part: { type: 'summary_text', text } }
    },
    *add(delta) {
      if (!hasSummary || delta === '') return
      text += delta
      item.summary = [{ type: 'summary_text', text }]
      yield { type: 'response.reasoning_summary_text.delta', ...place, delta }
    },
    *close() {
      if (hasSummary) {
        yield { type: 'response.reasoning_summary_text.done', ...place, text }
        yield { type: 'response.reasoning_summary_part.done', ...place, part: { type: 'summary_text', text } }
      }
      if (!isKept) yield { type: 'response.output_item.done', output_index, item }
    },
  }
}

function openText(options: OpenItemsOptions): OpenItem {
  const item: Item<'message'> = { type: 'message', id: idOf('message', options), status: 'in_progress', role: 'assistant', content: [] }
  const output_index = options.output.push(item) - 1
  const place = { item_id: item.id, output_index, content_index: 0 }
  let text = ''
  return {
    *begin() {
      yield { type: 'response.output_item.added', output_index, item: { ...item } }
      item.content = [textPartOf(text)]
      yield { type: 'response.content_part.added', ...place, part: textPartOf(text) }
    },
    *add(delta) {
      if (delta === '') return
      text += delta
      item.content = [textPartOf(text)]
      yield { type: 'response.output_text.delta', ...place, delta, logprobs: [] }
    },
    *close(ended) {
      const part = textPartOf(text, ended?.sources)
      item.content = [part]
      item.status = ended?.cut ? 'incomplete' : 'completed'
      for (const [annotation_index, annotation] of part.annotations.entries())
        yield { type: 'response.output_text.annotation.added', ...place, annotation_index, annotation }
      yield { type: 'response.output_text.done', ...place, text, logprobs: [] }
      yield { type: 'response.content_part.done', ...place, part }
      yield { type: 'response.output_item.done', output_index, item }
    },
  }
}

function openCall({ row, output }: OpenItemsOptions, { index, call }: { index: number; call: ToolCall }): OpenItem {
  const item: Item<'function_call'> = {
    type: 'function_call',
    id: itemIdOf('function_call', row, index),
    call_id: call.id,
    name: call.name,
    arguments: '',
    status: 'in_progress',
  }
  const output_index = output.push(item) - 1
  const place = { item_id: item.id, output_index }
  return {
    *begin() {
      yield { type: 'response.output_item.added', output_index, item: { ...item } }
    },
    *add(delta) {
      if (delta === '') return
      item.arguments += delta
      yield { type: 'response.function_call_arguments.delta', ...place, delta }
    },
    *close() {
      item.status = 'completed'
      yield { type: 'response.function_call_arguments.done', ...place, name: item.name, arguments: item.arguments }
      yield { type: 'response.output_item.done', output_index, item }
    },
  }
}
