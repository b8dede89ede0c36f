import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../tests/fixtures/campaign.ts'
import { imageSize, renderImage } from './image.ts'
import type { JobContext } from '../job.ts'
import { createJobContext, signalWords } from '../job.ts'
import { EngineError } from '../protocol/engine.ts'
import { aspects } from '../protocol/options.ts'
import { pictureStyles } from '../protocol/styles.ts'
import type { EngineFile } from '../protocol/engine.ts'
import type { EngineInput } from '../protocol/options.ts'
import type { EngineOptions } from '../protocol/options.ts'

type Options = EngineOptions['sketch-image']

let folder: string
let jobs = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const preset: Options = {
  aspect: '16:9',
  size: '512',
  style: 'auto',
  card: 'none',
  headline: '',
  message: '',
  detail: '',
  negative: '',
  count: 1,
  transparent: false,
  format: 'png',
  embed_prompt: true,
  seed: 7,
}

function context(onProgress: (progress: number) => void = () => {}): JobContext {
  jobs += 1
  return createJobContext({
    jobId: `00000000-0000-0000-0000-${String(jobs).padStart(12, '0')}`,
    scratchDir: folder,
    signals: new Int32Array(signalWords.count),
    post: (message) => message.type === 'progress' && onProgress(message.progress),
  })
}

const render = async (prompt: string, options: Partial<Options> = {}, inputs: EngineInput[] = []): Promise<EngineFile[]> =>
  (await renderImage(prompt, { ...preset, ...options }, inputs, context())).files

async function one(prompt: string, options: Partial<Options> = {}, inputs: EngineInput[] = []): Promise<EngineFile> {
  const [file, ...others] = await render(prompt, options, inputs)
  if (!file || others.length > 0) throw new Error('expected one file')
  return file
}

const bytesOf = ({ path }: { path: string }) => readFile(path)
const small = (path: string) => sharp(path).resize(48, 48, { fit: 'fill' }).removeAlpha().raw().toBuffer()

/** How different two pictures look, 0..255 on average, at a small common size. */
async function difference(first: EngineFile, second: EngineFile): Promise<number> {
  const [a, b] = await Promise.all([small(first.path), small(second.path)])
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}

async function meanOf(file: EngineFile): Promise<{ red: number; green: number; blue: number }> {
  const { channels } = await sharp(file.path).stats()
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => channel.mean)
  return { red, green, blue }
}

async function alphaAt(path: string, x: number, y: number): Promise<number> {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return data[(Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 4 + 3] ?? -1
}

/** The text chunks of a PNG, by keyword. */
function pngTexts(png: Buffer): Map<string, string> {
  const texts = new Map<string, string>()
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
    const type = png.toString('latin1', at + 4, at + 8)
    const keyword = data.toString('latin1', 0, Math.max(0, data.indexOf(0)))
    if (type === 'tEXt') texts.set(keyword, data.toString('latin1', keyword.length + 1))
    if (type === 'iTXt') texts.set(keyword, data.toString('utf8', keyword.length + 5))
  }
  return texts
}

