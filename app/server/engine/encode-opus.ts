// First: mediabunny looks for the codecs when it is loaded.
import './codecs.ts'
import { EncodedPacket } from 'mediabunny'
import { planesOf, stretchLength } from './encode-planes.ts'
import type { Sound } from './pcm.ts'

/** Samples in a frame, and how many frames the second encoder hears before its own: by then it is in the state of the first. */
const frameLength = 960
const leadFrames = 10
/** Samples, of all channels together, that an encoder is given at once: about 30 ms of work, so that a cancel never waits for long. */
const batchSamples = 192_000
/** Samples that wait for their encoder at most. */
const mostWaiting = 2 * batchSamples

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

async function encodePart(
  { channels, sampleRate }: Sound,
  { bitrate, from, to, checkpoint, onStretch }: PartOptions,
): Promise<EncodedPart> {
  const encoder = openOpusEncoder({ channels: channels.length, sampleRate, bitrate })
  try {
    for (let start = from; start < to; start += stretchLength) {
      checkpoint()
      const frames = Math.min(stretchLength, to - start)
      await encoder.add(channels, start, frames)
      onStretch(frames)
    }
    return await encoder.finish()
  } finally {
    encoder.close()
  }
}

export type EncodedPart = { chunks: EncodedAudioChunk[]; decoderConfig: AudioDecoderConfig | undefined }

export type OpusEncoder = {
  /** Takes the samples of a stretch from `start` on; resolves when there is room for more. */
  add(channels: Sound['channels'], start: number, frames: number): Promise<void>
  /** What has been encoded since it was last asked for. */
  take(): EncodedPart
  /** Ends the sound, and gives what has not been taken. */
  finish(): Promise<EncodedPart>
  close(): void
}

/**
 * Encodes on a thread of the codec's own while this one goes on. The codec holds a lock while it works, and whoever calls it meanwhile
 * stands still: so it is called only when it has done all that it was given.
 */
export function openOpusEncoder(options: { channels: number; sampleRate: number; bitrate: number }): OpusEncoder {
  const { channels: numberOfChannels, sampleRate, bitrate } = options
  const mostGiven = Math.ceil(batchSamples / (stretchLength * numberOfChannels))
  let chunks: EncodedAudioChunk[] = []
  let decoderConfig: AudioDecoderConfig | undefined
  let failure: unknown = null
  let waiting: AudioData[] = []
  let given = 0
  let added = 0
  let wake = () => {}
  const encoder = new AudioEncoder({
    output(chunk, metadata) {
      decoderConfig ??= metadata?.decoderConfig
      chunks.push(chunk)
    },
    error: fail,
  })
  encoder.configure({ codec: 'opus', sampleRate, numberOfChannels, bitrate })
  encoder.addEventListener('dequeue', onDequeue)

  function fail(error: unknown): void {
    failure ??= error
    wake()
  }

  function onDequeue(): void {
    given -= 1
    if (given > 0) return
    give()
    wake()
  }

  function give(): void {
    if (given > 0 || failure !== null) return
    try {
      for (const data of waiting.splice(0, mostGiven)) {
        given += 1
        encoder.encode(data)
        data.close()
      }
    } catch (error) {
      fail(error)
    }
  }

  async function until(isSo: () => boolean): Promise<void> {
    while (failure === null && !isSo()) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    if (failure !== null) throw failure
  }

  function take(): EncodedPart {
    const taken = chunks
    chunks = []
    return { chunks: taken, decoderConfig }
  }

  return {
    add(channels, start, frames) {
      const { planes, filled } = planesOf(channels, start, frames)
      const timestamp = Math.round((added * 1e6) / sampleRate)
      waiting.push(new AudioData({ format: 'f32-planar', sampleRate, numberOfFrames: filled, numberOfChannels, timestamp, data: planes }))
      added += frames
      give()
      return until(() => waiting.length * stretchLength * numberOfChannels < mostWaiting)
    },
    take,
    async finish() {
      await until(() => waiting.length === 0 && given === 0)
      // A turn of the event loop: what the encoder has finished comes in before what the end adds to it.
      await new Promise((resolve) => setImmediate(resolve))
      await encoder.flush()
      if (failure !== null) throw failure
      return take()
    },
    close() {
      for (const data of waiting) data.close()
      waiting = []
      encoder.removeEventListener('dequeue', onDequeue)
      if (encoder.state !== 'closed') encoder.close()
    },
  }
}
