import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { headBytes, sniffMedium } from '../sniff-medium.ts'
import type { Tasks } from '../tasks.ts'

export async function drawAvatar({ file, types, side, maxPixels }: Tasks['drawAvatar']): Promise<Uint8Array | null> {
  const medium = sniffMedium(file.subarray(0, headBytes))
  if (!types.some((type) => type === medium?.mediaType)) return null
  return await sharp(file, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 84 })
    .timeout({ seconds: 10 })
    .toBuffer()
}

const placeholder = {
  longestSide: 20,
  /** Largest number of characters; small, because the placeholder is part of every list of works. */
  longest: 400,
}
/** Pixels of the longer side, as in the previews of the built-in engine. */
const preview = { longestSide: 40, longest: 2_000, maxPixels: 16_000_000 }
/** Encoding qualities to try, best first; most placeholders take about 220 characters. */
const qualities = [70, 40]

/** Draws a few pixels as a `data:` URL; null for transparent images, through which it would stay visible. */
export async function drawPlaceholder({ path }: Tasks['drawPlaceholder']): Promise<string | null> {
  // The file is passed as bytes, because sharp caches files by path. Resizing comes first, so that no full-size image is decoded.
  const { data, info } = await sharp(await readFile(path))
    .resize(placeholder.longestSide, placeholder.longestSide, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (data.some((value, index) => index % 4 === 3 && value < 255)) return null
  const { width, height } = info
  return encodeWithin(() => sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha(), { longest: placeholder.longest, effort: 4 })
}

/** Scales an unfinished image down to a `data:` URL. */
export async function drawPreview({ file }: Tasks['drawPreview']): Promise<string | null> {
  const { longestSide, longest, maxPixels } = preview
  const picture = () => sharp(file, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).timeout({ seconds: 5 })
  return encodeWithin(() => picture().resize({ width: longestSide, height: longestSide, fit: 'inside' }), { longest })
}

async function encodeWithin(picture: () => Sharp, { longest, effort }: { longest: number; effort?: number }): Promise<string | null> {
  for (const quality of qualities) {
    const bytes = await picture()
      .webp({ quality, ...(effort !== undefined && { effort }) })
      .toBuffer()
    const address = `data:image/webp;base64,${bytes.toString('base64')}`
    if (address.length <= longest) return address
  }
  return null
}
