import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Random } from '../../random.ts'
import { css, mix, scale } from '../colour.ts'
import type { TreeLook } from './look.ts'

type Lobe = { x: number; y: number; wide: number; tall: number }

/** A tree with a round crown: trunk and limbs, and clumps of leaves lit from above and from one side. */
export function drawBroadleaf(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  if (look.bare) {
    drawBareTree(g, x, y, tall, look, random)
    return
  }
  // Oaks are wide, limes tall, and some are nearly round.
  const build = random()
  const width =
    tall * (build < 0.35 ? between(random, 0.42, 0.54) : build < 0.7 ? between(random, 0.34, 0.42) : between(random, 0.26, 0.33))
  const reach = tall * (build < 0.35 ? 0.33 : build < 0.7 ? 0.38 : 0.43)
  const crownMiddle = y - tall + reach * 1.16
  const lean = tall * between(random, -0.04, 0.04)
  drawTrunk(g, x, y, { tall: tall * 0.5, thick: tall * between(random, 0.018, 0.026), lean }, look)
  if (tall > 50) drawLimbs(g, x + lean * 0.8, y - tall * 0.34, tall, look, random)
  const many = tall > 90 ? 21 : tall > 40 ? 13 : 9
  const lobes: Lobe[] = Array.from({ length: many }, (_, index) => {
    // A ring of lobes makes the outline, the rest fill it.
    const ring = index < many * 0.55
    const angle = ring ? (index / (many * 0.55)) * 2 * Math.PI + between(random, -0.25, 0.25) : random() * 2 * Math.PI
    const out = ring ? between(random, 0.58, 0.78) : between(random, 0.05, 0.45)
    const down = Math.sin(angle)
    return {
      x: x + lean + Math.cos(angle) * width * out,
      y: crownMiddle + down * reach * out * (down > 0 ? 0.82 : 1),
      wide: width * between(random, 0.28, 0.44) * (down > 0.4 ? 0.85 : 1),
      tall: reach * between(random, 0.26, 0.4),
    }
  }).toSorted((a, b) => b.y - a.y)
  drawLeaves(g, lobes, tall, look, random, {
    size: tall > 200 ? 0.0105 : tall > 90 ? 0.017 : tall > 40 ? 0.03 : 0.055,
    airy: 0,
    middle: crownMiddle,
    reach,
  })
}

/** A slim white trunk with dark marks and a light, hanging crown. */
export function drawBirch(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  if (look.bare) {
    drawBareTree(g, x, y, tall, look, random)
    return
  }
  const lean = tall * between(random, -0.05, 0.05)
  drawTrunk(g, x, y, { tall: tall * 0.94, thick: tall * 0.017, lean }, look)
  if (tall > 60) drawBirchMarks(g, x, y, tall, lean, look, random)
  const lobes: Lobe[] = Array.from({ length: tall > 90 ? 14 : 7 }, (_, index) => {
    const up = 0.42 + 0.54 * ((index + random()) / 14)
    const breadth = tall * 0.2 * Math.sin(Math.min(1, (1.02 - up) * 1.9) * Math.PI * 0.5)
    return {
      x: x + lean * up + between(random, -1, 1) * breadth,
      y: y - tall * up,
      wide: tall * between(random, 0.06, 0.11),
      tall: tall * between(random, 0.07, 0.12),
    }
  }).toSorted((a, b) => b.y - a.y)
  drawLeaves(g, lobes, tall, look, random, {
    middle: y - tall * 0.68,
    reach: tall * 0.34,
    size: tall > 200 ? 0.009 : tall > 90 ? 0.015 : tall > 40 ? 0.026 : 0.05,
    airy: 0.35,
  })
}

export function drawBirchMarks(
  g: SKRSContext2D,
  x: number,
  y: number,
  tall: number,
  lean: number,
  look: TreeLook,
  random: Random,
  thick = tall * 0.017,
): void {
  g.fillStyle = css(mix(look.bark, [40, 36, 36], 0.8))
  g.beginPath()
  const marks = Math.round(tall / 9)
  for (let mark = 0; mark < marks; mark += 1) {
    const up = random()
    const side = random() < 0.5 ? -1 : 1
    const half = thick * (1 - up * 0.75)
    const cx = x + lean * up * up + side * half * between(random, 0.2, 0.85)
    g.ellipse(cx, y - tall * up, half * between(random, 0.25, 0.6), Math.max(0.5, half * between(random, 0.08, 0.2)), 0, 0, 2 * Math.PI)
    g.closePath()
  }
  g.fill()
}

