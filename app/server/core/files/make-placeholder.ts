import { readFile } from 'node:fs/promises'

const longestSide = 20
/** Largest number of characters; small, because the placeholder is part of every list of works. */
const longest = 400
/** Encoding qualities to try, best first; most images take about 220 characters. */
const qualities = [70, 40]

/**
 * Makes a placeholder of a few pixels as a `data:` URL. Null for transparent images, through which it would stay visible, and for
 * unreadable ones, because a missing placeholder must not fail a run.
 */
export async function makePlaceholder(path: string): Promise<string | null> {
  try {
    const { default: sharp } = await import('sharp')
    // The file is passed as bytes, because sharp caches files by path. Resizing comes first, so that no full-size image is decoded.
    const { data, info } = await sharp(await readFile(path))
      .resize(longestSide, longestSide, { fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    if (data.some((value, index) => index % 4 === 3 && value < 255)) return null
    for (const quality of qualities) {
      const tiny = sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } }).removeAlpha()
      const bytes = await tiny.webp({ quality, effort: 4 }).toBuffer()
      const address = `data:image/webp;base64,${bytes.toString('base64')}`
      if (address.length <= longest) return address
    }
    return null
  } catch {
    return null
  }
}
