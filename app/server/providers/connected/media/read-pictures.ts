import { ProviderError, type RunInput } from '../../provider.ts'

const longestSide = 2_048

/** Pictures as every service reads them: upright, of a moderate size, without what a camera adds. See-through ones stay so. */
export async function readPicture({ mediaType, path }: RunInput): Promise<Uint8Array> {
  if (!mediaType.startsWith('image/')) throw new ProviderError('invalid_input', 'a model was given a file that is no picture')
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(path, { failOn: 'error' })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    const { hasAlpha } = await picture.metadata()
    return await (hasAlpha ? picture.png() : picture.jpeg({ quality: 90 })).toBuffer()
  } catch {
    throw new ProviderError('invalid_input', 'a picture could not be read')
  }
}

export const readPictures = (inputs: readonly RunInput[]) => Promise.all(inputs.map(readPicture))

/** A first frame has to have the film's own size. */
export async function fitPicture({ path }: RunInput, size: { width: number; height: number }): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(path, { failOn: 'error' })
      .autoOrient()
      .resize({ ...size, fit: 'cover' })
      .flatten({ background: 'white' })
      .jpeg({ quality: 92 })
      .toBuffer()
  } catch {
    throw new ProviderError('invalid_input', 'a picture could not be read')
  }
}
