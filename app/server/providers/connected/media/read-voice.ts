import { readFile, stat } from 'node:fs/promises'
import { ProviderError } from '../../provider.ts'
import { type RunInput } from '../../kinds.ts'

/** Seconds of a recording that are sent; more only takes longer. */
const longestSeconds = 30
const sampleRate = 24_000
/** Bytes of a recording that this machine can neither decode nor shorten. */
const longestBytes = 8 * 1024 * 1024

const unreadable = () => new ProviderError('invalid_input', 'a recording could not be read')

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
  const short = await shorten(path, seconds).catch(() => undefined)
  if (short) return { mediaType: 'audio/wav', bytes: short }
  const { size } = await stat(path)
  if (size > longestBytes) throw new ProviderError('invalid_input', 'a recording is too long')
  if (!(await isSound(path))) throw unreadable()
  return { mediaType, bytes: await readFile(path) }
}

/** Reads a recording in full, as a data URI. Its size was checked before the run. */
export async function readSpeech({ mediaType, path }: RunInput): Promise<string> {
  if (!mediaType.startsWith('audio/')) throw new ProviderError('invalid_input', 'a model was given a file that is no sound')
  return toUri(mediaType, await readFile(path))
}

const toUri = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/** Undefined if this machine has no decoder for the recording. */
async function shorten(path: string, seconds: number): Promise<Uint8Array | undefined> {
  await import('@napi-rs/webcodecs/polyfill').catch(() => undefined)
  const { ALL_FORMATS, BufferTarget, Conversion, FilePathSource, Input, Output, WavOutputFormat } = await import('mediabunny')
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path, { handleUnhandledError: () => undefined }) })
  const target = new BufferTarget()
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new WavOutputFormat(), target }),
    trim: { start: 0, end: seconds },
    video: { discard: true },
    audio: { codec: 'pcm-s16', numberOfChannels: 1, sampleRate },
    showWarnings: false,
  })
  if (!conversion.isValid) return undefined
  await conversion.execute()
  return target.buffer ? new Uint8Array(target.buffer) : undefined
}

async function isSound(path: string): Promise<boolean> {
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path, { handleUnhandledError: () => undefined }) })
  return input.getPrimaryAudioTrack().then(
    (track) => track !== null,
    () => false,
  )
}