function drawTrunk(
  g: SKRSContext2D,
  x: number,
  y: number,
  { tall, thick, lean }: { tall: number; thick: number; lean: number },
  look: TreeLook,
): void {
  const bark = g.createLinearGradient(x - thick, 0, x + thick, 0)
  const [left, right] = look.lightSide < 0 ? [1.12, 0.58] : [0.58, 1.12]
  bark.addColorStop(0, css(scale(look.bark, left)))
  bark.addColorStop(1, css(scale(look.bark, right)))
  g.fillStyle = bark
  g.beginPath()
  g.moveTo(x - thick * 1.5, y + thick * 0.3)
  g.quadraticCurveTo(x - thick * 0.8, y - tall * 0.14, x + lean - thick * 0.45, y - tall)
  g.lineTo(x + lean + thick * 0.45, y - tall)
  g.quadraticCurveTo(x + thick * 0.8, y - tall * 0.14, x + thick * 1.5, y + thick * 0.3)
  g.fill()
}

function drawLimbs(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  g.strokeStyle = css(scale(look.bark, 0.75))
  g.lineCap = 'round'
  for (let limb = 0; limb < 5; limb += 1) {
    const side = limb % 2 === 0 ? -1 : 1
    const reach = tall * between(random, 0.12, 0.26)
    g.lineWidth = tall * between(random, 0.009, 0.017)
    g.beginPath()
    g.moveTo(x, y)
    g.quadraticCurveTo(x + side * reach * 0.3, y - reach * 0.55, x + side * reach, y - reach * between(random, 0.7, 1.2))
    g.stroke()
  }
}

type Leafage = {
  /** Size of a leaf as a share of the tree's height. */
  size: number
  /** Share of the crown without leaves, 0..1. */
  airy: number
  /** The row of the crown's middle, and the crown's extent above and below it. */
  middle: number
  reach: number
}

/** Leaves as dabs of a brush: the dark mass first, then the lit parts, lobe by lobe from the bottom to the top. */
function drawLeaves(
  g: SKRSContext2D,
  lobes: Lobe[],
  tall: number,
  look: TreeLook,
  random: Random,
  { size, airy, middle, reach }: Leafage,
): void {
  const passes: { light: number; share: number; shift: number; spread: number; dab: number }[] = [
    { light: 0, share: 1, shift: 0, spread: 1, dab: 1.25 },
    { light: 0.32, share: 0.85, shift: 0.14, spread: 0.9, dab: 1 },
    { light: 0.56, share: 0.66, shift: 0.27, spread: 0.78, dab: 0.9 },
    { light: 0.8, share: 0.44, shift: 0.42, spread: 0.6, dab: 0.82 },
    { light: 1, share: 0.2, shift: 0.54, spread: 0.42, dab: 0.72 },
  ]
  for (const lobe of lobes) {
    // Number of dabs for the lobe.
    const cover = ((lobe.wide * lobe.tall) / (tall * size) ** 2) * 0.62 * (1 - airy)
    const tone = between(random, 0.92, 1.08)
    // The upper half of a crown shades the lower one.
    const up = Math.max(-1, Math.min(1, (middle - lobe.y) / reach))
    for (const { light, share, shift, spread, dab } of passes) {
      const lit = Math.max(0, Math.min(1, light * (0.72 + 0.34 * up) + 0.06 * up))
      const colour = lit < 0.5 ? mix(look.shade, look.middle, lit * 2) : mix(look.middle, look.lit, lit * 2 - 1)
      const count = Math.min(240, Math.round(cover * share))
      g.fillStyle = css(scale(colour, tone), 0.92)
      g.beginPath()
      for (let index = 0; index < count; index += 1) {
        const angle = random() * 2 * Math.PI
        const out = Math.sqrt(random()) * spread * (0.86 + 0.14 * Math.sin(angle * 3 + lobe.x))
        const cx = lobe.x + Math.cos(angle) * lobe.wide * out + look.lightSide * lobe.wide * shift * 0.5
        const cy = lobe.y + Math.sin(angle) * lobe.tall * out - lobe.tall * shift * 0.75
        leaf(g, cx, cy, tall * size * dab * between(random, 0.6, 1.25), random() * Math.PI)
      }
      g.fill()
    }
    if (look.snow > 0) {
      g.fillStyle = css([240, 245, 252], look.snow * 0.7)
      g.beginPath()
      for (let index = 0; index < cover * 0.25; index += 1) {
        leaf(g, lobe.x + between(random, -0.8, 0.8) * lobe.wide, lobe.y - lobe.tall * between(random, 0.5, 0.9), tall * size, random() * 3)
      }
      g.fill()
    }
  }
}

