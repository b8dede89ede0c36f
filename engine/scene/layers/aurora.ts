import { createCanvas } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { mix, onRamp } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { createNoise } from '../noise.ts'
import { paints } from '../paints.ts'
import type { Layer, Stage } from '../stage.ts'

const colourSteps = 64

/** Curtains of northern lights that sway and fold; each is a line above the ground whose light streams upwards. */
export function auroraLayer(stage: Stage): Layer {
  const { width, horizon, unit, brief } = stage
  const random = stage.familyRandom('aurora')
  const noise = createNoise(stage.random('aurora rays'))
  const coarseness = Math.max(3, Math.round(unit / (stage.still ? 300 : 190)))
  const columns = Math.ceil(width / coarseness)
  const rows = Math.ceil((horizon * 1.02) / coarseness)
  const canvas = createCanvas(columns, rows)
  const context = canvas.getContext('2d')
  const image = context.createImageData(columns, rows)
  const glow = new Float32Array(columns * rows)
  const height = new Float32Array(columns * rows)
  const samples = stage.still ? Math.round(columns * 2.6) : 460
  const ramp = colourRamp()
  const curtains = Array.from({ length: 2 + Math.floor(random() * 2) }, (_, index) => ({
    base: between(random, 0.62, 0.9) - index * 0.17,
    tall: between(random, 0.5, 0.8),
    slope: between(random, -0.3, 0.3),
    phase: random() * 20,
    fold: between(random, 0.1, 0.2),
    strength: index === 0 ? 1 : between(random, 0.35, 0.65),
  }))

  function colourRamp(): Rgb[] {
    const [first, second = first] = (brief.coloursOf.aurora ?? brief.colours).map((colour) => paints[colour])
    const low: Rgb = first ? mix(first, [255, 255, 255], 0.15) : random() < 0.8 ? [96, 255, 168] : [90, 240, 220]
    const middle: Rgb = first && second ? mix(first, second, 0.5) : [70, 200, 190]
    const high: Rgb = second ?? (random() < 0.6 ? [150, 90, 235] : [226, 92, 160])
    return Array.from({ length: colourSteps }, (_, index) => onRamp([low, low, middle, high, high], index / (colourSteps - 1)))
  }

  function compute(seconds: number): void {
    glow.fill(0)
    height.fill(0)
    for (const { base, tall, slope, phase, fold, strength } of curtains) {
      for (let sample = 0; sample < samples; sample += 1) {
        const t = sample / samples
        const u = t * 5 + phase
        const sway = noise.at(u + seconds * 0.05, 3.3 + seconds * 0.03)
        const x = (t * 1.3 - 0.15 + sway * fold * 1.6 + 0.35 * fold * noise.at(u * 3 + seconds * 0.09, 9)) * columns
        const column = Math.floor(x)
        if (column < 0 || column >= columns - 1) continue
        const foot = rows * (base + slope * (t - 0.5) + 0.2 * noise.at(u * 0.8 - seconds * 0.04, 20))
        const rays = 0.62 + 0.42 * noise.at(u * 9 + seconds * 0.22, 40) + 0.3 * noise.at(u * 27 - seconds * 0.3, 60)
        const fadeOut = Math.min(1, t * 6, (1 - t) * 6)
        const bright = Math.max(0.08, rays) * strength * fadeOut * (1.7 + 0.9 * noise.at(u * 1.3, seconds * 0.1))
        const reach = rows * tall * (0.55 + 0.55 * Math.max(0, rays))
        const share = x - column
        const first = Math.max(0, Math.floor(foot - reach))
        const last = Math.min(rows - 1, Math.ceil(foot + rows * 0.02))
        for (let row = first; row <= last; row += 1) {
          const up = (foot - row) / reach
          const profile = up < 0 ? Math.max(0, 1 + up * 14) : (0.35 * Math.exp(-up * 1.4) + 0.65 * Math.exp(-up * 5)) * (1 - up * up)
          if (profile <= 0) continue
          const light = bright * profile
          const at = row * columns + column
          glow[at] = (glow[at] ?? 0) + light * (1 - share)
          glow[at + 1] = (glow[at + 1] ?? 0) + light * share
          height[at] = (height[at] ?? 0) + light * (1 - share) * up
          height[at + 1] = (height[at + 1] ?? 0) + light * share * up
        }
      }
    }
    const density = columns / samples / 1.3
    const pixels = image.data
    for (let at = 0; at < glow.length; at += 1) {
      const value = glow[at] ?? 0
      const colour =
        ramp[value > 0 ? Math.min(colourSteps - 1, Math.max(0, Math.floor(((height[at] ?? 0) / value) * colourSteps * 1.25))) : 0]
      const shown = 1 - Math.exp(-value * density * 0.95)
      pixels[at * 4] = colour ? colour[0] : 0
      pixels[at * 4 + 1] = colour ? colour[1] : 0
      pixels[at * 4 + 2] = colour ? colour[2] : 0
      pixels[at * 4 + 3] = 255 * shown
    }
    context.putImageData(image, 0, 0)
  }

  return {
    paint(g, { seconds }) {
      compute(seconds)
      g.save()
      g.globalCompositeOperation = 'screen'
      g.imageSmoothingQuality = stage.still ? 'high' : 'low'
      g.drawImage(canvas, 0, 0, columns * coarseness, rows * coarseness)
      g.restore()
    },
  }
}
