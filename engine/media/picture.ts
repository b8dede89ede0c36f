import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { EngineError } from '../protocol/engine.ts'
import type { EngineFile } from '../protocol/engine.ts'
import type { Size } from '../scene/stage.ts'

const posterWidth = 640
const thumbnailWidth = 320

// Renders already use all threads; libvips would start as many again.
sharp.concurrency(1)
sharp.cache(false)

/** RGBA pixels, row by row. */
export type Pixels = Size & { rgba: Uint8Array }
export type PictureFormat = 'png' | 'webp' | 'avif'

type Still = NonNullable<EngineFile['poster']>

const openPixels = ({ rgba, width, height }: Pixels, isTransparent: boolean) => {
  const picture = sharp(rgba, { raw: { width, height, channels: 4 } })
  return isTransparent ? picture : picture.removeAlpha()
}

/** Encodes a picture; the same pixels always give the same bytes. `xmp` is its metadata packet. */
export function encodePicture(pixels: Pixels, format: PictureFormat, options: { xmp: string; isTransparent: boolean }): Promise<Buffer> {
  const picture = openPixels(pixels, options.isTransparent).withXmp(options.xmp)
  switch (format) {
    case 'png':
      // Higher levels take half as long again and save one hundredth of the size.
      return picture.png({ compressionLevel: 4, adaptiveFiltering: false }).toBuffer()
    case 'webp':
      return picture.webp({ quality: 88, effort: 3 }).toBuffer()
    case 'avif':
      return picture.avif({ quality: 62, effort: 2 }).toBuffer()
  }
}

export type StillOptions = { quality?: number; width?: number; isTransparent?: boolean }

/** Writes a WebP still, at most 640 px wide by default. */
export async function writePoster(pixels: Pixels, path: string, options: StillOptions = {}): Promise<Still> {
  const info = await openPixels(pixels, options.isTransparent ?? false)
    .resize({ width: Math.min(options.width ?? posterWidth, pixels.width) })
    // One level more takes half as long again and saves less than a hundredth of the size.
    .webp({ quality: options.quality ?? 78, effort: 2 })
    .toFile(path)
  return { path, mediaType: 'image/webp', width: info.width, height: info.height }
}

/** Writes a still of at most 320 px width, for lists. */
export const writeThumbnail = (pixels: Pixels, path: string, options: Pick<StillOptions, 'isTransparent'> = {}): Promise<Still> =>
  writePoster(pixels, path, { ...options, width: thumbnailWidth })

/** More pixels than any camera takes; larger files are not decoded. */
const maxPixels = 50_000_000
const decodeSeconds = 10
/** The accepted formats by their first bytes; other loaders would run before the file could be refused. */
const signatures: readonly (readonly [offset: number, bytes: string])[] = [
  [0, '\u0089PNG\r\n\u001a\n'],
  [0, '\u00ff\u00d8\u00ff'],
  [0, 'GIF87a'],
  [0, 'GIF89a'],
  [8, 'WEBP'],
  [4, 'ftypavif'],
  [4, 'ftypmif1'],
]

/** Decodes a foreign picture: turned upright, first page only, at most `longest` pixels per side; with its XMP. */
export async function decodePicture(path: string, longest: number): Promise<Pixels & { xmp: string }> {
  try {
    if (!(await isPicture(path))) throw new Error('unsupported picture format')
    const source = () => sharp(path, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    const { xmp } = await source().metadata()
    const { data, info } = await source()
      .timeout({ seconds: decodeSeconds })
      .autoOrient()
      .toColourspace('srgb')
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { rgba: data, width: info.width, height: info.height, xmp: xmp ? xmp.toString('utf8') : '' }
  } catch (error) {
    throw new EngineError('invalid_input', 'file_unreadable', { cause: error })
  }
}

async function isPicture(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    const start = buffer.toString('latin1')
    return signatures.some(([offset, bytes]) => start.startsWith(bytes, offset))
  } finally {
    await file.close()
  }
}
