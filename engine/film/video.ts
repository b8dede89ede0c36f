import { writeFile } from 'node:fs/promises'
import type { MetadataTags } from 'mediabunny'
import { shorten } from '../media/encode-audio.ts'
import { makeFilm } from './film.ts'
import { cameraPath } from './camera.ts'
import { captionFits } from './captions.ts'
import { cuesOf, fitsFile, formatSubtitles, subtitleTypes } from '../speech/cues.ts'
import type { Cue } from '../speech/cues.ts'
import { lightsBetween } from './daylight.ts'
import { mixFilmSound } from './mix.ts'
import { narrate, narrationFromPrompt } from './narration.ts'
import type { Narration } from './narration.ts'
import { openPlate } from './open-plate.ts'
import type { FilmPlan } from './plan.ts'
import { videoSize } from './size.ts'
import type { JobContext } from '../job.ts'
import { playMusic } from '../music/music.ts'
import { peaksOf } from '../sound/pcm.ts'
import type { Sound } from '../sound/pcm.ts'
import { decodePicture, writePoster, writeThumbnail } from '../media/picture.ts'
import { encodePreview } from '../media/preview.ts'
import type { EngineFile, EngineResult } from '../protocol/engine.ts'
import type { EngineInput } from '../protocol/options.ts'
import type { EngineOptions } from '../protocol/options.ts'
import { randomFor } from '../random.ts'
import { readScene } from '../scene/read-scene.ts'
import { readReference } from '../scene/reference.ts'
import type { Size } from '../scene/stage.ts'
import type { Understanding } from '../understanding/understanding.ts'

type Options = EngineOptions['sketch-video']

const seconds = { least: 2, most: 15 }
/** Longer side of a reference picture in pixels; more pixels change neither its colours nor its composition. */
const referenceSide = 160
const bitsPerPixel = { mp4: 0.14, webm: 0.11 }
/** Shares of the progress: sound before the first frame, and finishing the file after the last one. */
const soundShare = 0.05
const finishingShare = 0.02

export async function renderVideo(prompt: string, options: Options, inputs: EngineInput[], context: JobContext): Promise<EngineResult> {
  const size = videoSize(options.aspect, options.resolution)
  const framesPerSecond = Number(options.fps)
  const understanding = understand(prompt, options)
  const isNarrated = options.sound === 'narration' || options.sound === 'both'
  const asked = Math.max(seconds.least, Math.min(seconds.most, options.duration))
  const narration = isNarrated
    ? await narrate(options.narration.trim() || narrationFromPrompt(prompt), { voice: options.voice, seconds: asked, context })
    : null
  const frames = Math.round((narration?.seconds ?? asked) * framesPerSecond)
  const length = frames / framesPerSecond
  const plan: FilmPlan = {
    size,
    framesPerSecond,
    frames,
    camera: cameraPath({ asked: options.camera, named: understanding.camera, seed: options.seed }),
    subject: await subjectOf(understanding, { seed: options.seed, inputs, size, context }),
    captions: options.subtitles === 'burnt' ? cuesFor(narration, length, captionFits(size)) : [],
    loop: false,
  }
  const sound = soundOf(understanding, options, { narration, length, context })
  context.progress(soundShare)
  const { bytes, poster } = await makeFilm({
    plan,
    format: options.format,
    bitrate: Math.round(size.width * size.height * framesPerSecond * bitsPerPixel[options.format]),
    sound,
    tags: tagsOf(prompt, options),
    posterFrame: Math.floor(frames / 3),
    checkpoint: context.checkpoint,
    onPixels: (pixels) => context.preview(() => encodePreview(pixels)),
    onProgress: (fraction) => context.progress(soundShare + (1 - soundShare - finishingShare) * fraction),
  })
  context.checkpoint()
  const path = context.path(`video.${options.format}`)
  const [still, thumbnail] = await Promise.all([
    writePoster(poster, context.path('poster.webp')),
    writeThumbnail(poster, context.path('thumbnail.webp')),
    writeFile(path, bytes),
  ])
  const video: EngineFile = {
    path,
    mediaType: `video/${options.format}`,
    ...size,
    durationMs: Math.round(length * 1000),
    poster: still,
    thumbnail,
    peaks: sound ? peaksOf(sound) : null,
  }
  const files = [video]
  if (options.subtitles === 'webvtt' && narration) {
    const cues = cuesFor(narration, length, fitsFile)
    files.push(await writeSubtitles(cues, context.path('subtitles.vtt'), video.durationMs))
  }
  context.progress(1)
  return { text: null, files }
}

function understand(prompt: string, options: Options): Understanding {
  const understanding = readScene(prompt, options)
  return options.style === 'auto' ? understanding : { ...understanding, style: options.style }
}

async function subjectOf(
  understanding: Understanding,
  { seed, inputs, size, context }: { seed: number; inputs: EngineInput[]; size: Size; context: JobContext },
): Promise<FilmPlan['subject']> {
  const still = inputs.find(({ role }) => role === 'first_frame')
  if (still) return { kind: 'picture', plate: await openPlate(still.path, size, context.checkpoint) }
  const model = inputs.find(({ role }) => role === 'reference')
  const reference = model ? readReference(await decodePicture(model.path, referenceSide), randomFor(1, 'reference')) : null
  const lights = lightsBetween(understanding.time, understanding.timeEnd)
  return { kind: 'drawn', understanding, seed, reference, lights }
}

function soundOf(
  understanding: Understanding,
  options: Options,
  { narration, length, context }: { narration: Narration | null; length: number; context: JobContext },
): Sound | null {
  const isScored = options.sound === 'music' || options.sound === 'both'
  if (!narration && !isScored) return null
  const music = isScored
    ? playMusic(understanding, {
        seconds: length,
        seed: options.seed,
        checkpoint: context.checkpoint,
        onProgress: (fraction) => context.progress(soundShare * fraction),
      })
    : null
  return mixFilmSound({
    seconds: length,
    music,
    voice: narration?.voice ?? null,
    voiceAtMs: narration?.voiceAtMs ?? 0,
    spoken: narration?.words ?? [],
    checkpoint: context.checkpoint,
  })
}

const cuesFor = (narration: Narration | null, length: number, fits: (line: string) => boolean): Cue[] =>
  narration ? cuesOf(narration.words, { fits, endMs: Math.round(length * 1000) }) : []

async function writeSubtitles(cues: Cue[], path: string, durationMs: number | null): Promise<EngineFile> {
  await writeFile(path, formatSubtitles(cues, 'webvtt'))
  return { path, mediaType: subtitleTypes.webvtt, width: null, height: null, durationMs, poster: null, thumbnail: null, peaks: null }
}

/** The generator, the seed and, unless the person objects, the prompt. */
function tagsOf(prompt: string, { format, seed, embed_prompt }: Options): MetadataTags {
  const generator = 'Quartet Sketch'
  return {
    ...(embed_prompt && { title: shorten(prompt.replace(/\s+/gu, ' '), 80), comment: shorten(prompt, 2_000) }),
    // MP4 has no field for a custom number, and readers look for descriptions under `desc`.
    raw: format === 'mp4' ? { '©too': generator, desc: `seed ${seed}` } : { ENCODER: generator, SEED: String(seed) },
  }
}
