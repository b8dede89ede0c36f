import sharp from 'sharp'
import type { EngineFile } from './protocol.ts'
import type { Size } from './scene/stage.ts'

const posterWidth = 640

// Renders already fill the threads there are; libvips would start as many again.
sharp.concurrency(1)
sharp.cache(false)

/** Opaque RGBA pixels, row by row. */
export type Pixels = Size & { rgba: Uint8Array }

const open = ({ rgba, width, height }: Pixels) => sharp(rgba, { raw: { width, height, channels: 4 } }).removeAlpha()

/** Writes a picture; the same pixels always give the same bytes. */
export async function writePicture(pixels: Pixels, format: 'png' | 'webp', path: string): Promise<void> {
  const picture = open(pixels)
  if (format === 'png') await picture.png({ compressionLevel: 6, adaptiveFiltering: false }).toFile(path)
  else await picture.webp({ quality: 88, effort: 3 }).toFile(path)
}

/** A WebP still, at most 640 px wide if nothing else is asked. */
export async function writePoster(
  pixels: Pixels,
  path: string,
  options: { quality?: number; width?: number } = {},
): Promise<NonNullable<EngineFile['poster']>> {
  const info = await open(pixels)
    .resize({ width: Math.min(options.width ?? posterWidth, pixels.width) })
    .webp({ quality: options.quality ?? 78, effort: 3 })
    .toFile(path)
  return { path, mediaType: 'image/webp', width: info.width, height: info.height }
}
