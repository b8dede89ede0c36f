import { createCanvas } from '@napi-rs/canvas'
import type { Canvas } from '@napi-rs/canvas'
import type { Random } from '../../random.ts'
import { clamp01, createNoise } from '../noise.ts'
import type { Size } from '../stage.ts'

/** Heights of a sheet of paper, about -1..1: soft cloudiness and a fine grain. It tiles. */
export function paperHeights(random: Random, side: number, tooth: number): Float32Array {
  const noise = createNoise(random)
  const heights = new Float32Array(side * side)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      // Mirrored halves meet without a seam.
      const u = Math.abs(x - side / 2)
      const v = Math.abs(y - side / 2)
      heights[y * side + x] =
        0.6 * noise.at(u / tooth, v / tooth) + 0.45 * noise.at(u / (tooth * 0.45) + 9, v / (tooth * 0.45)) + 0.3 * (random() - 0.5)
    }
  }
  return heights
}

export const paperSide = 256

/** A sheet lit from one side, to be multiplied over a picture: white where the paper is flat. */
export function paperSheet(
  random: Random,
  size: Size,
  options: { tooth: number; strength: number; tint: readonly [number, number, number] },
): Canvas {
  const heights = paperHeights(random, paperSide, options.tooth)
  const tile = createCanvas(paperSide, paperSide)
  const context = tile.getContext('2d')
  const image = context.createImageData(paperSide, paperSide)
  for (let y = 0; y < paperSide; y += 1) {
    for (let x = 0; x < paperSide; x += 1) {
      const here = heights[y * paperSide + x] ?? 0
      const right = heights[y * paperSide + ((x + 1) % paperSide)] ?? 0
      const below = heights[((y + 1) % paperSide) * paperSide + x] ?? 0
      const lit = 1 - options.strength * clamp01(0.5 + (here - right) * 0.6 + (here - below) * 0.6)
      const at = (y * paperSide + x) * 4
      for (let channel = 0; channel < 3; channel += 1) image.data[at + channel] = (options.tint[channel] ?? 255) * lit
      image.data[at + 3] = 255
    }
  }
  context.putImageData(image, 0, 0)
  const sheet = createCanvas(size.width, size.height)
  const g = sheet.getContext('2d')
  for (let y = 0; y < size.height; y += paperSide) for (let x = 0; x < size.width; x += paperSide) g.drawImage(tile, x, y)
  return sheet
}

/** Grain of a coarse print: specks around mid-grey, for the overlay blend mode. */
export function printGrain(random: Random, size: Size, strength: number): Canvas {
  const side = 512
  const tile = createCanvas(side, side)
  const context = tile.getContext('2d')
  const image = context.createImageData(side, side)
  for (let index = 0; index < side * side; index += 1) {
    const value = 128 + (random() + random() - 1) * 127 * strength
    image.data[index * 4] = value
    image.data[index * 4 + 1] = value
    image.data[index * 4 + 2] = value
    image.data[index * 4 + 3] = 255
  }
  context.putImageData(image, 0, 0)
  const grain = createCanvas(size.width, size.height)
  const g = grain.getContext('2d')
  for (let y = 0; y < size.height; y += side) for (let x = 0; x < size.width; x += side) g.drawImage(tile, x, y)
  return grain
}

/** A field computed at every few pixels and linear in between; wavering edges have no finer detail. */
export function smoothField(size: Size, step: number, at: (x: number, y: number) => number): Float32Array {
  const { width, height } = size
  const columns = Math.ceil(width / step) + 2
  const rows = Math.ceil(height / step) + 2
  const grid = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) grid[row * columns + column] = at(column * step, row * step)
  const field = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / step)
    const down = y / step - row
    for (let x = 0; x < width; x += 1) {
      const column = Math.floor(x / step)
      const across = x / step - column
      const from = row * columns + column
      const upper = (grid[from] ?? 0) + ((grid[from + 1] ?? 0) - (grid[from] ?? 0)) * across
      const lower = (grid[from + columns] ?? 0) + ((grid[from + columns + 1] ?? 0) - (grid[from + columns] ?? 0)) * across
      field[y * width + x] = upper + (lower - upper) * down
    }
  }
  return field
}
