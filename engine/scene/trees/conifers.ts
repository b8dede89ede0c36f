import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Random } from '../../random.ts'
import { css, mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import type { TreeLook } from './look.ts'

/** A spruce with its foot at (x, y): tiers of needles as dabs of a brush, each tier dark below and lit on its upper side. */
export function drawPine(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  const spread = tall * between(random, 0.15, 0.21)
  const lean = tall * (random() - 0.5) * 0.03
  if (tall < 22) {
    drawSmallPine(g, x, y, tall, look, spread)
    return
  }
  const tiers = Math.round(Math.min(19, 8 + tall / 22))
  const density = tall > 240 ? 1.8 : tall > 110 ? 1.35 : tall > 50 ? 1.1 : 0.85
  g.fillStyle = css(scale(look.bark, 0.8))
  g.beginPath()
  g.moveTo(x - tall * 0.016, y)
  g.lineTo(x + lean, y - tall)
  g.lineTo(x + tall * 0.016, y)
  g.fill()
  const passes: { colour: Rgb; count: number; lift: number; spread: number; side: number }[] = [
    { colour: look.shade, count: 30, lift: 0, spread: 1, side: 0 },
    { colour: mix(look.shade, look.middle, 0.6), count: 22, lift: 0.18, spread: 0.94, side: 0.08 },
    { colour: mix(look.middle, look.lit, 0.15), count: 14, lift: 0.36, spread: 0.86, side: 0.24 },
    { colour: mix(look.middle, look.lit, 0.7), count: 6, lift: 0.5, spread: 0.78, side: 0.42 },
  ]
  if (look.snow > 0) {
    const cold = mix(look.middle, [226, 236, 248], 0.55 + 0.35 * look.snow)
    passes.push(
      { colour: cold, count: 11, lift: 0.44, spread: 0.95, side: 0.05 },
      { colour: mix(cold, [250, 252, 255], look.snow), count: 9, lift: 0.62, spread: 0.9, side: 0.18 },
    )
  }
  for (let tier = tiers; tier >= 0; tier -= 1) {
    const share = (tier + 0.4) / (tiers + 0.4)
    const row = y - tall * 0.985 + tall * 0.9 * share
    const centre = x + lean * (1 - share)
    const reach = (spread * share ** 0.9 + tall * 0.01) * between(random, 0.86, 1.12)
    const thick = (tall / tiers) * 1.5
    const droop = reach * between(random, 0.34, 0.5)
    const dab = Math.max(1.4, reach * 0.2 + tall * 0.009)
    for (const { colour, count, lift, spread: wide, side } of passes) {
      const dabs = Math.max(2, Math.round(count * density * (0.3 + 0.7 * share)))
      g.fillStyle = css(colour)
      g.beginPath()
      for (let index = 0; index < dabs; index += 1) {
        const across = Math.max(-1, Math.min(1, (random() * 2 - 1) * wide + look.lightSide * side * 0.6))
        const out = Math.abs(across)
        const px = centre + across * reach
        const py = row + out * droop - thick * lift * (0.5 + 0.5 * random()) + thick * 0.3 * random()
        const turn = across * 1.1 + between(random, -0.35, 0.35)
        const long = dab * between(random, 0.7, 1.3) * (0.6 + 0.55 * out)
        // A pointed stroke that hangs outwards.
        const dx = Math.sin(turn) * long
        const dy = Math.cos(turn) * long * 0.8
        g.moveTo(px - dy * 0.3, py + dx * 0.2 - long * 0.3)
        g.lineTo(px + dx, py + dy)
        g.lineTo(px + dy * 0.3, py - dx * 0.2 - long * 0.3)
        g.closePath()
      }
      g.fill()
    }
  }
}

function drawSmallPine(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, spread: number): void {
  const tiers = tall > 12 ? 4 : 3
  g.fillStyle = css(look.shade)
  g.fillRect(x - tall * 0.02, y - tall * 0.14, tall * 0.04, tall * 0.15)
  for (const [fill, from, to] of [
    [css(look.shade), -1, 1],
    [css(look.snow > 0 ? mix(look.middle, [240, 245, 252], look.snow * 0.75) : look.middle), look.lightSide, 0],
  ] as const) {
    g.fillStyle = fill
    g.beginPath()
    for (let tier = 0; tier < tiers; tier += 1) {
      const top = y - tall * (1 - (tier / tiers) * 0.78)
      const foot = y - tall * (0.93 - ((tier + 1) / tiers) * 0.87)
      const reach = spread * ((tier + 1) / tiers) ** 0.85
      g.moveTo(x, top)
      g.lineTo(x + from * reach, foot)
      g.lineTo(x + (to === 0 ? from * reach * 0.15 : to * reach), foot - (to === 0 ? tall * 0.03 : 0))
      g.closePath()
    }
    g.fill()
  }
}

/** A spruce as cut from paper: stacked triangles, one side in the light. */
export function drawFlatPine(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  const spread = tall * between(random, 0.17, 0.25)
  const tiers = tall > 40 ? 4 : 3
  g.fillStyle = css(look.bark)
  g.fillRect(x - tall * 0.022, y - tall * 0.16, tall * 0.044, tall * 0.17)
  const snow = look.snow > 0
  for (let tier = tiers - 1; tier >= 0; tier -= 1) {
    const top = y - tall * (1 - (tier / tiers) * 0.68)
    const foot = y - tall * (0.9 - ((tier + 1) / tiers) * 0.8)
    const reach = spread * ((tier + 1.4) / (tiers + 0.4)) ** 0.9
    for (const [colour, side] of [
      [look.shade, -look.lightSide],
      [look.middle, look.lightSide],
    ] as const) {
      g.fillStyle = css(colour)
      g.beginPath()
      g.moveTo(x, top)
      g.lineTo(x + side * reach, foot)
      g.lineTo(x, foot + tall * 0.012)
      g.fill()
    }
    if (!snow) continue
    g.fillStyle = css([244, 248, 253], look.snow)
    g.beginPath()
    g.moveTo(x, top)
    g.lineTo(x + reach * 0.5, top + (foot - top) * 0.5)
    g.lineTo(x + reach * 0.2, top + (foot - top) * 0.4)
    g.lineTo(x, top + (foot - top) * 0.55)
    g.lineTo(x - reach * 0.25, top + (foot - top) * 0.38)
    g.lineTo(x - reach * 0.5, top + (foot - top) * 0.5)
    g.fill()
  }
}
