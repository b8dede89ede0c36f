import { mix } from '../colour.ts'
import { clamp01, smoothstep } from '../noise.ts'
import { canvasOf, pictureLayer } from '../stage.ts'
import type { Layer, Picture, Stage } from '../stage.ts'

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
  /** How strong the shadows are that the ground throws on itself, 0..1. */
  shadows?: number
}

/** A piece of ground as layers: one, or as many sheets as a paper cutter would take for it. */
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

/** How much farther each row of the ground is than the one before: about a pixel apart on the screen. */
const usualStep = 1.0068
/** The size of a picture from which on all rows are computed. */
const sizeOfSteps = 640
/** Columns of the ground that are computed across the short side; what lies between is drawn straight. */
const columnsAcross = 460

/**
 * Draws a piece of ground between two distances. Every column of pixels is walked away from the viewer and filled upwards
 * wherever the ground rises above what is already drawn, with exact coverage at the edges, so that crests are smooth.
 */
export function renderTerrain(stage: Stage, options: TerrainOptions): Picture {
  const { horizon, focal, cameraHeight, margin, lift, palette, lightDirection, unit } = stage
  const { ground, near, far, floor = -Infinity } = options
  // A small picture has no room for as many rows.
  const step = 1 + ((options.step ?? usualStep) - 1) * Math.max(1, Math.min(7, sizeOfSteps / unit))
  const shadows = options.shadows ?? 0.75
  const width = stage.width + 2 * margin
  const rows = stage.height + 2 * lift
  const bottom = stage.height + lift
  const pixels = new Uint8ClampedArray(width * rows * 4)
  const spacing = Math.max(1, Math.round(unit / columnsAcross))
  const samples = Math.ceil(width / spacing) + 2
  const top = new Float32Array(width).fill(bottom)
  const started = new Uint8Array(width)
  const previousColour = new Float32Array(width * 3)
  const heights = new Float32Array(samples)
  const previousHeight = new Float32Array(samples)
  const sampleRows = new Float32Array(samples)
  const sampleTop = new Float32Array(samples).fill(bottom + 2)
  const shade = new Float32Array(samples)
  const colours = new Float32Array(samples * 3)
  const seen = new Uint8Array(samples)
  const colour = new Float32Array(3)
  const point: GroundPoint = { x: 0, distance: 0, height: 0, flatness: 1, lit: 0 }
  const centre = stage.width / 2 + margin
  const exposure = stage.brief.time !== 'night' ? 1 : stage.flat ? 1.02 : 0.94
  const air = hazeColours()

  let previousDistance = near / step
  for (let sample = 0; sample < samples; sample += 1) {
    previousHeight[sample] = ground.height(((sample * spacing - centre) * previousDistance) / focal, previousDistance)
  }
  let count = 0
  for (let distance = near; distance < far; distance *= step) {
    count += 1
    if (count % 12 === 0) stage.checkpoint()
    const scale = distance / focal
    for (let sample = 0; sample < samples; sample += 1) {
      const h = ground.height((sample * spacing - centre) * scale, distance)
      heights[sample] = h
      const row = horizon + (cameraHeight - h) / scale
      sampleRows[sample] = row
      seen[sample] = row < (sampleTop[sample] ?? 0) || distance === near ? 1 : 0
      if (row < (sampleTop[sample] ?? 0)) sampleTop[sample] = row
    }
    castShadows(spacing * scale)
    for (let sample = 0; sample < samples; sample += 1) {
      if (seen[sample] === 1 || seen[sample - 1] === 1 || seen[sample + 1] === 1) colourSample(sample, distance, scale)
    }
    drawRow(distance)
    previousHeight.set(heights)
    previousDistance = distance
  }
  return crop()

  /** Distance takes the colour of the air, which is that of the light around the sun. */
  function hazeColours(): Float32Array {
    const low = stage.brief.time === 'dusk' || stage.brief.time === 'dawn'
    const colours = new Float32Array(samples * 3)
    for (let sample = 0; sample < samples; sample += 1) {
      const off = (sample * spacing - margin - stage.sun.x) / (unit * 0.42)
      const glow = stage.sun.visible ? Math.exp(-off * off) * (low ? 0.5 : 0.2) : 0
      colours.set(mix(palette.haze, palette.light, glow), sample * 3)
    }
    return colours
  }

  /** Sweeps along a row from the side of the light: what lies below the falling line of light is in the shade. */
  function castShadows(dx: number): void {
    shade.fill(0)
    const across = lightDirection[0]
    if (shadows <= 0 || Math.abs(across) < 0.05) return
    const fall = (lightDirection[1] / Math.abs(across)) * dx
    const soft = dx * 5
    let line = -Infinity
    const [first, end, by] = across > 0 ? [samples - 1, -1, -1] : [0, samples, 1]
    for (let sample = first; sample !== end; sample += by) {
      const h = heights[sample] ?? 0
      line = Math.max(line - fall, h)
      shade[sample] = smoothstep(0, soft, line - h) * shadows
    }
  }

  function colourSample(sample: number, distance: number, scale: number): void {
    const h = heights[sample] ?? 0
    const left = heights[sample > 0 ? sample - 1 : sample] ?? h
    const right = heights[sample < samples - 1 ? sample + 1 : sample] ?? h
    const slopeX = (right - left) / (2 * spacing * scale)
    const slopeZ = (h - (previousHeight[sample] ?? h)) / (distance - previousDistance)
    const length = Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ)
    point.x = (sample * spacing - centre) * scale
    point.distance = distance
    point.height = h
    point.flatness = 1 / length
    const direct = clamp01((lightDirection[1] - slopeX * lightDirection[0] - slopeZ * lightDirection[2]) / length)
    point.lit = cel(direct * (1 - (shade[sample] ?? 0)))
    ground.colour(point, colour)
    const haze = options.haze(distance, h)
    const at = sample * 3
    for (let channel = 0; channel < 3; channel += 1) {
      const light = ((palette.light[channel] ?? 255) * point.lit * 1.25 + (palette.ambient[channel] ?? 255) * 0.55) * exposure
      const bright = ((colour[channel] ?? 0) * light) / 255
      colours[at + channel] = bright + ((air[at + channel] ?? 0) - bright) * haze
    }
  }

  /** Three tones, as a printmaker would do with. */
  function cel(lit: number): number {
    if (!stage.flat) return lit
    return lit > 0.52 ? 0.78 : lit > 0.24 ? 0.46 : 0.16
  }

  function drawRow(distance: number): void {
    for (let column = 0; column < width; column += 1) {
      const sample = Math.floor(column / spacing)
      const share = column / spacing - sample
      const h = (heights[sample] ?? 0) + ((heights[sample + 1] ?? 0) - (heights[sample] ?? 0)) * share
      const reached = top[column] ?? bottom
      const to = column * 3
      if (h <= floor) {
        if (started[column] === 1) {
          // The land dips under between this row and the one before: it ends where it crosses the water.
          const row = crossing(sample, share, h, distance)
          if (row < reached) {
            for (let channel = 0; channel < 3; channel += 1) colour[channel] = previousColour[to + channel] ?? 0
            fill(column, row, Math.min(reached, bottom), to)
            top[column] = row
          }
        }
        started[column] = 0
        continue
      }
      const row = (sampleRows[sample] ?? 0) + ((sampleRows[sample + 1] ?? 0) - (sampleRows[sample] ?? 0)) * share
      if (row >= reached && started[column] === 1) continue
      const at = sample * 3
      for (let channel = 0; channel < 3; channel += 1) {
        const from = colours[at + channel] ?? 0
        colour[channel] = from + ((colours[at + 3 + channel] ?? from) - from) * share
      }
      if (row < reached) {
        const from = started[column] === 1 ? to : -1
        // Land that rises out of water begins where it crosses it; other ground goes on under the piece in front of it.
        const foot = from < 0 && floor > -Infinity ? crossing(sample, share, h, distance) : bottom
        fill(column, row, Math.min(reached, bottom, foot), from)
        top[column] = row
      }
      previousColour[to] = colour[0] ?? 0
      previousColour[to + 1] = colour[1] ?? 0
      previousColour[to + 2] = colour[2] ?? 0
      started[column] = 1
    }
  }

  /** The row where the ground crosses the water between the row before and this one. */
  function crossing(sample: number, share: number, h: number, distance: number): number {
    const before = (previousHeight[sample] ?? h) + ((previousHeight[sample + 1] ?? h) - (previousHeight[sample] ?? h)) * share
    const part = before === h ? 1 : clamp01((floor - before) / (h - before))
    return horizon + ((cameraHeight - floor) * focal) / (previousDistance + (distance - previousDistance) * part)
  }

  /** Fills a column from `row` down to `reached`, going over from the colour of the row before. */
  function fill(column: number, row: number, reached: number, from: number): void {
    const first = Math.max(-lift, Math.floor(row))
    const last = Math.min(bottom - 1, Math.ceil(reached) - 1)
    const span = reached - row
    for (let y = first; y <= last; y += 1) {
      const coverage = Math.min(y + 1, reached) - Math.max(y, row)
      if (coverage <= 0) continue
      const share = from < 0 ? 0 : clamp01((y + 0.5 - row) / span)
      const at = ((y + lift) * width + column) * 4
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

  /** Without the empty rows above and below: they would be blended in every frame. */
  function crop(): Picture {
    const words = new Uint32Array(pixels.buffer)
    const isEmpty = (row: number) => {
      for (let at = row * width; at < (row + 1) * width; at += 1) if (words[at] !== 0) return false
      return true
    }
    let first = 0
    let last = rows - 1
    while (first < last && isEmpty(first)) first += 1
    while (last > first && isEmpty(last)) last -= 1
    const bytes = width * 4
    return {
      canvas: canvasOf(pixels.subarray(first * bytes, (last + 1) * bytes), width, last + 1 - first),
      left: -margin,
      top: first - lift,
    }
  }
}
