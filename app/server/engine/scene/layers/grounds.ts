import { between } from '../../random.ts'
import type { Rgb } from '../colour.ts'
import { mix, scale } from '../colour.ts'
import { clamp01, createNoise, smoothstep } from '../noise.ts'
import type { Stage } from '../stage.ts'
import type { Ground, GroundPoint } from './terrain.ts'

/** Writes a mixture of two colours. */
function put(out: Float32Array, from: Rgb, to: Rgb, share: number): void {
  out[0] = from[0] + (to[0] - from[0]) * share
  out[1] = from[1] + (to[1] - from[1]) * share
  out[2] = from[2] + (to[2] - from[2]) * share
}

/** Goes over to another colour by a share. */
function blend(out: Float32Array, to: Rgb, share: number): void {
  out[0] = (out[0] ?? 0) + (to[0] - (out[0] ?? 0)) * share
  out[1] = (out[1] ?? 0) + (to[1] - (out[1] ?? 0)) * share
  out[2] = (out[2] ?? 0) + (to[2] - (out[2] ?? 0)) * share
}

function darken(out: Float32Array, factor: number): void {
  out[0] = (out[0] ?? 0) * factor
  out[1] = (out[1] ?? 0) * factor
  out[2] = (out[2] ?? 0) * factor
}

/**
 * A range of mountains: rock worn by water, snow on what is high and not steep, woods or grass at the foot.
 * `start` is the distance of the foot.
 */
export function mountainGround(stage: Stage, options: { start: number; reach: number; part: string; low?: number }): Ground {
  const random = stage.random(options.part)
  const noise = createNoise(random)
  const { palette, brief } = stage
  const offsetX = between(random, 0, 200)
  const offsetZ = between(random, 0, 200)
  // Farther ranges are larger: the same number of summits is in view.
  const frequency = between(random, 1.25, 1.8) / options.start
  const peakX = between(random, -0.32, 0.32) * options.start
  const peakWidth = options.start * between(random, 0.22, 0.4)
  const amplitude = options.reach
  const floor = options.low ?? -0.25
  const snowLine = brief.winter ? -0.05 : brief.time === 'day' || random() < 0.6 ? between(random, 0.34, 0.52) : between(random, 0.5, 0.8)
  const lightRock = mix(palette.rock, [255, 255, 255], 0.18)
  const darkRock = scale(palette.rock, 0.62)
  const woods = scale(palette.foliage, 0.75)
  return {
    height(x, distance) {
      const rise = smoothstep(options.start * 0.96, options.start * 1.9, distance)
      if (rise <= 0) return floor
      const massif = 0.5 + 0.6 * Math.exp(-(((x - peakX) / peakWidth) ** 2)) + 0.25 * noise.at((x * 2) / options.start + 7, 3.1)
      const worn = noise.eroded(x * frequency + offsetX, distance * frequency + offsetZ, 8)
      const crests = noise.ridged(x * frequency * 0.85 + offsetZ, distance * frequency * 0.85 + offsetX, 5)
      return floor + rise * (0.12 + massif * amplitude * Math.max(0, 0.72 * worn + 0.5 * crests - 0.22))
    },
    colour({ x, distance, height, flatness }, out) {
      const grain = noise.fbm(x * 2.3, distance * 2.3 + height, 3)
      const strata = noise.at(x * 0.6, height * 7)
      put(out, darkRock, lightRock, clamp01(0.5 + 0.5 * grain + 0.22 * strata))
      const altitude = height / amplitude
      const green = smoothstep(0.34, 0.08, altitude + grain * 0.07) * smoothstep(0.45, 0.75, flatness)
      if (green > 0) blend(out, brief.winter ? palette.earth : woods, green * 0.92)
      const snow = smoothstep(snowLine, snowLine + 0.12, altitude + grain * 0.13) * smoothstep(0.36, 0.58, flatness + grain * 0.12)
      if (snow > 0) blend(out, palette.snow, snow * 0.96)
    },
  }
}

/** Soft hills under grass, in patches, with fields or flowers where they are asked for. */
export function hillGround(stage: Stage, options: { part: string; relief: number; from: number }): Ground {
  const random = stage.random(options.part)
  const noise = createNoise(random)
  const { palette, brief } = stage
  const offset = between(random, 0, 100)
  const frequency = between(random, 0.13, 0.2)
  const undergrowth = brief.settings.has('forest') ? mix(palette.grass, scale(palette.foliage, 0.9), 0.65) : palette.grass
  const grass = brief.winter ? palette.snow : undergrowth
  const deep = brief.winter ? mix(palette.snow, palette.ambient, 0.35) : scale(palette.foliage, 0.85)
  const dry = brief.winter ? palette.snow : mix(undergrowth, palette.earth, 0.6)
  const flowers = brief.extras.has('flowers') && !brief.winter
  const lavender = flowers && brief.colours.includes('violet')
  const [bloom] = palette.accents
  return {
    height(x, distance) {
      const growth = smoothstep(options.from * 0.7, options.from * 3.2, distance)
      const swell = noise.at(x * frequency + offset, distance * frequency)
      return options.relief * growth * (0.35 + swell) + 0.05 * noise.fbm(x * 0.9, distance * 0.9, 2)
    },
    colour({ x, distance }, out) {
      const patches = noise.fbm(x * 0.5 + offset, distance * 0.5, 3)
      put(out, grass, deep, smoothstep(-0.15, 0.45, patches))
      blend(out, dry, 0.55 * smoothstep(0.1, 0.5, noise.at(x * 0.23, distance * 0.3 + offset)))
      // Shadows of clouds lie over wide country.
      darken(out, 1 - 0.42 * smoothstep(0.02, 0.42, noise.at(x * 0.17 + 40, distance * 0.21 + offset)))
      // Tufts, finer the nearer.
      if (brief.winter) blend(out, palette.ambient, 0.12 + 0.16 * noise.fbm(x * 1.2, distance * 1.6, 3))
      else darken(out, 0.86 + 0.2 * noise.at(x * 14, distance * 9) + 0.14 * noise.at(x * 40, distance * 22))
      if (!flowers) return
      if (lavender) {
        // Planted rows run away from the viewer.
        const row = 0.5 + 0.5 * Math.sin(x * 9 + noise.at(x, distance) * 0.5)
        blend(out, bloom, smoothstep(0.25, 0.8, row) * 0.85)
        return
      }
      const drift = smoothstep(-0.1, 0.4, noise.at(x * 0.55 + 11, distance * 0.7))
      const speck = smoothstep(0.22, 0.5, noise.at(x * 22, distance * 13) + drift * 0.25)
      blend(out, noise.at(x * 3, distance * 3) > 0.25 ? (palette.accents[1] ?? bloom) : bloom, speck * drift * 0.9)
    },
  }
}

