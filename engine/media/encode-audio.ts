// Must come first: mediabunny looks for the codecs when it is loaded.
import '../protocol/codecs.ts'
import { open, writeFile } from 'node:fs/promises'
import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
} from 'mediabunny'
import type { MetadataTags } from 'mediabunny'
import { openOpusEncoder } from './encode-opus.ts'
import type { EncodedPart } from './encode-opus.ts'
import { planesOf, stretchLength } from './encode-planes.ts'
import { numberOgg, undateMp4 } from './fixed-bytes.ts'
import { interleave } from '../sound/pcm.ts'
import type { Sound } from '../sound/pcm.ts'
import type { SoundFormat } from '../protocol/options.ts'

/** The metadata of a sound file; without a prompt, only the generator and the seed. */
export type SoundTags = { prompt: string | null; seed: number | null }

/** A file written piece by piece, so that a long recording is never in memory as a whole. */
export type SoundFile = {
  add(channels: Sound['channels']): Promise<void>
  /** Completes the file and returns its media type. */
  finish(): Promise<string>
  /** Gives up the file; the caller deletes what is written. */
  cancel(): Promise<void>
}

type Kind = 'voice' | 'music'
type SoundFileOptions = {
  format: SoundFormat
  channels: number
  sampleRate: number
  kind: Kind
  tags: SoundTags
  /** Bits per second instead of the default. */ bitrate?: number
}

const generator = 'Quartet Sketch'
const maxTagLength = 2_000
const maxTitleLength = 80
/** Bits per second of mono speech and of stereo music. */
const bitrates: Record<CompressedFormat, Record<Kind, number>> = {
  mp3: { voice: 80_000, music: 192_000 },
  // Below 54 kbit/s Opus switches to a voice model, which takes more than twice as long.
  opus: { voice: 56_000, music: 128_000 },
  m4a: { voice: 80_000, music: 160_000 },
}
type CompressedFormat = Exclude<SoundFormat, 'wav'>
/** Samples in a frame of each codec. The encoded length is computed from the number of frames, because their durations are unreliable. */
const frameLength: Record<CompressedFormat, number> = { mp3: 1_152, opus: 960, m4a: 1_024 }

/** Feeds a sound to an encoder in short stretches. */
export async function addSound(
  source: AudioSampleSource,
  sound: Sound,
  options: { checkpoint(): void; onProgress?(fraction: number): void },
): Promise<void> {
  const { channels, sampleRate } = sound
  const length = channels[0].length
  for (let start = 0; start < length; start += stretchLength) {
    options.checkpoint()
    await addStretch(source, channels, { start, frames: Math.min(stretchLength, length - start), at: start, sampleRate })
    options.onProgress?.(Math.min(length, start + stretchLength) / length)
  }
}

/** Adds `frames` samples from `start` on, at sample `at` of the track. */
async function addStretch(
  source: AudioSampleSource,
  channels: Sound['channels'],
  { start, frames, at, sampleRate }: { start: number; frames: number; at: number; sampleRate: number },
): Promise<void> {
  const { planes } = planesOf(channels, start, frames)
  const sample = new AudioSample({
    data: planes,
    format: 'f32-planar',
    numberOfChannels: channels.length,
    sampleRate,
    timestamp: at / sampleRate,
  })
  await source.add(sample)
  sample.close()
  // Without a turn of the event loop the encoder loses its finished output.
  await new Promise((resolve) => setImmediate(resolve))
}

export function openSoundFile(path: string, options: SoundFileOptions): Promise<SoundFile> {
  if (options.format === 'wav') return openWav(path, options)
  return options.format === 'opus' ? openOpus(path, options) : openEncoded(path, options.format, options)
}

type WriteOptions = {
  format: SoundFormat
  kind: Kind
  tags: SoundTags
  bitrate?: number
  checkpoint(): void
  /** Receives the share written, 0..1. */
  onProgress?(fraction: number): void
}

/** Writes a whole sound and returns its media type. */
export async function writeSound(path: string, sound: Sound, options: WriteOptions): Promise<string> {
  const { channels, sampleRate } = sound
  const length = channels[0].length
  const file = await openSoundFile(path, { ...options, channels: channels.length, sampleRate })
  try {
    for (let start = 0; start < length; start += stretchLength) {
      options.checkpoint()
      const [first, ...others] = channels.map((channel) => channel.subarray(start, start + stretchLength))
      if (first) await file.add([first, ...others])
      options.onProgress?.(Math.min(length, start + stretchLength) / length)
    }
    return await file.finish()
  } catch (error) {
    await file.cancel()
    throw error
  }
}

async function openOgg(path: string, tags: SoundTags) {
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  output.setMetadataTags(tagsFor('opus', tags))
  await output.start()
  return {
    source,
    async finish() {
      await output.finalize()
      if (!target.buffer) throw new Error('the encoder gave no data')
      await writeFile(path, numberOgg(new Uint8Array(target.buffer)))
      return 'audio/ogg'
    },
    cancel: () => output.cancel(),
  }
}

/** Encodes on the codec's thread while the next piece is made. */
async function openOpus(path: string, { channels, sampleRate, kind, tags, bitrate }: SoundFileOptions): Promise<SoundFile> {
  const ogg = await openOgg(path, tags)
  const encoder = openOpusEncoder({ channels, sampleRate, bitrate: bitrate ?? bitrates.opus[kind] })
  let encodedFrames = 0
  const stretches = collectStretches(channels, (waiting, frames) => encoder.add(waiting, 0, frames))

  async function addPackets({ chunks, decoderConfig }: EncodedPart): Promise<void> {
    for (const chunk of chunks) await ogg.source.add(EncodedPacket.fromEncodedChunk(chunk), { decoderConfig })
    encodedFrames += chunks.length
  }

  return {
    async add(added) {
      await stretches.add(added)
      await addPackets(encoder.take())
    },
    async finish() {
      await stretches.flush()
      await addPackets(await encoder.finish())
      encoder.close()
      if (encodedFrames * frameLength.opus < stretches.written()) throw new Error('the encoder dropped part of the sound')
      return ogg.finish()
    },
    cancel() {
      encoder.close()
      return ogg.cancel()
    },
  }
}

