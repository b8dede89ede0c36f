import { mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { tint } from './pen.ts'
import type { Pen } from './pen.ts'

const coats: readonly Rgb[] = [
  [196, 62, 54],
  [226, 176, 60],
  [52, 88, 140],
  [70, 120, 96],
  [120, 76, 130],
  [232, 226, 214],
  [60, 60, 72],
]
const hairs: readonly Rgb[] = [
  [58, 40, 34],
  [120, 82, 50],
  [210, 170, 104],
  [40, 38, 44],
]

export type PersonPose = { stride: number; umbrella: boolean; dress: boolean; hat: boolean }

/** A small figure seen from behind, walking or standing, with an umbrella in the rain. */
export function drawPerson(pen: Pen, pose: PersonPose): void {
  const { g, random, seconds } = pen
  const coat = pen.own(coats[Math.floor(random() * coats.length)] ?? [60, 60, 72])
  const hair = hairs[Math.floor(random() * hairs.length)] ?? [58, 40, 34]
  const trousers: Rgb = mix([52, 56, 74], [96, 84, 72], random())
  const step = pose.stride * Math.sin(seconds * 4.2 + random() * 6)
  const foot = pose.stride * 0.11 + 0.035
  g.lineCap = 'round'
  g.lineJoin = 'round'
  g.strokeStyle = tint(pen, trousers, 0.35)
  g.lineWidth = 0.085
  g.beginPath()
  g.moveTo(-0.035, -0.46)
  g.lineTo(-foot - step * 0.05, -0.03)
  g.moveTo(0.035, -0.46)
  g.lineTo(foot + step * 0.05, -0.03)
  g.stroke()
  g.strokeStyle = tint(pen, scale(coat, 0.8), 0.4)
  g.lineWidth = 0.07
  g.beginPath()
  g.moveTo(-0.12, -0.76)
  g.lineTo(-0.165, -0.5 + step * 0.03)
  g.moveTo(0.12, -0.76)
  g.lineTo(pose.umbrella ? 0.15 : 0.165, pose.umbrella ? -0.64 : -0.5 - step * 0.03)
  g.stroke()
  const across = g.createLinearGradient(-0.15, 0, 0.15, 0)
  const [left, right] = pen.lightSide < 0 ? [0.95, 0.3] : [0.3, 0.95]
  across.addColorStop(0, tint(pen, coat, left))
  across.addColorStop(1, tint(pen, coat, right))
  g.fillStyle = across
  g.beginPath()
  g.moveTo(-0.13, -0.8)
  g.quadraticCurveTo(0, -0.86, 0.13, -0.8)
  g.lineTo(pose.dress ? 0.19 : 0.12, pose.dress ? -0.28 : -0.42)
  g.quadraticCurveTo(0, pose.dress ? -0.25 : -0.4, pose.dress ? -0.19 : -0.12, pose.dress ? -0.28 : -0.42)
  g.closePath()
  g.fill()
  g.fillStyle = tint(pen, hair, 0.55)
  g.beginPath()
  g.ellipse(0, -0.91, 0.072, 0.085, 0, 0, 2 * Math.PI)
  g.fill()
  if (pose.dress) {
    g.beginPath()
    g.ellipse(0, -0.84, 0.07, 0.09, 0, 0, 2 * Math.PI)
    g.fill()
  }
  if (pose.hat) {
    g.fillStyle = tint(pen, mix(coat, [230, 200, 140], 0.6), 0.6)
    g.beginPath()
    g.ellipse(0, -0.935, 0.14, 0.028, 0, 0, 2 * Math.PI)
    g.ellipse(0, -0.965, 0.07, 0.045, 0, 0, 2 * Math.PI)
    g.fill()
  }
  if (!pose.umbrella) return
  const cloth = mix(pen.stage.palette.accents[Math.floor(random() * pen.stage.palette.accents.length)] ?? coat, coat, 0.2)
  g.strokeStyle = tint(pen, [50, 46, 50], 0.4)
  g.lineWidth = 0.016
  g.beginPath()
  g.moveTo(0.15, -0.62)
  g.lineTo(0.1, -1.16)
  g.stroke()
  g.fillStyle = tint(pen, cloth, 0.7)
  g.beginPath()
  g.moveTo(-0.27, -0.97)
  g.quadraticCurveTo(-0.2, -1.22, 0.1, -1.24)
  g.quadraticCurveTo(0.4, -1.22, 0.47, -0.97)
  g.quadraticCurveTo(0.38, -1.02, 0.29, -0.97)
  g.quadraticCurveTo(0.2, -1.02, 0.1, -0.97)
  g.quadraticCurveTo(0, -1.02, -0.09, -0.97)
  g.quadraticCurveTo(-0.18, -1.02, -0.27, -0.97)
  g.fill()
}
