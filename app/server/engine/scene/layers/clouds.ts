import { createCanvas } from '@napi-rs/canvas'
import { between, pick } from '../../random.ts'
import { createNoise, smoothstep } from '../noise.ts'
import { canvasOf } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'

type CloudKind = {
  /** How much of the sky they cover, about -0.3..0.5. */
  cover: number
  /** Cells of noise per unit of the cloud plane, across and away. */
  frequency: readonly [number, number]
  softness: number
  opacity: number
}

/** Pixels of a layer per pixel computed, each way: clouds are soft. */
const coarseness = 2

function chooseKind(stage: Stage): CloudKind {
  const random = stage.random('cloud kind')
  const { brief } = stage
  if (brief.storm) return { cover: 0.42, frequency: [1.1, 1.4], softness: 0.5, opacity: 1 }
  if (brief.time === 'overcast' || brief.snowfall) return { cover: 0.34, frequency: [1.2, 1.6], softness: 0.55, opacity: 0.95 }
  if (brief.clear) return { cover: -0.22, frequency: [0.5, 2.6], softness: 0.6, opacity: 0.4 }
  const night = brief.time === 'night'
  const cumulus: CloudKind = { cover: between(random, -0.06, 0.1), frequency: [1.5, 1.7], softness: 0.3, opacity: night ? 0.5 : 0.95 }
  const streaks: CloudKind = { cover: between(random, -0.04, 0.12), frequency: [0.55, 2.6], softness: 0.55, opacity: night ? 0.4 : 0.8 }
  const ripples: CloudKind = { cover: between(random, 0, 0.12), frequency: [2.4, 3.6], softness: 0.45, opacity: night ? 0.35 : 0.75 }
  return pick(random, [cumulus, cumulus, streaks, ripples])
}

/** A deck of clouds seen in perspective, lit from the side of the sun, drifting slowly. */
export function cloudsLayer(stage: Stage): Layer {
  const { palette, horizon, unit, sun, margin } = stage
  const kind = chooseKind(stage)
  const noise = createNoise(stage.random('clouds'))
  // Room for the drift of the longest video besides that of the camera.
  const drift = Math.round(unit * 0.16)
  const fullWidth = stage.width + 2 * margin + drift
  const width = Math.ceil(fullWidth / coarseness)
  const height = Math.ceil((horizon * 1.02) / coarseness)
  const pixels = new Uint8ClampedArray(width * height * 4)
  const [fx, fz] = kind.frequency
  for (let y = 0; y < height; y += 1) {
    const elevation = (horizon - y * coarseness) / unit + 0.075
    const distance = 0.34 / elevation
    // Clouds thin out into the haze above the horizon.
    const fade = smoothstep(0.075, 0.2, elevation) * kind.opacity
    for (let x = 0; x < width; x += 1) {
      const screenX = x * coarseness - margin
      const u = ((screenX - stage.width / 2) / unit) * distance * fx * 1.7
      const v = distance * fz
      const warp = noise.at(u * 0.7 + 3, v * 0.7) * 0.4
      const value = noise.fbm(u + warp, v + warp * 0.6, 5) * 1.15 + kind.cover
      const density = smoothstep(0, kind.softness, value)
      if (density <= 0) continue
      const towardsSun = 0.16 * Math.max(-1, Math.min(1, (sun.x - screenX) / (unit * 0.35)))
      const shading = noise.fbm(u + warp + towardsSun * fx * 0.6, v + warp * 0.6 - 0.12, 3) * 1.15 + kind.cover
      const lit = smoothstep(-0.55, 0.5, value - shading * 1.15 + 0.12 - density * 0.18)
      const nearSun = Math.exp(-Math.hypot(screenX - sun.x, y * coarseness - sun.y) / (unit * 0.35))
      const share = Math.min(1, lit * 0.9 + nearSun * 0.5 * (1 - density * 0.4))
      const at = (y * width + x) * 4
      pixels[at] = palette.cloudShade[0] + (palette.cloudLit[0] - palette.cloudShade[0]) * share
      pixels[at + 1] = palette.cloudShade[1] + (palette.cloudLit[1] - palette.cloudShade[1]) * share
      pixels[at + 2] = palette.cloudShade[2] + (palette.cloudLit[2] - palette.cloudShade[2]) * share
      pixels[at + 3] = 255 * density * fade
    }
  }
  // Enlarged once here: enlarging in every frame costs more than the whole sky.
  const canvas = createCanvas(width * coarseness, height * coarseness)
  const g = canvas.getContext('2d')
  g.imageSmoothingQuality = 'high'
  g.drawImage(canvasOf(pixels, width, height), 0, 0, canvas.width, canvas.height)
  const pace = unit * 0.014
  return {
    paint(target, { seconds, camera }) {
      target.drawImage(canvas, -margin - camera * margin * 0.12 - Math.min(drift, seconds * pace), 0)
    },
  }
}
