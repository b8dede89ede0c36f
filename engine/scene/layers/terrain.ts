import { mix } from '../colour.ts'
import { clamp01, smoothstep } from '../noise.ts'
import { canvasOf, pictureLayer } from '../stage.ts'
import type { Layer, Picture, Stage } from '../stage.ts'

/** A point of the ground, in units of the scene, for the colours of the surface. */
export type GroundPoint = {
  x: number
  distance: number
  height: number
  /** Flatness: 1 on level ground, towards 0 on cliffs. */
  flatness: number
  /** Direct light, 0..1. */
  lit: number
}

export type Ground = {
  /** Height above the plane; ground below `floor` is not drawn, which leaves room for water. */
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
  /** A smaller step than usual, for sharp crests that run towards the viewer. */
  step?: number
  /** The share of haze at a distance, 0..1. */
  haze(distance: number, height: number): number
  /** The strength of the shadows that the ground casts on itself, 0..1. */
  shadows?: number
}

/** Makes a piece of ground: one layer, or several sheets in the paper style. */
export function* terrainLayers(stage: Stage, options: TerrainOptions, depth: number, sheets = 3): Generator<Layer, void> {
  if (stage.brief.style !== 'paper') {
    yield pictureLayer(stage, renderTerrain(stage, options), depth)
    return
  }
  const ratio = (options.far / options.near) ** (1 / sheets)
  for (let sheet = sheets - 1; sheet >= 0; sheet -= 1) {
    const near = options.near * ratio ** sheet
    yield pictureLayer(stage, renderTerrain(stage, { ...options, near, far: near * ratio * 1.02 }), depth - (sheet / sheets) * 0.08)
  }
}

/** Ratio of the distances of two consecutive rows: about a pixel apart on the screen. */
const usualStep = 1.0068
/** Size of a picture from which on no rows are skipped. */
const sizeOfSteps = 640
/** Columns of the ground computed across the short side; values are linear in between. */
const columnsAcross = 460
const tileColumns = 16

/**
 * Draws a piece of ground between two distances. Each column of pixels is walked away from the viewer and filled upwards wherever the
 * ground rises above the drawn part; edges have exact coverage, which makes crests smooth.
 */
export function renderTerrain(stage: Stage, options: TerrainOptions): Picture {
  const terrain = new Terrain(stage, options)
  terrain.computeHeights()
  terrain.drawColumns()
  return terrain.picture()
}

/** The colours along one line of samples, each computed on first use. */
type SampleColours = { sample: number; values: Float32Array; known: Uint8Array }

/** A class, because its compiled code outlives the picture; the code of closures is discarded with it. */
class Terrain {
  readonly stage: Stage
  readonly options: TerrainOptions
  readonly floor: number
  readonly shadows: number
  readonly width: number
  readonly lines: number
  readonly bottom: number
  readonly spacing: number
  readonly samples: number
  readonly centre: number
  readonly exposure: number
  readonly air: Float32Array
  /** Distances of the rows, nearest first. The first row is not drawn; it provides the slope of the second. */
  readonly distances: Float64Array
  // Stored sample by sample, in the order of drawing.
  readonly heights: Float32Array
  readonly shades: Float32Array
  readonly pixels: Uint8ClampedArray
  /** A tile of whole columns, copied to the picture later: writing down a column touches another cache line with every pixel. */
  readonly tile: Uint8ClampedArray
  readonly tileHeight: number
  readonly colour = new Float32Array(3)
  readonly point: GroundPoint = { x: 0, distance: 0, height: 0, flatness: 1, lit: 0 }

  constructor(stage: Stage, options: TerrainOptions) {
    const { margin, lift, unit } = stage
    const { near, far } = options
    this.stage = stage
    this.options = options
    this.floor = options.floor ?? -Infinity
    this.shadows = options.shadows ?? 0.75
    this.width = stage.width + 2 * margin
    this.lines = stage.height + 2 * lift
    this.bottom = stage.height + lift
    this.spacing = Math.max(1, Math.round(unit / columnsAcross))
    this.samples = Math.ceil(this.width / this.spacing) + 2
    this.centre = stage.width / 2 + margin
    this.exposure = stage.brief.time !== 'night' ? 1 : stage.flat ? 1.02 : 0.94
    this.air = this.hazeColours()
    // A small picture has fewer rows.
    const step = 1 + ((options.step ?? usualStep) - 1) * Math.max(1, Math.min(7, sizeOfSteps / unit))
    const distances = [near / step]
    for (let distance = near; distance < far; distance *= step) distances.push(distance)
    this.distances = Float64Array.from(distances)
    this.heights = new Float32Array(this.samples * distances.length)
    this.shades = new Float32Array(this.samples * distances.length)
    this.pixels = new Uint8ClampedArray(this.width * this.lines * 4)
    // Not a power of two, because all columns would then share the same cache lines.
    this.tileHeight = this.lines + 24
    this.tile = new Uint8ClampedArray(tileColumns * this.tileHeight * 4)
  }

