import { open, rm } from 'node:fs/promises'
import { AudioSampleSink, ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import { duckingEnvelope, type Spoken } from '../film/mix.ts'
import { openClip, soundOf, soundOfTrack } from '../join/clip.ts'
import type { JobContext } from '../job.ts'
import { playMusic } from '../music/music.ts'
import type { Cut } from '../protocol/cut.ts'
import { decibels, master, measureLoudness } from '../sound/loudness.ts'
import { sampleRate } from '../sound/pcm.ts'
import { readScene } from '../scene/read-scene.ts'

/** Integrated loudness of a film with words and without, and its highest true peak; the encoder adds a little to peaks. */
const targets = { withWords: -16, without: -14, peak: -1.7 }
/** Loudness of the music alone before its own level, where it accompanies words. */
const musicLoudness = -16
const fade = { start: 0.02, end: 0.6 }

type Stereo = [Float32Array, Float32Array]

export type FilmSound = {
  /** Reads a stretch, in samples. */
  read(from: number, length: number): Promise<Stereo>
  close(): Promise<void>
  /** Seconds of each line; 0 for one that cannot be read. */
  lineSeconds: number[]
}

export type SoundOptions = { cut: Cut; framesPerSecond: number; context: JobContext; onProgress(share: number): void }

/**
 * Mixes the sound of a film: clips under words, lines, and music. The whole is brought to its loudness and written to a scratch file, from
 * which the film reads it second by second: while pictures are encoded, none of it is in memory.
 */
export async function makeSound({ cut, framesPerSecond, context, onProgress }: SoundOptions): Promise<FilmSound> {
  const length = Math.round((cut.frames / framesPerSecond) * sampleRate)
  const atSample = (frame: number) => Math.round((frame / framesPerSecond) * sampleRate)
  const mix: Stereo = [new Float32Array(length), new Float32Array(length)]
  const spoken: Spoken[] = []
  const lineSeconds: number[] = []
  for (const line of cut.lines) {
    context.checkpoint()
    const voice = await readSound(line.path, context.checkpoint)
    const starts = atSample(line.starts)
    lineSeconds.push((voice?.[0].length ?? 0) / sampleRate)
    if (!voice) continue
    addTo(mix, voice, { at: starts, gain: gainTo(targets.withWords, voice) })
    const startMs = (starts / sampleRate) * 1_000
    const [first, last] = [line.words[0]?.startMs ?? 0, line.words.at(-1)?.endMs ?? (voice[0].length / sampleRate) * 1_000]
    spoken.push({ startMs: startMs + first, endMs: startMs + last })
  }
  onProgress(0.2)
  const underWords = (low: number) => (spoken.length > 0 ? duckingEnvelope(length, spoken, low) : null)
  await addClips(mix, { cut, atSample, context, underWords })
  onProgress(0.4)
  if (cut.music) {
    const music = await musicOf(cut.music, {
      seconds: length / sampleRate,
      seed: cut.seed,
      context,
      onProgress: (done) => onProgress(0.4 + 0.4 * done),
    })
    if (music) {
      const own = spoken.length > 0 ? gainTo(musicLoudness, music) * decibels(cut.music.level) : decibels(cut.music.level)
      const duck = underWords(decibels(-12))
      addTo(mix, music, { at: 0, gain: own, ...(duck && { shape: (index) => duck[index] ?? 1 }) })
    }
  }
  fadeEdges(mix)
  context.checkpoint()
  master(mix, { loudness: spoken.length > 0 ? targets.withWords : targets.without, peak: targets.peak })
  onProgress(0.95)
  const file = await toScratch(mix, context)
  onProgress(1)
  return { ...file, lineSeconds }
}

const gainTo = (loudness: number, channels: Stereo): number => {
  const measured = measureLoudness(channels)
  return measured === -Infinity ? 1 : decibels(loudness - measured)
}

type Added = {
  /** The place in the mix, in samples. */
  at: number
  /** The part of the sound. */
  from?: number
  most?: number
  gain: number
  /** A further factor for each sample of the mix. */
  shape?: (index: number) => number
}

function addTo(mix: Stereo, sound: Stereo, { at, from = 0, most = Infinity, gain, shape = () => 1 }: Added): void {
  const end = Math.min(mix[0].length, at + Math.min(most, sound[0].length - from))
  for (const channel of [0, 1] as const) {
    const [target, source] = [mix[channel], sound[channel]]
    for (let index = Math.max(0, at); index < end; index += 1)
      target[index] = (target[index] ?? 0) + (source[from + index - at] ?? 0) * gain * shape(index)
  }
}

type ClipsOptions = { cut: Cut; atSample(frame: number): number; context: JobContext; underWords(low: number): Float32Array | null }

/** Adds the clips' own sound, faded at their edges. A clip that cannot be read is silent. */
async function addClips(mix: Stereo, { cut, atSample, context, underWords }: ClipsOptions): Promise<void> {
  for (const { source, starts, frames } of cut.shots) {
    if (source.kind !== 'clip' || source.level === null) continue
    context.checkpoint()
    const sound = await clipSound(source.path, context.checkpoint)
    if (!sound) continue
    const [loud, quiet] = [decibels(source.level.alone), decibels(source.level.underWords)]
    const duck = underWords(Math.min(1, quiet / loud))
    const [from, most] = [Math.round(source.from * sampleRate), atSample(starts + frames) - atSample(starts)]
    const edge = Math.round(0.04 * sampleRate)
    const [first, last] = [atSample(starts), atSample(starts) + Math.min(most, sound[0].length - from)]
    const shape = (index: number) => (duck?.[index] ?? 1) * Math.min(1, (index - first) / edge, (last - index) / edge)
    addTo(mix, sound, { at: first, from, most, gain: loud, shape })
  }
}

async function clipSound(path: string, checkpoint: () => void): Promise<Stereo | null> {
  try {
    const clip = await openClip(path, { withSound: true })
    try {
      return clip.audio ? await soundOf(clip, checkpoint) : null
    } finally {
      clip.close()
    }
  } catch {
    // A cancel is not swallowed.
    checkpoint()
    return null
  }
}

type MusicOptions = { seconds: number; seed: number; context: JobContext; onProgress(share: number): void }

/** The music of a film: its file, or composed to its exact length. */
async function musicOf(
  { words, path }: NonNullable<Cut['music']>,
  { seconds, seed, context, onProgress }: MusicOptions,
): Promise<Stereo | null> {
  const given = path === null ? null : await readSound(path, context.checkpoint)
  if (given) return given
  const { channels } = playMusic(readScene(words, {}), { seconds, seed, checkpoint: context.checkpoint, onProgress })
  const [left, right = left] = channels
  return [left, right]
}

/** Reads a sound file as stereo; null if it cannot be read. */
async function readSound(path: string, checkpoint: () => void): Promise<Stereo | null> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path, { handleUnhandledError: () => undefined }) })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track || !(await track.canDecode())) return null
    const first = await track.getFirstTimestamp()
    const seconds = (await track.computeDuration()) - first
    if (!(seconds > 0)) return null
    return await soundOfTrack(new AudioSampleSink(track), { length: Math.round(seconds * sampleRate), first, checkpoint })
  } catch {
    // A cancel is not swallowed.
    checkpoint()
    return null
  } finally {
    input.dispose()
  }
}

