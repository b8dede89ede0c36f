import type { JobContext } from '../job.ts'
import { toPixels } from '../film/planes.ts'
import type { Pixels } from '../media/picture.ts'
import { writeVideo } from '../media/write-video.ts'
import { EngineError } from '../protocol/engine.ts'
import type { EngineResult } from '../protocol/engine.ts'
import type { EngineInput, EngineOptions } from '../protocol/options.ts'
import type { Size } from '../scene/stage.ts'
import { sampleRate } from '../sound/pcm.ts'
import { type Clip, framesOf, joinedSize, openClip, rateOf, soundOf } from './clip.ts'
import { shareAt, type Timeline, timelineOf } from './timeline.ts'

type Options = EngineOptions['sketch-join']

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
  const pictures = openPictures({ clips, timeline, size, rate, frames })
  const sounds = hasSound ? openSounds({ clips, timeline, context }) : null
  let poster: Pixels | null = null
  try {
    const file = await writeVideo({
      path: context.path('video.mp4'),
      size,
      framesPerSecond: rate,
      frames,
      async picture(index) {
        const planes = await pictures.at(index)
        if (index === Math.floor(frames / 3)) poster = toPixels(planes, size)
        return planes
      },
      sound: sounds && ((from, length) => sounds.mix(from, length)),
      poster() {
        if (!poster) throw new Error('a film has at least one frame')
        return poster
      },
      context,
      onProgress: context.progress,
    })
    return { text: null, files: [file] }
  } finally {
    await pictures.close()
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
