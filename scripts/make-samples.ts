/**
 * Renders the samples of the home page with the built-in engine: `node scripts/make-samples.ts` fills `public/samples/`. The files are part
 * of the repository; run it again when the engine's output changes.
 */
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import * as v from 'valibot'
import { narrowWidth } from '#app/shell/media/samples.ts'
import { openEngine } from '@quartet/engine/protocol/open-engine.ts'
import { makeFilm } from '../engine/film/film.ts'
import type { FilmPlan } from '../engine/film/plan.ts'
import { playMusic } from '../engine/music/music.ts'
import { peaksOf } from '../engine/sound/pcm.ts'
import type { Sound } from '../engine/sound/pcm.ts'
import { writePoster } from '../engine/media/picture.ts'
import type { EngineResult } from '@quartet/engine/protocol/engine.ts'
import { type EngineJob, engineOptions } from '@quartet/engine/protocol/options.ts'
import { readPrompt } from '../engine/understanding/read-prompt.ts'

type Words = { en: string; ru: string }

const shown = join(import.meta.dirname, '../public/samples')
const scratchDir = join(tmpdir(), `make-samples-${process.pid}`)
/** Files are rendered into another folder and moved when complete; files of other scripts stay. */
const folder = join(scratchDir, 'made')
const kilobyte = 1_000
const posterQuality = 72
const narrowQuality = 82
const peakCount = 40

const hero = {
  prompt: { en: 'Northern lights above a mountain lake, pine forest', ru: 'Северное сияние над горным озером, сосновый лес' },
  seed: 2,
  seconds: 8,
  /** Large, because it fills the window; slow, because the camera is. */
  size: { width: 1600, height: 900 },
  framesPerSecond: 24,
  /** Bits per second that meet the size limit. */
  bitrate: 1_250_000,
  budget: 1_400 * kilobyte,
}

const film = {
  prompt: { en: 'Sailing boat on the sea at sunset, calm', ru: 'Парусник в море на закате, спокойно' },
  seed: 2,
  seconds: 4,
  size: { width: 1280, height: 720 },
  framesPerSecond: 30,
  bitrate: 1_500_000,
  budget: 900 * kilobyte,
}

const imageBudget = 90 * kilobyte
const images: { prompt: Words; seed: number; aspect: '1:1' | '4:3' | '3:4' | '16:9' | '9:16' }[] = [
  {
    prompt: { en: 'Snowy mountains above a lake, night, northern lights', ru: 'Снежные горы над озером, ночь, северное сияние' },
    seed: 2,
    aspect: '4:3',
  },
  { prompt: { en: 'Neon city by the water in the rain', ru: 'Неоновый город у воды под дождём' }, seed: 6, aspect: '4:3' },
  { prompt: { en: 'Sand dunes in the desert at sunset', ru: 'Барханы в пустыне на закате' }, seed: 6, aspect: '4:3' },
  { prompt: { en: 'A ringed planet and a nebula in space', ru: 'Планета с кольцами и туманность в космосе' }, seed: 4, aspect: '4:3' },
  { prompt: { en: 'A deer in a foggy forest at dawn', ru: 'Олень в туманном лесу на рассвете' }, seed: 4, aspect: '4:3' },
]

const speeches = {
  en: 'Say what you want to see, hear or read. Quartet will make it here, on this machine.',
  ru: 'Скажите, что хотите увидеть, услышать или прочитать. Квартет сделает это здесь, на этой машине.',
}

const speechOptions = { speed: 1, pitch: 1, pauses: 1, format: 'mp3', subtitles: 'none', embed_prompt: false } as const

const music = { prompt: { en: 'Dreamy music, bells, slow', ru: 'Мечтательная музыка, колокольчики, медленно' }, seed: 5, seconds: 12 }

await mkdir(folder, { recursive: true })
const engine = openEngine({ scratchDir: join(scratchDir, 'engine') })
const neverCanceled = new AbortController().signal

async function run(job: EngineJob): Promise<EngineResult['files'][number]> {
  const { files } = await engine.run(job, { signal: neverCanceled, onProgress: () => {}, onText: () => {} })
  const [file] = files
  if (!file) throw new Error(`${job.model} made no file`)
  return file
}

async function keepWithin(name: string, budget: number): Promise<void> {
  const { size } = await stat(join(folder, name))
  console.log(`${name.padEnd(16)} ${Math.round(size / kilobyte)} kB`)
  if (size > budget) throw new Error(`${name} is ${size} bytes, over its budget of ${budget}`)
}

async function shoot(
  { prompt, seed, seconds, size, framesPerSecond, bitrate }: typeof film,
  options: { camera: FilmPlan['camera']; loop: boolean; posterFrame: number; sound: Sound | null },
) {
  const frames = seconds * framesPerSecond
  const { camera, loop, posterFrame, sound } = options
  return makeFilm({
    plan: {
      size,
      framesPerSecond,
      frames,
      camera,
      subject: { kind: 'drawn', understanding: readPrompt(prompt.en), seed, reference: null, lights: [] },
      captions: [],
      loop,
    },
    format: 'mp4',
    bitrate,
    sound,
    tags: {},
    posterFrame,
    checkpoint: () => {},
    onProgress: () => {},
  })
}

