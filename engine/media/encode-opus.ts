// Defines the global AudioEncoder.
import '../protocol/codecs.ts'
import { planesOf, stretchLength } from './encode-planes.ts'
import type { Sound } from '../sound/pcm.ts'

/** Samples of all channels passed to an encoder at once: about 30 ms of work, which bounds the delay of a cancel. */
const batchSamples = 192_000
/** Largest number of samples that wait for their encoder. */
const mostWaiting = 2 * batchSamples

export type EncodedPart = { chunks: EncodedAudioChunk[]; decoderConfig: AudioDecoderConfig | undefined }

export type OpusEncoder = {
  /** Adds `frames` samples from `start` on; resolves when there is room for more. */
  add(channels: Sound['channels'], start: number, frames: number): Promise<void>
  /** Returns the chunks encoded since the last call. */
  take(): EncodedPart
  /** Completes the sound and returns the last chunks. */
  finish(): Promise<EncodedPart>
  close(): void
}

/**
 * Encodes on the codec's own thread while this thread continues. The codec holds a lock while it works and blocks every caller, so it is
 * called only after it has finished all its input.
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
      // A turn of the event loop delivers finished chunks before the flush adds to them.
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
