import type { SKRSContext2D } from '@napi-rs/canvas'
import { css, mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'

export type ShapeName = 'heart' | 'circle' | 'triangle' | 'square' | 'star'

/** The outline of a shape about the origin, `size` across. */
export function traceShape(g: SKRSContext2D, shape: ShapeName, size: number): void {
  const half = size / 2
  g.beginPath()
  switch (shape) {
    case 'heart':
      g.moveTo(0, half * 0.92)
      g.bezierCurveTo(-half * 0.35, half * 0.62, -half * 1.02, half * 0.16, -half, -half * 0.36)
      g.bezierCurveTo(-half * 0.98, -half * 0.98, -half * 0.22, -half * 1.08, 0, -half * 0.5)
      g.bezierCurveTo(half * 0.22, -half * 1.08, half * 0.98, -half * 0.98, half, -half * 0.36)
      g.bezierCurveTo(half * 1.02, half * 0.16, half * 0.35, half * 0.62, 0, half * 0.92)
      break
    case 'circle':
      g.arc(0, 0, half, 0, 2 * Math.PI)
      break
    case 'triangle':
      rounded(
        g,
        [
          [0, -half * 0.96],
          [half * 1.04, half * 0.84],
          [-half * 1.04, half * 0.84],
        ],
        size * 0.06,
      )
      break
    case 'square':
      g.roundRect(-half * 0.92, -half * 0.92, half * 1.84, half * 1.84, size * 0.07)
      break
    case 'star':
      rounded(
        g,
        Array.from({ length: 10 }, (_, index): [number, number] => {
          const angle = -Math.PI / 2 + (index * Math.PI) / 5
          const out = half * (index % 2 === 0 ? 1.06 : 0.47)
          return [Math.cos(angle) * out, Math.sin(angle) * out + half * 0.06]
        }),
        size * 0.022,
      )
      break
  }
  g.closePath()
}

function rounded(g: SKRSContext2D, points: readonly (readonly [number, number])[], radius: number): void {
  const last = points.at(-1) ?? [0, 0]
  const first = points[0] ?? [0, 0]
  g.moveTo((last[0] + first[0]) / 2, (last[1] + first[1]) / 2)
  points.forEach((point, index) => {
    const next = points[(index + 1) % points.length] ?? point
    g.arcTo(point[0], point[1], (point[0] + next[0]) / 2, (point[1] + next[1]) / 2, radius)
  })
}

/** A shape shaded like a solid: lit from above, with a rim and a highlight. */
export function drawShape(g: SKRSContext2D, shape: ShapeName, size: number, colour: Rgb): void {
  traceShape(g, shape, size)
  const body = g.createRadialGradient(-size * 0.18, -size * 0.22, size * 0.05, 0, 0, size * 0.78)
  body.addColorStop(0, css(mix(colour, [255, 255, 255], 0.42)))
  body.addColorStop(0.45, css(colour))
  body.addColorStop(1, css(scale(colour, 0.62)))
  g.fillStyle = body
  g.fill()
  g.save()
  g.clip()
  g.globalCompositeOperation = 'screen'
  const shine = g.createLinearGradient(0, -size * 0.5, 0, size * 0.1)
  shine.addColorStop(0, 'rgba(255,255,255,0.34)')
  shine.addColorStop(1, 'rgba(255,255,255,0)')
  g.fillStyle = shine
  g.beginPath()
  g.ellipse(-size * 0.1, -size * 0.34, size * 0.46, size * 0.24, -0.3, 0, 2 * Math.PI)
  g.fill()
  g.restore()
}