function fadeEdges(channels: Stereo): void {
  for (const channel of channels) {
    const rise = Math.min(channel.length, Math.round(fade.start * sampleRate))
    const fall = Math.min(channel.length, Math.round(fade.end * sampleRate))
    for (let index = 0; index < rise; index += 1) channel[index] = (channel[index] ?? 0) * (index / rise)
    for (let index = 0; index < fall; index += 1) {
      const at = channel.length - 1 - index
      channel[at] = (channel[at] ?? 0) * Math.sin((Math.PI / 2) * (index / fall))
    }
  }
}

const bytes = Float32Array.BYTES_PER_ELEMENT

/** Writes both channels one after the other. */
async function toScratch(mix: Stereo, context: JobContext): Promise<Pick<FilmSound, 'read' | 'close'>> {
  const length = mix[0].length
  const path = context.path('sound.pcm')
  const file = await open(path, 'w+', 0o600)
  for (const channel of mix) await file.write(new Uint8Array(channel.buffer, channel.byteOffset, channel.byteLength))
  return {
    async read(from, wanted) {
      const channels: Stereo = [new Float32Array(wanted), new Float32Array(wanted)]
      for (const [index, channel] of channels.entries())
        await file.read(new Uint8Array(channel.buffer), 0, wanted * bytes, (index * length + from) * bytes)
      return channels
    },
    async close() {
      await file.close()
      await rm(path, { force: true })
    },
  }
}
