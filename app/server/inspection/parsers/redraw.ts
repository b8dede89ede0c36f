import sharp from 'sharp'
import type { Answer, Tasks } from '../tasks.ts'

export async function redraw({ path, width, height, fit, quality, isOpaque }: Tasks['redraw']): Promise<Answer<'redraw'>> {
  const picture = sharp(path, { failOn: 'error' })
    .autoOrient()
    .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
  if (isOpaque) picture.flatten({ background: 'white' })
  const { hasAlpha } = await picture.metadata()
  const encoded = hasAlpha && !isOpaque ? picture.png() : picture.jpeg({ quality })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, bytes: data }
}

/** Tolerance of the shapes of a picture and its mask, for rounding. */
const shapeTolerance = 0.02

/** Scales a mask to the size of its picture. People may upload white on black or a picture with a hole; both mean the same. */
export async function drawMask({ path, width, height, style }: Tasks['drawMask']): Promise<Answer<'drawMask'>> {
  const upright = await sharp(path, { failOn: 'error' }).autoOrient().toBuffer({ resolveWithObject: true })
  const shape = (upright.info.width / upright.info.height) * (height / width)
  if (Math.abs(shape - 1) > shapeTolerance) return { refused: 'shape' }
  const mask = sharp(upright.data).resize({ width, height, fit: 'fill' })
  const { isOpaque } = await sharp(upright.data).stats()
  const plane = isOpaque ? mask.removeAlpha().greyscale() : mask.ensureAlpha().extractChannel('alpha').negate()
  const white = await plane.toColourspace('b-w').raw().toBuffer()
  if (white.every((one) => one < 128)) return { refused: 'empty' }
  const raw = { width, height, channels: 1 } as const
  if (style === 'white') return { bytes: await sharp(white, { raw }).png().toBuffer() }
  if (style === 'black') return { bytes: await sharp(white, { raw }).negate().png().toBuffer() }
  const kept = Buffer.from(white.map((one) => 255 - one))
  const hole = sharp({ create: { width, height, channels: 3, background: 'black' } }).joinChannel(kept, { raw })
  return { bytes: await hole.png().toBuffer() }
}
