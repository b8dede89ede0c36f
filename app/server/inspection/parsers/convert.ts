import { readFile, writeFile } from 'node:fs/promises'
import heif from 'libheif-js/wasm-bundle.js'
import sharp, { type Sharp } from 'sharp'
import type { Answer, Tasks } from '../tasks.ts'

export async function convert(job: Tasks['convert']): Promise<Answer<'convert'>> {
  switch (job.mediaType) {
    case 'image/heic':
      return await convertHeic(job)
    case 'image/tiff':
      return await convertTiff(job)
    default:
      return await (await import('./to-mp4.ts')).toMp4(job)
  }
}

const quality = 90

async function convertHeic({ path, to, maxPixels }: Tasks['convert']): Promise<Answer<'convert'>> {
  // The library that reads the header has no decoder, and the one that decodes gives no color profile.
  const { width = 0, height = 0, hasAlpha, icc } = await sharp(path, { limitInputPixels: false, failOn: 'none' }).metadata()
  if (width * height > maxPixels) return { refused: 'pixels' }
  const { data, ...size } = await decodeHeic(await readFile(path), maxPixels)
  const picture = sharp(data, { raw: { ...size, channels: 4 } })
  if (hasAlpha) {
    await picture.png().toFile(to)
    return { type: 'image', mediaType: 'image/png' }
  }
  const jpeg = await picture.removeAlpha().jpeg({ quality }).toBuffer()
  await writeFile(to, icc ? withProfile(jpeg, icc) : jpeg)
  return { type: 'image', mediaType: 'image/jpeg' }
}

type Decoded = { data: Uint8ClampedArray; width: number; height: number }

/** Decodes the main picture, upright. */
async function decodeHeic(file: Uint8Array, maxPixels: number): Promise<Decoded> {
  const pictures = new heif.HeifDecoder().decode(file)
  try {
    const picture = pictures.find((one) => one.is_primary()) ?? pictures[0]
    if (!picture) throw new Error('no picture')
    const [width, height] = [picture.get_width(), picture.get_height()]
    if (width * height > maxPixels) throw new Error('more pixels than the header states')
    const data = new Uint8ClampedArray(width * height * 4)
    await new Promise<void>((resolve, reject) =>
      picture.display({ data, width, height }, (displayed) => (displayed ? resolve() : reject(new Error('the picture cannot be decoded')))),
    )
    return { data, width, height }
  } finally {
    for (const picture of pictures) picture.free()
  }
}

/** Bytes of a segment of a JPEG that hold a part of a profile. */
const profilePart = 65_000

/** Adds a color profile to a JPEG, behind its first marker: the pixels are in the colors of the profile already. */
function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const count = Math.ceil(profile.length / profilePart)
  if (count > 255) return jpeg
  const segments = Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * profilePart, (index + 1) * profilePart)
    const head = Buffer.from([0xff, 0xe2, 0, 0, ...Buffer.from('ICC_PROFILE\0', 'latin1'), index + 1, count])
    head.writeUInt16BE(part.length + head.length - 2, 2)
    return Buffer.concat([head, part])
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

async function convertTiff({ path, to, maxPixels }: Tasks['convert']): Promise<Answer<'convert'>> {
  const open = (): Sharp => sharp(path, { limitInputPixels: maxPixels, failOn: 'error' })
  const { width, height, pages = 1, hasAlpha, bitsPerSample = 8 } = await sharp(path, { limitInputPixels: false }).metadata()
  if (width * height > maxPixels) return { refused: 'pixels' }
  if (pages > 1) return { refused: 'pages' }
  const upright = open().autoOrient()
  // Drawings and scanned text stay sharp.
  const isDrawn = hasAlpha || bitsPerSample < 8
  await (isDrawn ? upright.png() : upright.jpeg({ quality })).toFile(to)
  return { type: 'image', mediaType: isDrawn ? 'image/png' : 'image/jpeg' }
}
