import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Random } from '../../random.ts'
import { css, mix, scale } from '../colour.ts'
import type { TreeLook } from './look.ts'

/** A palm that leans, with feathered fronds that hang from its top. */
export function drawPalm(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  const lean = tall * between(random, 0.08, 0.34) * (random() < 0.5 ? -1 : 1)
  const topX = x + lean
  const topY = y - tall * 0.8
  drawStem()
  const fronds = 15
  for (let index = 0; index < fronds; index += 1) {
    // Draws the back fronds first, then those that hang towards the viewer.
    const order = index % 2 === 0 ? index / 2 : fronds - 1 - (index - 1) / 2
    const angle = Math.PI * (0.96 + (order / (fronds - 1)) * 1.08) + between(random, -0.12, 0.12)
    const length = tall * between(random, 0.3, 0.42)
    const light = Math.max(0, -Math.sin(angle)) * 0.5 + (Math.cos(angle) * look.lightSide > 0 ? 0.4 : 0.05)
    drawFrond(angle, length, css(light > 0.5 ? mix(look.middle, look.lit, light - 0.4) : mix(look.shade, look.middle, light * 1.8)))
  }
  g.fillStyle = css(scale(look.bark, 0.7))
  for (const [dx, dy] of [
    [-0.012, 0.012],
    [0.014, 0.016],
    [0, 0.024],
  ] as const) {
    g.beginPath()
    g.arc(topX + dx * tall, topY + dy * tall, tall * 0.014, 0, 2 * Math.PI)
    g.fill()
  }

  function drawStem(): void {
    const steps = 18
    for (let step = 0; step < steps; step += 1) {
      const [from, to] = [step / steps, (step + 1.15) / steps]
      const at = (share: number) => ({ px: x + lean * share ** 1.6, py: y - tall * 0.8 * share, half: tall * (0.021 - 0.009 * share) })
      const a = at(from)
      const b = at(to)
      g.fillStyle = css(scale(look.bark, step % 2 === 0 ? 1.02 : 0.84))
      g.beginPath()
      g.moveTo(a.px - a.half, a.py)
      g.lineTo(b.px - b.half * 1.12, b.py)
      g.lineTo(b.px + b.half * 1.12, b.py)
      g.lineTo(a.px + a.half, a.py)
      g.fill()
    }
  }

  /** A frond that bends over, with leaflets hanging on both sides. */
  function drawFrond(angle: number, length: number, colour: string): void {
    const out = Math.cos(angle)
    const up = -Math.sin(angle)
    const tipX = topX + out * length
    const tipY = topY - up * length * 0.5 + length * (0.34 + 0.2 * Math.abs(out))
    const bendX = topX + out * length * 0.62
    const bendY = topY - up * length * 0.72 - length * 0.12
    g.strokeStyle = colour
    g.fillStyle = colour
    g.lineWidth = Math.max(0.6, tall * 0.006)
    g.beginPath()
    g.moveTo(topX, topY)
    g.quadraticCurveTo(bendX, bendY, tipX, tipY)
    g.stroke()
    const leaflets = tall > 60 ? 20 : 9
    g.beginPath()
    for (let leaflet = 1; leaflet <= leaflets; leaflet += 1) {
      const t = leaflet / leaflets
      const px = (1 - t) ** 2 * topX + 2 * (1 - t) * t * bendX + t * t * tipX
      const py = (1 - t) ** 2 * topY + 2 * (1 - t) * t * bendY + t * t * tipY
      const ax = 2 * (1 - t) * (bendX - topX) + 2 * t * (tipX - bendX)
      const ay = 2 * (1 - t) * (bendY - topY) + 2 * t * (tipY - bendY)
      const norm = Math.hypot(ax, ay) || 1
      const [dx, dy] = [ax / norm, ay / norm]
      const reach = length * (0.05 + 0.24 * Math.sin(Math.PI * Math.min(1, 0.16 + t * 0.8)))
      const half = Math.max(0.4, length * 0.013)
      for (const side of [-1, 1]) {
        // A leaflet points towards the tip, away from the rib, and down.
        const lx = px + (dx * 0.62 - side * dy * 0.62) * reach
        const ly = py + (dy * 0.62 + side * dx * 0.62) * reach + reach * 0.42
        g.moveTo(px - dx * half, py - dy * half)
        g.lineTo(lx, ly)
        g.lineTo(px + dx * half * 1.6, py + dy * half * 1.6)
        g.closePath()
      }
    }
    g.fill()
  }
}

/** A palm as cut from paper: a bent stem and a star of plain leaves. */
export function drawFlatPalm(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  const lean = tall * between(random, 0.08, 0.3) * (random() < 0.5 ? -1 : 1)
  const topX = x + lean
  const topY = y - tall * 0.8
  const half = tall * 0.022
  g.fillStyle = css(look.bark)
  g.beginPath()
  g.moveTo(x - half, y)
  g.quadraticCurveTo(x - half, y - tall * 0.5, topX - half * 0.5, topY)
  g.lineTo(topX + half * 0.5, topY)
  g.quadraticCurveTo(x + half, y - tall * 0.5, x + half, y)
  g.fill()
  for (let leaf = 0; leaf < 8; leaf += 1) {
    const angle = Math.PI * (0.98 + (leaf / 7) * 1.04)
    const long = tall * between(random, 0.3, 0.38)
    const out = Math.cos(angle)
    const tipX = topX + out * long
    const tipY = topY + Math.sin(angle) * long * 0.5 + long * 0.42
    g.fillStyle = css(out * look.lightSide > 0.1 ? look.middle : look.shade)
    g.beginPath()
    g.moveTo(topX, topY)
    g.quadraticCurveTo(topX + out * long * 0.55, topY + Math.sin(angle) * long * 0.9 - long * 0.2, tipX, tipY)
    g.quadraticCurveTo(topX + out * long * 0.5, topY + Math.sin(angle) * long * 0.5 + long * 0.12, topX, topY)
    g.fill()
  }
}
