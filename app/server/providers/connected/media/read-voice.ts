import { readFile, stat } from 'node:fs/promises'
import { inspection } from '../../../inspection/inspection.ts'
import { ProviderError } from '../../provider.ts'
import { type RunInput } from '../../kinds.ts'
import { unusableFile } from '../../unusable-file.ts'

/** Seconds of a recording that are sent; more only takes longer. */
const longestSeconds = 30
const sampleRate = 24_000
/** Bytes of a recording that this machine can neither decode nor shorten. */
const longestBytes = 8 * 1024 * 1024

/** Reads a recording in a form that every service accepts, as a data URI. */
export async function readVoice(recording: RunInput): Promise<string> {
  const { mediaType, bytes } = await readSample(recording, longestSeconds)
  return toUri(mediaType, bytes)
}

/** Reads the first seconds of a recording in one channel of WAV; unchanged if this machine has no decoder for it. */
export async function readSample(
  { mediaType, path }: Pick<RunInput, 'mediaType' | 'path'>,
  seconds: number,
): Promise<{ mediaType: string; bytes: Uint8Array }> {
  if (!mediaType.startsWith('audio/')) throw new ProviderError('invalid_input', 'a model was given a file that is no sound')
  const short = await inspection.run('shortenSound', { path, seconds, sampleRate }).catch((error: unknown) => {
    throw unusableFile('a recording could not be read', error)
  })
  if ('wave' in short) return { mediaType: 'audio/wav', bytes: short.wave }
  const { size } = await stat(path)
  if (size > longestBytes) throw new ProviderError('invalid_input', 'a recording is too long')
  if (!short.isSound) throw new ProviderError('invalid_input', 'a recording could not be read')
  return { mediaType, bytes: await readFile(path) }
}

/** Reads a recording in full, as a data URI. Its size was checked before the run. */
export async function readSpeech({ mediaType, path }: RunInput): Promise<string> {
  if (!mediaType.startsWith('audio/')) throw new ProviderError('invalid_input', 'a model was given a file that is no sound')
  return toUri(mediaType, await readFile(path))
}

const toUri = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
