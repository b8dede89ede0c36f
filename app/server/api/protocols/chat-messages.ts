import type { ChatMessage } from '#app/contract/protocols/chat.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import { refuse } from './refuse.ts'
import { pairResults, requireAnswerable, type SentFile, type SentTurn, type StatedTurn } from './sent-turns.ts'

type Part = Exclude<NonNullable<ChatMessage['content']>, string>[number]
const partsOf = ({ content, refusal }: ChatMessage): readonly Part[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? (refusal ? [{ type: 'refusal', refusal }] : []))

/** Returns the file of a part. The server recognizes the format by the content. */
function fileOf(part: Part): SentFile | undefined {
  if (part.type === 'image_url') return part.image_url
  if (part.type === 'input_audio') return { url: `data:;base64,${part.input_audio.data}` }
  if (part.type === 'file') return { url: part.file.file_data, name: part.file.filename }
  return undefined
}

const textOf = (parts: readonly Part[]) =>
  parts.flatMap((part) => (part.type === 'text' ? part.text : part.type === 'refusal' ? part.refusal : [])).join('\n')

/** Returns the turns of a conversation, in the order in which they were sent. Turns that say nothing are left out. */
export function readMessages(messages: readonly ChatMessage[], model: Pick<ProviderModel, 'can'>): SentTurn[] {
  const turns = pairResults(messages.map(toTurn), 'messages')
  const last = messages.findLast(({ role }) => role !== 'system' && role !== 'developer')
  if (last?.role === 'user' && textOf(partsOf(last)).trim() === '' && !partsOf(last).some((part) => fileOf(part)))
    return refuse('messages', 'prompt_empty')
  requireAnswerable(turns, { param: 'messages', model })
  return turns
}

function toTurn(message: ChatMessage): StatedTurn {
  const role = message.role === 'developer' ? 'system' : message.role
  if (message.content == null && role !== 'assistant' && role !== 'tool') return refuse('messages', 'content_not_taken')
  const parts = partsOf(message)
  const files = parts.flatMap((part) => fileOf(part) ?? [])
  if ((role === 'system' || role === 'assistant') && files.length > 0) return refuse('messages', 'content_not_text')
  if (role === 'assistant') files.push(...(message.images ?? []).map(({ image_url }) => image_url))
  const calls = role === 'assistant' ? (message.tool_calls ?? []) : []
  return {
    role,
    text: textOf(parts),
    files,
    ...(role === 'tool' && { answers: message.tool_call_id ?? '' }),
    ...(calls.length > 0 && { calls: calls.map(({ id, function: called }) => ({ id, name: called.name, input: called.arguments })) }),
  }
}
