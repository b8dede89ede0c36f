import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { css, fromOklch, mix, toOklch } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { clamp01, createNoise, smoothstep } from '../noise.ts'
import { paints } from '../paints.ts'
import { canvasOf } from '../stage.ts'
import type { Stage } from '../stage.ts'

export type PlanetOptions = { radius: number; ringed: boolean; banded: boolean; part: string }

/** Extent of a ringed planet's picture, relative to its ball. */
const ringReach = 2.3

/** A planet in the middle of a separate picture. */
export function planetPicture(stage: Stage, options: PlanetOptions): Canvas {
  const random = stage.familyRandom(options.part)
  const { radius } = options
  const size = Math.ceil(radius * 2 * (options.ringed ? ringReach : 1.3))
  const canvas = createCanvas(size, size)
  const g = canvas.getContext('2d')
  g.translate(size / 2, size / 2)
  const own = stage.brief.thingColours.planet
  const named = own ? paints[own] : stage.brief.colours.length > 0 ? stage.palette.accents[0] : null
  const hue = named ? toOklch(named).hue : between(random, 0, 2 * Math.PI)
  const light = fromOklch({ lightness: 0.84, chroma: 0.085, hue })
  const dark = fromOklch({ lightness: 0.46, chroma: 0.11, hue: hue + between(random, -0.7, 0.7) })
  const third = fromOklch({ lightness: 0.66, chroma: 0.12, hue: hue + between(random, -0.5, 0.5) })
  const tilt = between(random, 0.12, 0.5) * (random() < 0.5 ? -1 : 1)
  const air = g.createRadialGradient(0, 0, radius * 0.96, 0, 0, radius * 1.22)
  air.addColorStop(0, css(light, 0.3))
  air.addColorStop(1, css(light, 0))
  g.fillStyle = air
  g.beginPath()
  g.arc(0, 0, radius * 1.22, 0, 2 * Math.PI)
  g.fill()
  const bands = options.ringed ? ringBands(random) : []
  if (options.ringed) drawRing(g, radius, tilt, light, bands, 'back')
  g.drawImage(ball(stage, options, [dark, third, light], tilt), -radius, -radius)
  if (options.ringed) drawRing(g, radius, tilt, light, bands, 'front')
  return canvas
}

/** A lit ball with bands of cloud or with continents, and a bright rim of air. */
function ball(
  stage: Stage,
  { radius, banded, part, ringed }: PlanetOptions,
  [dark, third, light]: readonly [Rgb, Rgb, Rgb],
  tilt: number,
): Canvas {
  const noise = createNoise(stage.random(`${part} surface`))
  const size = Math.ceil(radius * 2)
  const pixels = new Uint8ClampedArray(size * size * 4)
  const [lx, ly, lz] = [stage.lightDirection[0] * 0.85, -0.42, 0.42]
  const air = mix(light, [170, 205, 255], 0.6)
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)]
  for (let y = 0; y < size; y += 1) {
    if (y % 32 === 0) stage.checkpoint()
    for (let x = 0; x < size; x += 1) {
      const sx = (x + 0.5 - radius) / radius
      const sy = (y + 0.5 - radius) / radius
      const square = sx * sx + sy * sy
      if (square > 1.03) continue
      const z = Math.sqrt(Math.max(0, 1 - square))
      const u = sx * cos + sy * sin
      const v = sy * cos - sx * sin
      let share = 0
      let second = 0
      let relief = 0
      if (banded) {
        const warp = noise.fbm(u * 1.6 + z, v * 3.4, 4)
        const fine = noise.fbm(u * 4 + warp * 2, v * 15, 3)
        share = clamp01(0.5 + 0.48 * Math.sin(v * 12 + warp * 2.2) + 0.22 * fine)
        second = smoothstep(0.1, 0.5, noise.at(v * 4.5, 3.3) + warp * 0.3)
      } else {
        const warp = noise.fbm(u * 1.3 + z, v * 1.6, 4)
        share = smoothstep(-0.12, 0.2, noise.fbm(u * 1.5 + z * 0.7 + warp * 0.6, v * 1.6 + warp * 0.4, 6))
        second = smoothstep(0.05, 0.4, noise.fbm(u * 2.1 + 7 + warp, v * 3.6, 5))
        relief = noise.fbm(u * 6 + z, v * 6, 3) * 0.14
      }
      const facing = sx * lx + sy * ly + z * lz
      const shadow = ringed ? smoothstep(0.03, 0.1, Math.abs(v - 0.16 - 0.12 * z)) : 1
      const lit = clamp01(facing * 1.15 + relief) ** 0.85 * (0.4 + 0.6 * shadow)
      const rim = (1 - z) ** 3 * clamp01(facing + 0.45) * 0.85
      const at = (y * size + x) * 4
      for (let channel = 0; channel < 3; channel += 1) {
        const low = dark[channel] ?? 0
        let ground = low + ((light[channel] ?? 0) - low) * share
        ground += ((banded ? (third[channel] ?? 0) : 246) - ground) * second * (banded ? 0.6 : 0.55)
        pixels[at + channel] = ground * (lit + 0.025) + (air[channel] ?? 0) * rim
      }
      pixels[at + 3] = 255 * clamp01((1 - Math.sqrt(square)) * radius + 0.5)
    }
  }
  return canvasOf(pixels, size, size)
}

const ringBands = (random: () => number) =>
  Array.from({ length: 46 }, (_, index) => {
    const share = index / 46
    const gap = (share > 0.52 && share < 0.6) || (share > 0.82 && share < 0.85) ? 0.08 : 1
    return Math.max(0, (0.16 + 0.45 * random()) * gap * Math.sin(Math.PI * Math.min(1, share * 1.05 + 0.08)))
  })

function drawRing(g: SKRSContext2D, radius: number, tilt: number, light: Rgb, bands: number[], half: 'front' | 'back'): void {
  g.save()
  g.rotate(tilt)
  g.lineWidth = (radius * 0.95) / bands.length + 0.7
  bands.forEach((alpha, index) => {
    const share = index / bands.length
    g.strokeStyle = css(mix(light, [255, 245, 225], 0.4), alpha)
    const out = radius * (1.28 + 0.9 * share)
    g.beginPath()
    g.ellipse(0, 0, out, out * 0.25, 0, half === 'front' ? 0 : Math.PI, half === 'front' ? Math.PI : 2 * Math.PI)
    g.stroke()
  })
  g.restore()
}
