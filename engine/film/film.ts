import type { MetadataTags } from 'mediabunny'
import { encodeVideo } from '../media/encode-video.ts'
import type { VideoFormat } from '../media/encode-video.ts'
import { openFrames } from './frames.ts'
import type { FilmPlan } from './plan.ts'
import type { Sound } from '../sound/pcm.ts'
import type { Pixels } from '../media/picture.ts'

export type FilmOptions = {
  plan: FilmPlan
  format: VideoFormat
  bitrate: number
  sound: Sound | null
  tags: MetadataTags
  /** The frame for the poster. */
  posterFrame: number
  checkpoint(): void
  /** Share of the finished frames, 0..1. */
  onProgress(fraction: number): void
  /** Receives the pixels of each frame; they are valid until it returns. */
  onPixels?(pixels: Pixels): void
}

export type Film = { bytes: Uint8Array; poster: Pixels }

export async function makeFilm({ plan, posterFrame, onProgress, onPixels, ...encoding }: FilmOptions): Promise<Film> {
  const frames = openFrames(plan, encoding.checkpoint, (rgba) => onPixels?.({ ...plan.size, rgba }))
  let poster: Pixels | null = null
  const bytes = await encodeVideo({
    ...encoding,
    size: plan.size,
    framesPerSecond: plan.framesPerSecond,
    frames: plan.frames,
    frame(index) {
      if (index === posterFrame) poster = { ...plan.size, rgba: frames.picture(index) }
      return frames.planes(index)
    },
    onFrame: (done) => onProgress(done / plan.frames),
  })
  if (!poster) throw new Error('a film has at least one frame')
  return { bytes, poster }
}
