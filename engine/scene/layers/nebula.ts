import { between, pick } from '../../random.ts'
import { fromOklch, mix, toOklch } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { clamp01, createNoise, smoothstep } from '../noise.ts'
import { enlarged, pictureLayer } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'

const gridOf = (stage: Stage) => {
  const coarseness = Math.max(2, Math.round(stage.unit / 420))
  return {
    coarseness,
    columns: Math.ceil((stage.width + 2 * stage.margin) / coarseness),
    rows: Math.ceil((stage.height + 2 * stage.lift) / coarseness),
  }
}

/** Clouds of gas in two hues on black, with lanes of dust. */
export function nebulaLayer(stage: Stage, options: { strength?: number } = {}): Layer {
  const random = stage.familyRandom('nebula')
  const noise = createNoise(stage.random('nebula'))
  const grid = gridOf(stage)
  const { columns, rows, coarseness } = grid
  const pixels = new Uint8ClampedArray(columns * rows * 4)
  const [warm, cold, deep] = gasColours(stage)
  const turn = between(random, -1.1, 1.1)
  const offset = between(random, -0.18, 0.18)
  const scaleOf = between(random, 1.2, 1.9)
  const breadth = between(random, 0.32, 0.6)
  const strength = options.strength ?? 1
  for (let y = 0; y < rows; y += 1) {
    if (y % 12 === 0) stage.checkpoint()
    for (let x = 0; x < columns; x += 1) {
      const u = ((x - columns / 2) * coarseness) / stage.unit
      const v = ((y - rows / 2) * coarseness) / stage.unit
      const warpX = noise.fbm(u * scaleOf + 3, v * scaleOf, 3)
      const warpY = noise.fbm(u * scaleOf, v * scaleOf + 9, 3)
      const gas = noise.fbm(u * scaleOf + warpX * 1.5, v * scaleOf + warpY * 1.5, 6)
      const across = Math.abs(v * Math.cos(turn) - u * Math.sin(turn) - offset + warpX * 0.25)
      const band = Math.exp(-((across / breadth) ** 2))
      const density = clamp01((gas * 0.95 + 0.36) * band * 1.35)
      const dust = smoothstep(0.06, 0.42, noise.ridged(u * 1.6 + warpY, v * 1.6 - warpX, 4) - 0.28) * band
      const share = clamp01(0.5 + warpX * 1.7)
      const glow = density * (1 - 0.78 * dust) * strength
      const core = density ** 3 * 1.4 * strength
      const at = (y * columns + x) * 4
      for (let channel = 0; channel < 3; channel += 1) {
        const tint = (cold[channel] ?? 0) + ((warm[channel] ?? 0) - (cold[channel] ?? 0)) * share
        pixels[at + channel] = (deep[channel] ?? 0) + tint * glow * 1.1 + 255 * core * 0.46
      }
      pixels[at + 3] = 255
    }
  }
  return pictureLayer(stage, enlarged(pixels, grid, { left: -stage.margin, top: -stage.lift }), 0.2)
}

/** A galaxy with spiral arms, seen at an angle. */
export function galaxyLayer(stage: Stage): Layer {
  stage.shown.add('galaxy')
  const random = stage.familyRandom('galaxy')
  const noise = createNoise(stage.random('galaxy'))
  const grid = gridOf(stage)
  const { columns, rows, coarseness } = grid
  const pixels = new Uint8ClampedArray(columns * rows * 4)
  const [warm, cold, deep] = gasColours(stage)
  const core = mix(mix(warm, [255, 236, 200], 0.75), [255, 250, 240], 0.3)
  const centreX = columns * (0.5 + (stage.focus - 0.5) * 0.7)
  const centreY = rows * between(random, 0.42, 0.56)
  const size = (stage.unit * between(random, 0.46, 0.64)) / coarseness
  const turn = between(random, -0.7, 0.7)
  const squash = between(random, 0.36, 0.62)
  const arms = random() < 0.7 ? 2 : 3
  const winding = between(random, 2.6, 3.8) * (random() < 0.5 ? -1 : 1)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  for (let y = 0; y < rows; y += 1) {
    if (y % 12 === 0) stage.checkpoint()
    for (let x = 0; x < columns; x += 1) {
      const dx = (x - centreX) / size
      const dy = (y - centreY) / size
      const u = dx * cos + dy * sin
      const v = (dy * cos - dx * sin) / squash
      const radius = Math.sqrt(u * u + v * v)
      const at = (y * columns + x) * 4
      let arm = 0
      let bulge = 0
      let dust = 0
      let share = 0
      if (radius < 2.2) {
        const angle = Math.atan2(v, u)
        const clumps = noise.fbm(u * 4 + 3, v * 4, 5)
        const phase = arms * angle + winding * Math.log(radius + 0.12) * arms * 0.62 + clumps * 1.4
        const edge = smoothstep(1.5, 0.25, radius)
        arm = (0.5 + 0.5 * Math.cos(phase)) ** 2.2 * edge * (0.75 + 0.9 * clumps)
        dust =
          smoothstep(0.35, 0.9, 0.5 + 0.5 * Math.cos(phase + 0.9)) *
          smoothstep(0.1, 0.4, radius) *
          edge *
          (0.6 + noise.fbm(u * 9, v * 9, 3))
        bulge = Math.exp(-radius * radius * 12) * 1.05 + Math.exp(-radius * 3.2) * 0.34
        share = clamp01(0.35 + radius * 0.6 + clumps * 0.6)
      }
      const haze = 0.06 * Math.exp(-radius) * (1 + noise.fbm(u, v, 3))
      for (let channel = 0; channel < 3; channel += 1) {
        const tint = (warm[channel] ?? 0) + ((cold[channel] ?? 0) - (warm[channel] ?? 0)) * share
        const light =
          tint * (Math.max(0, arm) * 1.75 + haze) * (1 - 0.55 * clamp01(dust)) +
          (core[channel] ?? 0) * bulge +
          255 * Math.max(0, arm) ** 3 * 0.3
        pixels[at + channel] = (deep[channel] ?? 0) + light
      }
      pixels[at + 3] = 255
    }
  }
  return pictureLayer(stage, enlarged(pixels, grid, { left: -stage.margin, top: -stage.lift }), 0.2)
}

function gasColours(stage: Stage): [Rgb, Rgb, Rgb] {
  const random = stage.familyRandom('gas colours')
  const { colours } = stage.brief
  const named = colours.length > 0
  const hue = named ? toOklch(stage.palette.accents[0]).hue : between(random, 0, 2 * Math.PI)
  const second =
    colours.length > 1
      ? toOklch(stage.palette.accents[1] ?? stage.palette.accents[0]).hue
      : hue + (named ? between(random, 0.4, 0.9) : pick(random, [1.4, 2.1, -1.7, -2.4]))
  const chroma = stage.brief.tones.has('pastel') ? 0.12 : 0.2
  return [
    fromOklch({ lightness: 0.63, chroma, hue }),
    fromOklch({ lightness: 0.5, chroma: chroma * 0.8, hue: second }),
    fromOklch({ lightness: 0.12, chroma: 0.03, hue: second }),
  ]
}
