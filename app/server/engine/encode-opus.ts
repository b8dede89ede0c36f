// First: mediabunny looks for the codecs when it is loaded.
import './codecs.ts'
import { EncodedPacket } from 'mediabunny'
import { planesOf, stretchLength } from './encode-planes.ts'
import type { Sound } from './pcm.ts'

/** Samples in a frame, and how many frames the second encoder hears before its own: by then it is in the state of the first. */
const frameLength = 960
const leadFrames = 10
/** Stretches that wait in an encoder at most. */
const mostWaiting = 4

export type OpusTrack = { packets: EncodedPacket[]; decoderConfig: AudioDecoderConfig }

/**
 * A whole sound as packets, its halves encoded side by side on two cores. The second encoder begins a little early, and what it
 * says of that is dropped: where the halves meet, they differ from the sound by no more than elsewhere.
 */
export async function encodeOpus(
  sound: Sound,
  options: { bitrate: number; checkpoint(): void; onProgress?(fraction: number): void },
): Promise<OpusTrack> {
  const { length } = sound.channels[0]
  const middle = Math.ceil(length / frameLength / 2)
  let done = 0
  const onStretch = (frames: number) => {
    done += frames
    options.onProgress?.(Math.min(1, done / length))
  }
  const [first, second] = await Promise.all([
    encodePart(sound, { ...options, onStretch, from: 0, to: (middle + 1) * frameLength }),
    encodePart(sound, { ...options, onStretch, from: (middle - leadFrames) * frameLength, to: length }),
  ])
  const packets = [...first.chunks.slice(0, middle), ...second.chunks.slice(leadFrames)].map((chunk, index, { length: count }) => {
    const data = new Uint8Array(chunk.byteLength)
    chunk.copyTo(data)
    // The last one's duration is where the sound ends.
    const seconds = index < count - 1 ? frameLength / sound.sampleRate : (chunk.duration ?? 0) / 1e6
    return new EncodedPacket(data, 'key', (index * frameLength) / sound.sampleRate, seconds)
  })
  if (!first.decoderConfig || packets.length * frameLength < length) throw new Error('the encoder lost a part of the sound')
  return { packets, decoderConfig: first.decoderConfig }
}

type PartOptions = { bitrate: number; from: number; to: number; checkpoint(): void; onStretch(frames: number): void }
type EncodedPart = { chunks: EncodedAudioChunk[]; decoderConfig: AudioDecoderConfig | undefined }

async function encodePart(
  { channels, sampleRate }: Sound,
  { bitrate, from, to, checkpoint, onStretch }: PartOptions,
): Promise<EncodedPart> {
  const chunks: EncodedAudioChunk[] = []
  let decoderConfig: AudioDecoderConfig | undefined
  let failure: unknown = null
  const encoder = new AudioEncoder({
    output(chunk, metadata) {
      decoderConfig ??= metadata?.decoderConfig
      chunks.push(chunk)
    },
    error(error) {
      failure ??= error
    },
  })
  try {
    encoder.configure({ codec: 'opus', sampleRate, numberOfChannels: channels.length, bitrate })
    for (let start = from; start < to; start += stretchLength) {
      checkpoint()
      const frames = Math.min(stretchLength, to - start)
      const { planes, filled } = planesOf(channels, start, frames)
      const timestamp = Math.round(((start - from) * 1e6) / sampleRate)
      const data = new AudioData({
        format: 'f32-planar',
        sampleRate,
        numberOfFrames: filled,
        numberOfChannels: channels.length,
        timestamp,
        data: planes,
      })
      encoder.encode(data)
      data.close()
      if (encoder.encodeQueueSize >= mostWaiting) {
        await new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true }))
      }
      // Without a turn of the event loop the encoder loses what it has finished.
      await new Promise((resolve) => setImmediate(resolve))
      if (failure !== null) throw failure
      onStretch(frames)
    }
    await encoder.flush()
    if (failure !== null) throw failure
    return { chunks, decoderConfig }
  } finally {
    if (encoder.state !== 'closed') encoder.close()
  }
}