  /** The colours of haze: that of the air, and near the sun that of its light. */
  hazeColours(): Float32Array {
    const { brief, margin, sun, unit, palette } = this.stage
    const low = brief.time === 'dusk' || brief.time === 'dawn'
    const colours = new Float32Array(this.samples * 3)
    for (let sample = 0; sample < this.samples; sample += 1) {
      const off = (sample * this.spacing - margin - sun.x) / (unit * 0.42)
      const glow = sun.visible ? Math.exp(-off * off) * (low ? 0.5 : 0.2) : 0
      colours.set(mix(palette.haze, palette.light, glow), sample * 3)
    }
    return colours
  }

  computeHeights(): void {
    for (let row = 0; row < this.distances.length; row += 1) {
      if (row % 12 === 0) this.stage.checkpoint()
      this.computeRow(row)
      this.castShadows(row)
    }
  }

  computeRow(row: number): void {
    const { heights, distances, samples, spacing, centre } = this
    const { ground } = this.options
    const rows = distances.length
    const distance = distances[row] ?? 0
    const scale = distance / this.stage.focal
    for (let sample = 0; sample < samples; sample += 1) {
      heights[sample * rows + row] = ground.height((sample * spacing - centre) * scale, distance)
    }
  }

  /** Sweeps along a row from the side of the light; ground below the descending ray lies in shadow. */
  castShadows(row: number): void {
    const { heights, shades, samples, shadows } = this
    const [across, up] = this.stage.lightDirection
    if (shadows <= 0 || Math.abs(across) < 0.05) return
    const rows = this.distances.length
    const dx = (this.spacing * (this.distances[row] ?? 0)) / this.stage.focal
    const fall = (up / Math.abs(across)) * dx
    const soft = dx * 5
    let line = -Infinity
    const by = across > 0 ? -1 : 1
    for (let sample = across > 0 ? samples - 1 : 0; sample >= 0 && sample < samples; sample += by) {
      const at = sample * rows + row
      const h = heights[at] ?? 0
      line = Math.max(line - fall, h)
      shades[at] = smoothstep(0, soft, line - h) * shadows
    }
  }

  drawColumns(): void {
    // A column lies between two samples; only the colours of these two are in memory.
    let left = this.openColours(0)
    let right = this.openColours(1)
    for (let column = 0; column < this.width; column += 1) {
      if (column % 32 === 0) this.stage.checkpoint()
      if (Math.floor(column / this.spacing) > left.sample) {
        left = right
        right = this.openColours(right.sample + 1)
      }
      this.drawColumn(column, left, right)
      if ((column + 1) % tileColumns !== 0 && column + 1 !== this.width) continue
      this.layTile(column - (column % tileColumns), column + 1)
      this.tile.fill(0)
    }
  }

  /** Copies the columns of the tile to their place. */
  layTile(first: number, end: number): void {
    const { tile, tileHeight, lines, width } = this
    const source = new Uint32Array(tile.buffer)
    const words = new Uint32Array(this.pixels.buffer, this.pixels.byteOffset, width * lines)
    for (let line = 0; line < lines; line += 1) {
      for (let column = first; column < end; column += 1) {
        words[line * width + column] = source[(column - first) * tileHeight + line] ?? 0
      }
    }
  }

  openColours(sample: number): SampleColours {
    const rows = this.distances.length
    return { sample, values: new Float32Array(rows * 3), known: new Uint8Array(rows) }
  }

  /** Draws a column from the viewer outwards. */
  drawColumn(column: number, left: SampleColours, right: SampleColours): void {
    const { heights, distances, floor, bottom } = this
    const rows = distances.length
    const at = left.sample * rows
    const share = column / this.spacing - left.sample
    let top = bottom
    let hasStarted = false
    let redBefore = 0
    let greenBefore = 0
    let blueBefore = 0
    for (let row = 1; row < rows; row += 1) {
      const leftHeight = heights[at + row] ?? 0
      const h = leftHeight + ((heights[at + rows + row] ?? 0) - leftHeight) * share
      if (h <= floor) {
        // If the land dips under water between this row and the one before, it ends at the crossing.
        const y = hasStarted ? this.crossing(row, at, share, h) : top
        if (y < top) {
          this.fill(column, y, top, redBefore, greenBefore, blueBefore, redBefore, greenBefore, blueBefore)
          top = y
        }
        hasStarted = false
        continue
      }
      const y = this.lineAt(h, distances[row] ?? 0)
      if (y >= top && hasStarted) continue
      this.needColour(row, left)
      this.needColour(row, right)
      const from = row * 3
      const redLeft = left.values[from] ?? 0
      const greenLeft = left.values[from + 1] ?? 0
      const blueLeft = left.values[from + 2] ?? 0
      const red = redLeft + ((right.values[from] ?? 0) - redLeft) * share
      const green = greenLeft + ((right.values[from + 1] ?? 0) - greenLeft) * share
      const blue = blueLeft + ((right.values[from + 2] ?? 0) - blueLeft) * share
      if (y < top) {
        if (hasStarted) this.fill(column, y, top, red, green, blue, redBefore, greenBefore, blueBefore)
        else {
          // Land that rises from the water begins at the crossing; other ground continues behind the piece in front.
          const foot = floor > -Infinity ? this.crossing(row, at, share, h) : bottom
          this.fill(column, y, Math.min(top, foot), red, green, blue, red, green, blue)
        }
        top = y
      }
      redBefore = red
      greenBefore = green
      blueBefore = blue
      hasStarted = true
    }
  }

