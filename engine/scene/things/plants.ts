import { mix, scale } from '../colour.ts'
import { glow, shine, tint } from './pen.ts'
import type { Pen } from './pen.ts'

/** A saguaro with an arm or two. */
export function drawCactus(pen: Pen): void {
  const { g, random } = pen
  const green = pen.own([84, 128, 84])
  const arms = random() < 0.75 ? 2 : 1
  const first = random() < 0.5 ? -1 : 1
  for (let arm = 0; arm < arms; arm += 1) {
    const side = arm === 0 ? first : -first
    const from = 0.36 + 0.16 * random()
    const reach = 0.19 + 0.05 * random()
    const top = from + 0.24 + 0.16 * random()
    for (const pass of [0, 1, 2] as const) {
      g.lineCap = 'round'
      g.lineJoin = 'round'
      g.strokeStyle =
        pass === 0
          ? tint(pen, scale(green, 0.72), 0.25)
          : tint(pen, pass === 1 ? green : mix(green, [230, 240, 190], 0.35), pass === 1 ? 0.6 : 0.9)
      g.lineWidth = pass === 0 ? 0.125 : pass === 1 ? 0.085 : 0.018
      const shift = pass === 0 ? 0 : pen.lightSide * 0.014 * pass
      g.beginPath()
      g.moveTo(side * 0.02 + shift, -from)
      g.quadraticCurveTo(side * reach + shift, -from + 0.02, side * reach + shift, -from - 0.14)
      g.lineTo(side * reach + shift, -top)
      g.stroke()
    }
  }

  limb(0, 0, 0, -1, 0.085)

  function limb(x: number, y: number, toX: number, toY: number, half: number): void {
    const across = g.createLinearGradient(x - half, 0, x + half, 0)
    const [left, right] = pen.lightSide < 0 ? [0.95, 0.15] : [0.15, 0.95]
    across.addColorStop(0, tint(pen, green, left))
    across.addColorStop(1, tint(pen, green, right))
    g.fillStyle = across
    g.beginPath()
    g.roundRect(toX - half, toY, half * 2, y - toY + 0.01, [half, half, half * 0.4, half * 0.4])
    g.fill()
    g.strokeStyle = tint(pen, scale(green, 0.68), 0.35, 0.8)
    g.lineWidth = 0.012
    g.beginPath()
    for (const share of [-0.5, 0, 0.5]) {
      g.moveTo(x + half * share, y)
      g.lineTo(toX + half * share * 0.8, toY + half * 0.6)
    }
    g.stroke()
  }
}

/** A street lamp. */
export function drawLamp(pen: Pen): void {
  const { g } = pen
  g.fillStyle = tint(pen, [52, 54, 62], 0.4)
  g.fillRect(-0.012, -0.86, 0.024, 0.87)
  g.fillRect(-0.032, -0.06, 0.064, 0.07)
  g.beginPath()
  g.moveTo(-0.07, -0.92)
  g.lineTo(0, -1)
  g.lineTo(0.07, -0.92)
  g.fill()
  const light = pen.own([255, 214, 130])
  g.fillStyle = pen.dark ? glow(pen, mix(light, [255, 255, 255], 0.4)) : tint(pen, [230, 232, 226], 0.7)
  g.beginPath()
  g.moveTo(-0.055, -0.92)
  g.lineTo(0.055, -0.92)
  g.lineTo(0.035, -0.84)
  g.lineTo(-0.035, -0.84)
  g.fill()
  if (pen.dark) shine(pen, 0, -0.88, 0.62, light, 0.75)
}