describe('size and format', () => {
  test.each(aspects)('an image of %s has its longer side as asked', async (aspect) => {
    const [across = 1, down = 1] = aspect.split(':').map(Number)
    for (const size of ['512', '1024', '1536', '2048'] as const) {
      const { width, height } = imageSize({ aspect, size })
      expect(Math.max(width, height)).toBe(Number(size))
      expect(Math.abs(width / height - across / down)).toBeLessThan(0.01)
    }
    const expected = imageSize({ aspect, size: '512' })
    const file = await one('sea', { aspect })
    expect(await sharp(file.path).metadata()).toMatchObject(expected)
    expect(file).toMatchObject(expected)
  })

  test.each([
    ['png', 'png'],
    ['webp', 'webp'],
    ['avif', 'heif'],
  ] as const)('an image as %s has that format, with a poster at most 640 and a thumbnail at most 320 wide', async (format, read) => {
    const file = await one('mountains', { format, size: '1024', aspect: '16:9' })
    expect(file.mediaType).toBe(`image/${format}`)
    expect(await sharp(file.path).metadata()).toMatchObject({ format: read, width: 1024, height: 576 })
    for (const [still, width] of [
      [file.poster, 640],
      [file.thumbnail, 320],
    ] as const) {
      expect(still).toMatchObject({ mediaType: 'image/webp', width })
      expect(await sharp(still?.path).metadata()).toMatchObject({ format: 'webp', width, height: still?.height })
    }
  })

  test('progress never decreases, and ends at one after the last of several images', async () => {
    const seen: number[] = []
    await renderImage(
      'lake',
      { ...preset, count: 3 },
      [],
      context((progress) => seen.push(progress)),
    )
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen)
    // At least one preview for each image.
    expect(seen.length).toBeGreaterThanOrEqual(3)
    expect(seen.at(-1)).toBe(1)
  })
})

describe('seeds', () => {
  test.each(isFull ? pictureStyles : (['watercolour'] as const))(
    'the same prompt, seed and options give the same bytes (%s)',
    async (style) => {
      const [first, again] = [await one('лодка на озере', { style }), await one('лодка на озере', { style })]
      expect((await bytesOf(again)).equals(await bytesOf(first))).toBe(true)
    },
  )

  test('another seed gives another composition', async () => {
    const pictures = await Promise.all([1, 2, 3].map((seed) => one('mountains', { seed })))
    for (const [index, picture] of pictures.entries()) {
      for (const other of pictures.slice(index + 1)) expect(await difference(picture, other)).toBeGreaterThan(10)
    }
  })

  test('several images are those of consecutive seeds', async () => {
    const files = await render('meadow', { count: 2, seed: 20 })
    expect(files).toHaveLength(2)
    for (const [index, file] of files.entries()) {
      const alone = await one('meadow', { seed: 20 + index, count: 1 })
      expect(await difference(file, alone)).toBe(0)
    }
  })
})

describe('following the prompt', () => {
  test('a thing in the negative prompt is left out as if it was not requested', async () => {
    const [with_, without, plain] = [
      await one('sea, a boat', { embed_prompt: false }),
      await one('sea, a boat', { negative: 'boats', embed_prompt: false }),
      await one('sea', { embed_prompt: false }),
    ]
    expect(await difference(without, plain)).toBe(0)
    expect(await difference(with_, plain)).toBeGreaterThan(0)
  })

  test('colors and tones of the prompt are visible', async () => {
    const blue = await meanOf(await one('blue abstract waves'))
    const red = await meanOf(await one('red abstract waves'))
    expect(blue.blue - blue.red).toBeGreaterThan(red.blue - red.red + 30)
    const grey = await sharp((await one('чёрно-белые горы на закате')).path)
      .raw()
      .toBuffer()
    const chroma = grey.reduce(
      (most, value, index) => Math.max(most, index % 3 === 0 ? 0 : Math.abs(value - (grey[index - (index % 3)] ?? 0))),
      0,
    )
    expect(chroma).toBeLessThan(8)
  })

  test('night is darker than day', async () => {
    const light = ({ red, green, blue }: { red: number; green: number; blue: number }) => red + green + blue
    for (const place of ['пустыня', 'city']) {
      const [day, night] = [light(await meanOf(await one(`${place}, day`))), light(await meanOf(await one(`${place}, ночь`)))]
      expect(day).toBeGreaterThan(night + 60)
    }
  })
})

