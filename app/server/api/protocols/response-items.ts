import { and, eq, inArray, isNull } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Replay } from '#app/contract/studio/turns.ts'
import type { OutputItem, ResponseItem, ResponsePart } from '#app/contract/protocols/responses.ts'
import { generations } from '../../db/schema/generations.ts'
import { type Answering, answerImages } from './result-files.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import { openReasoning, type ReasoningOwner } from './sealed-reasoning.ts'
import { refuse } from './refuse.ts'
import type { SentFile, StatedTurn } from './sent-turns.ts'

/** Items that Open Responses sends, as turns. */

const prefixes = { message: 'msg', reasoning: 'rs', function_call: 'fc', image_generation_call: 'ig' } as const satisfies Record<
  OutputItem['type'],
  string
>
/** The id of an item of an answer, by which a later request may name it. `index`: among the items of its type. */
export const itemIdOf = (type: OutputItem['type'], { id }: Pick<GenerationRow, 'id'>, index: number) => `${prefixes[type]}_${id}_${index}`

type Part = Exclude<ResponsePart, { type: 'refusal' }>

const partsOf = (content: string | ResponsePart[]): Part[] =>
  typeof content === 'string'
    ? [{ type: 'input_text', text: content }]
    : content.map((part) => (part.type === 'refusal' ? { type: 'output_text', text: part.refusal } : part))

/** Returns the file of a part. The server recognizes the format by the content. */
function fileOf(part: Part): SentFile | undefined {
  const sent = part.type === 'input_image' ? [part.file_id, part.image_url] : part.type === 'input_file' ? filesOf(part) : undefined
  if (!sent) return undefined
  const url = sent.find((one) => one != null)
  if (url == null) return refuse('input', 'file_unreadable')
  return { url, ...(part.type === 'input_file' && { name: part.filename }) }
}
const filesOf = ({ file_id, file_data, file_url }: Extract<Part, { type: 'input_file' }>) => [file_id, file_data, file_url]

function saidIn(content: string | ResponsePart[]): { text: string; files: SentFile[] } {
  const parts = partsOf(content)
  return {
    text: parts.flatMap((part) => ('text' in part ? part.text : [])).join('\n'),
    files: parts.flatMap((part) => fileOf(part) ?? []),
  }
}

type Reasoning = { type: 'reasoning'; kept?: Replay }
/** An item without a seal. */
export type OpenItem = Exclude<ResponseItem, { type: 'reasoning' }> | Reasoning

/** Opens the reasoning among the items. */
export function openItems(items: readonly ResponseItem[], owner: ReasoningOwner): OpenItem[] {
  return items.map((item, index): OpenItem => {
    if (item.type !== 'reasoning') return item
    const { type, encrypted_content: sealed } = item
    return { type, ...(sealed != null && { kept: openReasoning(owner, { sealed, param: `input.${index}.encrypted_content` }) }) }
  })
}

/**
 * Returns the turns of a list of items. An answer may be several items in a row: its reasoning, its text, its calls and its images. Reasoning
 * that is not sealed is left out, because a stored run has its service's own.
 */
export function toStatedTurns(items: readonly OpenItem[]): StatedTurn[] {
  const turns: StatedTurn[] = []
  /** The answer of the items before it, or a new one. */
  function answer(): StatedTurn {
    const last = turns.at(-1)
    if (last?.role === 'assistant') return last
    const turn: StatedTurn = { role: 'assistant', text: '', files: [] }
    turns.push(turn)
    return turn
  }
  for (const item of items) {
    if (item.type === 'function_call') {
      const turn = answer()
      turn.calls = [...(turn.calls ?? []), { id: item.call_id, name: item.name, input: item.arguments }]
    } else if (item.type === 'function_call_output') {
      turns.push({ role: 'tool', ...saidIn(item.output), answers: item.call_id })
    } else if (item.type === 'image_generation_call') {
      answer().files.push({ url: `data:;base64,${item.result}` })
    } else if (item.type === 'reasoning') {
      // Reasoning begins an answer, or ends one whose service shows none.
      if (item.kept && turns.at(-1)?.kept) turns.push({ role: 'assistant', text: '', files: [], kept: item.kept })
      else if (item.kept) answer().kept = item.kept
    } else if (item.type === 'message') {
      const role = item.role === 'developer' ? 'system' : item.role
      const said = saidIn(item.content)
      if ((role === 'system' || role === 'assistant') && said.files.length > 0) return refuse('input', 'content_not_text')
      const last = turns.at(-1)
      // The text of an answer may follow its calls.
      if (role === 'assistant' && last?.role === 'assistant' && last.text === '') last.text = said.text
      else turns.push({ role, ...said })
    }
  }
  return turns
}

/** Replaces references by the items that they name, which must be of the person's own answers. */
export async function resolveReferences(answering: Answering & { userId: string }, items: readonly OpenItem[]): Promise<OpenItem[]> {
  const named = items.flatMap((item) => (item.type === 'item_reference' ? readReference(item.id) : []))
  if (named.length === 0) return [...items]
  const rows = await answering.runtime.db
    .select()
    .from(generations)
    .where(
      and(
        inArray(generations.id, [...new Set(named.map(({ id }) => id))]),
        eq(generations.userId, answering.userId),
        eq(generations.type, 'text'),
        isNull(generations.deletedAt),
      ),
    )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const resolved = await Promise.all(
    items.map(async (item) => {
      if (item.type !== 'item_reference') return [item]
      const { id, type, index } = readReference(item.id)
      const row = byId.get(id)
      return row ? itemOf(answering, { row, type, index }) : refuse('input', 'item_unknown')
    }),
  )
  return resolved.flat()
}

type Reference = { id: string; type: OutputItem['type']; index: number }

function readReference(name: string): Reference {
  const [, prefix = '', id = '', index = ''] = /^([a-z]+)_([\da-f-]{36})_(\d{1,4})$/.exec(name) ?? []
  const types = ['message', 'reasoning', 'function_call', 'image_generation_call'] as const
  const type = types.find((one) => prefixes[one] === prefix)
  return type && validate(id) ? { id, type, index: Number(index) } : refuse('input', 'item_unknown')
}

type Named = Omit<Reference, 'id'> & { row: GenerationRow }

async function itemOf(answering: Answering, { row, type, index }: Named): Promise<OpenItem[]> {
  if (type === 'reasoning') return []
  // A stream may have a second message after a call; the first one stands for the whole text.
  if (type === 'message') return index === 0 && row.text ? [{ type, role: 'assistant', content: row.text }] : []
  if (type === 'function_call') {
    const call = row.calls?.[index]
    return call ? [{ type, call_id: call.id, name: call.name, arguments: call.input }] : refuse('input', 'item_unknown')
  }
  const image = (await answerImages(answering, row))[index]
  return image ? [{ type, result: image.image_url.url.replace(/^[^,]*,/, '') }] : refuse('input', 'item_unknown')
}
