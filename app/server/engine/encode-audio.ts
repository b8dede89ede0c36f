// The polyfill first: mediabunny looks for the WebCodecs globals when it is loaded.
import '@napi-rs/webcodecs/polyfill'
import { AudioSample, AudioSampleSource, BufferTarget, Mp3OutputFormat, Output } from 'mediabunny'
import type { JobContext } from './job.ts'
import { interleave } from './pcm.ts'
import type { Sound } from './pcm.ts'

/** Feeds a sound to an encoder a second at a time, so that a cancel never waits for the whole of it. */
export async function addSound(
  source: AudioSampleSource,
  sound: Sound,
  options: { checkpoint(): void; onProgress?(fraction: number): void },
): Promise<void> {
  const { channels, sampleRate } = sound
  const length = channels[0].length
  for (let start = 0; start < length; start += sampleRate) {
    options.checkpoint()
    const frames = Math.min(sampleRate, length - start)
    const planes = new Float32Array(frames * channels.length)
    channels.forEach((channel, index) => planes.set(channel.subarray(start, start + frames), index * frames))
    const sample = new AudioSample({
      data: planes,
      format: 'f32-planar',
      numberOfChannels: channels.length,
      sampleRate,
      timestamp: start / sampleRate,
    })
    await source.add(sample)
    sample.close()
    options.onProgress?.((start + frames) / length)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** An MP3 of a sound at 48 kHz. `onProgress` gets the share encoded, 0..1. */
export async function encodeMp3(
  sound: Sound,
  options: { bitrate: number; context: JobContext; onProgress?(fraction: number): void },
): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp3OutputFormat(), target })
  const source = new AudioSampleSource({ codec: 'mp3', bitrate: options.bitrate })
  output.addAudioTrack(source)
  await output.start()
  try {
    await addSound(source, sound, { checkpoint: options.context.checkpoint, onProgress: options.onProgress })
    await output.finalize()
  } catch (error) {
    await output.cancel()
    throw error
  }
  if (!target.buffer) throw new Error('the MP3 encoder gave no data')
  return new Uint8Array(target.buffer)
}

/** A sound as a file of the asked format, with its media type. */
export async function encodeSound(
  sound: Sound,
  options: { format: 'mp3' | 'wav'; bitrate: number; context: JobContext; onProgress?(fraction: number): void },
): Promise<{ bytes: Uint8Array; mediaType: string }> {
  if (options.format === 'mp3') return { bytes: await encodeMp3(sound, options), mediaType: 'audio/mpeg' }
  return { bytes: wavFile(sound), mediaType: 'audio/wav' }
}

/** A 16-bit PCM WAV file. */
export function wavFile(sound: Sound): Uint8Array {
  const headerBytes = 44
  const samples = interleave(sound.channels)
  const bytesPerFrame = sound.channels.length * 2
  const bytes = Buffer.alloc(headerBytes + samples.byteLength)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(sound.channels.length, 22)
  bytes.writeUInt32LE(sound.sampleRate, 24)
  bytes.writeUInt32LE(sound.sampleRate * bytesPerFrame, 28)
  bytes.writeUInt16LE(bytesPerFrame, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples.byteLength, 40)
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).copy(bytes, headerBytes)
  return bytes
}
