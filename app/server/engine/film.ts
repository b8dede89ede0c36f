import type { MetadataTags } from 'mediabunny'
import { encodeVideo } from './encode-video.ts'
import type { VideoFormat } from './encode-video.ts'
import { openFrames } from './film/frames.ts'
import type { FilmPlan } from './film/plan.ts'
import type { Sound } from './pcm.ts'
import type { Pixels } from './picture.ts'

export type FilmOptions = {
  plan: FilmPlan
  format: VideoFormat
  bitrate: number
  /** Asked for once, when the second thread is on its way: both need some time before the first frame. */
  sound(): Sound | null
  tags: MetadataTags
  /** The frame that stands for the film where it does not play. */
  posterFrame: number
  /** Whether a core is free for a second thread; it changes nothing in the film. */
  isAlone(): boolean
  checkpoint(): void
  /** Share of the frames done, 0..1. */
  onProgress(fraction: number): void
}

export type Film = { bytes: Uint8Array; poster: Pixels; sound: Sound | null }

export async function makeFilm(options: FilmOptions): Promise<Film> {
  const { plan, posterFrame } = options
  const frames = openFrames({ plan, isAlone: options.isAlone, checkpoint: options.checkpoint })
  let poster: Pixels | null = null
  try {
    const sound = options.sound()
    const bytes = await encodeVideo({
      format: options.format,
      size: plan.size,
      framesPerSecond: plan.framesPerSecond,
      frames: plan.frames,
      bitrate: options.bitrate,
      sound,
      tags: options.tags,
      checkpoint: options.checkpoint,
      async frame(index) {
        if (index === posterFrame) poster = { ...plan.size, rgba: frames.picture(index) }
        return frames.take(index)
      },
      onFrame: (done) => options.onProgress(done / plan.frames),
    })
    if (!poster) throw new Error('a film has at least one frame')
    return { bytes, poster, sound }
  } finally {
    await frames.close()
  }
}
