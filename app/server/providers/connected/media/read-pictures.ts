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

/** A picture of an edit in which sizes matter: `factor` is its size in relation to the given one. */
export type SizedPicture = { picture: Uint8Array; factor: number }

export type SizeLimits = { longestSide: number; maxPixels?: number }

/** Reads the source picture of a tool, scaled down only if the service takes none of its size. */
export async function readSource(
  inputs: readonly RunInput[],
  { longestSide, maxPixels = Number.POSITIVE_INFINITY }: SizeLimits,
): Promise<SizedPicture> {
  const source = inputs.find(({ role }) => role === 'source')
  if (!source) throw new ProviderError('invalid_input', 'a tool was given no picture')
  const { default: sharp } = await import('sharp')
  const { width, height } = (
    await sharp(source.path)
      .metadata()
      .catch(() => Promise.reject(unreadable()))
  ).autoOrient
  const factor = Math.min(1, longestSide / Math.max(width, height), Math.sqrt(maxPixels / (width * height)))
  return { picture: await readPicture(source, Math.max(1, Math.floor(Math.max(width, height) * factor))), factor }
}

/** The way in which services mark the area to redraw. */
export type MaskStyle = 'see-through' | 'white' | 'black'

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
    if (style === 'black') return await sharp(white, { raw }).negate().png().toBuffer()
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

/** Wraps a picture for a form. */
export const toFile = (picture: Uint8Array): File => {
  const type = mediaTypeOf(picture)
  return new File([new Uint8Array(picture)], type === 'image/png' ? 'image.png' : 'image.jpg', { type })
}
