import { readFile, stat } from 'node:fs/promises'
import type { RunInput } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'

/** Bytes of a recording that every service accepts in one request. */
const longestBytes = 24_000_000
/** Formats that every service accepts, and the endings that name them. */
const endings: Record<string, string> = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/webm': 'webm',
}
/** Bits a second. Speech stays clear at the lower one, at which four hours fit into a request. */
const bitrates = { least: 12_000, most: 32_000 }
const sampleRate = 16_000

/** Reads a recording as a file of a form: as it is if it is small enough, otherwise its sound alone, compressed. */
export async function readRecording({ mediaType, path }: RunInput): Promise<File> {
  const { size } = await stat(path)
  const ending = endings[mediaType]
  if (ending !== undefined && size <= longestBytes) return toFile(await readFile(path), mediaType, ending)
  const sound = await compress(path).catch((cause: unknown) => {
    throw new ProviderError('invalid_input', 'the sound of a recording could not be read', { cause })
  })
  if (sound.byteLength > longestBytes) throw new ProviderError('invalid_input', 'a recording is too long')
  return toFile(sound, 'audio/ogg', 'ogg')
}

const toFile = (bytes: Uint8Array<ArrayBuffer>, type: string, ending: string) => new File([bytes], `recording.${ending}`, { type })

async function compress(path: string): Promise<Uint8Array<ArrayBuffer>> {
  await import('@napi-rs/webcodecs/polyfill')
  const { ALL_FORMATS, BufferTarget, Conversion, FilePathSource, Input, OggOutputFormat, Output } = await import('mediabunny')
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path, { handleUnhandledError: () => undefined }) })
  const seconds = Math.max(1, await input.computeDuration())
  const fitting = Math.floor((longestBytes * 8 * 0.9) / seconds)
  const target = new BufferTarget()
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new OggOutputFormat(), target }),
    video: { discard: true },
    audio: {
      codec: 'opus',
      bitrate: Math.min(bitrates.most, Math.max(bitrates.least, fitting)),
      numberOfChannels: 1,
      sampleRate,
      forceTranscode: true,
    },
    showWarnings: false,
  })
  if (!conversion.isValid) throw new Error('no sound in the recording can be decoded')
  await conversion.execute()
  if (!target.buffer) throw new Error('the conversion gave nothing')
  return new Uint8Array(target.buffer)
}
