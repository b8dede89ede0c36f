import { mix, scale } from '../colour.ts'
import { tint } from './pen.ts'
import type { Pen } from './pen.ts'

/** One flower on its stem. */
export function drawFlowerHead(pen: Pen): void {
  const { g, random } = pen
  const petal = pen.own(pen.stage.palette.accents[0])
  const green = [92, 140, 80] as const
  g.strokeStyle = tint(pen, green, 0.5)
  g.lineCap = 'round'
  g.lineWidth = 0.026
  g.beginPath()
  g.moveTo(0.01, 0)
  g.quadraticCurveTo(-0.04, -0.34, 0, -0.68)
  g.stroke()
  for (const side of [-1, 1]) {
    g.fillStyle = tint(pen, green, side === pen.lightSide ? 0.85 : 0.4)
    g.beginPath()
    g.moveTo(-0.015, -0.2 - (side > 0 ? 0.08 : 0))
    g.quadraticCurveTo(side * 0.2, -0.46, side * 0.3, -0.42)
    g.quadraticCurveTo(side * 0.2, -0.2, -0.015, -0.16 - (side > 0 ? 0.08 : 0))
    g.fill()
  }
  const petals = 9
  for (const [ring, reach] of [
    [0, 0.31],
    [1, 0.25],
  ] as const) {
    for (let index = 0; index < petals; index += 1) {
      const angle = ((index + ring * 0.5) / petals) * 2 * Math.PI + random() * 0.12
      g.save()
      g.translate(0, -0.7)
      g.rotate(angle)
      const body = g.createLinearGradient(0, 0, reach, 0)
      body.addColorStop(0, tint(pen, scale(petal, 0.7), 0.5))
      body.addColorStop(1, tint(pen, mix(petal, [255, 255, 255], 0.16 + 0.16 * ring), 0.7 + 0.25 * Math.cos(angle + 2)))
      g.fillStyle = body
      g.beginPath()
      g.moveTo(0.03, 0)
      g.bezierCurveTo(reach * 0.4, -0.1, reach, -0.09, reach, 0)
      g.bezierCurveTo(reach, 0.09, reach * 0.4, 0.1, 0.03, 0)
      g.fill()
      g.restore()
    }
  }
  for (const [radius, lit] of [
    [0.088, 0.4],
    [0.066, 0.9],
  ] as const) {
    g.fillStyle = tint(pen, [236, 176, 60], lit)
    g.beginPath()
    g.arc(0, -0.7, radius, 0, 2 * Math.PI)
    g.fill()
  }
}
