import { mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { glow, polygon, shine, tint } from './pen.ts'
import type { Pen } from './pen.ts'

/** A ridge tent, open at the front, lit from within after dark; about 1.5 wide. */
export function drawTent(pen: Pen): void {
  const { g } = pen
  const cloth = pen.own([226, 128, 58])
  const lit = pen.lightSide < 0 ? [0.85, 0.4] : [0.4, 0.85]
  const inner: Rgb = pen.dark ? [255, 205, 120] : scale(cloth, 0.35)
  g.fillStyle = tint(pen, cloth, lit[1])
  polygon(g, [
    [-0.1, -0.92],
    [0.62, -0.8],
    [0.86, 0],
    [0.34, 0.02],
  ])
  g.fillStyle = pen.dark ? glow(pen, mix(cloth, [255, 190, 90], 0.6)) : tint(pen, cloth, lit[0])
  polygon(g, [
    [-0.1, -0.92],
    [0.34, 0.02],
    [-0.62, 0.02],
  ])
  g.fillStyle = pen.dark ? glow(pen, inner) : tint(pen, inner, 0.3)
  polygon(g, [
    [-0.1, -0.78],
    [0.1, 0.02],
    [-0.32, 0.02],
  ])
  g.fillStyle = tint(pen, scale(cloth, 0.8), 0.6)
  polygon(g, [
    [-0.1, -0.8],
    [-0.32, 0.02],
    [-0.42, 0.02],
  ])
  polygon(g, [
    [-0.1, -0.8],
    [0.1, 0.02],
    [0.2, 0.02],
  ])
  g.strokeStyle = tint(pen, [230, 226, 214], 0.5, 0.7)
  g.lineWidth = 0.012
  g.beginPath()
  g.moveTo(-0.1, -0.92)
  g.lineTo(-0.8, 0.06)
  g.moveTo(0.62, -0.8)
  g.lineTo(1.05, 0.02)
  g.stroke()
  if (pen.dark) shine(pen, -0.1, -0.3, 1.15, [255, 170, 80], 0.5)
}

/** Logs and a moving flame. */
export function drawCampfire(pen: Pen): void {
  const { g, seconds } = pen
  shine(pen, 0, -0.3, 6.5, [255, 140, 50], 0.3)
  shine(pen, 0, -0.3, 3, [255, 150, 60], 0.42)
  g.strokeStyle = tint(pen, [70, 46, 36], 0.3)
  g.lineCap = 'round'
  g.lineWidth = 0.13
  g.beginPath()
  for (const [fromX, toX] of [
    [-0.46, 0.28],
    [0.46, -0.28],
    [-0.2, 0.1],
  ] as const) {
    g.moveTo(fromX, 0.02)
    g.lineTo(toX, -0.16)
  }
  g.stroke()
  const tongues = [
    { colour: [255, 92, 36] as const, wide: 0.34, tall: 1, shift: 0 },
    { colour: [255, 150, 44] as const, wide: 0.25, tall: 0.78, shift: 1.3 },
    { colour: [255, 212, 96] as const, wide: 0.16, tall: 0.54, shift: 2.6 },
    { colour: [255, 248, 206] as const, wide: 0.08, tall: 0.3, shift: 4 },
  ]
  for (const { colour, wide, tall, shift } of tongues) {
    const flicker = 1 + 0.12 * Math.sin(seconds * 9 + shift) + 0.07 * Math.sin(seconds * 17 + shift * 2)
    const sway = 0.07 * Math.sin(seconds * 5 + shift)
    g.fillStyle = glow(pen, colour, 0.92)
    g.beginPath()
    g.moveTo(-wide, -0.06)
    g.bezierCurveTo(-wide * 1.1, -tall * 0.45, -wide * 0.2 + sway, -tall * 0.5, sway * 1.6, -tall * flicker)
    g.bezierCurveTo(wide * 0.3 + sway, -tall * 0.55, wide * 1.15, -tall * 0.4, wide, -0.06)
    g.quadraticCurveTo(0, 0.04, -wide, -0.06)
    g.fill()
  }
  g.fillStyle = glow(pen, [255, 190, 90], 0.9)
  for (let spark = 0; spark < 9; spark += 1) {
    const age = (seconds * 0.45 + spark * 0.173) % 1
    g.beginPath()
    g.arc(0.3 * Math.sin(spark * 2.4 + age * 3), -0.7 - age * 1.6, 0.022 * (1 - age), 0, 2 * Math.PI)
    g.fill()
  }
}
