import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../../random.ts'
import { css, mix } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { drawPicture, pictureLayer } from '../../stage.ts'
import type { Layer, Stage } from '../../stage.ts'
import { treeLook } from '../../trees/look.ts'

/** Ferns at the lower corners. */
export function fernsLayer(stage: Stage): Layer {
  const random = stage.familyRandom('ferns')
  const { unit, width, height } = stage
  const picture = drawPicture(
    stage,
    (g) => {
      for (let plant = 0; plant < 16; plant += 1) {
        const side = plant % 2 === 0 ? -1 : 1
        const inwards = random() ** 1.4 * 0.4
        const x = side < 0 ? width * inwards - stage.reach * 0.4 : width * (1 - inwards) + stage.reach * 0.4
        const look = treeLook(stage, random, { near: true })
        const reach = unit * between(random, 0.12, 0.24) * (1.15 - inwards)
        for (let frond = 0; frond < 9; frond += 1) {
          const angle = Math.PI * (1.12 + (frond / 8) * 0.76) + between(random, -0.08, 0.08)
          drawFern(
            g,
            x,
            height + unit * 0.02,
            angle,
            reach * between(random, 0.75, 1.1),
            frond % 3 === 0 ? look.middle : mix(look.shade, look.middle, 0.5),
          )
        }
      }
    },
    { top: height - unit * 0.32 },
  )
  return pictureLayer(stage, picture, 0.96)

  function drawFern(g: SKRSContext2D, x: number, y: number, angle: number, long: number, colour: Rgb): void {
    g.fillStyle = css(colour)
    g.beginPath()
    const steps = 20
    const droop = long * 0.5
    const at = (t: number): [number, number] => [x + Math.cos(angle) * long * t, y + Math.sin(angle) * long * t + droop * t * t]
    for (let step = 1; step < steps; step += 1) {
      const t = step / steps
      const [px, py] = at(t)
      const [qx, qy] = at(Math.min(1, t + 0.05))
      const leaf = long * 0.24 * Math.sin(Math.PI * Math.min(1, 0.12 + t * 0.9))
      const nx = -(qy - py)
      const ny = qx - px
      const norm = Math.hypot(nx, ny) || 1
      for (const side of [-1, 1]) {
        g.moveTo(px, py)
        g.lineTo(px + ((side * nx) / norm) * leaf + (qx - px) * 2.2, py + ((side * ny) / norm) * leaf + (qy - py) * 2.2)
        g.lineTo(qx, qy)
        g.closePath()
      }
    }
    g.fill()
  }
}

/** Lights that float and go on and off. */
export function firefliesLayer(stage: Stage): Layer {
  const random = stage.random('fireflies')
  const { unit, width, horizon, height } = stage
  const flies = Array.from({ length: 42 }, () => ({
    x: random() * width,
    y: horizon + (height - horizon) * between(random, -0.35, 0.75),
    size: unit * between(random, 0.004, 0.009),
    phase: random() * 6.3,
    pace: between(random, 0.4, 1.1),
  }))
  return {
    paint(g, { seconds }) {
      g.save()
      g.globalCompositeOperation = 'screen'
      for (const fly of flies) {
        const on = Math.max(0, Math.sin(seconds * fly.pace * 1.7 + fly.phase)) ** 0.6
        if (on < 0.05) continue
        const x = fly.x + Math.sin(seconds * fly.pace + fly.phase) * unit * 0.02
        const y = fly.y + Math.cos(seconds * fly.pace * 0.8 + fly.phase * 2) * unit * 0.012
        const light = g.createRadialGradient(x, y, 0, x, y, fly.size * 2.4)
        light.addColorStop(0, `rgba(240,255,170,${(0.95 * on).toFixed(2)})`)
        light.addColorStop(0.3, `rgba(210,245,110,${(0.45 * on).toFixed(2)})`)
        light.addColorStop(1, 'rgba(190,240,90,0)')
        g.fillStyle = light
        g.fillRect(x - fly.size * 2.4, y - fly.size * 2.4, fly.size * 4.8, fly.size * 4.8)
      }
      g.restore()
    },
  }
}
