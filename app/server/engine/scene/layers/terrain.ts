import { clamp01 } from '../noise.ts'
import { canvasOf, layerWidth } from '../stage.ts'
import type { Picture, Stage } from '../stage.ts'

/** A point of the ground, in units of the scene, as the surface's colours need it. */
export type GroundPoint = {
  x: number
  distance: number
  height: number
  /** 1 on flat ground, towards 0 on cliffs. */
  flatness: number
  /** Direct light, 0..1. */
  lit: number
}

export type Ground = {
  /** Height over the plane; where it is below `floor` there is nothing, so that water can show. */
  height(x: number, distance: number): number
  /** Writes the colour in white light, 0..255, to the first three places. */
  colour(point: GroundPoint, out: Float32Array): void
}

export type TerrainOptions = {
  ground: Ground
  near: number
  far: number
  /** Ground lower than this is left out. */
  floor?: number
  /** A finer step than the usual one, for sharp crests that run towards the viewer. */
  step?: number
  /** The share of haze at a distance, 0..1. */
  haze(distance: number, height: number): number
}

/** How much farther each row of the ground is than the one before: about a pixel apart on the screen. */
const usualStep = 1.0065

/**
 * Draws a piece of ground between two distances. Every column of pixels is walked away from the viewer and filled upwards
 * wherever the ground rises above what is already drawn, with exact coverage at the edges, so that crests are smooth.
 */
export function renderTerrain(stage: Stage, options: TerrainOptions, checkpoint: () => void): Picture {
  const { height, horizon, focal, cameraHeight, margin, palette, lightDirection } = stage
  const { ground, near, far, floor = -Infinity, step = usualStep } = options
  const width = layerWidth(stage)
  const pixels = new Uint8ClampedArray(width * height * 4)
  const top = new Float32Array(width).fill(height)
  const previousHeight = new Float32Array(width)
  const previousColour = new Float32Array(width * 3)
  const heights = new Float32Array(width)
  const started = new Uint8Array(width)
  const colour = new Float32Array(3)
  const point: GroundPoint = { x: 0, distance: 0, height: 0, flatness: 1, lit: 0 }
  const centre = stage.width / 2 + margin
  const exposure = stage.brief.time === 'night' ? 0.72 : 1

  let previousDistance = near / step
  for (let column = 0; column < width; column += 1) {
    previousHeight[column] = ground.height(((column - centre) * previousDistance) / focal, previousDistance)
  }
  let rows = 0
  for (let distance = near; distance < far; distance *= step) {
    rows += 1
    if (rows % 16 === 0) checkpoint()
    const scale = distance / focal
    for (let column = 0; column < width; column += 1) heights[column] = ground.height((column - centre) * scale, distance)
    for (let column = 0; column < width; column += 1) {
      const h = heights[column] ?? 0
      const row = horizon + ((cameraHeight - h) * focal) / distance
      const reached = top[column] ?? height
      const visible = h > floor && (row < reached || started[column] === 0)
      if (!visible) {
        if (h <= floor) started[column] = 0
        continue
      }
      const left = heights[column > 0 ? column - 1 : column] ?? h
      const right = heights[column < width - 1 ? column + 1 : column] ?? h
      const slopeX = (right - left) / (2 * scale)
      const slopeZ = (h - (previousHeight[column] ?? h)) / (distance - previousDistance)
      const length = Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ)
      point.x = (column - centre) * scale
      point.distance = distance
      point.height = h
      point.flatness = 1 / length
      point.lit = clamp01((lightDirection[1] - slopeX * lightDirection[0] - slopeZ * lightDirection[2]) / length)
      ground.colour(point, colour)
      shade(point, options.haze(distance, h))
      const at = column * 3
      if (row < reached) {
        const from = started[column] === 1 ? at : -1
        // Land that rises out of water ends at the waterline; other ground goes on under the piece in front of it.
        const waterline = horizon + ((cameraHeight - floor) * focal) / distance
        fill(column, row, Math.min(reached, height, from < 0 ? waterline : height), from)
        top[column] = row
      }
      previousColour[at] = colour[0] ?? 0
      previousColour[at + 1] = colour[1] ?? 0
      previousColour[at + 2] = colour[2] ?? 0
      started[column] = 1
    }
    previousHeight.set(heights)
    previousDistance = distance
  }
  return crop()

  /** Without the empty rows above and below: they would be blended in every frame. */
  function crop(): Picture {
    const rowBytes = width * 4
    const isEmpty = (row: number) => {
      for (let at = row * rowBytes + 3; at < (row + 1) * rowBytes; at += 4) if (pixels[at] !== 0) return false
      return true
    }
    let first = 0
    let last = height - 1
    while (first < last && isEmpty(first)) first += 1
    while (last > first && isEmpty(last)) last -= 1
    return { canvas: canvasOf(pixels.subarray(first * rowBytes, (last + 1) * rowBytes), width, last + 1 - first), top: first }
  }

  /** Light, shade and distance applied to the colour at hand. */
  function shade({ lit }: GroundPoint, haze: number): void {
    for (let channel = 0; channel < 3; channel += 1) {
      const light = ((palette.light[channel] ?? 255) * lit * 1.25 + (palette.ambient[channel] ?? 255) * 0.55) * exposure
      const seen = ((colour[channel] ?? 0) * light) / 255
      colour[channel] = seen + ((palette.haze[channel] ?? 0) - seen) * haze
    }
  }

  /** Fills a column from `row` down to `reached`, going over from the colour of the row before. */
  function fill(column: number, row: number, reached: number, from: number): void {
    const first = Math.max(0, Math.floor(row))
    const last = Math.min(height - 1, Math.ceil(reached) - 1)
    const span = reached - row
    for (let y = first; y <= last; y += 1) {
      const coverage = Math.min(y + 1, reached) - Math.max(y, row)
      if (coverage <= 0) continue
      const share = from < 0 ? 0 : clamp01((y + 0.5 - row) / span)
      const at = (y * width + column) * 4
      const covered = (pixels[at + 3] ?? 0) / 255
      const total = Math.min(1, covered + coverage)
      const weight = total > 0 ? coverage / (covered + coverage) : 1
      for (let channel = 0; channel < 3; channel += 1) {
        const here = colour[channel] ?? 0
        const value = from < 0 ? here : here + ((previousColour[from + channel] ?? here) - here) * share
        const old = pixels[at + channel] ?? 0
        pixels[at + channel] = old + (value - old) * weight
      }
      pixels[at + 3] = 255 * total
    }
  }
}
