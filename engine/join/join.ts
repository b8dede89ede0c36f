import { AudioSample, AudioSampleSource, FilePathTarget, Mp4OutputFormat, Output, VideoSample, VideoSampleSource } from 'mediabunny'
import type { JobContext } from '../job.ts'
import { writePoster, writeThumbnail } from '../media/picture.ts'
import type { Pixels } from '../media/picture.ts'
import { EngineError } from '../protocol/engine.ts'
import type { EngineResult } from '../protocol/engine.ts'
import type { EngineInput, EngineOptions } from '../protocol/options.ts'
import type { Size } from '../scene/stage.ts'
import { createPeakMeter, sampleRate } from '../sound/pcm.ts'
import { type Clip, framesOf, joinedSize, openClip, rateOf, soundOf } from './clip.ts'
import { shareAt, type Timeline, timelineOf } from './timeline.ts'

type Options = EngineOptions['sketch-join']

const bitsPerPixel = 0.14
const audioBitrate = 160_000
/** Samples in a packet of AAC. */
const aacFrame = 1_024
const keyFrameSeconds = 5

/** Joins films in the given order, with cuts or cross-fades, in the size and at the frame rate of the first. */
export async function joinVideos(options: Options, inputs: readonly EngineInput[], context: JobContext): Promise<EngineResult> {
  const clips: Clip[] = []
  try {
    for (const { path } of inputs) clips.push(await openClip(path, { withSound: options.sound }))
    const [first] = clips
    if (!first || clips.length < 2) throw new EngineError('invalid_input', 'fewer than two films')
    const timeline = timelineOf(
      clips.map(({ seconds }) => seconds),
      options.transition === 'fade' ? options.fade : 0,
    )
    const hasSound = clips.some(({ audio }) => audio !== null)
    return await write({ clips, timeline, size: joinedSize(first.size), rate: await rateOf(first), hasSound, context })
  } finally {
    for (const clip of clips) clip.close()
  }
}

type Joined = { clips: readonly Clip[]; timeline: Timeline; size: Size; rate: number; hasSound: boolean; context: JobContext }

async function write({ clips, timeline, size, rate, hasSound, context }: Joined): Promise<EngineResult> {
  const frames = Math.max(1, Math.round(timeline.seconds * rate))
  const path = context.path('video.mp4')
  // Its index comes first, in space that is reserved for it, and the file is never in memory as a whole.
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'reserve' }), target: new FilePathTarget(path) })
  output.setMetadataTags({ raw: { '©too': 'Quartet Sketch' } })
  const video = new VideoSampleSource({
    codec: 'avc',
    bitrate: Math.round(size.width * size.height * rate * bitsPerPixel),
    keyFrameInterval: keyFrameSeconds,
    latencyMode: 'quality',
  })
  output.addVideoTrack(video, { frameRate: rate, maximumPacketCount: frames + 1 })
  const audio = hasSound ? new AudioSampleSource({ codec: 'aac', bitrate: audioBitrate }) : null
  const packets = Math.ceil((timeline.seconds * sampleRate) / aacFrame) + 16
  if (audio) output.addAudioTrack(audio, { maximumPacketCount: packets })
  await output.start()
  const meter = createPeakMeter()
  const pictures = openPictures({ clips, timeline, size, rate, frames })
  const sounds = audio ? openSounds({ clips, timeline, context }) : null
  let poster: Pixels | null = null
  try {
    for (let index = 0; index < frames; index += 1) {
      context.checkpoint()
      if (audio && sounds && index % rate === 0) await addSecond({ audio, sounds, meter, from: index / rate, seconds: timeline.seconds })
      const planes = await pictures.at(index)
      if (index === Math.floor(frames / 3)) poster = toPixels(planes, size)
      const sample = new VideoSample(planes, {
        format: 'I420',
        codedWidth: size.width,
        codedHeight: size.height,
        timestamp: index / rate,
        duration: 1 / rate,
        colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
      })
      await video.add(sample, index === 0 ? { keyFrame: true } : undefined)
      sample.close()
      context.progress(((index + 1) / frames) * 0.98)
      // Without a turn of the event loop the encoder's finished frames pile up.
      await new Promise((resolve) => setImmediate(resolve))
    }
    await output.finalize()
  } catch (error) {
    await output.cancel()
    throw error
  } finally {
    await pictures.close()
  }
  if (!poster) throw new Error('a film has at least one frame')
  const [still, thumbnail] = await Promise.all([
    writePoster(poster, context.path('poster.webp')),
    writeThumbnail(poster, context.path('thumbnail.webp')),
  ])
  context.progress(1)
  const durationMs = Math.round((frames / rate) * 1_000)
  return {
    text: null,
    files: [{ path, mediaType: 'video/mp4', ...size, durationMs, poster: still, thumbnail, peaks: audio ? meter.peaks() : null }],
  }
}

type PicturesOptions = Pick<Joined, 'clips' | 'timeline' | 'size' | 'rate'> & { frames: number }

