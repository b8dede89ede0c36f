import { ProviderError } from '../../provider.ts'
import { type RunInput } from '../../kinds.ts'

const usualLongestSide = 2_048

const unreadable = () => new ProviderError('invalid_input', 'a picture could not be read')

/** Reads a picture in a form that every service accepts: upright, of a moderate size, without camera metadata. Transparency stays. */
export async function readPicture({ mediaType, path }: RunInput, longestSide = usualLongestSide): Promise<Uint8Array> {
  if (!mediaType.startsWith('image/')) throw new ProviderError('invalid_input', 'a model was given a file that is no picture')
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(path, { failOn: 'error' })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    const { hasAlpha } = await picture.metadata()
    return await (hasAlpha ? picture.png() : picture.jpeg({ quality: 90 })).toBuffer()
  } catch {
    throw unreadable()
  }
}

/** The way in which services mark the area to redraw: OpenAI by transparency, the others by white. */
export type MaskStyle = 'see-through' | 'white'

export type Edited = { pictures: Uint8Array[]; mask: Uint8Array | undefined }

/** Reads the source first, because a mask applies to the first picture, then the references in the given order. */
export async function readEdited(
  inputs: readonly RunInput[],
  { mask: style, longestSide }: { mask: MaskStyle; longestSide?: number },
): Promise<Edited> {
  const masks = inputs.filter(({ role }) => role === 'mask')
  const sources = inputs.filter(({ role }) => role === 'source')
  const others = inputs.filter((input) => !masks.includes(input) && !sources.includes(input))
  const pictures = await Promise.all([...sources, ...others].map((one) => readPicture(one, longestSide)))
  const [first] = pictures
  const [given] = masks
  if (!given) return { pictures, mask: undefined }
  if (!first || sources.length === 0) throw new ProviderError('invalid_input', 'a mask was given without a picture')
  return { pictures, mask: await readMask(given, { of: first, style }) }
}

/** Tolerance of the shapes of a picture and its mask, for rounding. */
const shapeTolerance = 0.02

/**
 * Reads a mask and scales it to the size of the picture that is sent. People may upload white on black or a picture with a hole; both mean
 * the same. A mask that leaves nothing to change is refused, because the result would cost money for nothing.
 */
async function readMask({ mediaType, path }: RunInput, { of, style }: { of: Uint8Array; style: MaskStyle }): Promise<Uint8Array> {
  if (!mediaType.startsWith('image/')) throw new ProviderError('invalid_input', 'a mask was given that is no picture')
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(of).metadata()
    const upright = await sharp(path, { failOn: 'error' }).autoOrient().toBuffer({ resolveWithObject: true })
    const shape = (upright.info.width / upright.info.height) * (height / width)
    if (Math.abs(shape - 1) > shapeTolerance) throw new ProviderError('invalid_input', 'a mask has another shape than its picture')
    const mask = sharp(upright.data).resize({ width, height, fit: 'fill' })
    const { isOpaque } = await sharp(upright.data).stats()
    const plane = isOpaque ? mask.removeAlpha().greyscale() : mask.ensureAlpha().extractChannel('alpha').negate()
    const white = await plane.toColourspace('b-w').raw().toBuffer()
    if (white.every((one) => one < 128)) throw new ProviderError('invalid_input', 'a mask leaves nothing to change')
    const raw = { width, height, channels: 1 } as const
    if (style === 'white') return await sharp(white, { raw }).png().toBuffer()
    const kept = Buffer.from(white.map((one) => 255 - one))
    return await sharp({ create: { width, height, channels: 3, background: 'black' } })
      .joinChannel(kept, { raw })
      .png()
      .toBuffer()
  } catch (error) {
    throw error instanceof ProviderError ? error : unreadable()
  }
}

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Returns the media type. `readPicture` returns only these two. */
export const mediaTypeOf = (picture: Uint8Array): 'image/jpeg' | 'image/png' => (picture[0] === 0xff ? 'image/jpeg' : 'image/png')

export const toDataUri = (picture: Uint8Array): string => `data:${mediaTypeOf(picture)};base64,${toBase64(picture)}`

/** Fits a picture into a size: a first frame must have the size of the film. */
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
    throw unreadable()
  }
}
