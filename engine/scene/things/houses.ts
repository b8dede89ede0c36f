import { mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { glow, polygon, shine, tint } from './pen.ts'
import type { Pen } from './pen.ts'

export const lamplight: Rgb = [255, 206, 120]

/** A log cabin or a cottage with a pitched roof and smoke from its chimney; about 1.5 wide. */
export function drawCabin(pen: Pen, options: { tone?: number; smoke?: boolean; usual?: Rgb } = {}): void {
  const { g } = pen
  const { brief } = pen.stage
  const wall = scale(pen.own(options.usual ?? [156, 106, 74]), options.tone ?? 1)
  const roof: Rgb = brief.snowy ? [244, 247, 252] : scale([112, 58, 48], options.tone ?? 1)
  const front = pen.lightSide < 0 ? 0.7 : 0.4
  const gable = pen.lightSide < 0 ? 0.35 : 0.75
  if (options.smoke !== false) drawSmoke(pen, 0.42, -1.02, 0.5)
  g.fillStyle = tint(pen, scale(wall, 0.72), 0.4)
  g.fillRect(0.36, -1.02, 0.12, 0.36)
  g.fillStyle = tint(pen, wall, front)
  g.fillRect(-0.7, -0.46, 0.95, 0.48)
  g.strokeStyle = tint(pen, scale(wall, 0.78), front)
  g.lineWidth = 0.012
  g.beginPath()
  for (let log = 1; log < 6; log += 1) {
    g.moveTo(-0.7, -0.46 + log * 0.08)
    g.lineTo(0.25, -0.46 + log * 0.08)
  }
  g.stroke()
  g.fillStyle = tint(pen, scale(wall, 0.92), gable)
  polygon(g, [
    [0.25, 0.02],
    [0.25, -0.46],
    [0.48, -0.86],
    [0.72, -0.46],
    [0.72, 0.02],
  ])
  g.fillStyle = tint(pen, roof, front + 0.1)
  polygon(g, [
    [-0.79, -0.42],
    [-0.55, -0.88],
    [0.49, -0.9],
    [0.26, -0.42],
  ])
  g.fillStyle = tint(pen, scale(roof, brief.snowy ? 0.95 : 0.8), gable * 0.8)
  polygon(g, [
    [0.49, -0.9],
    [0.81, -0.41],
    [0.74, -0.4],
    [0.48, -0.8],
    [0.3, -0.44],
    [0.26, -0.42],
  ])
  const window = pen.dark ? glow(pen, lamplight) : tint(pen, mix(pen.stage.palette.sky[2] ?? wall, [40, 50, 60], 0.5), 0.6)
  g.fillStyle = tint(pen, [238, 230, 214], 0.55)
  for (const x of [-0.62, -0.2]) g.fillRect(x - 0.012, -0.362, 0.204, 0.194)
  g.fillRect(0.388, -0.452, 0.194, 0.184)
  g.fillStyle = window
  for (const x of [-0.62, -0.2]) g.fillRect(x, -0.35, 0.18, 0.17)
  g.fillRect(0.4, -0.44, 0.17, 0.16)
  g.fillStyle = tint(pen, [80, 52, 40], 0.4)
  g.fillRect(0.42, -0.22, 0.15, 0.24)
  g.strokeStyle = tint(pen, [238, 230, 214], 0.5)
  g.lineWidth = 0.014
  g.beginPath()
  for (const x of [-0.53, -0.11]) {
    g.moveTo(x, -0.35)
    g.lineTo(x, -0.18)
    g.moveTo(x - 0.09, -0.265)
    g.lineTo(x + 0.09, -0.265)
  }
  g.stroke()
  if (pen.dark) for (const x of [-0.53, -0.11, 0.48]) shine(pen, x, -0.28, 0.62, [255, 180, 90], 0.34)
}

export function drawSmoke(pen: Pen, x: number, y: number, tall: number): void {
  const { g, seconds } = pen
  for (let puff = 0; puff < 9; puff += 1) {
    const age = (seconds * 0.16 + puff / 9) % 1
    const drift = age * 0.34 + 0.05 * Math.sin(age * 9 + puff)
    g.fillStyle = tint(pen, [236, 236, 240], 0.8, 0.3 * (1 - age))
    g.beginPath()
    g.arc(x + drift * tall * 1.4, y - age * tall * 1.7, tall * (0.07 + age * 0.24), 0, 2 * Math.PI)
    g.fill()
  }
}

/** A village church with a pointed spire. */
export function drawChurch(pen: Pen): void {
  const { g } = pen
  const wall: Rgb = [232, 222, 204]
  const roof: Rgb = pen.stage.brief.snowy ? [244, 247, 252] : [120, 70, 62]
  const lit = pen.lightSide < 0 ? [0.85, 0.45] : [0.45, 0.85]
  g.fillStyle = tint(pen, wall, lit[1])
  g.fillRect(0.02, -0.3, 0.5, 0.32)
  g.fillStyle = tint(pen, roof, 0.6)
  polygon(g, [
    [-0.02, -0.28],
    [0.1, -0.46],
    [0.46, -0.46],
    [0.58, -0.28],
  ])
  g.fillStyle = tint(pen, wall, lit[0])
  g.fillRect(-0.13, -0.58, 0.11, 0.6)
  g.fillStyle = tint(pen, wall, lit[1])
  g.fillRect(-0.02, -0.58, 0.09, 0.6)
  g.fillStyle = tint(pen, roof, 0.7)
  polygon(g, [
    [-0.16, -0.57],
    [-0.03, -1],
    [0.1, -0.57],
  ])
  g.fillStyle = pen.dark ? glow(pen, lamplight) : tint(pen, [60, 66, 80], 0.4)
  g.fillRect(-0.1, -0.5, 0.045, 0.08)
  for (const x of [0.12, 0.26, 0.4]) g.fillRect(x, -0.22, 0.05, 0.13)
}