/** Dunes: gently up the wind's side, sharply down the other, with ripples. */
export function duneGround(stage: Stage, options: { part: string }): Ground {
  const random = stage.random(options.part)
  const noise = createNoise(random)
  const { palette } = stage
  const turn = between(random, -0.75, 0.75) + (random() < 0.5 ? 0.6 : -0.6)
  const along = Math.cos(turn)
  const across = Math.sin(turn)
  const spacing = between(random, 0.15, 0.22)
  const tall = between(random, 0.75, 1.15)
  const light = mix(palette.sand, [255, 244, 220], 0.18)
  const dark = scale(palette.sand, 0.82)

  function duneAt(position: number): number {
    const phase = position - Math.floor(position)
    const up = phase / 0.72
    const down = (1 - phase) / 0.28
    const profile = phase < 0.72 ? up * up * (3 - 2 * up) : down ** 0.85
    return profile
  }
  return {
    height(x, distance) {
      const warp = noise.at(x * 0.16, distance * 0.16) * 1.1 + noise.at(x * 0.45, distance * 0.4) * 0.22
      const position = (x * along + distance * across) * spacing + warp
      const strength = 0.55 + 0.5 * noise.at(x * 0.08 + 9, distance * 0.09)
      const growth = smoothstep(1.2, 11, distance)
      // Finer than the distance can show, it would only flicker.
      const small = duneAt(position * 2.7 + warp * 1.3) * 0.12 * smoothstep(16, 5, distance)
      const ripple =
        distance < 7
          ? Math.sin((x * along + distance * across) * 46 + noise.at(x * 2, distance * 2) * 5) *
            0.0021 *
            smoothstep(-0.35, 0.4, noise.at(x * 0.9, distance * 0.7)) *
            smoothstep(7, 4.5, distance)
          : 0
      return (duneAt(position) * strength + small) * tall * (0.22 + 1.25 * growth) - 0.15 + ripple
    },
    colour({ x, distance, height, lit }: GroundPoint, out) {
      put(out, dark, light, clamp01(0.45 + 0.6 * lit + 0.25 * noise.fbm(x * 1.5, distance * 1.5 + height, 3)))
    },
  }
}

/** A shore close by: sand on a beach, else stones and grass. */
export function shoreGround(stage: Stage, options: { part: string; edge: number }): Ground {
  const random = stage.random(options.part)
  const noise = createNoise(random)
  const { palette, brief } = stage
  const side = random() < 0.5 ? -1 : 1
  const sandy = brief.extras.has('beach') || brief.trees === 'palm' || brief.settings.has('desert')
  const base = sandy ? palette.sand : brief.winter ? palette.snow : mix(palette.grass, palette.earth, 0.35)
  const dark = sandy ? scale(palette.sand, 0.72) : scale(palette.foliage, 0.55)
  return {
    height(x, distance) {
      const edge = options.edge * (1 + 0.3 * noise.at(x * 0.8 + 4, 1.7) + side * x * 0.22)
      const rough = sandy ? 0.01 : 0.05
      return Math.min(0.14, (edge - distance) * 0.16) + rough * noise.fbm(x * 3, distance * 3, 4)
    },
    colour({ x, distance, height }, out) {
      const grain = noise.fbm(x * 5, distance * 5, 3)
      put(out, dark, base, clamp01(0.55 + 0.6 * grain))
      // Wet along the edge.
      darken(out, 0.55 + 0.45 * smoothstep(0, 0.05, height))
      darken(out, 0.85 + 0.3 * noise.at(x * 30, distance * 18))
    },
  }
}

/** Low islands and headlands far out at sea. */
export function islandGround(stage: Stage, options: { part: string }): Ground {
  const random = stage.random(options.part)
  const noise = createNoise(random)
  const { palette } = stage
  const offset = between(random, 0, 100)
  return {
    height(x, distance) {
      // Nothing at the near edge, where it would be cut off.
      const land = noise.at(x * 0.11 + offset, distance * 0.05 + 2) - 0.12 - smoothstep(28, 22, distance)
      if (land <= 0) return -1
      return -0.02 + Math.min(1, land * 2.2) * (0.3 + 2.1 * noise.eroded(x * 0.35 + offset, distance * 0.35, 7))
    },
    colour({ x, distance, flatness }, out) {
      put(out, palette.rock, palette.foliage, smoothstep(0.4, 0.75, flatness + 0.3 * noise.at(x * 3, distance * 3)))
    },
  }
}