/** Gives the joined frames in order. At most two films are decoded at a time. */
function openPictures({ clips, timeline, size, rate, frames }: PicturesOptions) {
  const readers = new Map<number, AsyncGenerator<Uint8Array>>()
  const blended = new Uint8Array((size.width * size.height * 3) / 2)
  const last = timeline.parts.length - 1
  const isIn = (part: number, moment: number) => {
    const { start = 0, end = 0 } = timeline.parts[part] ?? {}
    return moment >= start && (moment < end || part === last)
  }

  /** The moments of a film at which the joined one has a frame. */
  function* momentsOf(part: number): Generator<number> {
    const { start = 0 } = timeline.parts[part] ?? {}
    for (let index = 0; index < frames; index += 1) if (isIn(part, index / rate)) yield index / rate - start
  }

  async function next(part: number): Promise<Uint8Array | undefined> {
    const clip = clips[part]
    if (!clip) return undefined
    let reader = readers.get(part)
    if (!reader) {
      reader = framesOf(clip, { size, timestamps: momentsOf(part) })
      readers.set(part, reader)
    }
    const { value, done } = await reader.next()
    return done ? undefined : value
  }

  return {
    async at(index: number): Promise<Uint8Array> {
      const moment = index / rate
      const [before, after] = timeline.parts.flatMap((_, part) => (isIn(part, moment) ? [part] : []))
      if (before === undefined) throw new Error('a moment without a film')
      for (const [part, reader] of readers) {
        if (part >= before) continue
        await reader.return(undefined)
        readers.delete(part)
      }
      const under = await next(before)
      const over = after === undefined ? undefined : await next(after)
      if (!under) throw new Error('a film ended too soon')
      if (!over || after === undefined) return under
      const share = shareAt(timeline, after, moment)
      for (let at = 0; at < blended.length; at += 1) blended[at] = Math.round((under[at] ?? 0) * (1 - share) + (over[at] ?? 0) * share)
      return blended
    },
    async close() {
      for (const reader of readers.values()) await reader.return(undefined)
    },
  }
}

type Sounds = { mix(from: number, length: number): Promise<[Float32Array, Float32Array]> }

/** Mixes the sounds of the films. At most two are in memory. */
function openSounds({ clips, timeline, context }: Pick<Joined, 'clips' | 'timeline' | 'context'>): Sounds {
  const loaded = new Map<number, Promise<[Float32Array, Float32Array]>>()
  return {
    async mix(from, length) {
      const out: [Float32Array, Float32Array] = [new Float32Array(length), new Float32Array(length)]
      for (const [part, { start, end }] of timeline.parts.entries()) {
        const [begin, stop] = [Math.round(start * sampleRate), Math.round(end * sampleRate)]
        if (stop <= from) loaded.delete(part)
        const clip = clips[part]
        if (!clip || stop <= from || begin >= from + length) continue
        const sound = loaded.get(part) ?? soundOf(clip, context.checkpoint)
        loaded.set(part, sound)
        const channels = await sound
        for (let index = Math.max(0, begin - from); index < Math.min(length, stop - from); index += 1) {
          const moment = (from + index) / sampleRate
          // A film fades out as the next one fades in.
          const gain = shareAt(timeline, part, moment) * (1 - fadingIn(timeline, part + 1, moment))
          for (const channel of [0, 1] as const) {
            const target = out[channel]
            target[index] = (target[index] ?? 0) + gain * (channels[channel][from + index - begin] ?? 0)
          }
        }
      }
      return out
    },
  }
}

const fadingIn = (timeline: Timeline, part: number, moment: number): number =>
  timeline.fade > 0 && timeline.parts[part] ? shareAt(timeline, part, moment) : 0

type Second = { audio: AudioSampleSource; sounds: Sounds; meter: ReturnType<typeof createPeakMeter>; from: number; seconds: number }

async function addSecond({ audio, sounds, meter, from, seconds }: Second): Promise<void> {
  const start = Math.round(from * sampleRate)
  const length = Math.min(sampleRate, Math.round(seconds * sampleRate) - start)
  if (length <= 0) return
  const channels = await sounds.mix(start, length)
  meter.add(channels)
  const data = new Float32Array(length * 2)
  data.set(channels[0], 0)
  data.set(channels[1], length)
  const sample = new AudioSample({ data, format: 'f32-planar', numberOfChannels: 2, sampleRate, timestamp: start / sampleRate })
  await audio.add(sample)
  sample.close()
}

/** Converts planes of the limited range to pixels, for a still. */
function toPixels(planes: Uint8Array, { width, height }: Size): Pixels {
  const rgba = new Uint8Array(width * height * 4)
  const [half, area] = [width / 2, width * height]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const chroma = (y >> 1) * half + (x >> 1)
      const luma = 1.164 * ((planes[at] ?? 16) - 16)
      const blue = (planes[area + chroma] ?? 128) - 128
      const red = (planes[area + area / 4 + chroma] ?? 128) - 128
      rgba.set([clamp(luma + 1.793 * red), clamp(luma - 0.213 * blue - 0.533 * red), clamp(luma + 2.112 * blue), 255], at * 4)
    }
  }
  return { width, height, rgba }
}

const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)))