/** Collects pieces of any length into stretches; the array passed on is reused for the next stretch. */
function collectStretches(channels: number, onStretch: (waiting: Sound['channels'], frames: number, at: number) => Promise<void>) {
  const waiting: Sound['channels'] = [
    new Float32Array(stretchLength),
    ...Array.from({ length: channels - 1 }, () => new Float32Array(stretchLength)),
  ]
  let waits = 0
  let written = 0

  async function flush(): Promise<void> {
    if (waits === 0) return
    await onStretch(waiting, waits, written)
    written += waits
    waits = 0
  }

  return {
    flush,
    written: () => written,
    async add(added: Sound['channels']) {
      const frames = added[0].length
      for (let start = 0; start < frames;) {
        const count = Math.min(stretchLength - waits, frames - start)
        waiting.forEach((channel, index) => channel.set((added[index] ?? added[0]).subarray(start, start + count), waits))
        waits += count
        start += count
        if (waits === stretchLength) await flush()
      }
    },
  }
}

export const shorten = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length).replace(/(?<!\s)\s+\S*$/u, '')}…`

function tagsFor(format: CompressedFormat, { prompt, seed }: SoundTags): MetadataTags {
  const raw: NonNullable<MetadataTags['raw']> = {}
  if (format === 'mp3') {
    raw.TSSE = generator
    if (seed !== null) raw.TXXX = { seed: String(seed) }
  } else if (format === 'opus') {
    raw.ENCODER = generator
    if (seed !== null) raw.SEED = String(seed)
  } else {
    raw['©too'] = generator
  }
  return {
    ...(prompt !== null && { title: shorten(prompt.replace(/\s+/gu, ' '), maxTitleLength), comment: shorten(prompt, maxTagLength) }),
    // MP4 has no field for a custom number.
    ...(format === 'm4a' && seed !== null && { description: `seed ${seed}` }),
    raw,
  }
}

async function openEncoded(
  path: string,
  format: 'mp3' | 'm4a',
  { channels, sampleRate, kind, tags, bitrate }: SoundFileOptions,
): Promise<SoundFile> {
  const target = new BufferTarget()
  const container = format === 'mp3' ? new Mp3OutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' })
  const output = new Output({ format: container, target })
  let encodedFrames = 0
  const source = new AudioSampleSource({
    codec: format === 'm4a' ? 'aac' : format,
    bitrate: bitrate ?? bitrates[format][kind],
    onEncodedPacket() {
      encodedFrames += 1
    },
  })
  output.addAudioTrack(source)
  output.setMetadataTags(tagsFor(format, tags))
  await output.start()
  const stretches = collectStretches(channels, (waiting, frames, at) => addStretch(source, waiting, { start: 0, frames, at, sampleRate }))

  return {
    add: stretches.add,
    async finish() {
      await stretches.flush()
      await output.finalize()
      if (!target.buffer) throw new Error('the encoder gave no data')
      if (encodedFrames * frameLength[format] < stretches.written()) throw new Error('the encoder dropped part of the sound')
      const bytes = new Uint8Array(target.buffer)
      // This brand distinguishes an audio file from a video.
      if (format === 'm4a') undateMp4(bytes).set(Buffer.from('M4A '), 8)
      await writeFile(path, bytes)
      return format === 'mp3' ? 'audio/mpeg' : 'audio/mp4'
    },
    cancel: () => output.cancel(),
  }
}

/** Returns the INFO chunk of a WAV file, in UTF-8, which current readers expect. */
function infoChunk({ prompt, seed }: SoundTags): Buffer {
  const entries: [string, string][] = [['ISFT', generator]]
  if (prompt !== null)
    entries.push(['INAM', shorten(prompt.replace(/\s+/gu, ' '), maxTitleLength)], ['ICMT', shorten(prompt, maxTagLength)])
  if (seed !== null) entries.push(['ISBJ', `seed ${seed}`])
  const parts = entries.map(([key, text]) => chunk(key, Buffer.from(`${text}\0`, 'utf8')))
  return chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...parts]))
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** Opens a 16-bit PCM WAV file; its sizes are written at the end. */
async function openWav(path: string, { channels, sampleRate, tags }: SoundFileOptions): Promise<SoundFile> {
  const form = Buffer.alloc(16)
  form.writeUInt16LE(1, 0)
  form.writeUInt16LE(channels, 2)
  form.writeUInt32LE(sampleRate, 4)
  form.writeUInt32LE(sampleRate * channels * 2, 8)
  form.writeUInt16LE(channels * 2, 12)
  form.writeUInt16LE(16, 14)
  const head = Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'),
    chunk('fmt ', form),
    infoChunk(tags),
    Buffer.from('data\0\0\0\0', 'latin1'),
  ])
  const handle = await open(path, 'w')
  await handle.write(head)
  let dataBytes = 0
  return {
    async add(added) {
      const samples = interleave(added)
      await handle.write(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
      dataBytes += samples.byteLength
    },
    async finish() {
      const size = Buffer.alloc(4)
      size.writeUInt32LE(head.length - 8 + dataBytes)
      await handle.write(size, 0, 4, 4)
      size.writeUInt32LE(dataBytes)
      await handle.write(size, 0, 4, head.length - 4)
      await handle.close()
      return 'audio/wav'
    },
    cancel: () => handle.close(),
  }
}