async function makeHero() {
  // The poster is the first frame at full size, so that nothing jumps when the video starts.
  const { bytes, poster } = await shoot(hero, { camera: { move: 'swing', direction: 1 }, loop: true, posterFrame: 0, sound: null })
  const posterSize = await writePoster(poster, join(folder, 'hero.webp'), { width: hero.size.width, quality: posterQuality })
  await writeFile(join(folder, 'hero.mp4'), bytes)
  await keepWithin('hero.mp4', hero.budget)
  return {
    file: 'hero.mp4',
    poster: 'hero.webp',
    prompt: hero.prompt,
    seed: hero.seed,
    ...hero.size,
    durationMs: hero.seconds * 1000,
    posterSize: { width: posterSize.width, height: posterSize.height },
  }
}

async function makeVideo() {
  const sound = playMusic(readPrompt(film.prompt.en), {
    seconds: film.seconds,
    seed: film.seed,
    checkpoint: () => {},
    onProgress: () => {},
  })
  const posterFrame = Math.floor((film.seconds * film.framesPerSecond) / 3)
  const { bytes, poster } = await shoot(film, { camera: { move: 'pan', direction: 1 }, loop: false, posterFrame, sound })
  await writePoster(poster, join(folder, 'video-1.webp'), { quality: posterQuality })
  await writeFile(join(folder, 'video-1.mp4'), bytes)
  await keepWithin('video-1.mp4', film.budget)
  return {
    file: 'video-1.mp4',
    poster: 'video-1.webp',
    prompt: film.prompt,
    seed: film.seed,
    ...film.size,
    durationMs: film.seconds * 1000,
    peaks: peaksOf(sound, peakCount),
  }
}

async function makeImage({ prompt, seed, aspect }: (typeof images)[number], index: number) {
  const file = await run({
    model: 'sketch-image',
    prompt: prompt.en,
    options: v.parse(engineOptions['sketch-image'], { aspect, format: 'png', embed_prompt: false, seed }),
    inputs: [],
  })
  const name = `image-${index + 1}.webp`
  // Chooses the best quality within the size limit.
  for (let quality = 86; quality >= 40; quality -= 4) {
    const bytes = await sharp(file.path).webp({ quality, effort: 6 }).toBuffer()
    if (bytes.length > imageBudget && quality > 40) continue
    await writeFile(join(folder, name), bytes)
    await writeNarrow(name, bytes)
    break
  }
  await keepWithin(name, imageBudget)
  return { file: name, prompt, seed, width: file.width, height: file.height }
}

/** Writes the image at the width for phones. */
async function writeNarrow(name: string, bytes: Buffer) {
  const narrow = sharp(bytes).resize({ width: narrowWidth }).webp({ quality: narrowQuality, effort: 6 })
  await narrow.toFile(join(folder, name.replace('.webp', `-${narrowWidth}.webp`)))
}

async function makeSound(name: string, job: EngineJob) {
  const file = await run(job)
  await writeFile(join(folder, name), await readFile(file.path))
  await keepWithin(name, 300 * kilobyte)
  // Keeps the maximum of every five peaks.
  const peaks = file.peaks ?? []
  const share = peaks.length / peakCount
  return {
    file: name,
    durationMs: file.durationMs,
    peaks: Array.from({ length: peakCount }, (_, part) => Math.max(...peaks.slice(part * share, (part + 1) * share))),
  }
}

try {
  const madeImages = []
  for (const [index, image] of images.entries()) madeImages.push(await makeImage(image, index))
  const samples = {
    hero: await makeHero(),
    images: madeImages,
    videos: [await makeVideo()],
    speech: {
      en: {
        ...(await makeSound('speech-en.mp3', {
          model: 'sketch-speech',
          prompt: speeches.en,
          options: { ...speechOptions, voice: 'emma' },
          inputs: [],
        })),
        text: speeches.en,
      },
      ru: {
        ...(await makeSound('speech-ru.mp3', {
          model: 'sketch-speech',
          prompt: speeches.ru,
          options: { ...speechOptions, voice: 'anna' },
          inputs: [],
        })),
        text: speeches.ru,
      },
    },
    music: [
      {
        ...(await makeSound('music-1.mp3', {
          model: 'sketch-music',
          prompt: music.prompt.en,
          options: {
            duration: music.seconds,
            genre: 'auto',
            tempo: 0,
            key: 'auto',
            loop: false,
            format: 'mp3',
            embed_prompt: false,
            seed: music.seed,
          },
          inputs: [],
        })),
        prompt: music.prompt,
        seed: music.seed,
      },
    ],
  }
  await writeFile(join(folder, 'samples.json'), `${JSON.stringify(samples, null, 2)}\n`)
  await cp(folder, shown, { recursive: true })
} finally {
  await engine.close()
  await rm(scratchDir, { recursive: true, force: true })
}
