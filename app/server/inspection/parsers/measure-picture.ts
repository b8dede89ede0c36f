import sharp from 'sharp'
import type { Answer, GivenFile, Tasks } from '../tasks.ts'
import { usableSize } from './usable.ts'

/** Reads the header first, because an image of a few bytes can decode to gigabytes. */
export async function measurePicture({ file, decodes = 0 }: Tasks['measurePicture']): Promise<Answer<'measurePicture'>> {
  const { pages = 1, autoOrient } = await sharp(file, { limitInputPixels: false, failOn: 'none' }).metadata()
  const size = usableSize(autoOrient)
  if (pages === 1 && size.width * size.height <= decodes) await decode(file)
  return { ...size, frames: pages }
}

/** Pixels of the smaller picture: decoders skip the work that a larger one would need. */
const smallSide = 8

/** Decodes a picture to its end, as a run does. Rejects for a truncated or damaged one. */
async function decode(file: GivenFile): Promise<void> {
  await sharp(file, { limitInputPixels: false, failOn: 'error', sequentialRead: true }).resize(smallSide, smallSide).raw().toBuffer()
}
