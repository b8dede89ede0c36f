/**
 * Draws the pictures of choices with the built-in engine: `node scripts/make-choices.ts` fills `public/samples/choices/` (styles, cards,
 * voices) and `public/samples/ideas/`. The files are part of the repository; run it again when the engine's output or an idea changes.
 */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '@quartet/engine/protocol/open-engine.ts'
import { cardLayouts, type EngineOptions } from '@quartet/engine/protocol/options.ts'
import { pictureStyles } from '@quartet/engine/protocol/styles.ts'
import { voices } from '@quartet/engine/protocol/voices.ts'
import sharp, { type Sharp } from 'sharp'
import { pictureOf, templates } from '#app/features/studio/help/templates.ts'
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

async function draw(prompt: string, options: Partial<EngineOptions['sketch-image']>): Promise<Sharp> {
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
  return sharp(file.path).resize({ ...tile, fit: 'cover' })
}

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

try {
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
