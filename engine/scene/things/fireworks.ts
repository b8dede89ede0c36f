import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { countOf } from '../brief.ts'
import { css, mix } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import type { Layer, Stage } from '../stage.ts'
import { halo } from './pen.ts'

type Burst = {
  x: number
  y: number
  radius: number
  colour: Rgb
  second: Rgb
  start: number
  kind: 'ball' | 'willow' | 'ring'
  rays: { angle: number; reach: number }[]
}

const burstEvery = 3.6

/** Fireworks, each repeating at its own rate. */
export function fireworksLayer(stage: Stage): Layer {
  const random = stage.familyRandom('fireworks')
  const { width, horizon, unit, palette, brief } = stage
  const count = countOf(brief, 'firework', random, [5, 7])
  const bright: Rgb[] =
    brief.colours.length > 0
      ? [...palette.accents]
      : [
          [255, 96, 84],
          [255, 200, 90],
          [120, 200, 255],
          [190, 130, 255],
          [130, 240, 170],
          [255, 140, 200],
        ]
  const bursts = Array.from({ length: count }, (_, index): Burst => ({
    x: width * ((index + between(random, 0.15, 0.85)) / count),
    y: horizon * between(random, 0.12, 0.52),
    radius: unit * (index % 3 === 0 ? between(random, 0.15, 0.21) : between(random, 0.07, 0.14)),
    colour: bright[index % bright.length] ?? [255, 200, 90],
    second: bright[(index + 2) % bright.length] ?? [255, 255, 255],
    start: (index / count) * burstEvery,
    kind: (['ball', 'willow', 'ring'] as const)[Math.floor(random() * 3)] ?? 'ball',
    rays: Array.from({ length: 54 }, () => ({ angle: random() * 2 * Math.PI, reach: Math.sqrt(random()) })),
  }))
  return {
    paint(g, { seconds }) {
      g.save()
      g.globalCompositeOperation = 'screen'
      g.lineCap = 'round'
      bursts.forEach((burst, index) => {
        // A still is the moment 0: all fireworks are open, at different ages.
        const age =
          seconds === 0 ? 0.34 + 0.4 * ((index * 0.37) % 1) : ((((seconds - burst.start) % burstEvery) + burstEvery) % burstEvery) / 2.2
        if (age < 1) drawBurst(g, burst, age)
      })
      g.restore()
    },
  }

  function drawBurst(g: SKRSContext2D, { x, y, radius, colour, second, kind, rays }: Burst, age: number): void {
    const open = 1 - (1 - Math.min(1, age * 1.7)) ** 3
    const fade = age < 0.45 ? 1 : 1 - (age - 0.45) / 0.55
    halo(g, x, y, radius * 1.5, colour, 0.3 * fade)
    for (const ray of rays) {
      const out = kind === 'ring' ? 1 : 0.35 + 0.65 * ray.reach
      const fall = radius * (kind === 'willow' ? 0.85 : 0.32) * age * age
      const toX = x + Math.cos(ray.angle) * radius * out * open
      const toY = y + Math.sin(ray.angle) * radius * out * open + fall
      const from = kind === 'willow' ? 0.3 : kind === 'ring' ? 0.82 : 0.6
      g.strokeStyle = css(mix(colour, second, ray.reach), 0.85 * fade)
      g.lineWidth = unit * 0.0019
      g.beginPath()
      g.moveTo(x + (toX - x) * from, y + (toY - fall - y) * from + fall * 0.5)
      g.quadraticCurveTo(x + (toX - x) * 0.86, y + (toY - fall - y) * 0.86 + fall * 0.7, toX, toY)
      g.stroke()
      g.fillStyle = css(mix(second, [255, 255, 255], 0.6), fade)
      g.beginPath()
      g.arc(toX, toY, unit * 0.0018, 0, 2 * Math.PI)
      g.fill()
    }
  }
}
