import type { Size } from '../scene/stage.ts'

export const planesLength = ({ width, height }: Size) => (width * height * 3) / 2

/** RGBA, four bytes aligned, to planar YUV 4:2:0, BT.709, limited range, in 8-bit fixed point. Both sides must be even. */
export function toI420(rgba: Uint8Array, { width, height }: Size, planes: Uint8Array): void {
  const chroma = (width * height) >> 2
  const uStart = width * height
  const vStart = uStart + chroma
  const half = width >> 1
  // A pixel at a time: a byte at a time takes three times as many looks.
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height)
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const upper = y * width + x
      const p0 = pixels[upper] ?? 0
      const p1 = pixels[upper + 1] ?? 0
      const p2 = pixels[upper + width] ?? 0
      const p3 = pixels[upper + width + 1] ?? 0
      const r0 = p0 & 255
      const g0 = (p0 >>> 8) & 255
      const b0 = (p0 >>> 16) & 255
      const r1 = p1 & 255
      const g1 = (p1 >>> 8) & 255
      const b1 = (p1 >>> 16) & 255
      const r2 = p2 & 255
      const g2 = (p2 >>> 8) & 255
      const b2 = (p2 >>> 16) & 255
      const r3 = p3 & 255
      const g3 = (p3 >>> 8) & 255
      const b3 = (p3 >>> 16) & 255
      const luma = upper
      planes[luma] = (47 * r0 + 157 * g0 + 16 * b0 + 4224) >> 8
      planes[luma + 1] = (47 * r1 + 157 * g1 + 16 * b1 + 4224) >> 8
      planes[luma + width] = (47 * r2 + 157 * g2 + 16 * b2 + 4224) >> 8
      planes[luma + width + 1] = (47 * r3 + 157 * g3 + 16 * b3 + 4224) >> 8
      const r = r0 + r1 + r2 + r3
      const g = g0 + g1 + g2 + g3
      const b = b0 + b1 + b2 + b3
      const at = (y >> 1) * half + (x >> 1)
      planes[uStart + at] = (-26 * r - 86 * g + 112 * b + 131584) >> 10
      planes[vStart + at] = (112 * r - 102 * g - 10 * b + 131584) >> 10
    }
  }
}
