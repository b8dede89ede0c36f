import { mix, scale } from '../colour.ts'
import { glow, polygon, shine, tint } from './pen.ts'
import type { Pen } from './pen.ts'

/** A sailing boat with two sails; its waterline is at the foot. */
export function drawSailingBoat(pen: Pen): void {
  const { g } = pen
  const cloth = pen.own([250, 244, 232])
  const hull = pen.stage.brief.thingColours.boat ? scale(cloth, 0.55) : ([112, 70, 50] as const)
  const lee = pen.lightSide > 0 ? 0.35 : 0.85
  const weather = pen.lightSide > 0 ? 0.9 : 0.45
  g.fillStyle = tint(pen, hull, 0.5)
  g.beginPath()
  g.moveTo(-0.4, -0.1)
  g.quadraticCurveTo(0.1, -0.085, 0.5, -0.125)
  g.quadraticCurveTo(0.42, 0.01, 0.28, 0.02)
  g.lineTo(-0.3, 0.02)
  g.quadraticCurveTo(-0.38, -0.02, -0.4, -0.1)
  g.fill()
  g.fillStyle = tint(pen, mix(hull, [255, 245, 230], 0.5), 0.7)
  polygon(g, [
    [-0.4, -0.1],
    [0.5, -0.125],
    [0.485, -0.1],
    [-0.395, -0.078],
  ])
  g.fillStyle = tint(pen, [90, 62, 44], 0.4)
  g.fillRect(-0.008, -1, 0.016, 0.92)
  polygon(g, [
    [-0.38, -0.155],
    [0.0, -0.17],
    [0.0, -0.157],
    [-0.38, -0.143],
  ])
  const main = g.createLinearGradient(-0.36, 0, 0, 0)
  main.addColorStop(0, tint(pen, cloth, lee))
  main.addColorStop(1, tint(pen, cloth, Math.max(lee, weather) * 0.85))
  g.fillStyle = main
  g.beginPath()
  g.moveTo(-0.02, -0.98)
  g.quadraticCurveTo(-0.34, -0.48, -0.37, -0.165)
  g.quadraticCurveTo(-0.18, -0.15, -0.02, -0.178)
  g.fill()
  const jib = g.createLinearGradient(0, 0, 0.44, 0)
  jib.addColorStop(0, tint(pen, cloth, weather * 0.8))
  jib.addColorStop(1, tint(pen, cloth, weather))
  g.fillStyle = jib
  g.beginPath()
  g.moveTo(0.025, -0.92)
  g.quadraticCurveTo(0.3, -0.5, 0.46, -0.14)
  g.quadraticCurveTo(0.2, -0.16, 0.03, -0.15)
  g.quadraticCurveTo(0.12, -0.5, 0.025, -0.92)
  g.fill()
  if (!pen.dark) return
  g.fillStyle = glow(pen, [255, 214, 140])
  g.beginPath()
  g.arc(-0.2, -0.17, 0.018, 0, 2 * Math.PI)
  g.fill()
  shine(pen, -0.2, -0.17, 0.22, [255, 200, 120], 0.6)
}

/** A rowing boat, with a person in it or empty; about 1.6 long. */
export function drawRowingBoat(pen: Pen, manned: boolean): void {
  const { g } = pen
  const wood = pen.own([132, 84, 56])
  g.fillStyle = tint(pen, scale(wood, 0.55), 0.3)
  g.beginPath()
  g.moveTo(-0.78, -0.3)
  g.quadraticCurveTo(0, -0.12, 0.8, -0.32)
  g.quadraticCurveTo(0, -0.34, -0.78, -0.3)
  g.fill()
  if (manned) {
    g.fillStyle = tint(pen, [60, 64, 84], 0.5)
    g.beginPath()
    g.moveTo(-0.16, -0.2)
    g.quadraticCurveTo(-0.15, -0.62, 0.02, -0.66)
    g.quadraticCurveTo(0.16, -0.62, 0.16, -0.2)
    g.fill()
    g.fillStyle = tint(pen, [214, 168, 140], 0.6)
    g.beginPath()
    g.arc(0.02, -0.76, 0.1, 0, 2 * Math.PI)
    g.fill()
    g.fillStyle = tint(pen, [226, 190, 120], 0.7)
    g.beginPath()
    g.ellipse(0.02, -0.81, 0.19, 0.05, 0, 0, 2 * Math.PI)
    g.fill()
    g.strokeStyle = tint(pen, [120, 86, 60], 0.5)
    g.lineWidth = 0.03
    g.beginPath()
    g.moveTo(0.1, -0.42)
    g.lineTo(0.52, 0.04)
    g.stroke()
  }
  const side = g.createLinearGradient(0, -0.3, 0, 0.04)
  side.addColorStop(0, tint(pen, wood, 0.75))
  side.addColorStop(1, tint(pen, scale(wood, 0.7), 0.35))
  g.fillStyle = side
  g.beginPath()
  g.moveTo(-0.8, -0.32)
  g.quadraticCurveTo(0, -0.12, 0.82, -0.34)
  g.quadraticCurveTo(0.7, 0, 0.4, 0.04)
  g.lineTo(-0.42, 0.04)
  g.quadraticCurveTo(-0.7, -0.02, -0.8, -0.32)
  g.fill()
  g.strokeStyle = tint(pen, mix(wood, [255, 235, 200], 0.45), 0.8)
  g.lineWidth = 0.028
  g.beginPath()
  g.moveTo(-0.8, -0.32)
  g.quadraticCurveTo(0, -0.12, 0.82, -0.34)
  g.stroke()
}
