import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AssistantModelMessage, FilePart, ModelMessage, TextPart, ToolModelMessage } from 'ai'
import { argumentsOf } from '#app/contract/studio/turns.ts'
import { inspection } from '../../../inspection/inspection.ts'
import type { Turn } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { type RunInput } from '../../kinds.ts'
import { unusableFile } from '../../unusable-file.ts'
import { readReplay } from './replay.ts'

/**
 * Rules of a service. `longestSide`: a picture within it is neither shrunk nor refused. `toolFiles`: whether results of tools may contain
 * files. `systemFirst`: whether system messages have to precede all others. `shortIds`: whether ids of calls have nine letters and digits.
 */
export type MessageRules = { longestSide: number; toolFiles?: true; systemFirst?: true; shortIds?: true }

/**
 * Converts a conversation to the format of the AI SDK, with files as bytes. Images that the model made are sent with the next message of the
 * person: OpenAI's protocols take none in answers, and Google takes its own only together with signatures. Files in the result of a tool
 * follow the results, for services that take only text there.
 */
export async function toMessages(turns: readonly Turn[], rules: MessageRules): Promise<ModelMessage[]> {
  const messages: ModelMessage[] = []
  let made: readonly RunInput[] = []
  let found: readonly RunInput[] = []
  let hasStarted = false
  for (const [index, sent] of turns.entries()) {
    const turn = rules.shortIds ? withShortIds(sent) : sent
    if (turn.role === 'system' && !(rules.systemFirst && hasStarted)) {
      messages.push({ role: 'system', content: turn.text })
      continue
    }
    hasStarted = true
    if (turn.role === 'tool') {
      messages.push(await toResult(turn, rules))
      if (!rules.toolFiles) found = [...found, ...turn.files]
      if (found.length > 0 && turns[index + 1]?.role !== 'tool') {
        messages.push({ role: 'user', content: [{ type: 'text', text: '[Files of the results:]' }, ...(await toParts(found, rules))] })
        found = []
      }
    } else if (turn.role === 'assistant') {
      messages.push(toAnswer(turn))
      made = turn.files
    } else {
      messages.push({ role: 'user', content: await toContent(turn, made, rules) })
      made = []
    }
  }
  return messages
}

/** Mistral refuses ids of other shapes, which programs bring along from other models. */
function withShortIds({ calls, answers, ...turn }: Turn): Turn {
  return {
    ...turn,
    ...(calls && { calls: calls.map((call) => ({ ...call, id: shortId(call.id) })) }),
    ...(answers && { answers: { ...answers, id: shortId(answers.id) } }),
  }
}

const shortId = (id: string) => (/^[a-z\d]{9}$/i.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9))

async function toContent({ text, files }: Turn, made: readonly RunInput[], rules: MessageRules) {
  if (made.length + files.length === 0) return text
  const introduced: TextPart[] = made.length > 0 ? [{ type: 'text', text: '[Images of your previous answer:]' }] : []
  const said: TextPart[] = text === '' ? [] : [{ type: 'text', text }]
  return [...introduced, ...(await toParts([...made, ...files], rules)), ...said]
}

function toAnswer({ text, files, calls = [], replay }: Turn): AssistantModelMessage {
  const replayed = replay && readReplay(replay, { text, calls })
  if (replayed) return { role: 'assistant', content: replayed.content, ...(replayed.own && { providerOptions: replayed.own }) }
  if (calls.length === 0) return { role: 'assistant', content: text || (files.length > 0 ? '[Image]' : '') }
  const said: TextPart[] = text === '' ? [] : [{ type: 'text', text }]
  return {
    role: 'assistant',
    content: [
      ...said,
      ...calls.map((call) => ({ type: 'tool-call' as const, toolCallId: call.id, toolName: call.name, input: argumentsOf(call) })),
    ],
  }
}

async function toResult({ text, files, answers, failed }: Turn, rules: MessageRules): Promise<ToolModelMessage> {
  const value: TextPart[] = text === '' ? [] : [{ type: 'text', text }]
  const withFiles = rules.toolFiles === true && files.length > 0
  return {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: answers?.id ?? '',
        toolName: answers?.name ?? '',
        output: withFiles
          ? { type: 'content', value: [...value, ...(await toResultParts(files, rules))] }
          : { type: failed ? 'error-text' : 'text', value: text },
      },
    ],
  }
}

const toResultParts = async (files: readonly RunInput[], rules: MessageRules) =>
  (await toParts(files, rules)).map((part) =>
    part.type === 'text'
      ? part
      : { type: 'file' as const, mediaType: part.mediaType, data: { type: 'data' as const, data: base64Of(part.data) } },
  )

/** Our own parts hold bytes. */
const base64Of = (data: FilePart['data']) => (data instanceof Uint8Array ? Buffer.from(data).toString('base64') : '')

const toParts = (files: readonly RunInput[], rules: MessageRules) => Promise.all(files.map((file) => toPart(file, rules)))

async function toPart({ mediaType, path, name }: RunInput, rules: MessageRules): Promise<FilePart | TextPart> {
  if (mediaType.startsWith('text/')) return { type: 'text', text: fileText(await readFile(path, 'utf8'), name) }
  if (mediaType === 'application/pdf') return { type: 'file', mediaType, data: await readFile(path), filename: name ?? 'document.pdf' }
  // The services' name for MP3.
  if (mediaType.startsWith('audio/')) return { type: 'file', mediaType: mediaType.replace('/mpeg', '/mp3'), data: await readFile(path) }
  if (!mediaType.startsWith('image/')) throw new ProviderError('invalid_input', 'a text model was given a file of an unknown kind')
  return { type: 'file', mediaType: 'image/jpeg', data: await shrink(path, rules) }
}

/** A text file as a part of the message, between lines that name it, so that the model can tell several files apart. */
function fileText(text: string, name: string | null | undefined): string {
  const named = `file ${JSON.stringify(name ?? 'text.txt')}`
  return `[Start of the ${named}]\n${text.replace(/^\uFEFF/, '')}\n[End of the ${named}]`
}

/** Converts to JPEG, which every server reads; turns the picture upright, because most servers ignore the camera's orientation. */
async function shrink(path: string, { longestSide }: MessageRules): Promise<Uint8Array> {
  try {
    const size = { width: longestSide, height: longestSide, fit: 'inside' } as const
    return (await inspection.run('redraw', { path, ...size, quality: 88, isOpaque: true })).bytes
  } catch (error) {
    throw unusableFile('a picture could not be read', error)
  }
}
