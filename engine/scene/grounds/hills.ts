import { between } from '../../random.ts'
import { mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { createNoise, smoothstep } from '../noise.ts'
import { flowerColours } from '../layers/scatter.ts'
import type { Stage } from '../stage.ts'
import type { Ground } from '../layers/terrain.ts'
import { blend, darken, put } from './surface.ts'

export type HillOptions = {
  part: string
  relief: number
  /** Distance within which the ground is nearly flat. */
  from: number
  /** Plants besides grass: `fields` in a patchwork, flowers in drifts or planted rows. */
  cover?: 'grass' | 'fields' | 'drifts' | 'rows' | 'undergrowth'
  /** The course of a path that winds away from the viewer: its middle at a distance, and half its width. */
  path?: { middle(distance: number): number; half: number }
}

/** Soft hills under grass or snow. */
export function hillGround(stage: Stage, options: HillOptions): Ground {
  const random = stage.familyRandom(options.part)
  const noise = createNoise(stage.random(options.part))
  const { palette, brief, flat } = stage
  const offset = between(random, 0, 100)
  const frequency = between(random, 0.11, 0.2)
  const cover = brief.snowy ? 'grass' : (options.cover ?? 'grass')
  const base = cover === 'undergrowth' ? mix(palette.grass, scale(palette.foliage, 0.9), 0.65) : palette.grass
  const grass = brief.snowy ? palette.snow : mix(base, [236, 220, 120], brief.season === 'summer' ? 0.12 : 0.04)
  const deep = brief.snowy ? mix(palette.snow, palette.ambient, 0.22) : mix(base, scale(palette.foliage, 0.9), 0.75)
  const dry = brief.snowy ? palette.snow : mix(base, palette.earth, 0.5)
  const trodden = brief.snowy ? mix(palette.snow, palette.ambient, 0.4) : mix(palette.earth, palette.sand, 0.45)
  const crops: readonly Rgb[] = [
    mix(palette.grass, [240, 205, 96], 0.6),
    palette.grass,
    deep,
    mix(palette.earth, palette.grass, 0.25),
    mix(palette.grass, [214, 220, 120], 0.5),
  ]
  const turn = between(random, -0.5, 0.5)
  const [bloom = palette.accents[0], , second = bloom] = flowerColours(stage)
  return {
    height(x, distance) {
      const growth = smoothstep(options.from * 0.7, options.from * 3.2, distance)
      const swell = noise.at(x * frequency + offset, distance * frequency)
      const ripple = flat ? 0 : (brief.snowy ? 0.07 : 0.035) * noise.fbm(x * 0.9, distance * (brief.snowy ? 1.5 : 0.9), 2)
      return options.relief * growth * (0.35 + swell) + ripple
    },
    colour({ x, distance, lit }, out) {
      if (cover === 'fields' && distance > 2.4) paintField(x, distance, out)
      else {
        const patches = flat ? noise.at(x * 0.35 + offset, distance * 0.2) : noise.fbm(x * 0.42 + offset, distance * 0.3, 3)
        put(out, grass, deep, flat ? (patches > 0.12 && brief.style !== 'paper' ? 0.7 : 0) : smoothstep(-0.2, 0.45, patches) * 0.8)
        if (!flat) blend(out, dry, 0.5 * smoothstep(0.08, 0.5, noise.at(x * 0.23, distance * 0.3 + offset)))
      }
      if (!flat) {
        // Clouds cast shadows on open country.
        if (brief.sky === 'cloud' && !brief.snowy)
          darken(out, 1 - 0.34 * smoothstep(0.05, 0.4, noise.at(x * 0.17 + 40, distance * 0.13 + offset)))
        if (brief.snowy) {
          // Snow in long wind drifts, blue on the sides away from the light.
          const drift = noise.fbm(x * 0.5 + distance * 0.2, distance * 1.7, 4)
          blend(out, palette.ambient, 0.05 + 0.34 * smoothstep(-0.12, 0.42, drift) * (1.1 - lit))
          blend(out, palette.light, 0.1 * lit * smoothstep(0.1, -0.4, drift))
        } else darken(out, 0.93 + 0.08 * noise.at(x * 9, distance * 3.5) + 0.05 * noise.at(x * 30, distance * 9))
      }
      if (cover === 'rows') {
        const row = Math.sin((x * Math.cos(turn) + distance * Math.sin(turn)) * 8.5 + noise.at(x * 0.3, distance * 0.3) * 1.2)
        // Rows too fine to be distinguished far away.
        const share = smoothstep(-0.35, 0.35, row) * smoothstep(26, 6, distance) + 0.5 * smoothstep(6, 26, distance)
        blend(out, bloom, share * 0.88)
        if (!flat) darken(out, 0.9 + 0.2 * noise.at(x * 24, distance * 12))
      } else if (cover === 'drifts' && distance > 2.2) {
        // Near flowers are drawn one by one; far ones run together into drifts.
        const drift = smoothstep(-0.1, 0.32, noise.at(x * 0.45 + 11, distance * 0.4))
        const far = smoothstep(2.6, 12, distance)
        const speck = flat ? 1 : 0.55 + 0.45 * noise.at(x * 16, distance * 7)
        blend(out, noise.at(x * 0.8, distance * 0.6) > 0.12 ? second : bloom, drift * far * speck * 0.72)
      }
      if (options.path) {
        const off = Math.abs(x - options.path.middle(distance))
        const edge = options.path.half * (1 + (flat ? 0 : 0.25 * noise.at(x * 3, distance * 2)))
        blend(out, trodden, 0.9 * smoothstep(edge * 1.25, edge * 0.8, off))
      }
    },
  }

  /** A patchwork of fields, each ploughed its own way. */
  function paintField(x: number, distance: number, out: Float32Array): void {
    const u = x * 0.34 + noise.at(x * 0.12, distance * 0.1) * 0.9
    const v = Math.log(distance) * 3.2 + noise.at(x * 0.1 + 5, distance * 0.1) * 0.5 + Math.floor(u) * 0.37
    const cell = Math.abs(Math.floor(u) * 7 + Math.floor(v) * 13)
    const crop = crops[cell % crops.length] ?? grass
    put(out, crop, crop, 0)
    const edge = Math.min(u - Math.floor(u), 1 - u + Math.floor(u), v - Math.floor(v), 1 - v + Math.floor(v))
    if (edge < 0.045) blend(out, scale(palette.foliage, 0.7), 0.75)
    else if (!flat) darken(out, 0.95 + 0.06 * Math.sin((cell % 2 === 0 ? u * 60 : v * 40) + x) * smoothstep(30, 6, distance))
  }
}