/** A pointed dab; cheaper than an ellipse, and more like a leaf. */
function leaf(g: SKRSContext2D, x: number, y: number, radius: number, turn: number): void {
  const dx = Math.cos(turn) * radius * 1.25
  const dy = Math.sin(turn) * radius * 1.25
  const wx = -Math.sin(turn) * radius * 0.7
  const wy = Math.cos(turn) * radius * 0.7
  g.moveTo(x - dx, y - dy)
  g.lineTo(x + wx - dx * 0.3, y + wy - dy * 0.3)
  g.lineTo(x + dx * 0.7 + wx * 0.5, y + dy * 0.7 + wy * 0.5)
  g.lineTo(x + dx, y + dy)
  g.lineTo(x - wx + dx * 0.3, y - wy + dy * 0.3)
  g.closePath()
}

/** A tree in winter: trunk, limbs and twigs. */
export function drawBareTree(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  g.lineCap = 'round'
  const dark = css(scale(look.bark, 0.62))
  const snow = css([240, 245, 252], look.snow * 0.85)
  const depth = tall > 160 ? 7 : tall > 60 ? 6 : 4
  branch(x, y, -Math.PI / 2 + between(random, -0.06, 0.06), tall * 0.3, tall * 0.036, depth)

  function branch(fromX: number, fromY: number, angle: number, length: number, thick: number, left: number): void {
    const toX = fromX + Math.cos(angle) * length
    const toY = fromY + Math.sin(angle) * length
    const bend = between(random, -0.12, 0.12) * length
    g.strokeStyle = dark
    g.lineWidth = Math.max(0.5, thick)
    g.beginPath()
    g.moveTo(fromX, fromY)
    g.quadraticCurveTo((fromX + toX) / 2 + bend, (fromY + toY) / 2, toX, toY)
    g.stroke()
    if (look.snow > 0 && Math.abs(Math.cos(angle)) > 0.35 && thick > 0.8) {
      g.strokeStyle = snow
      g.lineWidth = thick * 0.55
      g.beginPath()
      g.moveTo(fromX, fromY - thick * 0.4)
      g.quadraticCurveTo((fromX + toX) / 2 + bend, (fromY + toY) / 2 - thick * 0.4, toX, toY - thick * 0.4)
      g.stroke()
    }
    if (left <= 0) return
    const twigs = left > 4 ? 2 : random() < 0.6 ? 3 : 2
    for (let twig = 0; twig < twigs; twig += 1) {
      const spread = (twig - (twigs - 1) / 2) * between(random, 0.5, 0.85) + between(random, -0.18, 0.18)
      branch(toX, toY, angle + spread + (angle > -Math.PI / 2 ? -0.05 : 0.05), length * between(random, 0.68, 0.84), thick * 0.64, left - 1)
    }
  }
}

/** A tree as cut from paper: a crown of few round lobes, its lit side lighter. */
export function drawFlatBroadleaf(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  if (look.bare) {
    drawBareTree(g, x, y, tall, look, random)
    return
  }
  const slim = random() < 0.35
  const wide = tall * (slim ? 0.17 : between(random, 0.26, 0.34))
  g.fillStyle = css(look.bark)
  g.beginPath()
  g.moveTo(x - tall * 0.024, y)
  g.lineTo(x - tall * 0.012, y - tall * 0.6)
  g.lineTo(x + tall * 0.012, y - tall * 0.6)
  g.lineTo(x + tall * 0.024, y)
  g.fill()
  const middle = y - tall * 0.63
  for (const [colour, shift, share] of [
    [look.shade, 0, 1],
    [look.middle, 0.16, 0.82],
  ] as const) {
    g.fillStyle = css(colour)
    g.beginPath()
    const cx = x + look.lightSide * wide * shift
    const cy = middle - tall * 0.05 * shift * 4
    g.ellipse(cx, cy, wide * share, tall * 0.33 * share, 0, 0, 2 * Math.PI)
    if (!slim) {
      for (const side of [-1, 1]) {
        g.moveTo(cx + side * wide * 0.62 + wide * 0.55 * share, cy + tall * 0.1)
        g.ellipse(cx + side * wide * 0.62, cy + tall * 0.1, wide * 0.55 * share, tall * 0.17 * share, 0, 0, 2 * Math.PI)
      }
    }
    g.fill()
  }
}
