import { readFile } from 'node:fs/promises'

const longestSide = 20
/** It travels with every list of works, so it must stay a trifle. */
const longest = 400
/** The best that fits: most pictures take some 220 characters. */
const qualities = [70, 40]

/**
 * What is shown of a picture before any of it has arrived: a few pixels of it, as a `data:` address. Null for what is see-through, under
 * which it would stay to be seen, and for what cannot be read: a work is not lost for want of it.
 */
export async function makePlaceholder(path: string): Promise<string | null> {
  try {
    const { default: sharp } = await import('sharp')
    // As bytes: by their path files would be kept in memory, and taken for others that have it later. Made small before anything else
    // is asked of it, so that no whole picture is ever unpacked.
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
