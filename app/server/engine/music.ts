import { writeFile } from 'node:fs/promises'
import { encodeSound } from './encode-audio.ts'
import type { JobContext } from './job.ts'
import { composeMusic } from './music/compose.ts'
import { playScore } from './music/synth.ts'
import { durationMsOf, peaksOf } from './pcm.ts'
import type { EngineOptions, EngineResult } from './protocol.ts'

const musicBitrate = 160_000
const playingShare = 0.6

export async function renderMusic(prompt: string, options: EngineOptions['sketch-music'], context: JobContext): Promise<EngineResult> {
  const seconds = Math.max(5, Math.min(60, options.duration))
  const score = composeMusic(prompt, options.seed, seconds)
  const sound = playScore(score, {
    seed: options.seed,
    checkpoint: context.checkpoint,
    onProgress: (fraction) => context.progress(playingShare * fraction),
  })
  const { bytes, mediaType } = await encodeSound(sound, {
    format: options.format,
    bitrate: musicBitrate,
    context,
    onProgress: (fraction) => context.progress(playingShare + (1 - playingShare) * fraction),
  })
  context.checkpoint()
  const path = context.path(`music.${options.format}`)
  await writeFile(path, bytes)
  context.progress(1)
  return {
    text: null,
    files: [{ path, mediaType, width: null, height: null, durationMs: durationMsOf(sound), poster: null, peaks: peaksOf(sound) }],
  }
}
