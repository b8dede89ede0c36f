import { writeFile } from 'node:fs/promises'
import type { MetadataTags } from 'mediabunny'
import { shorten } from './encode-audio.ts'
import { makeFilm } from './film.ts'
import { cameraPath } from './film/camera.ts'
import { captionFits } from './film/captions.ts'
import { cuesOf, webVtt } from './film/cues.ts'
import type { Cue } from './film/cues.ts'
import { lightsBetween } from './film/daylight.ts'
import { mixFilmSound } from './film/mix.ts'
import { narrate, narrationFromPrompt } from './film/narration.ts'
import type { Narration } from './film/narration.ts'
import { openPlate } from './film/open-plate.ts'
import type { FilmPlan } from './film/plan.ts'
import { videoSize } from './film/size.ts'
import type { JobContext } from './job.ts'
import { playMusic } from './music.ts'
import { peaksOf } from './pcm.ts'
import type { Sound } from './pcm.ts'
import { decodePicture, writePoster, writeThumbnail } from './picture.ts'
import type { EngineFile, EngineInput, EngineOptions, EngineResult } from './protocol.ts'
import { randomFor } from './random.ts'
import { readReference } from './scene/reference.ts'
import type { Size } from './scene/stage.ts'
import { readPrompt } from './understanding/read-prompt.ts'
import type { Understanding } from './understanding/understanding.ts'

type Options = EngineOptions['sketch-video']

const seconds = { least: 2, most: 15 }
/** What a line of subtitles in a file may have; players set them on their own. */
const subtitleLineLength = 42
/** A reference is looked at this closely: more shows neither in its colours nor in its composition. */
const referenceSide = 160
const bitsPerPixel = { mp4: 0.14, webm: 0.11 }
/** Shares of the work: speaking, composing and playing before the first frame, and finishing the file after the last one. */
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
  const { bytes, poster, sound } = await makeFilm({
    plan,
    format: options.format,
    bitrate: Math.round(size.width * size.height * framesPerSecond * bitsPerPixel[options.format]),
    sound() {
      const made = soundOf(understanding, options, { narration, length, context })
      context.progress(soundShare)
      return made
    },
    tags: tagsOf(prompt, options),
    posterFrame: Math.floor(frames / 3),
    isAlone: context.isAlone,
    checkpoint: context.checkpoint,
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
    const cues = cuesFor(narration, length, (line) => line.length <= subtitleLineLength)
    files.push(await writeSubtitles(cues, context.path('subtitles.vtt'), video.durationMs))
  }
  context.progress(1)
  return { text: null, files }
}

function understand(prompt: string, options: Options): Understanding {
  const understanding = readPrompt(prompt, { negative: options.negative })
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
  await writeFile(path, webVtt(cues))
  return { path, mediaType: 'text/vtt', width: null, height: null, durationMs, poster: null, thumbnail: null, peaks: null }
}

/** Who made the file and how, for whoever finds it later; the prompt only where the person does not mind. */
function tagsOf(prompt: string, { format, seed, embed_prompt }: Options): MetadataTags {
  const generator = 'Quartet Sketch'
  return {
    ...(embed_prompt && { title: shorten(prompt.replace(/\s+/gu, ' '), 80), comment: shorten(prompt, 2_000) }),
    // MP4 has no field for a number of one's own, and readers look for descriptions under this name.
    raw: format === 'mp4' ? { '©too': generator, desc: `seed ${seed}` } : { ENCODER: generator, SEED: String(seed) },
  }
}
