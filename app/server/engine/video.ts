import { writeFile } from 'node:fs/promises'
import { framesPerSecond, makeFilm } from './film.ts'
import type { JobContext } from './job.ts'
import { composeMusic } from './music/compose.ts'
import { playScore } from './music/synth.ts'
import { peaksOf } from './pcm.ts'
import type { EngineOptions, EngineResult } from './protocol.ts'
import type { Size } from './scene/stage.ts'

const videoSizes: Record<EngineOptions['sketch-video']['aspect'], Size> = {
  '16:9': { width: 1280, height: 720 },
  '9:16': { width: 720, height: 1280 },
  '1:1': { width: 720, height: 720 },
}
const bitsPerPixel = 0.14
/** Composing and playing the music, before the first frame. */
const musicShare = 0.04
/** Finishing the file, after the last frame. */
const finishingShare = 0.01

export async function renderVideo(prompt: string, options: EngineOptions['sketch-video'], context: JobContext): Promise<EngineResult> {
  const seconds = Math.max(3, Math.min(10, Math.round(options.duration)))
  const size = videoSizes[options.aspect]
  const sound =
    options.sound === 'music'
      ? playScore(composeMusic(prompt, options.seed, seconds), {
          seed: options.seed,
          checkpoint: context.checkpoint,
          onProgress: (fraction) => context.progress(musicShare * fraction),
        })
      : null
  const { bytes, poster } = await makeFilm({
    prompt,
    seed: options.seed,
    size,
    seconds,
    motion: 'pan',
    bitrate: Math.round(size.width * size.height * framesPerSecond * bitsPerPixel),
    latencyMode: 'realtime',
    sound,
    poster: { path: context.path('poster.webp') },
    checkpoint: context.checkpoint,
    onProgress: (fraction) => context.progress(musicShare + (1 - musicShare - finishingShare) * fraction),
  })
  context.checkpoint()
  const path = context.path('video.mp4')
  await writeFile(path, bytes)
  context.progress(1)
  const peaks = sound ? peaksOf(sound) : null
  return { text: null, files: [{ path, mediaType: 'video/mp4', ...size, durationMs: seconds * 1000, poster, peaks }] }
}
