/**
 * Draws the pictures of choices with the built-in engine: `node scripts/make-choices.ts` fills `public/samples/choices/` (styles, cards,
 * voices), `public/samples/ideas/` and `public/samples/recipes/`. The files are part of the repository; run it again when the engine's output or an idea changes.
 */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '@quartet/engine/protocol/open-engine.ts'
import { cardLayouts, engineOptions, type EngineOptions } from '@quartet/engine/protocol/options.ts'
import { pictureStyles } from '@quartet/engine/protocol/styles.ts'
import { voices } from '@quartet/engine/protocol/voices.ts'
import sharp, { type Sharp } from 'sharp'
import * as v from 'valibot'
import { promptOf } from '#app/contract/recipes/place-values.ts'
import { pictureOf, templates } from '#app/features/studio/help/templates.ts'
import { builtIns } from '#app/server/core/library/recipes/built-in.ts'
import { type Locale, locales } from '#config'
import { peaksOf } from '../engine/sound/pcm.ts'
import { speakSample } from './speak-sample.ts'

const publicFolder = join(import.meta.dirname, '../public')
const choices = join(publicFolder, 'samples/choices')
const scratchDir = join(tmpdir(), `make-choices-${process.pid}`)
const seed = 7
/** Pixels; a tile is at most 160 wide, on sharp screens twice that. */
const tile = { width: 288, height: 216 }
/** Bytes of one picture, and of all. */
const budget = { picture: 16_000, all: 400_000 }

const styled = 'A sailing boat on a mountain lake at sunset, clouds'
const cards: Record<
  (typeof cardLayouts)[number],
  { prompt: string; texts: Record<Locale, { headline: string; message: string; detail: string }> }
> = {
  greeting: {
    prompt: 'A meadow with flowers in the morning',
    texts: {
      en: { headline: 'Happy birthday', message: '', detail: 'Ann and Leo' },
      ru: { headline: 'С днём рождения', message: '', detail: 'Аня и Лев' },
    },
  },
  product: {
    prompt: 'Abstract waves in teal and sand',
    texts: {
      en: { headline: 'Sea soap', message: 'Salt, sage, olive oil', detail: '€12' },
      ru: { headline: 'Морское мыло', message: 'Соль, шалфей, олива', detail: '490 ₽' },
    },
  },
  quote: {
    prompt: 'A foggy forest at dawn',
    texts: {
      en: { headline: 'Go slowly, but go.', message: '', detail: 'A proverb' },
      ru: { headline: 'Тише едешь — дальше будешь.', message: '', detail: 'Пословица' },
    },
  },
  event: {
    prompt: 'A city by the river at night',
    texts: {
      en: { headline: 'Night market', message: '', detail: '14 June' },
      ru: { headline: 'Ночная ярмарка', message: '', detail: '14 июня' },
    },
  },
  thumbnail: {
    prompt: 'Desert dunes at sunset',
    texts: {
      en: { headline: '900 km alone', message: '', detail: 'Day 31' },
      ru: { headline: '900 км одна', message: '', detail: 'День 31' },
    },
  },
}

const engine = openEngine({ scratchDir })
let total = 0

async function drawWhole(prompt: string, options: Partial<EngineOptions['sketch-image']>): Promise<Sharp> {
  const common = {
    aspect: '4:3',
    style: 'auto',
    card: 'none',
    headline: '',
    message: '',
    detail: '',
    count: 1,
    size: '512',
    negative: '',
  } as const
  const { files } = await engine.run(
    {
      model: 'sketch-image',
      prompt,
      options: { ...common, transparent: false, format: 'png', embed_prompt: false, seed, ...options },
      inputs: [],
    },
    { signal: new AbortController().signal, onProgress() {}, onText() {} },
  )
  const [file] = files
  if (!file) throw new Error(`nothing was drawn for “${prompt}”`)
  return sharp(file.path)
}

const draw = async (...drawn: Parameters<typeof drawWhole>): Promise<Sharp> => (await drawWhole(...drawn)).resize({ ...tile, fit: 'cover' })

async function keep(path: string, content: Buffer | string): Promise<void> {
  await writeFile(path, content)
  const { size } = await stat(path)
  if (size > budget.picture) throw new Error(`${path} has ${size} bytes, more than ${budget.picture}`)
  total += size
  console.log(path.slice(publicFolder.length), size)
}

const toWebp = (picture: Sharp) => picture.webp({ quality: 70, effort: 6 }).toBuffer()

