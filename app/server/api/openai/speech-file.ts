import { readFile } from 'node:fs/promises'
import type { SpeechFormat } from '#app/contract/protocols/openai-audio.ts'
import type { StoredFile } from '../../core/making/files/find-file.ts'
import { markFile, readMark } from '../../core/making/marks/mark-file.ts'
import { inspection } from '../../inspection/inspection.ts'
import type { Storage } from '../../storage/storage.ts'

export const speechMediaTypes: Record<SpeechFormat, string> = {
  mp3: 'audio/mpeg',
  opus: 'audio/opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
}
/** The types of the files that are in a format already. */
const storedTypes: Record<SpeechFormat, readonly string[]> = {
  mp3: ['audio/mpeg'],
  opus: ['audio/ogg', 'audio/opus'],
  aac: ['audio/aac'],
  flac: ['audio/flac'],
  wav: ['audio/wav'],
  pcm: [],
}

/** Returns a stored sound in a format. The mark that AI made it is kept, if the format has a place for it. */
export async function readSpeech(
  storage: Storage,
  { file, format, userId }: { file: StoredFile; format: SpeechFormat; userId: string },
): Promise<Uint8Array<ArrayBuffer>> {
  if (storedTypes[format].includes(file.mediaType))
    return new Uint8Array(await new Response(await storage.read(file.storageKey, { bytes: file.bytes })).arrayBuffer())
  await using stored = await storage.openLocal(file.storageKey)
  await using made = storage.openTemp()
  await inspection.run('encodeSound', { path: stored.path, to: made.path, format }, { userId })
  const mark = await readMark({ path: stored.path, mediaType: file.mediaType })
  const mediaType = format === 'opus' ? 'audio/ogg' : speechMediaTypes[format]
  if (mark) await markFile({ path: made.path, mediaType }, mark)
  return new Uint8Array(await readFile(made.path))
}
