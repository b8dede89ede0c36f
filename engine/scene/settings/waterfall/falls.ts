import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../../random.ts'
import { css, mix, multiply, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { clamp01, createNoise, smoothstep } from '../../noise.ts'
import { drawPicture, paintPicture, viewOf } from '../../stage.ts'
import type { Layer, Stage } from '../../stage.ts'

export type Fall = { x: number; wide: number; top: number; foot: number; seed: number }

const streakSize = 128

/** Falling water: a texture of streaks that runs down, widening and whitening as it falls. */
export function fallLayer(stage: Stage, fall: Fall, { depth, ledge }: { depth: number; ledge: number }): Layer {
  const { unit, palette, brief, lightDirection } = stage
  const random = stage.familyRandom(`fall ${fall.seed}`)
  const noise = createNoise(stage.random(`fall ${fall.seed}`))
  const coarse = stage.still ? Math.max(1, Math.round(unit / 700)) : 2
  const spread = fall.seed === 1 ? between(random, 1.25, 1.6) : 1.3
  const width = Math.ceil((fall.wide * spread * 1.3) / coarse)
  const height = Math.max(2, Math.ceil((fall.foot - fall.top + unit * 0.01) / coarse))
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  // Looked up instead of computed, because every frame of a film needs it.
  const streaks = Float32Array.from({ length: streakSize * streakSize }, (_, index) => {
    const x = index % streakSize
    const y = Math.abs(Math.floor(index / streakSize) - streakSize / 2)
    return noise.fbm(x * 0.17, y * 0.02, 4) + 0.4 * noise.at(x * 0.5, y * 0.06)
  })
  const lookUp = (u: number, v: number) =>
    streaks[(Math.floor(u) & (streakSize - 1)) + (Math.floor(v) & (streakSize - 1)) * streakSize] ?? 0
  const white = mix(mix(palette.ambient, palette.light, 0.72), [255, 255, 255], brief.time === 'night' ? 0.12 : 0.5)
  const shade = mix(mix(palette.water, palette.ambient, 0.55), white, 0.35)
  const side = lightDirection[0] < 0 ? -1 : 1
  const step = (ledge - fall.top) / coarse
  const breaks = fall.seed === 1 && random() < 0.6
  return {
    paint(g, moment) {
      const pixels = image.data
      const run = moment.seconds * 150
      for (let y = 0; y < height; y += 1) {
        const down = y / height
        const beyond = breaks && y > step ? smoothstep(step, step + 24, y) * 0.32 : 0
        const half = (fall.wide / 2 / coarse) * (0.72 + (spread - 0.85) * down ** 0.8 + beyond)
        for (let x = 0; x < width; x += 1) {
          const across = (x - width / 2) / half
          const at = (y * width + x) * 4
          const ragged = lookUp(x * 1.3 + 40, y * 0.5 - run * 0.5) * 0.3
          const body = smoothstep(1.04, 0.7, Math.abs(across) + ragged)
          if (body <= 0) {
            pixels[at + 3] = 0
            continue
          }
          const streak =
            lookUp(((across + 1) / 2) * streakSize * 0.9, y * 0.62 - run) +
            0.5 * lookUp(((across + 1) / 2) * streakSize * 2.3 + 17, y * 0.9 - run * 1.3)
          const lit = clamp01(0.6 + streak * 0.75 + side * across * 0.16 + down * 0.16)
          const thin = clamp01(0.86 + streak * 0.9 + 0.2 * down)
          for (let channel = 0; channel < 3; channel += 1)
            pixels[at + channel] = (shade[channel] ?? 0) + ((white[channel] ?? 0) - (shade[channel] ?? 0)) * lit
          pixels[at + 3] = 255 * body * thin
        }
      }
      context.putImageData(image, 0, 0)
      const view = viewOf(stage, depth, moment)
      const left = fall.x - (width * coarse) / 2
      g.drawImage(
        canvas,
        left * view.scale + view.x,
        fall.top * view.scale + view.y,
        width * coarse * view.scale,
        height * coarse * view.scale,
      )
    },
  }
}

/** Spray where the water strikes. */
export function sprayLayer(stage: Stage, fall: Fall, depth: number): Layer {
  const random = stage.random('spray')
  const { unit, palette, brief } = stage
  const colour = mix(mix(palette.ambient, palette.light, 0.7), [255, 255, 255], brief.time === 'night' ? 0.1 : 0.5)
  const puffs = Array.from({ length: 26 }, () => ({
    x: between(random, -0.9, 0.9),
    up: random(),
    size: between(random, 0.03, 0.085),
    phase: random(),
  }))
  return {
    paint(g, moment) {
      const view = viewOf(stage, depth, moment)
      g.save()
      g.translate(view.x, view.y)
      g.scale(view.scale, view.scale)
      for (const puff of puffs) {
        const age = (puff.phase + moment.seconds * 0.22) % 1
        const x = fall.x + puff.x * fall.wide * (0.7 + 0.7 * age)
        const y = fall.foot - unit * 0.02 - age * puff.up * unit * 0.13
        drawPuff(g, x, y, unit * puff.size * (0.6 + age), colour, 0.3 * Math.sin(Math.PI * (0.15 + 0.85 * (1 - age))))
      }
      g.restore()
    },
  }
}

function drawPuff(g: SKRSContext2D, x: number, y: number, radius: number, colour: Rgb, alpha: number): void {
  const soft = g.createRadialGradient(x, y, 0, x, y, radius)
  soft.addColorStop(0, css(colour, Math.max(0, alpha)))
  soft.addColorStop(1, css(colour, 0))
  g.fillStyle = soft
  g.fillRect(x - radius, y - radius, radius * 2, radius * 2)
}

/** Foam that spreads from under the falls over the pool. */
export function foamLayer(stage: Stage, falls: Fall[], depth: number): Layer {
  const random = stage.random('pool foam')
  const { unit, palette, brief, height } = stage
  const colour = scale(
    mix(multiply([250, 252, 255], mix(palette.ambient, palette.light, 0.7)), [255, 255, 255], 0.25),
    brief.time === 'night' ? 0.8 : 1,
  )
  const flecks = falls.flatMap((fall) =>
    Array.from({ length: fall.seed === 1 ? 150 : 40 }, () => {
      const out = random() ** 1.6
      return {
        x: fall.x + between(random, -1, 1) * fall.wide * (0.7 + out * 2.1),
        out,
        size: unit * between(random, 0.002, 0.008) * (1 - out * 0.5),
        phase: random() * 6.3,
      }
    }),
  )
  const foot = falls[0]?.foot ?? height
  const picture = drawPicture(
    stage,
    (g) => {
      for (const fleck of flecks) {
        g.fillStyle = css(colour, 0.75 * (1 - fleck.out))
        g.beginPath()
        g.ellipse(fleck.x, foot + unit * 0.006 + fleck.out * (height - foot) * 0.42, fleck.size * 2.6, fleck.size * 0.62, 0, 0, 2 * Math.PI)
        g.fill()
      }
    },
    { top: foot - unit * 0.02 },
  )
  return {
    paint(g, moment) {
      const sway = Math.sin(moment.seconds * 1.2) * unit * 0.003
      paintPicture(g, stage, { ...picture, top: picture.top + sway }, depth, moment)
    },
  }
}
