import sharp from 'sharp'
import type { Answer, Tasks } from '../tasks.ts'

/** Reads the header only, because an image of a few bytes can decode to gigabytes. */
export async function measurePicture({ file }: Tasks['measurePicture']): Promise<Answer<'measurePicture'>> {
  const { pages = 1, autoOrient } = await sharp(file, { limitInputPixels: false, failOn: 'none' }).metadata()
  return { width: autoOrient.width, height: autoOrient.height, frames: pages }
}
