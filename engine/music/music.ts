import { writeSound } from '../media/encode-audio.ts'
import type { JobContext } from '../job.ts'
import { composeMusic } from './compose.ts'
import { renderEffects } from './effects.ts'
import { masterMusic, playScore } from './synth.ts'
import { durationMsOf, peaksOf, sampleRate } from '../sound/pcm.ts'
import type { Sound } from '../sound/pcm.ts'
import type { EngineResult } from '../protocol/engine.ts'
import type { EngineOptions } from '../protocol/options.ts'
import { readPrompt } from '../understanding/read-prompt.ts'
import type { Kind } from '../understanding/read-prompt.ts'
import type { Understanding } from '../understanding/understanding.ts'

const playingShare = 0.5
const fadeSeconds = 1.2

/** The kinds of words that affect sound. */
export const musicKinds: ReadonlySet<Kind> = new Set<Kind>(['mood', 'genre', 'instrument', 'effect', 'tempo', 'key', 'setting', 'time'])

/** Makes the music of a prompt: stereo at 48 kHz, exactly as long as asked, with an ending, -14 LUFS, without clipping. */
export function playMusic(
  understanding: Understanding,
  options: { seconds: number; seed: number; checkpoint(): void; onProgress(fraction: number): void },
): Sound {
  const score = composeMusic(understanding, {
    genre: 'auto',
    tempo: 0,
    key: 'auto',
    loop: false,
    seconds: options.seconds,
    seed: options.seed,
  })
  return playScore(score, options)
}

const musicWords = /music|song|melod|tune|track|soundtrack|beat|compos|lullab|музык|мелоди|песн|трек|саундтрек|компози|мотив|колыбель/iu

/** Whether the prompt asks for sounds alone: "rain on a roof" does, "piano with rain" asks for both. */
function wantsOnlyEffects(prompt: string, u: Understanding, { genre, tempo, key }: EngineOptions['sketch-music']): boolean {
  const asksForMusic =
    u.genre ?? u.bpm ?? u.key ?? u.pace ?? (u.instruments.length > 0 || u.moods.length > 0 || u.time !== null ? true : null)
  return u.effects.length > 0 && asksForMusic === null && genre === 'auto' && tempo === 0 && key === 'auto' && !musicWords.test(prompt)
}

function playEffects(understanding: Understanding, options: EngineOptions['sketch-music'], checkpoint: () => void): Sound {
  const length = Math.round(options.duration * sampleRate)
  const channels = renderEffects(understanding.effects, { seed: options.seed, length, loop: options.loop, checkpoint })
  if (!options.loop) fadeEnds(channels)
  masterMusic(channels, options.loop)
  return { sampleRate, channels }
}

function fadeEnds(channels: Sound['channels']): void {
  const length = Math.round(fadeSeconds * sampleRate)
  for (const channel of channels) {
    for (let index = 0; index < Math.min(length, channel.length / 2); index += 1) {
      const share = index / length
      const gain = share * share * (3 - 2 * share)
      const last = channel.length - 1 - index
      channel[index] = (channel[index] ?? 0) * gain
      channel[last] = (channel[last] ?? 0) * gain
    }
  }
}

export async function renderMusic(prompt: string, options: EngineOptions['sketch-music'], context: JobContext): Promise<EngineResult> {
  const understanding = readPrompt(prompt, { kinds: musicKinds })
  const { seed, duration, genre, tempo, key, loop } = options
  const onProgress = (fraction: number) => context.progress(playingShare * fraction)
  const sound = wantsOnlyEffects(prompt, understanding, options)
    ? playEffects(understanding, options, context.checkpoint)
    : playScore(composeMusic(understanding, { genre, tempo, key, loop, seconds: duration, seed }), {
        seed,
        checkpoint: context.checkpoint,
        onProgress,
      })
  let peaks: number[] | undefined
  const path = context.path(`music.${options.format}`)
  const mediaType = await writeSound(path, sound, {
    format: options.format,
    kind: 'music',
    tags: { prompt: options.embed_prompt ? prompt : null, seed },
    checkpoint: context.checkpoint,
    onProgress(fraction) {
      context.progress(playingShare + (1 - playingShare) * fraction)
      // The peaks are computed while the encoder is busy on its own thread.
      if (fraction > 0.1) peaks ??= peaksOf(sound)
    },
  })
  context.checkpoint()
  context.progress(1)
  const file = { path, mediaType, width: null, height: null, durationMs: durationMsOf(sound), poster: null, thumbnail: null }
  return { text: null, files: [{ ...file, peaks: peaks ?? peaksOf(sound) }] }
}
