import { readFile, writeFile } from 'node:fs/promises'
import {
  AdtsOutputFormat,
  Conversion,
  FilePathTarget,
  FlacOutputFormat,
  Mp3OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
} from 'mediabunny'
import type { Answer, SoundFormat, Tasks } from '../tasks.ts'
import { openInput } from './open-input.ts'

const encodings = {
  mp3: { open: () => new Mp3OutputFormat(), audio: { codec: 'mp3' } },
  opus: { open: () => new OggOutputFormat(), audio: { codec: 'opus' } },
  aac: { open: () => new AdtsOutputFormat(), audio: { codec: 'aac' } },
  flac: { open: () => new FlacOutputFormat(), audio: { codec: 'flac' } },
  wav: { open: () => new WavOutputFormat(), audio: { codec: 'pcm-s16' } },
  pcm: { open: () => new WavOutputFormat(), audio: { codec: 'pcm-s16', numberOfChannels: 1, sampleRate: 24_000 } },
} as const satisfies Record<SoundFormat, { open: () => OutputFormat; audio: object }>

/** Writes a sound to `to` in another format; `pcm` is samples of 16 bits in one channel at 24 kHz, without a header. */
export async function encodeSound({ path, to, format }: Tasks['encodeSound']): Promise<Answer<'encodeSound'>> {
  using input = openInput(path)
  const { open, audio } = encodings[format]
  const output = new Output({ format: open(), target: new FilePathTarget(to) })
  const conversion = await Conversion.init({ input, output, video: { discard: true }, audio, tags: {}, showWarnings: false })
  if (!conversion.isValid) throw new Error('the sound cannot be converted')
  await conversion.execute()
  if (format === 'pcm') await writeFile(to, samplesOf(await readFile(to)))
  return true
}

/** Returns the samples of a WAV. */
function samplesOf(wave: Buffer): Buffer {
  for (let at = 12; at + 8 <= wave.length;) {
    const bytes = wave.readUInt32LE(at + 4)
    if (wave.toString('latin1', at, at + 4) === 'data') return wave.subarray(at + 8, at + 8 + bytes)
    at += 8 + bytes + (bytes % 2)
  }
  throw new Error('the WAV has no samples')
}