describe('transparency', () => {
  test.each(['png', 'webp', 'avif'] as const)('a shape on a transparent background has nothing behind it (%s)', async (format) => {
    const file = await one('красное сердце', { transparent: true, format })
    expect(await alphaAt(file.path, 0.5, 0.5)).toBeGreaterThan(250)
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      expect(await alphaAt(file.path, x, y)).toBeLessThan(5)
    }
    expect((await sharp(file.poster?.path).metadata()).hasAlpha).toBe(true)
  })

  test.each(['poster', 'watercolour', 'ink', 'low-poly', 'pixel', 'paper', 'line', 'neon'] as const)(
    'a thing on a transparent background is cut out in the style %s too',
    async (style) => {
      const file = await one('a boat', { transparent: true, style })
      expect(await alphaAt(file.path, 0.02, 0.02)).toBe(0)
      const { channels } = await sharp(file.path).stats()
      expect(channels[3]?.mean).toBeGreaterThan(20)
    },
  )

  test('a place has no background to leave out, and a shape that is not to be cut out stands on a plain one', async () => {
    for (const file of [await one('mountains', { transparent: true }), await one('red heart')]) {
      expect(await alphaAt(file.path, 0, 0)).toBe(255)
      expect((await sharp(file.path).metadata()).hasAlpha).toBe(false)
    }
  })
})

describe('metadata', () => {
  const prompt = 'Закат & "лодка" <у моря>'

  test('a PNG contains in its text chunks how it was made, in any script', async () => {
    const texts = pngTexts(await bytesOf(await one(prompt, { seed: 42 })))
    expect(Object.fromEntries(texts)).toMatchObject({ Software: 'Quartet Sketch', Seed: '42', Description: prompt })
    expect(JSON.parse(texts.get('Comment') ?? '')).toMatchObject({ aspect: '16:9', style: 'auto', seed: 42 })
  })

  test.each(['png', 'webp', 'avif'] as const)('the XMP of a %s names generator, seed and prompt', async (format) => {
    const { xmpAsString = '' } = await sharp((await one(prompt, { format, seed: 42 })).path).metadata()
    expect(xmpAsString).toContain('<xmp:CreatorTool>Quartet Sketch</xmp:CreatorTool>')
    expect(xmpAsString).toContain('<quartet:seed>42</quartet:seed>')
    expect(xmpAsString).toContain('Закат &amp; "лодка" &lt;у моря&gt;')
  })

  test.each(['png', 'webp', 'avif'] as const)('a %s does not contain the prompt when that is switched off', async (format) => {
    const bytes = await bytesOf(await one('secret harbour', { format, embed_prompt: false, seed: 42 }))
    expect(bytes.includes('secret')).toBe(false)
    expect(bytes.includes('Quartet Sketch')).toBe(true)
    expect((await sharp(bytes).metadata()).xmpAsString).toContain('<quartet:seed>42</quartet:seed>')
  })
})

async function input(name: string, bytes: Buffer | string, role: EngineInput['role'] = 'reference'): Promise<EngineInput[]> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return [{ role, path, mediaType: 'image/png' }]
}

/** A picture of two colours, the upper one as far down as `horizon`. */
function twoColours(upper: string, lower: string, horizon: number): Buffer {
  const canvas = createCanvas(120, 90)
  const g = canvas.getContext('2d')
  g.fillStyle = upper
  g.fillRect(0, 0, 120, 90)
  g.fillStyle = lower
  g.fillRect(0, 90 * horizon, 120, 90)
  return canvas.toBuffer('image/png')
}

