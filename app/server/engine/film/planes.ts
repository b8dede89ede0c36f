import type { Size } from '../scene/stage.ts'

export const planesLength = ({ width, height }: Size) => (width * height * 3) / 2

/** RGBA to planar YUV 4:2:0, BT.709, limited range, in 8-bit fixed point. Both sides must be even. */
export function toI420(rgba: Uint8Array, { width, height }: Size, planes: Uint8Array): void {
  const chroma = (width * height) >> 2
  const uStart = width * height
  const vStart = uStart + chroma
  const half = width >> 1
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const upper = (y * width + x) * 4
      const lower = upper + width * 4
      const r0 = rgba[upper] ?? 0
      const g0 = rgba[upper + 1] ?? 0
      const b0 = rgba[upper + 2] ?? 0
      const r1 = rgba[upper + 4] ?? 0
      const g1 = rgba[upper + 5] ?? 0
      const b1 = rgba[upper + 6] ?? 0
      const r2 = rgba[lower] ?? 0
      const g2 = rgba[lower + 1] ?? 0
      const b2 = rgba[lower + 2] ?? 0
      const r3 = rgba[lower + 4] ?? 0
      const g3 = rgba[lower + 5] ?? 0
      const b3 = rgba[lower + 6] ?? 0
      const luma = y * width + x
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
