import { createCanvas } from '@napi-rs/canvas'
import { encodeMp4 } from './encode-video.ts'
import type { Sound } from './pcm.ts'
import { writePoster } from './picture.ts'
import type { EngineFile } from './protocol.ts'
import { seedFor } from './random.ts'
import { buildScene } from './scene/scene.ts'
import type { Moment, Size } from './scene/stage.ts'

export const framesPerSecond = 30
/** In a loop, the end goes over into the beginning within this. */
const loopFadeSeconds = 1.6

export type FilmOptions = {
  prompt: string
  seed: number
  size: Size
  seconds: number
  /** `pan` looks slowly from one side to the other; `loop` ends where it began. */
  motion: 'pan' | 'loop'
  bitrate: number
  latencyMode: 'realtime' | 'quality'
  sound: Sound | null
  /** `at` is the share of the film it is taken at, a third if nothing else is asked. */
  poster: { path: string; at?: number; quality?: number; width?: number }
  checkpoint(): void
  /** Share of the frames done, 0..1. */
  onProgress(fraction: number): void
}

export type Film = { bytes: Uint8Array; poster: NonNullable<EngineFile['poster']> }

export async function makeFilm(options: FilmOptions): Promise<Film> {
  const { size, seed, seconds, motion } = options
  const scene = buildScene({ prompt: options.prompt, seed, size, still: false, checkpoint: options.checkpoint })
  const frames = Math.round(seconds * framesPerSecond)
  const canvas = createCanvas(size.width, size.height)
  const g = canvas.getContext('2d')
  const direction = seedFor(seed, 'camera') % 2 === 0 ? 1 : -1
  const posterFrame = Math.floor(frames * (options.poster.at ?? 1 / 3))
  let poster: Film['poster'] | null = null

  function panMoment(index: number): Moment {
    const share = index / (frames - 1)
    // Starts and ends gently.
    return { seconds: index / framesPerSecond, camera: direction * Math.sin((share - 0.5) * Math.PI * 0.9) }
  }

  const before = createCanvas(size.width, size.height)
  const beforeContext = before.getContext('2d')

  /** The camera swings to and fro; what drifts one way only is crossfaded with what it was a whole loop earlier. */
  function paintLoop(index: number): void {
    const time = index / framesPerSecond
    const camera = direction * Math.sin((2 * Math.PI * time) / seconds)
    // Time runs on for the fade and then starts over, so that the first frame follows the last.
    scene.paint(g, { seconds: time + loopFadeSeconds, camera })
    const share = (time - (seconds - loopFadeSeconds)) / loopFadeSeconds
    if (share <= 0) return
    scene.paint(beforeContext, { seconds: time + loopFadeSeconds - seconds, camera })
    g.globalAlpha = share * share * (3 - 2 * share)
    g.drawImage(before, 0, 0)
    g.globalAlpha = 1
  }

  const bytes = await encodeMp4({
    size,
    framesPerSecond,
    frames,
    bitrate: options.bitrate,
    latencyMode: options.latencyMode,
    sound: options.sound,
    checkpoint: options.checkpoint,
    async frame(index) {
      if (motion === 'loop') paintLoop(index)
      else scene.paint(g, panMoment(index))
      const rgba = canvas.data()
      if (index === posterFrame) poster = await writePoster({ ...size, rgba }, options.poster.path, options.poster)
      return rgba
    },
    onFrame: (done) => options.onProgress(done / frames),
  })
  if (!poster) throw new Error('a film has at least one frame')
  return { bytes, poster }
}
