// Must come first: mediabunny looks for the codecs when it is loaded.
import '../protocol/codecs.ts'
import '../media/opaque-decoder.ts'
import { ALL_FORMATS, AudioSampleSink, FilePathSource, Input, VideoSampleSink } from 'mediabunny'
import type { InputAudioTrack, InputVideoTrack, VideoSample } from 'mediabunny'
import sharp from 'sharp'
import { planesLength, toI420 } from '../film/planes.ts'
import { EngineError } from '../protocol/engine.ts'
import type { Size } from '../scene/stage.ts'
import { sampleRate } from '../sound/pcm.ts'

/** Longest side of a joined film, and of a film that is read. */
const longestSide = { made: 1_920, read: 4_096 }
const usualRate = 30
const rates = { least: 10, most: 60 }
/** Packets by which the frame rate is measured. */
const measuredPackets = 120

/** A film to join. */
export type Clip = {
  video: InputVideoTrack
  audio: InputAudioTrack | null
  /** Seconds of its pictures. */
  seconds: number
  size: Size
  close(): void
}

const unreadable = (path: string, cause?: unknown) => new EngineError('invalid_input', `a film cannot be read: ${path}`, { cause })

/** Opens a film. Throws if this machine cannot decode its pictures; a sound that it cannot decode counts as silence. */
export async function openClip(path: string, { withSound }: { withSound: boolean }): Promise<Clip> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path, { handleUnhandledError: () => undefined }) })
  try {
    const video = await input.getPrimaryVideoTrack()
    if (!video || !(await video.canDecode())) throw unreadable(path)
    const audio = withSound ? await input.getPrimaryAudioTrack() : null
    const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()]
    const seconds = (await video.computeDuration()) - (await video.getFirstTimestamp())
    if (!(seconds > 0) || Math.max(width, height) > longestSide.read) throw unreadable(path)
    return { video, audio: (await audio?.canDecode()) ? audio : null, seconds, size: { width, height }, close: () => input.dispose() }
  } catch (error) {
    input.dispose()
    throw error instanceof EngineError ? error : unreadable(path, error)
  }
}

/** The size of the joined film: that of the first, with even sides, scaled down if it is larger than Full HD. */
export function joinedSize({ width, height }: Size): Size {
  const scale = Math.min(1, longestSide.made / Math.max(width, height))
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2))
  return { width: even(width), height: even(height) }
}

/** Frames per second of a film, within what players expect. */
export async function rateOf({ video }: Clip): Promise<number> {
  const { averagePacketRate } = await video.computePacketStats(measuredPackets)
  if (!Number.isFinite(averagePacketRate) || averagePacketRate <= 0) return usualRate
  return Math.min(rates.most, Math.max(rates.least, Math.round(averagePacketRate)))
}

type Moments = { size: Size; timestamps: Iterable<number> }

/** Yields the planes of the film at the moments, in seconds from its start, fitted into the size with black bars. */
export async function* framesOf({ video }: Clip, { size, timestamps }: Moments): AsyncGenerator<Uint8Array> {
  const first = await video.getFirstTimestamp()
  const shifted = (function* () {
    for (const timestamp of timestamps) yield first + timestamp
  })()
  let planes = black(size)
  for await (const sample of new VideoSampleSink(video).samplesAtTimestamps(shifted)) {
    if (sample) {
      planes = new Uint8Array(planesLength(size))
      try {
        toI420(await fit(sample, size), size, planes)
      } finally {
        sample.close()
      }
    }
    yield planes
  }
}

/** Black in the limited range of video. */
function black({ width, height }: Size): Uint8Array {
  const planes = new Uint8Array(planesLength({ width, height })).fill(128)
  return planes.fill(16, 0, width * height)
}

async function fit(sample: VideoSample, size: Size): Promise<Uint8Array> {
  const rgba = new Uint8Array(sample.allocationSize({ format: 'RGBA' }))
  await sample.copyTo(rgba, { format: 'RGBA' })
  const { codedWidth: width, codedHeight: height, rotation } = sample
  if (width === size.width && height === size.height && rotation === 0) return rgba
  const upright = sharp(rgba, { raw: { width, height, channels: 4 } }).rotate(rotation)
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .resize({ ...size, fit: 'contain', background: 'black', kernel: 'cubic' })
    .ensureAlpha()
    .raw()
    .toBuffer()
}

/** Reads the whole sound of a film as stereo of the usual rate, as long as its pictures; silence if it has none. */
export async function soundOf({ audio, video, seconds }: Clip, checkpoint: () => void): Promise<[Float32Array, Float32Array]> {
  const length = Math.round(seconds * sampleRate)
  if (!audio) return [new Float32Array(length), new Float32Array(length)]
  return soundOfTrack(new AudioSampleSink(audio), { length, first: await video.getFirstTimestamp(), checkpoint })
}

type TrackOptions = { /** Samples. */ length: number; /** The moment of the first sample, in seconds. */ first: number; checkpoint(): void }

/** Decodes a track as stereo of the usual rate. */
export async function soundOfTrack(
  track: AudioSampleSink,
  { length, first, checkpoint }: TrackOptions,
): Promise<[Float32Array, Float32Array]> {
  const [left, right] = [new Float32Array(length), new Float32Array(length)]
  for await (const sample of track.samples()) {
    checkpoint()
    const { numberOfChannels, numberOfFrames, sampleRate: rate, timestamp } = sample
    const channels = [0, Math.min(1, numberOfChannels - 1)].map((planeIndex) => {
      const plane = new Float32Array(numberOfFrames)
      sample.copyTo(plane, { format: 'f32-planar', planeIndex })
      return plane
    })
    sample.close()
    const at = Math.round((timestamp - first) * sampleRate)
    const count = Math.round((numberOfFrames * sampleRate) / rate)
    place(channels[0], left, { at, count })
    place(channels[1], right, { at, count })
  }
  return [left, right]
}

/** Writes samples of any rate to a place of the sound, by linear interpolation. */
function place(from: Float32Array | undefined, to: Float32Array, { at, count }: { at: number; count: number }): void {
  if (!from || count === 0) return
  const step = from.length / count
  for (let index = Math.max(0, -at); index < count && at + index < to.length; index += 1) {
    const position = index * step
    const before = Math.min(from.length - 1, Math.floor(position))
    const after = Math.min(from.length - 1, before + 1)
    const share = position - before
    to[at + index] = (from[before] ?? 0) * (1 - share) + (from[after] ?? 0) * share
  }
}
