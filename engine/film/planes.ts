import type { Pixels } from '../media/picture.ts'
import type { Size } from '../scene/stage.ts'

export const planesLength = ({ width, height }: Size) => (width * height * 3) / 2

/** Mask that puts a pixel's red and blue into separate halves of a number. */
const redAndBlue = 0xff00ff
/** Multiplier that adds red and blue luma (47 × red, 16 × blue) in the upper half. */
const lumaFactor = (47 << 16) | 16

/** Converts RGBA, with four-byte alignment, to planar YUV 4:2:0, BT.709, limited range, in 8-bit fixed point. Both sides must be even. */
export function toI420(rgba: Uint8Array, { width, height }: Size, planes: Uint8Array): void {
  const chroma = (width * height) >> 2
  // Reads a whole pixel and computes two luma values at a time; reading bytes would take four times as many reads.
  const pixels = new Int32Array(rgba.buffer, rgba.byteOffset, width * height)
  const luma = new Uint16Array(planes.buffer, planes.byteOffset, 2 * chroma)
  const blueness = planes.subarray(4 * chroma, 5 * chroma)
  const redness = planes.subarray(5 * chroma, 6 * chroma)
  for (let y = 0; y < height; y += 2)
    convertRows(pixels, { luma, blueness, redness }, { width, upper: y * width, chromaAt: (y >> 1) * (width >> 1) })
}

type Planes = { /** Two pixels per element. */ luma: Uint16Array; blueness: Uint8Array; redness: Uint8Array }
type Rows = { width: number; /** Start of the upper row, in pixels. */ upper: number; chromaAt: number }

/** Converts two rows. As a separate function it is compiled once, not for each picture. */
function convertRows(pixels: Int32Array, { luma, blueness, redness }: Planes, { width, upper, chromaAt }: Rows): void {
  const half = width >> 1
  for (let x = 0; x < half; x += 1) {
    const place = upper + 2 * x
    const p0 = pixels[place] ?? 0
    const p1 = pixels[place + 1] ?? 0
    const p2 = pixels[place + width] ?? 0
    const p3 = pixels[place + width + 1] ?? 0
    const rb0 = p0 & redAndBlue
    const rb1 = p1 & redAndBlue
    const rb2 = p2 & redAndBlue
    const rb3 = p3 & redAndBlue
    const g0 = (p0 >> 8) & 255
    const g1 = (p1 >> 8) & 255
    const g2 = (p2 >> 8) & 255
    const g3 = (p3 >> 8) & 255
    const y0 = ((Math.imul(rb0, lumaFactor) >>> 16) + 157 * g0 + 4224) >> 8
    const y1 = ((Math.imul(rb1, lumaFactor) >>> 16) + 157 * g1 + 4224) >> 8
    const y2 = ((Math.imul(rb2, lumaFactor) >>> 16) + 157 * g2 + 4224) >> 8
    const y3 = ((Math.imul(rb3, lumaFactor) >>> 16) + 157 * g3 + 4224) >> 8
    luma[place >> 1] = y0 | (y1 << 8)
    luma[(place + width) >> 1] = y2 | (y3 << 8)
    const rb = rb0 + rb1 + rb2 + rb3
    const r = rb & 0xffff
    const b = rb >> 16
    const g = g0 + g1 + g2 + g3
    const at = chromaAt + x
    blueness[at] = (-26 * r - 86 * g + 112 * b + 131584) >> 10
    redness[at] = (112 * r - 102 * g - 10 * b + 131584) >> 10
  }
}

/** Converts planes of the limited range to pixels, for a still. */
export function toPixels(planes: Uint8Array, { width, height }: Size): Pixels {
  const rgba = new Uint8Array(width * height * 4)
  const [half, area] = [width / 2, width * height]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const chroma = (y >> 1) * half + (x >> 1)
      const luma = 1.164 * ((planes[at] ?? 16) - 16)
      const blue = (planes[area + chroma] ?? 128) - 128
      const red = (planes[area + area / 4 + chroma] ?? 128) - 128
      rgba.set([clamp(luma + 1.793 * red), clamp(luma - 0.213 * blue - 0.533 * red), clamp(luma + 2.112 * blue), 255], at * 4)
    }
  }
  return { width, height, rgba }
}

const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)))