/** Strips of four styles stand for the one that the prompt decides. */
async function drawStyles(): Promise<void> {
  const drawn = new Map<string, Buffer>()
  for (const style of pictureStyles) {
    if (style === 'auto') continue
    const picture = await draw(styled, { style })
    drawn.set(style, await picture.png().toBuffer())
    await keep(join(choices, `style-${style}.webp`), await toWebp(picture.clone()))
  }
  const width = tile.width / 4
  const strips = await Promise.all(
    ['poster', 'watercolour', 'ink', 'neon'].map(async (style, index) => ({
      input: await sharp(drawn.get(style))
        .extract({ left: width * index, top: 0, width, height: tile.height })
        .png()
        .toBuffer(),
      left: width * index,
      top: 0,
    })),
  )
  await keep(
    join(choices, 'style-auto.webp'),
    await toWebp(sharp({ create: { ...tile, channels: 3, background: '#fff' } }).composite(strips)),
  )
}

async function drawCards(): Promise<void> {
  await keep(join(choices, 'card-none.webp'), await toWebp(await draw(cards.greeting.prompt, {})))
  for (const card of cardLayouts) {
    const { prompt, texts } = cards[card]
    for (const locale of locales)
      await keep(join(choices, `card-${card}.${locale}.webp`), await toWebp(await draw(prompt, { card, ...texts[locale] })))
  }
}

const bars = 28

/** The loudness of each voice's own sample, as a mask that takes the colour of the page; two voices stand for the one of the text's language. */
async function drawVoices(): Promise<void> {
  const heard = new Map<string, number[]>()
  for (const voice of voices) if (voice.id !== 'auto') heard.set(voice.id, peaksOf(await speakSample(voice), bars))
  heard.set('auto', [...(heard.get('emma') ?? []).slice(0, bars / 2), ...(heard.get('anna') ?? []).slice(0, bars / 2)])
  for (const [id, peaks] of heard) {
    const path = peaks.map(
      (peak, index) => `M${index * 4 + 2} ${(24 - Math.max(1.5, peak * 21)).toFixed(1)}v${Math.max(3, peak * 42).toFixed(1)}`,
    )
    await keep(
      join(choices, `voice-${id}.svg`),
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${bars * 4} 48"><path d="${path.join('')}" stroke="#000" stroke-width="2.4" stroke-linecap="round"/></svg>\n`,
    )
  }
}

async function drawIdeas(): Promise<void> {
  await mkdir(join(publicFolder, 'samples/ideas'), { recursive: true })
  for (const template of templates) {
    const path = pictureOf(template)
    if (path) await keep(join(publicFolder, path), await toWebp(await draw(template.text.en, {})))
  }
}

/** Pixels of the longer side: these pictures fill cards, and the page of a recipe. */
const sampleSide = 960
const recipes = join(publicFolder, 'samples/recipes')

/** Draws the samples of the built-in recipes with their defaults, and writes their sizes for the server. */
async function drawRecipes(): Promise<void> {
  await mkdir(recipes, { recursive: true })
  const sizes: string[] = []
  for (const [name, recipe] of Object.entries(builtIns)) {
    for (const locale of locales) {
      const prompt = promptOf({ text: recipe.text[locale], places: recipe.places[locale] }, {})
      const options = v.parse(
        v.partial(engineOptions['sketch-image']),
        recipe.type === 'image' ? recipe.options[locale] : { aspect: '16:9' },
      )
      const whole = await drawWhole(prompt, { size: '1024', ...options })
      const { data, info } = await whole
        .resize({ width: sampleSide, height: sampleSide, fit: 'inside' })
        .webp({ quality: 72, effort: 6 })
        .toBuffer({ resolveWithObject: true })
      await writeFile(join(recipes, `${name}-${locale}.webp`), data)
      console.log(`/samples/recipes/${name}-${locale}.webp`, info.size)
      sizes.push(`  '${name}-${locale}': { width: ${info.width}, height: ${info.height}, bytes: ${info.size} },`)
    }
  }
  await writeFile(
    join(import.meta.dirname, '../app/server/core/library/recipes/built-in-samples.ts'),
    [
      '/** Sizes of the pictures of built-in recipes. Written by `scripts/make-choices.ts`. */',
      'export const samples: Record<string, { width: number; height: number; bytes: number }> = {',
      ...sizes,
      '}',
      '',
    ].join('\n'),
  )
}

try {
  await drawRecipes()
  await mkdir(choices, { recursive: true })
  await drawStyles()
  await drawCards()
  await drawVoices()
  await drawIdeas()
  if (total > budget.all) throw new Error(`all pictures have ${total} bytes, more than ${budget.all}`)
  console.log('all', total)
} finally {
  await engine.close()
  await rm(scratchDir, { recursive: true, force: true })
}
