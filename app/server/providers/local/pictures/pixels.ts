import sharp from 'sharp'
import { JobError } from '../child-process.ts'

/** An image in channels: all of red, then green, then blue. */
export type Planes = { values: Float32Array; width: number; height: number }

const channels = 3

/** Reads an image upright, over white, in three channels. `range`: the values of black and white. */
export async function readPlanes(
  path: string,
  { range: [black, white], size, within }: { range: readonly [number, number]; size?: { width: number; height: number }; within?: number },
): Promise<Planes> {
  const read = async () => {
    const upright = sharp(path, { failOn: 'error' }).autoOrient().flatten({ background: 'white' }).toColourspace('srgb')
    const { width, height } = (await sharp(path).metadata()).autoOrient
    const pixels = width * height
    if (size) upright.resize({ ...size, fit: 'cover' })
    else if (within !== undefined && pixels > within) upright.resize({ width: Math.max(1, Math.floor(width * Math.sqrt(within / pixels))) })
    return upright.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  }
  const { data, info } = await read().catch(() => {
    throw new JobError('unreadable')
  })
  const { width, height } = info
  const area = width * height
  const values = new Float32Array(channels * area)
  for (let channel = 0; channel < channels; channel += 1)
    for (let at = 0; at < area; at += 1)
      values[channel * area + at] = black + ((data[at * info.channels + channel] ?? 0) / 255) * (white - black)
  return { values, width, height }
}

/** Writes an image as PNG. `range`: the values of black and white. */
export async function writePlanes({ values, width, height }: Planes, { range: [black, white], output }: WriteOptions): Promise<void> {
  const area = width * height
  const data = new Uint8Array(area * channels)
  for (let channel = 0; channel < channels; channel += 1)
    for (let at = 0; at < area; at += 1)
      data[at * channels + channel] = toByte(((values[channel * area + at] ?? 0) - black) / (white - black))
  await sharp(data, { raw: { width, height, channels } }).png().toFile(output)
}
type WriteOptions = { range: readonly [number, number]; output: string }

const toByte = (share: number) => Math.max(0, Math.min(255, Math.round(share * 255)))

/** Writes the image of a file with an alpha channel: a mask of any size, with values from 0 to 1. */
export async function writeCutOut(path: string, mask: Planes, output: string): Promise<void> {
  const { data: color, info } = await sharp(path)
    .autoOrient()
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const alpha = await sharp(Uint8Array.from(mask.values, toByte), { raw: { width: mask.width, height: mask.height, channels: 1 } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  await sharp(color, { raw: { width, height, channels } })
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png()
    .toFile(output)
}
