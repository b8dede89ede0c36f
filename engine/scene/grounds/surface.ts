import type { Rgb } from '../colour.ts'

/** Writes a mixture of two colours. */
export function put(out: Float32Array, from: Rgb, to: Rgb, share: number): void {
  out[0] = from[0] + (to[0] - from[0]) * share
  out[1] = from[1] + (to[1] - from[1]) * share
  out[2] = from[2] + (to[2] - from[2]) * share
}

/** Blends towards another colour by a share. */
export function blend(out: Float32Array, to: Rgb, share: number): void {
  out[0] = (out[0] ?? 0) + (to[0] - (out[0] ?? 0)) * share
  out[1] = (out[1] ?? 0) + (to[1] - (out[1] ?? 0)) * share
  out[2] = (out[2] ?? 0) + (to[2] - (out[2] ?? 0)) * share
}

export function darken(out: Float32Array, factor: number): void {
  out[0] = (out[0] ?? 0) * factor
  out[1] = (out[1] ?? 0) * factor
  out[2] = (out[2] ?? 0) * factor
}
