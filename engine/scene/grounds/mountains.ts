import { between, pick } from '../../random.ts'
import { mix, scale } from '../colour.ts'
import { clamp01, createNoise, smoothstep } from '../noise.ts'
import type { Stage } from '../stage.ts'
import type { Ground } from '../layers/terrain.ts'
import { blend, put } from './surface.ts'

export type MountainOptions = {
  part: string
  /** The distance of the foot. */
  start: number
  /** Approximate height of the highest summit, in rows above the horizon. */
  peak: number
  /** Height of the ground in front of the foot. */
  low?: number
  shape?: 'massif' | 'range' | 'valley' | 'volcano'
}

/** A range of mountains: rock worn by water, snow on high and gentle slopes, woods or grass at the foot. */
export function mountainGround(stage: Stage, options: MountainOptions): Ground {
  const random = stage.familyRandom(options.part)
  const noise = createNoise(stage.random(options.part))
  const { palette, brief, focal, flat } = stage
  const { start } = options
  const shape = options.shape ?? pick(random, ['massif', 'massif', 'range', 'valley'])
  const offsetX = between(random, 0, 200)
  const offsetZ = between(random, 0, 200)
  // Farther ranges are larger, so that the same number of summits is in view.
  const frequency = between(random, 1.05, 1.7) / start
  const half = (stage.width / 2 / focal) * start
  const focusX = (stage.focus - 0.5) * 2 * half * 1.3 + between(random, -0.1, 0.1) * start
  const breadth = start * between(random, 0.24, 0.44)
  const amplitude = (options.peak * (shape === 'volcano' ? 1.5 : shape === 'range' ? 2.3 : 1.95) * start) / focal
  const floor = options.low ?? -0.25
  const snowShare = random()
  const snowLine = brief.snowy ? -0.05 : brief.season === 'summer' ? 0.42 + 0.5 * snowShare : 0.34 + 0.34 * snowShare
  const [fine, coarse] = flat ? [4, 2] : stage.plain ? [5, 3] : [8, 5]
  const lightRock = mix(palette.rock, [255, 255, 255], 0.18)
  const darkRock = scale(palette.rock, 0.62)
  const woods = scale(palette.foliage, 0.78)

  function outline(x: number): number {
    const off = (x - focusX) / breadth
    if (shape === 'massif') return 0.42 + 0.62 * Math.exp(-off * off)
    if (shape === 'valley') return 0.26 + 0.74 * smoothstep(0.5, 2.1, Math.abs(off))
    return 0.72
  }

  function cone(x: number, distance: number): number {
    const dx = (x - focusX) / (start * 0.62)
    const dz = (distance - start * 1.5) / (start * 0.62)
    const radius = Math.sqrt(dx * dx + dz * dz)
    const gullies = 0.05 * noise.fbm(Math.atan2(dz, dx) * 4 + 9, radius * 1.5, flat ? 2 : 5) * smoothstep(0.05, 0.5, radius)
    const slope = Math.max(0, 1 - radius) ** 1.55 + gullies
    // A crater instead of a point.
    return Math.min(slope, 0.9 - 0.9 * (0.1 - Math.min(0.1, radius)))
  }

  return {
    height(x, distance) {
      const rise = smoothstep(start * 0.96, start * 1.9, distance)
      if (rise <= 0) return floor
      const crests = noise.ridged(x * frequency * 0.85 + offsetZ, distance * frequency * 0.85 + offsetX, coarse)
      if (shape === 'volcano') {
        return floor + rise * amplitude * (0.16 * crests + 1.02 * Math.max(0, cone(x, distance)))
      }
      const massif = outline(x) + 0.25 * noise.at((x * 2) / start + 7, 3.1)
      const worn = noise.eroded(x * frequency + offsetX, distance * frequency + offsetZ, fine)
      return floor + rise * (0.1 + massif * amplitude * Math.max(0, 0.72 * worn + 0.5 * crests - 0.22))
    },
    colour({ x, distance, height, flatness, lit }, out) {
      const grain = flat ? 0 : noise.fbm(x * 2.3, distance * 2.3 + height, 3)
      const strata = flat ? 0 : noise.at(x * 0.6, height * 7)
      put(out, darkRock, lightRock, clamp01(0.42 + 0.16 * lit + 0.45 * grain + 0.2 * strata))
      const altitude = height / amplitude
      const green = smoothstep(0.36, 0.08, altitude + grain * 0.07) * smoothstep(0.42, 0.72, flatness)
      if (green > 0) blend(out, brief.snowy ? palette.earth : woods, green * 0.92)
      const snow =
        smoothstep(snowLine, snowLine + (flat ? 0.02 : 0.12), altitude + grain * 0.13) * smoothstep(0.34, 0.56, flatness + grain * 0.12)
      if (snow > 0) blend(out, palette.snow, snow * 0.96)
    },
  }
}
