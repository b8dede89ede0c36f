import { between } from '../../random.ts'
import { mix, scale } from '../colour.ts'
import { clamp01, createNoise, smoothstep } from '../noise.ts'
import type { Stage } from '../stage.ts'
import type { Ground } from '../layers/terrain.ts'
import { blend, darken, put } from './surface.ts'

/** A near shore: sand on a beach, otherwise stones and grass. */
export function nearShoreGround(stage: Stage, options: { part: string; edge: number; sandy: boolean }): Ground {
  const random = stage.familyRandom(options.part)
  const noise = createNoise(stage.random(options.part))
  const { palette, brief, flat } = stage
  const side = random() < 0.5 ? -1 : 1
  const { sandy } = options
  const base = brief.snowy ? palette.snow : sandy ? palette.sand : mix(palette.grass, palette.earth, 0.35)
  const dark = brief.snowy ? mix(palette.snow, palette.ambient, 0.4) : sandy ? scale(palette.sand, 0.76) : scale(palette.foliage, 0.6)
  return {
    height(x, distance) {
      const edge = options.edge * (1 + 0.3 * noise.at(x * 0.8 + 4, 1.7) + side * x * 0.22)
      const rough = sandy ? 0.01 : 0.05
      return Math.min(0.14, (edge - distance) * 0.16) + (flat ? 0 : rough * noise.fbm(x * 3, distance * 3, 4))
    },
    colour({ x, distance, height }, out) {
      const grain = flat ? 0 : noise.fbm(x * 5, distance * 5, 3)
      put(out, dark, base, clamp01(0.65 + 0.5 * grain))
      // The edge is wet.
      darken(out, 0.6 + 0.4 * smoothstep(0, sandy ? 0.03 : 0.05, height))
      if (!flat) darken(out, 0.92 + 0.16 * noise.at(x * 26, distance * 12))
    },
  }
}

/** Low islands and headlands far out at sea. */
export function farIslandsGround(stage: Stage, options: { part: string }): Ground {
  const random = stage.familyRandom(options.part)
  const noise = createNoise(stage.random(options.part))
  const { palette, flat } = stage
  const offset = between(random, 0, 100)
  return {
    height(x, distance) {
      // No island touches the near edge, where it would be cut off.
      const land = noise.at(x * 0.11 + offset, distance * 0.05 + 2) - 0.12 - smoothstep(28, 22, distance)
      if (land <= 0) return -1
      return -0.02 + Math.min(1, land * 2.2) * (0.3 + 2.1 * noise.eroded(x * 0.35 + offset, distance * 0.35, flat ? 3 : 7))
    },
    colour({ x, distance, flatness }, out) {
      put(out, palette.rock, palette.foliage, smoothstep(0.4, 0.75, flatness + (flat ? 0 : 0.3 * noise.at(x * 3, distance * 3))))
    },
  }
}

/** One island in the middle of the picture: a ring of sand, green above it, and a hill or two of rock. */
export function islandGround(stage: Stage, options: { part: string; distance: number; wide: number; tall: number }): Ground {
  const random = stage.familyRandom(options.part)
  const noise = createNoise(stage.random(options.part))
  const { palette, focal, flat, brief } = stage
  const centre = ((stage.focus - 0.5) * stage.width * options.distance) / focal
  const summit = between(random, -0.3, 0.3)
  const steep = between(random, 1.1, 2.2)
  return {
    height(x, distance) {
      const dx = (x - centre) / options.wide
      const dz = (distance - options.distance) / (options.wide * 0.75)
      const out = Math.sqrt(dx * dx + dz * dz) + 0.22 * noise.fbm(x * (1.5 / options.wide), distance * (1.5 / options.wide), 3)
      const land = 1 - out
      if (land <= -0.02) return -1
      const beach = Math.min(0.05, land * 0.22)
      const inner = Math.max(0, land - 0.14)
      const peak = Math.exp(-(((dx - summit) / 0.42) ** 2) - dz * dz * 1.3)
      const rugged = 0.55 + 0.6 * noise.eroded(x * (1.8 / options.wide) + 7, distance * (1.8 / options.wide), flat ? 3 : 7)
      return beach + Math.min(1, inner * steep) * options.tall * (0.16 + peak) * rugged
    },
    colour({ x, distance, height, flatness }, out) {
      const grain = flat ? 0 : noise.fbm(x * 4, distance * 4, 3)
      put(out, scale(palette.foliage, 0.85), mix(palette.foliage, palette.grass, 0.75), clamp01(0.5 + grain))
      blend(out, palette.rock, smoothstep(0.62, 0.4, flatness + grain * 0.15))
      if (brief.snowy) blend(out, palette.snow, smoothstep(0.5, 0.7, flatness) * 0.95)
      else blend(out, mix(palette.sand, [255, 240, 210], 0.35), smoothstep(0.075, 0.045, height + grain * 0.02))
      darken(out, 0.7 + 0.3 * smoothstep(0, 0.02, height))
    },
  }
}

/** Lets a ground begin as a distant shore that rises from the water in bays and headlands. */
export function behindShore(stage: Stage, ground: Ground, { start, rise }: { start: number; rise: number }): Ground {
  const random = stage.familyRandom('shore line')
  const noise = createNoise(random)
  const slant = between(random, -0.028, 0.028)
  const bays = between(random, 0.05, 0.16)
  return {
    ...ground,
    height: (x, distance) => {
      const line = start * (1 + slant * x + bays * noise.fbm(x * 0.22 + 3, 7.7, 3) + 0.03 * noise.at(x * 1.3, 2.2))
      const up = (distance - line) * 0.08
      return Math.min(up, 0.15) + Math.max(0, up) * rise * Math.max(0, ground.height(x, distance))
    },
  }
}

export type RiverCourse = { middle(distance: number): number; half(distance: number): number }

/** A river that winds away from the viewer. */
export function riverCourse(stage: Stage): RiverCourse {
  const random = stage.familyRandom('river course')
  const phase = between(random, 0, 6.3)
  const swing = between(random, 0.5, 0.95)
  const pace = between(random, 2.1, 3.1)
  const wide = between(random, 0.42, 0.7)
  const aim = (stage.focus - 0.5) * 1.6
  return {
    // The bends follow the logarithm of the distance, which spaces them evenly on the screen.
    middle: (distance) => aim * distance * 0.25 + swing * Math.sin(Math.log(distance) * pace + phase) * distance ** 0.72,
    half: (distance) => wide * (0.8 + 0.2 * distance ** 0.6),
  }
}

/** Cuts a river's bed into a ground: below 0 there is water. */
export function withRiver(ground: Ground, course: RiverCourse, bank: { colour: readonly [number, number, number]; until: number }): Ground {
  return {
    height(x, distance) {
      if (distance > bank.until) return ground.height(x, distance)
      const off = Math.abs(x - course.middle(distance)) - course.half(distance)
      // The slope is continuous at the waterline; a step would be visible.
      if (off < 0) return Math.max(-0.5, off * 0.16)
      return Math.min(0.045, off * 0.16) + Math.max(0, ground.height(x, distance)) * smoothstep(0.1, 2.4, off)
    },
    colour(point, out) {
      ground.colour(point, out)
      const off = Math.abs(point.x - course.middle(point.distance)) - course.half(point.distance)
      blend(out, bank.colour, 0.85 * smoothstep(0.13, 0.03, off))
      darken(out, 0.62 + 0.38 * smoothstep(0, 0.06, off))
    },
  }
}
