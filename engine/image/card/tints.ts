import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { createCanvas } from '@napi-rs/canvas'
import { type Oklch, type Rgb, fromOklch, toOklch } from '../../scene/colour.ts'

/** The colours of a card, taken from its picture. */
export type Tints = { paper: Rgb; ink: Rgb; soft: Rgb; accent: Rgb; glow: Rgb; shade: Rgb }

const sampled = 24

/** Paper in the picture's own light, ink in its depth, and an accent in its strongest colour. */
export function tintsOf(picture: Canvas): Tints {
  const { average, strongest } = coloursOf(picture)
  const { hue } = average.chroma > 0.015 ? average : strongest
  const at = (lightness: number, chroma: number, of = hue): Rgb => fromOklch({ lightness, chroma, hue: of })
  return {
    paper: at(0.972, 0.012),
    ink: at(0.25, 0.035),
    soft: at(0.43, 0.03),
    accent: at(0.53, Math.min(0.15, strongest.chroma + 0.05), strongest.hue),
    glow: at(0.86, Math.min(0.13, strongest.chroma + 0.03), strongest.hue),
    shade: at(0.16, 0.03),
  }
}

function coloursOf(picture: Canvas): { average: Oklch; strongest: Oklch } {
  const small = createCanvas(sampled, sampled)
  const g = small.getContext('2d')
  g.drawImage(picture, 0, 0, sampled, sampled)
  const { data } = g.getImageData(0, 0, sampled, sampled)
  let sum: [number, number, number] = [0, 0, 0]
  let strongest: Oklch = { lightness: 0.5, chroma: 0, hue: 0 }
  for (let at = 0; at < data.length; at += 4) {
    const colour: Rgb = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    sum = [sum[0] + colour[0], sum[1] + colour[1], sum[2] + colour[2]]
    const seen = toOklch(colour)
    if (seen.chroma > strongest.chroma) strongest = seen
  }
  const count = data.length / 4
  return { average: toOklch([sum[0] / count, sum[1] / count, sum[2] / count]), strongest }
}

export type Box = { x: number; y: number; width: number; height: number }

/** WCAG's 4.5 to 1 for white, with a little to spare: the most light that may lie behind white letters. */
const mostLight = 1.05 / 4.8 - 0.05
/** The share of the brightest pixels that is left out: single stars behind letters do no harm. */
const ignored = 0.02
const mostVeils = 14

/** Repeats a veil until white letters in a box are readable. */
export function veilFor(g: SKRSContext2D, box: Box, veil: () => void): void {
  for (let round = 0; round < mostVeils && lightIn(g, box) > mostLight; round += 1) veil()
}

/** The relative luminance of a box's bright parts. */
export function lightIn(g: SKRSContext2D, { x, y, width, height }: Box): number {
  const left = Math.max(0, Math.floor(x))
  const top = Math.max(0, Math.floor(y))
  const right = Math.min(g.canvas.width, Math.ceil(x + width))
  const bottom = Math.min(g.canvas.height, Math.ceil(y + height))
  const { data } = g.getImageData(left, top, Math.max(1, right - left), Math.max(1, bottom - top))
  const lights: number[] = []
  // Each eleventh pixel is enough.
  for (let at = 0; at < data.length; at += 44) {
    const linear = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0].map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    )
    lights.push(0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0))
  }
  lights.sort((a, b) => a - b)
  return lights[Math.floor(lights.length * (1 - ignored))] ?? 0
}