  needColour(row: number, { sample, values, known }: SampleColours): void {
    if (known[row] === 1) return
    known[row] = 1
    const { heights, distances, samples, spacing, colour, point, air, exposure } = this
    const { lightDirection, palette, focal, flat } = this.stage
    const rows = distances.length
    const distance = distances[row] ?? 0
    const scale = distance / focal
    const at = sample * rows + row
    const h = heights[at] ?? 0
    const leftHeight = heights[sample > 0 ? at - rows : at] ?? h
    const rightHeight = heights[sample < samples - 1 ? at + rows : at] ?? h
    const slopeX = (rightHeight - leftHeight) / (2 * spacing * scale)
    const slopeZ = (h - (heights[at - 1] ?? h)) / (distance - (distances[row - 1] ?? 0))
    const length = Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ)
    point.x = (sample * spacing - this.centre) * scale
    point.distance = distance
    point.height = h
    point.flatness = 1 / length
    const direct = clamp01((lightDirection[1] - slopeX * lightDirection[0] - slopeZ * lightDirection[2]) / length)
    const lit = direct * (1 - (this.shades[at] ?? 0))
    // Three tones, as in a print.
    point.lit = flat ? (lit > 0.52 ? 0.78 : lit > 0.24 ? 0.46 : 0.16) : lit
    this.options.ground.colour(point, colour)
    const haze = this.options.haze(distance, h)
    for (let channel = 0; channel < 3; channel += 1) {
      const light = ((palette.light[channel] ?? 255) * point.lit * 1.25 + (palette.ambient[channel] ?? 255) * 0.55) * exposure
      const bright = ((colour[channel] ?? 0) * light) / 255
      values[row * 3 + channel] = bright + ((air[sample * 3 + channel] ?? 0) - bright) * haze
    }
  }

  /** The row of the picture for a height at a distance. */
  lineAt(height: number, distance: number): number {
    return this.stage.horizon + ((this.stage.cameraHeight - height) * this.stage.focal) / distance
  }

  /** The row where the ground crosses the water, between the row before and this one. */
  crossing(row: number, at: number, share: number, h: number): number {
    const { heights, distances, floor } = this
    const leftHeight = heights[at + row - 1] ?? h
    const before = leftHeight + ((heights[at + distances.length + row - 1] ?? h) - leftHeight) * share
    const part = before === h ? 1 : clamp01((floor - before) / (h - before))
    const distanceBefore = distances[row - 1] ?? 0
    return this.lineAt(floor, distanceBefore + ((distances[row] ?? 0) - distanceBefore) * part)
  }

  /**
   * Fills a column from `y` down to `reached`, blending into the colour of the row before. The colours are separate numbers, because the
   * method is called a million times.
   */
  fill(
    column: number,
    y: number,
    reached: number,
    red: number,
    green: number,
    blue: number,
    redBefore: number,
    greenBefore: number,
    blueBefore: number,
  ): void {
    const { tile, bottom } = this
    const { lift } = this.stage
    const start = (column % tileColumns) * this.tileHeight + lift
    const first = Math.max(-lift, Math.floor(y))
    const last = Math.min(bottom - 1, Math.ceil(reached) - 1)
    const span = reached - y
    for (let line = first; line <= last; line += 1) {
      const coverage = Math.min(line + 1, reached) - Math.max(line, y)
      if (coverage <= 0) continue
      const share = clamp01((line + 0.5 - y) / span)
      const at = (start + line) * 4
      const covered = (tile[at + 3] ?? 0) / 255
      const weight = coverage / (covered + coverage)
      const oldRed = tile[at] ?? 0
      const oldGreen = tile[at + 1] ?? 0
      const oldBlue = tile[at + 2] ?? 0
      tile[at] = oldRed + (red + (redBefore - red) * share - oldRed) * weight
      tile[at + 1] = oldGreen + (green + (greenBefore - green) * share - oldGreen) * weight
      tile[at + 2] = oldBlue + (blue + (blueBefore - blue) * share - oldBlue) * weight
      tile[at + 3] = 255 * Math.min(1, covered + coverage)
    }
  }

  /** Crops the empty rows above and below, which would cost time in every frame. */
  picture(): Picture {
    const { pixels, width, lines } = this
    const { margin, lift } = this.stage
    const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * lines)
    let first = 0
    let last = lines - 1
    while (first < last && isEmpty(words, first, width)) first += 1
    while (last > first && isEmpty(words, last, width)) last -= 1
    const bytes = width * 4
    return {
      canvas: canvasOf(pixels.subarray(first * bytes, (last + 1) * bytes), width, last + 1 - first),
      left: -margin,
      top: first - lift,
    }
  }
}

function isEmpty(words: Uint32Array, row: number, width: number): boolean {
  for (let at = row * width; at < (row + 1) * width; at += 1) if (words[at] !== 0) return false
  return true
}
