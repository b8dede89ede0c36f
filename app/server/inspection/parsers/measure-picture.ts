import sharp from 'sharp'
import type { Answer, Tasks } from '../tasks.ts'
import { usableSize } from './usable.ts'

/** Reads the header only, because an image of a few bytes can decode to gigabytes. */
export async function measurePicture({ file }: Tasks['measurePicture']): Promise<Answer<'measurePicture'>> {
  const { pages = 1, autoOrient } = await sharp(file, { limitInputPixels: false, failOn: 'none' }).metadata()
  return { ...usableSize(autoOrient), frames: pages }
}
