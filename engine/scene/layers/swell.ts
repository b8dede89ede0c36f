import { createCanvas } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { fromOklch, mix, onRamp, toOklch } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { clamp01, createNoise, smoothstep } from '../noise.ts'
import { viewOf } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import { dyeStrength } from './water.ts'

type Wave = { kx: number; kz: number; pace: number; phase: number; tall: number }

const sineSteps = 2048
const fullTurn = 2 * Math.PI
/** Ratio of the distances of two consecutive rows of crests. */
const step = 1.024
const farthest = 70
const foamSize = 128
const foamMask = foamSize - 1

/** Open sea with running waves, foam on the steep crests, light through the thin ones. `height` is in units of the scene. */
// oxlint-disable-next-line max-lines-per-function -- Its loops over pixels share tables.
export function swellLayer(stage: Stage, options: { height: number; foam: number; depth: number }): Layer {
  const { palette, focal, cameraHeight, horizon, unit, sun } = stage
  const random = stage.familyRandom('swell')
  const coarse = stage.still ? Math.max(1, Math.round(unit / 800)) : 2
  const width = Math.ceil(stage.width / coarse)
  const room = stage.lift + Math.ceil(unit * 0.16)
  const rows = Math.ceil((stage.height - horizon + room) / coarse)
  const canvas = createCanvas(width, rows)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, rows)
  const wind = between(random, -0.4, 0.4)
  const waves: Wave[] = [
    [1.5, 1],
    [2.3, 0.66],
    [3.9, 0.4],
    [7.6, 0.2],
    [15, 0.095],
    [29, 0.045],
  ].map(([frequency = 1, tall = 1], index) => {
    // Crests in random directions interrupt each other.
    const turn = wind + (index % 2 === 0 ? 1 : -1) * between(random, 0.25, 0.75)
    const k = frequency * between(random, 0.9, 1.15)
    return {
      kx: Math.sin(turn) * k,
      kz: Math.cos(turn) * k,
      pace: Math.sqrt(9.8 * k) * 0.3,
      phase: random() * fullTurn,
      tall: tall * options.height,
    }
  })
  const total = waves.reduce((sum, { tall }) => sum + tall, 0)
  // A trochoid: sharp crests, wide troughs.
  const shape = Float32Array.from({ length: sineSteps }, (_, index) => {
    const bump = 0.5 + 0.5 * Math.sin((index / sineSteps) * fullTurn)
    return 2 * bump ** 1.8 - 0.82
  })
  const slopes = Float32Array.from(shape, (value, index) => ((shape[(index + 1) % sineSteps] ?? 0) - value) * (sineSteps / fullTurn))
  const foamPattern = foamTable()
  const { dye } = palette
  const inDye = (colour: Rgb, share: number): Rgb =>
    dye ? mix(colour, fromOklch({ ...dye, lightness: toOklch(colour).lightness }), share) : colour
  const skyRamp = Array.from({ length: 64 }, (_, index) => inDye(onRamp(palette.sky, 1 - (index / 63) * 0.8), dyeStrength))
  const deep = palette.water
  const thin = inDye(mix(mix(palette.water, palette.light, 0.36), [70, 176, 160], 0.35), 0.9)
  const foamColour: Rgb = mix(mix(palette.ambient, palette.light, 0.75), [255, 255, 255], stage.brief.time === 'night' ? 0.05 : 0.4)
  const top = new Float32Array(width)
  const before = new Float32Array(width * 3)
  const colour = new Float32Array(3)
  const weights = new Float32Array(waves.length)

  function foamTable(): Float32Array {
    const noise = createNoise(stage.random('foam'))
    return Float32Array.from({ length: foamSize * foamSize }, (_, index) => {
      // Mirrored at the edges so that it tiles, and torn into threads.
      const u = Math.abs((index % foamSize) - foamSize / 2) / 8
      const v = Math.abs(Math.floor(index / foamSize) - foamSize / 2) / 8
      return 0.7 * noise.fbm(u, v, 3) + 0.55 * (0.5 - Math.abs(noise.at(u * 1.7 + 3, v * 1.7)))
    })
  }

  function foamAt(x: number, z: number): number {
    const u = x * 8
    const v = z * 8
    const cellX = Math.floor(u)
    const cellZ = Math.floor(v)
    const fx = u - cellX
    const fz = v - cellZ
    const row = (cellZ & foamMask) * foamSize
    const next = ((cellZ + 1) & foamMask) * foamSize
    const left = cellX & foamMask
    const right = (cellX + 1) & foamMask
    const a = (foamPattern[row + left] ?? 0) + ((foamPattern[row + right] ?? 0) - (foamPattern[row + left] ?? 0)) * fx
    const b = (foamPattern[next + left] ?? 0) + ((foamPattern[next + right] ?? 0) - (foamPattern[next + left] ?? 0)) * fx
    return a + (b - a) * fz
  }

  return {
    paint(g, moment) {
      const { seconds, camera } = moment
      const view = viewOf(stage, options.depth, moment)
      const line = horizon * view.scale + view.y
      const pixels = image.data
      pixels.fill(0)
      const origin = line - unit * 0.14
      const limit = Math.min(rows, Math.ceil((stage.height - origin) / coarse) + 1)
      top.fill(limit)
      before.fill(0)
      const zoomed = focal * view.scale
      const pan = (camera * stage.margin * 0.8) / focal
      let count = 0
      for (let distance = cameraHeight / 1.3; distance < farthest; distance *= step) {
        count += 1
        if (stage.still && count % 8 === 0) stage.checkpoint()
        // Waves shorter than a row can show would only flicker.
        waves.forEach((wave, index) => {
          const long = ((fullTurn / Math.hypot(wave.kx, wave.kz)) * zoomed * cameraHeight) / (distance * distance)
          weights[index] = smoothstep(1.2, 5, long)
        })
        const reachX = distance / zoomed
        const air = clamp01((distance - 5) / 55)
        // A crest just in front of the viewer would become a sheet of white.
        const close = 0.2 * smoothstep(4.6, 1.4, distance)
        const off2 = unit * (0.06 + 0.22 / distance)
        for (let column = 0; column < width; column += 1) {
          const x = (column * coarse - stage.width / 2) * reachX + pan * distance
          let h = 0
          let slopeX = 0
          let slopeZ = 0
          for (let index = 0; index < waves.length; index += 1) {
            const weight = weights[index] ?? 0
            const wave = waves[index]
            if (!wave || weight <= 0) continue
            const phase = (wave.kx * x + wave.kz * distance + wave.phase + seconds * wave.pace) * (sineSteps / fullTurn)
            const at = Math.floor(phase) & (sineSteps - 1)
            const tall = wave.tall * weight
            h += (shape[at] ?? 0) * tall
            const slope = (slopes[at] ?? 0) * tall
            slopeX += slope * wave.kx
            slopeZ += slope * wave.kz
          }
          const rough = foamAt(x * 1.6 + 20, distance * 4.2 + seconds * 0.5)
          slopeZ += (rough - 0.2) * 0.34 * (1 - air)
          const row = (line + ((cameraHeight - h) * zoomed) / distance - origin) / coarse
          const reached = top[column] ?? limit
          const to = column * 3
          // Positive where a slope faces the viewer.
          const facing = clamp01(0.42 + slopeZ * 0.9)
          const crest = clamp01(0.46 + (0.74 * h) / total)
          // Slopes that lean away reflect the sky; those that face the viewer show the depth, and light shines through thin crests.
          const sky = skyRamp[Math.min(63, Math.max(0, Math.floor((0.3 - 0.55 * slopeZ + 0.15 * slopeX) * 63)))] ?? deep
          const mirrored = clamp01(0.16 + 0.62 * (1 - facing) + 0.4 * air)
          const through = crest ** 3 * facing * 0.8 * (1 - air)
          const torn =
            foamAt(x, distance + seconds * 0.12) * 0.5 +
            foamAt(x * 3.1 + 5, distance * 3.1 + seconds * 0.3) * 0.4 +
            foamAt(x * 9 + 2, distance * 9) * 0.45 * (1 - air)
          const foam = smoothstep(1.02, 1.2, crest * 1.08 + torn * 0.5 + options.foam * 0.1 - close) * (1 - air * 0.5)
          const streaks = smoothstep(0.3, 0.62, torn) * smoothstep(0.35, 0.75, crest) * options.foam * 0.4 * (1 - air)
          const off = sun.visible ? Math.abs(column * coarse - sun.x) / off2 : 9
          const glint = off < 2.5 ? Math.max(0, 0.2 - slopeZ) * Math.exp(-off * off) * 0.9 : 0
          const bright = 0.82 + 0.3 * crest
          for (let channel = 0; channel < 3; channel += 1) {
            const low = (deep[channel] ?? 0) * bright
            let value = low + ((sky[channel] ?? 0) - low) * mirrored
            value += ((thin[channel] ?? 0) - value) * through
            value += ((foamColour[channel] ?? 0) - value) * Math.max(foam * 0.94, streaks)
            value += ((palette.light[channel] ?? 0) - value) * (glint > 1 ? 1 : glint)
            value += ((palette.haze[channel] ?? 0) - value) * air * 0.72
            colour[channel] = value
          }
          if (row < reached) {
            fill(pixels, column, row, reached, to)
            top[column] = row
          }
          before[to] = colour[0] ?? 0
          before[to + 1] = colour[1] ?? 0
          before[to + 2] = colour[2] ?? 0
        }
      }
      context.putImageData(image, 0, 0)
      g.imageSmoothingEnabled = true
      g.drawImage(canvas, 0, 0, width, limit, 0, origin, width * coarse, limit * coarse)
    },
  }

  function fill(pixels: Uint8ClampedArray, column: number, row: number, reached: number, from: number): void {
    const first = Math.max(0, Math.floor(row))
    const last = Math.min(rows - 1, Math.ceil(reached) - 1)
    const span = reached - row
    for (let y = first; y <= last; y += 1) {
      const coverage = Math.min(1, y + 1 - row)
      const share = clamp01((y + 0.5 - row) / span)
      const at = (y * width + column) * 4
      const old = (pixels[at + 3] ?? 0) > 0
      for (let channel = 0; channel < 3; channel += 1) {
        const here = colour[channel] ?? 0
        const value = here + ((before[from + channel] ?? here) - here) * share
        const under = pixels[at + channel] ?? 0
        pixels[at + channel] = old ? under + (value - under) * (y === last ? clamp01(reached - y) : coverage) : value
      }
      pixels[at + 3] = old ? 255 : 255 * coverage
    }
  }
}
