import { between } from '../../random.ts'
import { mix, scale } from '../colour.ts'
import { clamp01, createNoise, smoothstep } from '../noise.ts'
import type { Stage } from '../stage.ts'
import type { Ground, GroundPoint } from '../layers/terrain.ts'
import { blend, put } from './surface.ts'

/** Dunes with ripples: a gentle slope on the windward side, a steep one on the lee side. */
export function duneGround(stage: Stage, options: { part: string }): Ground {
  const random = stage.familyRandom(options.part)
  const noise = createNoise(stage.random(options.part))
  const { palette, flat } = stage
  const turn = between(random, -0.75, 0.75) + (random() < 0.5 ? 0.6 : -0.6)
  const along = Math.cos(turn)
  const across = Math.sin(turn)
  const spacing = between(random, 0.13, 0.22)
  const tall = between(random, 0.75, 1.3)
  const light = mix(palette.sand, [255, 244, 220], 0.18)
  const dark = scale(palette.sand, 0.82)

  function duneAt(position: number): number {
    const phase = position - Math.floor(position)
    const up = phase / 0.72
    const down = (1 - phase) / 0.28
    return phase < 0.72 ? up * up * (3 - 2 * up) : down ** 0.85
  }
  return {
    height(x, distance) {
      const warp = noise.at(x * 0.16, distance * 0.16) * 1.1 + noise.at(x * 0.45, distance * 0.4) * 0.22
      const position = (x * along + distance * across) * spacing + warp
      const strength = 0.55 + 0.5 * noise.at(x * 0.08 + 9, distance * 0.09)
      const growth = smoothstep(1.2, 11, distance)
      // Detail finer than a pixel would flicker.
      const small = flat ? 0 : duneAt(position * 2.7 + warp * 1.3) * 0.12 * smoothstep(16, 5, distance)
      const ripple =
        distance < 7 && !flat
          ? Math.sin((x * along + distance * across) * 46 + noise.at(x * 2, distance * 2) * 5) *
            0.0021 *
            smoothstep(-0.35, 0.4, noise.at(x * 0.9, distance * 0.7)) *
            smoothstep(7, 4.5, distance)
          : 0
      return (duneAt(position) * strength + small) * tall * (0.22 + 1.25 * growth) - 0.15 + ripple
    },
    colour({ x, distance, height, lit }: GroundPoint, out) {
      const grain = flat ? 0 : noise.fbm(x * 1.5, distance * 1.5 + height, 3)
      put(out, dark, light, clamp01(0.45 + 0.6 * lit + 0.25 * grain))
    },
  }
}

/** Table mountains of banded rock on a flat plain. */
export function mesaGround(stage: Stage, options: { part: string; start: number; peak: number }): Ground {
  const random = stage.familyRandom(options.part)
  const noise = createNoise(stage.random(options.part))
  const { palette, focal, flat } = stage
  const { start } = options
  const tall = (options.peak * start * 1.25) / focal
  const half = (stage.width / 2 / focal) * start * 1.5
  const rock = mix(palette.sand, [168, 74, 44], 0.6)
  const pale = mix(palette.sand, [255, 226, 190], 0.3)
  const buttes = Array.from({ length: 4 + Math.floor(random() * 3) }, (_, index) => ({
    x: index === 0 ? (stage.focus - 0.5) * 2 * half * 0.7 : between(random, -1, 1) * half,
    distance: start * between(random, 1.05, 1.7),
    radius: start * (index % 3 === 2 ? between(random, 0.03, 0.05) : between(random, 0.08, 0.19)),
    tall: tall * (index === 0 ? 1 : between(random, 0.45, 0.95)),
  }))
  return {
    height(x, distance) {
      let h = -0.1 + 0.05 * noise.fbm(x * 0.4, distance * 0.4, 2)
      for (const butte of buttes) {
        const dx = (x - butte.x) / butte.radius
        const dz = (distance - butte.distance) / butte.radius
        const square = dx * dx + dz * dz
        if (square > 5.5) continue
        const out = Math.sqrt(square) + 0.2 * noise.fbm(x * (2.2 / butte.radius) * 0.5, distance * (2.2 / butte.radius) * 0.5, flat ? 2 : 4)
        const wall = smoothstep(1.08, 0.94, out) * 0.68 + smoothstep(0.78, 0.7, out) * 0.06
        const talus = 0.3 * Math.max(0, 1 - Math.max(0, out - 0.9) / 1.1) ** 1.6
        h = Math.max(h, butte.tall * (wall + talus) - 0.1)
      }
      return h
    },
    colour({ x, distance, height, flatness }, out) {
      const band = noise.at(height * 9 + 0.4 * noise.at(x * 0.8, distance * 0.5), 2.5)
      const grain = flat ? 0 : noise.fbm(x * 2.2, distance * 2.2 + height * 3, 3)
      put(out, scale(rock, 0.82), mix(rock, pale, 0.35), clamp01(0.5 + 0.5 * (flat ? Math.sign(band) * 0.6 : band) + 0.25 * grain))
      blend(out, mix(palette.sand, rock, 0.35), smoothstep(0.78, 0.96, flatness) * 0.85)
      if (!flat)
        blend(
          out,
          scale(palette.foliage, 1.1),
          0.5 * smoothstep(0.35, 0.6, noise.at(x * 5, distance * 5)) * smoothstep(0.9, 0.99, flatness),
        )
    },
  }
}
