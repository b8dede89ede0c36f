import { readFile } from 'node:fs/promises'
import type { FilePart, ModelMessage, TextPart } from 'ai'
import { inspection } from '../../../inspection/inspection.ts'
import type { Turn } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { type RunInput } from '../../kinds.ts'
import { unusableFile } from '../../unusable-file.ts'

/** Limits within which a service neither shrinks nor refuses a picture. */
export type PictureLimits = { longestSide: number }

/**
 * Converts a conversation to the format of the AI SDK, with files as bytes. Images that the model made are sent with the next message of the
 * person: OpenAI's protocols take none in answers, and Google takes its own only together with signatures.
 */
export function toMessages(turns: readonly Turn[], pictures: PictureLimits): Promise<ModelMessage[]> {
  return Promise.all(
    turns.map(async ({ role, text, files }, index): Promise<ModelMessage> => {
      if (role === 'assistant') return { role, content: text || '[Image]' }
      const before = turns[index - 1]
      const made = before?.role === 'assistant' ? await Promise.all(before.files.map((file) => toPart(file, pictures))) : []
      if (made.length + files.length === 0) return { role, content: text }
      const parts = await Promise.all(files.map((file) => toPart(file, pictures)))
      const introduced: TextPart[] = made.length > 0 ? [{ type: 'text', text: '[Images of your previous answer:]' }] : []
      return { role, content: [...introduced, ...made, ...parts, { type: 'text', text }] }
    }),
  )
}

async function toPart({ mediaType, path, name }: RunInput, pictures: PictureLimits): Promise<FilePart | TextPart> {
  if (mediaType.startsWith('text/')) return { type: 'text', text: fileText(await readFile(path, 'utf8'), name) }
  if (mediaType === 'application/pdf') return { type: 'file', mediaType, data: await readFile(path), filename: name ?? 'document.pdf' }
  // The services' name for MP3.
  if (mediaType.startsWith('audio/')) return { type: 'file', mediaType: mediaType.replace('/mpeg', '/mp3'), data: await readFile(path) }
  if (!mediaType.startsWith('image/')) throw new ProviderError('invalid_input', 'a text model was given a file of an unknown kind')
  return { type: 'file', mediaType: 'image/jpeg', data: await shrink(path, pictures) }
}

/** A text file as a part of the message, between lines that name it, so that the model can tell several files apart. */
function fileText(text: string, name: string | null | undefined): string {
  const named = `file ${JSON.stringify(name ?? 'text.txt')}`
  return `[Start of the ${named}]\n${text.replace(/^\uFEFF/, '')}\n[End of the ${named}]`
}

/** Converts to JPEG, which every server reads; turns the picture upright, because most servers ignore the camera's orientation. */
async function shrink(path: string, { longestSide }: PictureLimits): Promise<Uint8Array> {
  try {
    const size = { width: longestSide, height: longestSide, fit: 'inside' } as const
    return (await inspection.run('redraw', { path, ...size, quality: 88, isOpaque: true })).bytes
  } catch (error) {
    throw unusableFile('a picture could not be read', error)
  }
}
