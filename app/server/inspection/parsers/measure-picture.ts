import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Answer, GivenFile, Tasks } from '../tasks.ts'
import { usableSize } from './usable.ts'

/** Reads the header first, because an image of a few bytes can decode to gigabytes. */
export async function measurePicture({ file, decodes = 0 }: Tasks['measurePicture']): Promise<Answer<'measurePicture'>> {
  const { pages = 1, autoOrient, format } = await sharp(file, { limitInputPixels: false, failOn: 'none' }).metadata()
  const size = usableSize(autoOrient)
  if (pages > 1 || size.width * size.height > decodes) return { ...size, frames: pages }
  if (format !== 'jpeg' || !hasEnd(await bytesOf(file))) await decode(file)
  return { ...size, frames: pages }
}

/** Pixels of the smaller picture: decoders skip the work that a larger one would need. */
const smallSide = 8

/** Decodes a picture to its end, as a run does. Rejects for a truncated or damaged one. */
async function decode(file: GivenFile): Promise<void> {
  await sharp(file, { limitInputPixels: false, failOn: 'error', sequentialRead: true }).resize(smallSide, smallSide).raw().toBuffer()
}

const [startOfScan, endOfImage] = [0xda, Buffer.from([0xff, 0xd9])]

async function bytesOf(file: GivenFile): Promise<Buffer> {
  return typeof file === 'string' ? await readFile(file) : Buffer.from(file.buffer, file.byteOffset, file.byteLength)
}

/**
 * Whether a JPEG has its mark of the end, which cannot occur within the coded pixels, so that large photos need not be decoded. The segments
 * before the pixels are passed over, because one of them may contain a small JPEG.
 */
function hasEnd(file: Buffer): boolean {
  let at = 2
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== startOfScan) {
    at += file[at + 1] === 0xff ? 1 : 2 + file.readUInt16BE(at + 2)
  }
  return file[at] === 0xff && file[at + 1] === startOfScan && file.includes(endOfImage, at)
}
