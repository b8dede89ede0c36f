import sharp from 'sharp'
import { clamp01, smoothstep } from '../scene/noise.ts'
import { decodePicture } from '../media/picture.ts'
import type { Size } from '../scene/stage.ts'
import { plateOverscan } from './plate.ts'
import type { Plate } from './plate.ts'

/** Longer side, in pixels, of the copy that depth is estimated from. */
const guessSize = 200

/** Opens a foreign picture for a film of that size: turned upright, cropped to its subject, with an estimate of its depth. */
export async function openPlate(path: string, size: Size, checkpoint: () => void): Promise<Plate> {
  const width = even(size.width * plateOverscan)
  const height = even(size.height * plateOverscan)
  const share = guessSize / Math.max(width, height)
  const depthSize = { width: Math.max(8, Math.round(width * share)), height: Math.max(8, Math.round(height * share)) }
  // Decodes more than the frame: a wide film shows only a part of a tall picture.
  const { rgba, ...whole } = await decodePicture(path, Math.min(3_000, 2 * Math.max(width, height)))
  checkpoint()
  const cropped = await sharp(rgba, { raw: { width: whole.width, height: whole.height, channels: 4 } })
    .resize({ width, height, fit: 'cover', position: sharp.strategy.attention })
    .raw()
    .toBuffer()
  checkpoint()
  const pixels = new SharedArrayBuffer(cropped.length)
  new Uint8Array(pixels).set(cropped)
  const small = await sharp(cropped, { raw: { width, height, channels: 4 } })
    .resize({ ...depthSize, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  checkpoint()
  const depth = new SharedArrayBuffer(depthSize.width * depthSize.height * Float32Array.BYTES_PER_ELEMENT)
  new Float32Array(depth).set(guessDepth(small, depthSize))
  return { width, height, pixels, depth, depthSize }
}

const even = (value: number) => 2 * Math.round(value / 2)

/**
 * Estimates how near each part of a picture is, 0..1. Areas connected to the upper edge are the sky or a back wall, and so is anything
 * that floats in them; low or detailed areas are near, and areas of one colour are equally near.
 */
function guessDepth(rgb: Uint8Array, { width, height }: Size): Float32Array {
  const count = width * height
  const light = new Float32Array(count)
  for (let at = 0; at < count; at += 1) {
    light[at] = (0.299 * (rgb[3 * at] ?? 0) + 0.587 * (rgb[3 * at + 1] ?? 0) + 0.114 * (rgb[3 * at + 2] ?? 0)) / 255
  }
  const layers = layersOf(rgb, { width, height })
  const detail = detailOf(light, { width, height })
  const nearness = new Float32Array(count)
  for (let at = 0; at < count; at += 1) {
    const low = (Math.floor(at / width) + 0.5) / height
    const near = 0.34 + 0.5 * smoothstep(0.1, 1, low) + 0.2 * (detail[at] ?? 0)
    nearness[at] = layers[at] === backdrop ? 0.1 * low : layers[at] === afloat ? 0.12 : near
  }
  const radius = Math.round(width * 0.045)
  // The background is stretched at edges rather than the things in front of it.
  const grown = grow(followEdges(nearness, light, { width, height }, radius), { width, height }, 2)
  const soft = blur(blur(grown, { width, height }, Math.round(width * 0.014)), { width, height }, Math.round(width * 0.014))
  return soft.map(clamp01)
}

const backdrop = 1
const standing = 2
const afloat = 3

/**
 * Marks areas as backdrop (reachable from the upper edge without crossing an edge in the picture), standing (connected to another edge of
 * the frame) or afloat (the rest, such as a moon or a cloud).
 */
function layersOf(rgb: Uint8Array, { width, height }: Size): Uint8Array {
  const layers = new Uint8Array(width * height)
  const step = 9
  const top = Array.from({ length: width }, (_, x) => x)
  flood(top, backdrop, (at, other) => {
    const [from, to] = [3 * at, 3 * other]
    const difference = [0, 1, 2].reduce((sum, channel) => sum + Math.abs((rgb[from + channel] ?? 0) - (rgb[to + channel] ?? 0)), 0)
    return difference <= step
  })
  const share = layers.reduce((sum, value) => sum + value, 0) / layers.length
  // If nearly everything counts as backdrop, the split says nothing, and the whole picture counts as standing.
  if (share > 0.9) return layers.fill(standing)
  const low = Math.floor(height * 0.4)
  const sides = Array.from({ length: height - low }, (_, row) => [(low + row) * width, (low + row + 1) * width - 1]).flat()
  const bottom = top.map((x) => (height - 1) * width + x)
  flood(
    [...sides, ...bottom].filter((at) => layers[at] === 0),
    standing,
    () => true,
  )
  return layers.map((value) => (value === 0 ? afloat : value))

  function flood(from: number[], mark: number, isTogether: (at: number, other: number) => boolean): void {
    for (const at of from) layers[at] = mark
    const open = [...from]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const x = at % width
      for (const other of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (other < 0 || other >= layers.length || layers[other] !== 0 || !isTogether(at, other)) continue
        layers[other] = mark
        open.push(other)
      }
    }
  }
}

/** Amount of detail around each point, 0..1; sharp areas count as near. */
function detailOf(light: Float32Array, size: Size): Float32Array {
  const radius = Math.round(size.width * 0.03)
  const mean = blur(light, size, radius)
  const spread = blur(
    light.map((value, at) => (value - (mean[at] ?? 0)) ** 2),
    size,
    radius,
  )
  const most = Math.max(1e-6, ...spread)
  // Rounding in moving sums can make a mean slightly negative.
  return spread.map((value) => Math.sqrt(Math.max(0, value) / most))
}

/** Smooths a field within areas of one lightness and keeps its steps at the edges of the picture (a guided filter). */
function followEdges(field: Float32Array, guide: Float32Array, size: Size, radius: number): Float32Array {
  const tolerance = 0.004
  const product = (a: Float32Array, b: Float32Array) => a.map((value, at) => value * (b[at] ?? 0))
  const meanGuide = blur(guide, size, radius)
  const meanField = blur(field, size, radius)
  const meanBoth = blur(product(guide, field), size, radius)
  const meanSquare = blur(product(guide, guide), size, radius)
  const slope = meanGuide.map((guideValue, at) => {
    const variance = (meanSquare[at] ?? 0) - guideValue * guideValue
    return ((meanBoth[at] ?? 0) - guideValue * (meanField[at] ?? 0)) / (variance + tolerance)
  })
  const offset = meanField.map((value, at) => value - (slope[at] ?? 0) * (meanGuide[at] ?? 0))
  const meanSlope = blur(slope, size, radius)
  const meanOffset = blur(offset, size, radius)
  return guide.map((value, at) => (meanSlope[at] ?? 0) * value + (meanOffset[at] ?? 0))
}

/** The largest value within a radius. */
function grow(field: Float32Array, { width, height }: Size, radius: number): Float32Array {
  return field.map((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    let most = 0
    for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row += 1) {
      for (let column = Math.max(0, x - radius); column <= Math.min(width - 1, x + radius); column += 1) {
        most = Math.max(most, field[row * width + column] ?? 0)
      }
    }
    return most
  })
}

/** The mean within a square; beyond the border the edge values repeat. */
function blur(field: Float32Array, { width, height }: Size, radius: number): Float32Array {
  const across = new Float32Array(field.length)
  const both = new Float32Array(field.length)
  run(field, across, { length: width, step: 1, lines: height, between: width })
  run(across, both, { length: height, step: width, lines: width, between: 1 })
  return both

  function run(from: Float32Array, to: Float32Array, order: { length: number; step: number; lines: number; between: number }): void {
    const { length, step, lines, between } = order
    for (let line = 0; line < lines; line += 1) {
      const start = line * between
      const valueAt = (index: number) => from[start + Math.max(0, Math.min(length - 1, index)) * step] ?? 0
      let sum = 0
      for (let index = -radius; index <= radius; index += 1) sum += valueAt(index)
      for (let index = 0; index < length; index += 1) {
        to[start + index * step] = sum / (2 * radius + 1)
        sum += valueAt(index + radius + 1) - valueAt(index - radius)
      }
    }
  }
}
