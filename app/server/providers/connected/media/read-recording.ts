import { readFile, stat } from 'node:fs/promises'
import { inspection } from '../../../inspection/inspection.ts'
import type { RunInput } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { unusableFile } from '../../unusable-file.ts'

/** Bytes of a recording that services accept in one form. */
const formBytes = 24_000_000
/** Formats that every service accepts, and the endings that name them. */
const endings: Record<string, string> = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/webm': 'webm',
}
/** Reads a recording as a file of at most so many bytes: as it is if it is small enough, otherwise its sound alone, compressed. */
export async function readRecording({ mediaType, path }: RunInput, longestBytes = formBytes): Promise<File> {
  const { size } = await stat(path)
  const ending = endings[mediaType]
  if (ending !== undefined && size <= longestBytes) return toFile(await readFile(path), mediaType, ending)
  const sound = await inspection.run('compressSound', { path, bytes: longestBytes }).catch((cause: unknown) => {
    throw unusableFile('the sound of a recording could not be read', cause)
  })
  if (sound.byteLength > longestBytes) throw new ProviderError('invalid_input', 'a recording is too long')
  return toFile(sound, 'audio/ogg', 'ogg')
}

const toFile = (bytes: Uint8Array, type: string, ending: string) => new File([new Uint8Array(bytes)], `recording.${ending}`, { type })
