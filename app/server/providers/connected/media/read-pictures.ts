import { inspection } from '../../../inspection/inspection.ts'
import type { Answer, Fit, MaskStyle } from '../../../inspection/tasks.ts'
import { ProviderError } from '../../provider.ts'
import { type RunInput } from '../../kinds.ts'
import { unusableFile } from '../../unusable-file.ts'

export type { MaskStyle }

const usualLongestSide = 2_048

const unreadable = (error: unknown) => unusableFile('a picture could not be read', error)

/** Reads a picture in a form that every service accepts: upright, of a moderate size, without camera metadata. Transparency stays. */
export async function readPicture(input: RunInput, longestSide = usualLongestSide): Promise<Uint8Array> {
  return (await readSized(input, longestSide)).bytes
}

async function readSized({ mediaType, path }: RunInput, longestSide = usualLongestSide): Promise<Answer<'redraw'>> {
  if (!mediaType.startsWith('image/')) throw new ProviderError('invalid_input', 'a model was given a file that is no picture')
  return redraw({ path, width: longestSide, height: longestSide, fit: 'inside', quality: 90, isOpaque: false })
}

async function redraw(job: { path: string; quality: number; isOpaque: boolean } & Fit): Promise<Answer<'redraw'>> {
  try {
    return await inspection.run('redraw', job)
  } catch (error) {
    throw unreadable(error)
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
  const { width, height } = await inspection.run('measurePicture', { file: source.path }).catch((error: unknown) => {
    throw unreadable(error)
  })
  const factor = Math.min(1, longestSide / Math.max(width, height), Math.sqrt(maxPixels / (width * height)))
  return { picture: await readPicture(source, Math.max(1, Math.floor(Math.max(width, height) * factor))), factor }
}

/** `size` is that of the first picture. */
export type Edited = { pictures: Uint8Array[]; size: { width: number; height: number } | undefined; mask: Uint8Array | undefined }

/** Reads the source first, because a mask applies to the first picture, then the references in the given order. */
export async function readEdited(
  inputs: readonly RunInput[],
  { mask: style, longestSide }: { mask: MaskStyle; longestSide?: number },
): Promise<Edited> {
  const masks = inputs.filter(({ role }) => role === 'mask')
  const sources = inputs.filter(({ role }) => role === 'source')
  const others = inputs.filter((input) => !masks.includes(input) && !sources.includes(input))
  const read = await Promise.all([...sources, ...others].map((one) => readSized(one, longestSide)))
  const pictures = read.map(({ bytes }) => bytes)
  const [first] = read
  const [given] = masks
  if (!given) return { pictures, size: first, mask: undefined }
  if (!first || sources.length === 0) throw new ProviderError('invalid_input', 'a mask was given without a picture')
  return { pictures, size: first, mask: await readMask(given, { of: first, style }) }
}

const refusals = {
  shape: 'a mask has another shape than its picture',
  // The result would cost money for nothing.
  empty: 'a mask leaves nothing to change',
}

/** Reads a mask in the size of the picture that is sent. */
async function readMask({ mediaType, path }: RunInput, { of, style }: { of: Answer<'redraw'>; style: MaskStyle }): Promise<Uint8Array> {
  if (!mediaType.startsWith('image/')) throw new ProviderError('invalid_input', 'a mask was given that is no picture')
  const drawn = await inspection.run('drawMask', { path, width: of.width, height: of.height, style }).catch((error: unknown) => {
    throw unreadable(error)
  })
  if ('refused' in drawn) throw new ProviderError('invalid_input', refusals[drawn.refused])
  return drawn.bytes
}

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Returns the media type. `readPicture` returns only these two. */
export const mediaTypeOf = (picture: Uint8Array): 'image/jpeg' | 'image/png' => (picture[0] === 0xff ? 'image/jpeg' : 'image/png')

export const toDataUri = (picture: Uint8Array): string => `data:${mediaTypeOf(picture)};base64,${toBase64(picture)}`

/** Fits a picture into a size: a first frame must have the size of the film. */
export async function fitPicture({ path }: RunInput, size: { width: number; height: number }): Promise<Uint8Array> {
  return (await redraw({ path, ...size, fit: 'cover', quality: 92, isOpaque: true })).bytes
}

/** Wraps a picture for a form. */
export const toFile = (picture: Uint8Array): File => {
  const type = mediaTypeOf(picture)
  return new File([new Uint8Array(picture)], type === 'image/png' ? 'image.png' : 'image.jpg', { type })
}
