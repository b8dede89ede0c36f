import type { MessageRequest, SentMessage } from '#app/contract/protocols/messages.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import { refuse } from './refuse.ts'
import { pairResults, type SentFile, type SentTurn, type StatedTurn } from './sent-turns.ts'

type UserBlock = Exclude<Extract<SentMessage, { role: 'user' }>['content'], string>[number]
type AssistantBlock = Exclude<Extract<SentMessage, { role: 'assistant' }>['content'], string>[number]
type ResultBlock = Extract<UserBlock, { type: 'tool_result' }>
type Said = Exclude<UserBlock, ResultBlock>
type Document = Extract<Said, { type: 'document' }>
type FileSource = Extract<Said, { type: 'image' }>['source']

/** Text and files of some blocks, in their order. */
type Content = { texts: string[]; files: SentFile[] }

/** Returns a file. The server recognizes the format by the content. */
const fileOf = (source: FileSource, name?: string | null): SentFile => ({
  url: source.type === 'base64' ? `data:;base64,${source.data}` : source.url,
  ...(name != null && { name }),
})

const textsOf = (content: string | readonly { text: string }[]): string[] =>
  typeof content === 'string' ? [content] : content.map(({ text }) => text)

/** Sets a text apart from the message around it, so that the model can tell several apart. */
const quote = (title: string, texts: readonly string[]) =>
  [`[Start of ${JSON.stringify(title)}]`, ...texts, `[End of ${JSON.stringify(title)}]`].join('\n')

function readDocument({ source, title, context }: Document): Content {
  const introduced = context ? [context] : []
  const name = title ?? 'document'
  if (source.type === 'text') return { texts: [...introduced, quote(name, [source.data])], files: [] }
  if (source.type !== 'content') return { texts: introduced, files: [fileOf(source, title)] }
  const blocks = typeof source.content === 'string' ? [{ type: 'text' as const, text: source.content }] : source.content
  const { texts, files } = readBlocks(blocks)
  return { texts: [...introduced, quote(name, texts)], files }
}

function readBlock(block: Said): Content {
  if ('citations' in block && block.citations?.enabled) return refuse('citations', 'unsupported')
  if (block.type === 'text') return { texts: [block.text], files: [] }
  if (block.type === 'image') return { texts: [], files: [fileOf(block.source)] }
  if (block.type === 'search_result') return { texts: [quote(block.title, [block.source, ...textsOf(block.content)])], files: [] }
  return readDocument(block)
}

function readBlocks(blocks: readonly Said[]): Content {
  const read = blocks.map(readBlock)
  return { texts: read.flatMap(({ texts }) => texts), files: read.flatMap(({ files }) => files) }
}

const toTurn = ({ texts, files }: Content) => ({ text: texts.join('\n'), files })

function toResult({ tool_use_id: id, content, is_error: failed }: ResultBlock): StatedTurn {
  const said = typeof content === 'string' ? { texts: [content], files: [] } : readBlocks(content ?? [])
  return { role: 'tool', ...toTurn(said), answers: id, ...(failed && { failed: true }) }
}

/** Results of tools come first, as the protocol wants them. */
function readUser(blocks: readonly UserBlock[]): StatedTurn[] {
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? toResult(block) : []))
  const said = blocks.flatMap((block) => (block.type === 'tool_result' ? [] : block))
  return said.length > 0 || results.length === 0 ? [...results, { role: 'user', ...toTurn(readBlocks(said)) }] : results
}

/** Reasoning is left out: the model gets its own, with its signatures, from the run that made it. */
function readAssistant(blocks: readonly AssistantBlock[]): StatedTurn {
  const calls = blocks.flatMap((block) => {
    if (block.type !== 'tool_use') return []
    const { id, name, input } = block
    return { id, name, input: typeof input === 'string' ? input : JSON.stringify(input) }
  })
  const texts = blocks.flatMap((block) => (block.type === 'text' ? block.text : []))
  const files = blocks.flatMap((block) => (block.type === 'image' ? fileOf(block.source) : []))
  // Blocks of an answer are pieces of one text.
  return { role: 'assistant', text: texts.join(''), files, ...(calls.length > 0 && { calls }) }
}

function readMessage({ role, content }: SentMessage): StatedTurn[] {
  if (role === 'system') return [{ role, text: textsOf(content).join('\n'), files: [] }]
  if (typeof content === 'string') return [{ role, text: content, files: [] }]
  return role === 'user' ? readUser(content) : [readAssistant(content)]
}

/** Returns the turns of a conversation with its system prompt, in the order in which they were sent. */
export function readMessageTurns(
  { system, messages }: Pick<MessageRequest, 'system' | 'messages'>,
  { can }: Pick<ProviderModel, 'can'>,
): SentTurn[] {
  const introduced: StatedTurn[] = system ? [{ role: 'system', text: textsOf(system).join('\n'), files: [] }] : []
  const said = messages.flatMap(readMessage)
  const turns = pairResults([...introduced, ...said], 'messages')
  const sent = said.findLast(({ role }) => role !== 'system')
  if (sent?.role === 'user' && sent.text.trim() === '' && sent.files.length === 0) return refuse('messages', 'prompt_empty')
  const last = turns.findLast(({ role }) => role !== 'system')
  if (!last || !turns.some(({ role }) => role === 'user')) return refuse('messages', 'last_not_user')
  if (last.role === 'assistant' && !can?.continues) return refuse('messages', 'last_not_user')
  return turns
}