describe('a reference', () => {
  test('a reference sets the colors', async () => {
    const green = await meanOf(await one('mountains', {}, await input('green.png', twoColours('#dff5d0', '#1f6b2a', 0.5))))
    const violet = await meanOf(await one('mountains', {}, await input('violet.png', twoColours('#ead6ff', '#4a1d7a', 0.5))))
    expect(green.green - green.blue).toBeGreaterThan(violet.green - violet.blue + 30)
  })

  test('a reference sets the horizon', async () => {
    // The water begins where the picture's lower colour does: rows above it differ from rows below.
    const high = await one('sea, no clouds', {}, await input('high.png', twoColours('#f8e8c0', '#102a50', 0.36)))
    const low = await one('sea, no clouds', {}, await input('low.png', twoColours('#f8e8c0', '#102a50', 0.72)))
    const lightAt = async (file: EngineFile, share: number) => {
      const { data } = await sharp(file.path).resize(8, 100, { fit: 'fill' }).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const row = Math.round(share * 99) * 8 * 3
      return data.subarray(row, row + 24).reduce((sum, value) => sum + value, 0) / 24
    }
    expect(await lightAt(low, 0.62)).toBeGreaterThan((await lightAt(high, 0.62)) + 25)
  })

  test('a reference that is one of our own images is varied: the same family, other details', async () => {
    const original = await one('mountain lake at sunset', { seed: 3 })
    const source: EngineInput[] = [{ role: 'source', path: original.path, mediaType: 'image/png' }]
    const [variation, sameSeed, stranger] = [
      await one('mountain lake at sunset', { seed: 900 }, source),
      await one('mountain lake at sunset', { seed: 3 }, source),
      await one('mountain lake at sunset', { seed: 900 }),
    ]
    for (const varied of [variation, sameSeed]) {
      expect(await difference(varied, original)).toBeGreaterThan(1)
      expect(await difference(varied, original)).toBeLessThan((await difference(stranger, original)) * 0.8)
    }
  })

  test('a reference is turned upright first', async () => {
    const turned = await sharp(twoColours('#ffffff', '#101010', 0.3))
      .rotate(90)
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer()
    const upright = await sharp(twoColours('#ffffff', '#101010', 0.3))
      .jpeg()
      .toBuffer()
    const [first, second] = [
      await one('desert', {}, await input('turned.jpg', turned)),
      await one('desert', {}, await input('upright.jpg', upright)),
    ]
    expect(await difference(first, second)).toBeLessThan(3)
  })

  test('the first page or frame of a reference is used', async () => {
    const frames = await sharp([twoColours('#ffe0a0', '#803010', 0.5), twoColours('#000000', '#000000', 0.5)], { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await one('meadow', {}, await input('frames.gif', frames))).width).toBe(512)
  })

  test.each<[string, () => Promise<Buffer | string> | Buffer | string]>([
    ['an empty file', () => ''],
    ['a text', () => 'not a picture at all'],
    ['a drawing that could load things', () => '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'],
    ['a document', () => '%PDF-1.7\n1 0 obj<<>>endobj'],
    ['a truncated PNG', () => twoColours('#ff0000', '#0000ff', 0.5).subarray(0, 180)],
    [
      'a truncated JPEG',
      async () =>
        (
          await sharp(twoColours('#ff0000', '#0000ff', 0.5))
            .resize(900)
            .jpeg()
            .toBuffer()
        ).subarray(0, 2_000),
    ],
    ['a PNG whose header claims 60,000 × 60,000 pixels', () => pngClaiming(60_000, 60_000)],
    ['a header and then noise', () => Buffer.concat([twoColours('#ff0000', '#0000ff', 0.5).subarray(0, 40), Buffer.alloc(4_000, 0x5a)])],
  ])('a reference or a source is refused as unreadable: %s', async (name, make) => {
    for (const role of ['reference', 'source'] as const) {
      const failure = await render('sea', {}, await input(`bad-${name.replaceAll(/\W/g, '')}`, await make(), role)).catch(
        (error: unknown) => error,
      )
      if (!(failure instanceof EngineError)) throw new Error(`expected an EngineError, got ${String(failure)}`)
      expect(failure).toMatchObject({ class: 'invalid_input', message: 'file_unreadable' })
    }
  })

  test('a missing reference is refused as unreadable', async () => {
    const failure = render('sea', {}, [{ role: 'reference', path: join(folder, 'nowhere.png'), mediaType: 'image/png' }])
    await expect(failure).rejects.toMatchObject({ class: 'invalid_input', message: 'file_unreadable' })
  })
})

function pngClaiming(width: number, height: number): Buffer {
  const png = Buffer.from(twoColours('#ff0000', '#0000ff', 0.5))
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}
