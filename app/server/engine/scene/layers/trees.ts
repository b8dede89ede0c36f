import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Random } from '../../random.ts'
import { css, mix, multiply, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { createNoise } from '../noise.ts'
import { drawPicture, rowOf, stillLayer } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import type { Ground } from './terrain.ts'

type TreeLook = { body: Rgb; lit: Rgb; snow: number; lightSide: -1 | 1 }

/** A spruce with its foot at (x, y), drooping tiers and a lit side. */
export function drawPine(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  if (tall > 170) {
    drawLargePine(g, x, y, tall, look, random)
    return
  }
  const tiers = tall > 60 ? 11 : tall > 20 ? 7 : 4
  const spread = tall * between(random, 0.17, 0.25)
  const lean = tall * (random() - 0.5) * 0.03
  const edges = { left: edge(-1), right: edge(1) }
  g.fillStyle = css(look.body)
  g.fillRect(x - tall * 0.014, y - tall * 0.12, tall * 0.028, tall * 0.13)
  g.beginPath()
  g.moveTo(x + lean, y - tall)
  for (const [px, py] of edges.left) g.lineTo(px, py)
  for (const [px, py] of edges.right.toReversed()) g.lineTo(px, py)
  g.closePath()
  g.fill()
  if (tall < 12) return
  g.fillStyle = css(look.lit, 0.5)
  const litEdge = look.lightSide < 0 ? edges.left : edges.right
  g.beginPath()
  g.moveTo(x + lean, y - tall)
  litEdge.forEach(([px, py], index) => {
    g.lineTo(px, py)
    // Every other point is the inner end of a tier: going back to the trunk leaves the shade between tiers.
    if (index % 2 === 1) g.lineTo(x + (px - x) * 0.12, py - tall * 0.012)
  })
  g.closePath()
  g.fill()
  if (look.snow > 0) drawSnowOn(edges.left, edges.right)

  function edge(side: -1 | 1): [number, number][] {
    const points: [number, number][] = []
    for (let tier = 1; tier <= tiers; tier += 1) {
      const share = tier / tiers
      const reach = spread * share ** 0.85 * between(random, 0.78, 1.1)
      const row = y - tall + tall * 0.93 * share
      points.push([x + lean * (1 - share) + side * reach, row + reach * 0.12])
      points.push([x + lean * (1 - share) + side * reach * 0.42, row - tall * 0.012])
    }
    return points
  }

  function drawSnowOn(...sides: [number, number][][]): void {
    g.fillStyle = css([240, 245, 252], look.snow)
    for (const points of sides) {
      for (let index = 0; index < points.length; index += 2) {
        const [px, py] = points[index] ?? [x, y]
        const inner = x + (px - x) * 0.25
        g.beginPath()
        g.moveTo(px, py)
        g.quadraticCurveTo((px + inner) / 2, py - tall * 0.05, inner, py - tall * 0.075)
        g.quadraticCurveTo((px + inner) / 2, py - tall * 0.012, px, py)
        g.fill()
      }
    }
  }
}

/** A spruce near enough that its boughs are seen one by one. */
function drawLargePine(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  const spread = tall * between(random, 0.17, 0.23)
  const whorls = Math.round(tall / 10)
  const boughs = tall > 320 ? 7 : 5
  g.fillStyle = css(scale(look.body, 0.7))
  g.beginPath()
  g.moveTo(x - tall * 0.018, y)
  g.lineTo(x, y - tall)
  g.lineTo(x + tall * 0.018, y)
  g.fill()
  for (let whorl = 0; whorl < whorls; whorl += 1) {
    const share = (whorl + 0.6) / whorls
    const row = y - tall * 0.985 + tall * 0.94 * share
    const reach = spread * share ** 0.8
    for (let bough = 0; bough < boughs; bough += 1) {
      // From the outer boughs to those that point at the viewer, drawn last.
      const side = bough % 2 === 0 ? -1 : 1
      const turn = 1 - bough / (boughs + 1)
      const length = reach * turn * between(random, 0.72, 1.12)
      const droop = reach * between(random, 0.24, 0.42) + tall * 0.008
      const lit = side === look.lightSide ? between(random, 0.25, 0.75) : between(random, 0, 0.25)
      drawBough(x, row, side * length, droop, css(mix(look.body, look.lit, lit)))
      if (look.snow > 0 && random() < 0.75)
        drawBough(
          x + side * length * 0.25,
          row - tall * 0.004,
          side * length * 0.7,
          droop * 0.7,
          css([240, 245, 252], look.snow * between(random, 0.35, 0.8)),
          0.4,
        )
    }
  }

  /** A hanging bough from the trunk outwards, its tip turned up a little. */
  function drawBough(fromX: number, fromY: number, length: number, droop: number, colour: string, thickness = 1): void {
    const tipX = fromX + length
    const tipY = fromY + droop
    const thick = (Math.abs(length) * 0.14 + tall * 0.007) * thickness
    g.fillStyle = colour
    g.beginPath()
    g.moveTo(fromX, fromY - thick * 0.4)
    g.quadraticCurveTo(fromX + length * 0.6, fromY + droop * 0.45, tipX, tipY)
    g.quadraticCurveTo(fromX + length * 0.85, tipY + thick * 0.9, fromX + length * 0.62, tipY + thick * 0.5)
    g.quadraticCurveTo(fromX + length * 0.4, tipY + thick * 0.9, fromX, fromY + droop * 0.5 + thick)
    g.closePath()
    g.fill()
  }
}

/** A round-crowned tree: a trunk, and leaves in clumps that catch the light on one side. */
export function drawBroadleaf(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  const width = tall * between(random, 0.3, 0.42)
  g.fillStyle = css(scale(look.body, 0.6))
  g.beginPath()
  g.moveTo(x - tall * 0.03, y)
  g.quadraticCurveTo(x - tall * 0.012, y - tall * 0.25, x - tall * 0.02, y - tall * 0.5)
  g.lineTo(x + tall * 0.02, y - tall * 0.5)
  g.quadraticCurveTo(x + tall * 0.012, y - tall * 0.25, x + tall * 0.03, y)
  g.fill()
  // Large trees are seen leaf by leaf, small ones as a few round shapes.
  const clumps = Math.round(tall > 360 ? 420 : tall > 120 ? Math.min(150, tall * 0.5) : Math.max(9, tall * 0.34))
  const clumpSize = tall > 360 ? between(random, 0.026, 0.032) : tall > 120 ? between(random, 0.04, 0.052) : tall > 60 ? 0.075 : 0.115
  for (let index = 0; index < clumps; index += 1) {
    const angle = random() * 2 * Math.PI
    const out = Math.sqrt(random()) * (0.82 + 0.18 * Math.sin(angle * 5 + tall))
    const cx = x + Math.cos(angle) * width * out
    const cy = y - tall * 0.64 + Math.sin(angle) * tall * 0.3 * out
    const radius = tall * clumpSize * between(random, 0.7, 1.3)
    const towardsLight = 0.45 + 0.3 * look.lightSide * ((cx - x) / width) - 0.4 * ((cy - (y - tall * 0.64)) / (tall * 0.3))
    const share = Math.max(0, Math.min(1, towardsLight + (random() - 0.5) * 0.45)) * Math.min(1, 0.25 + index / clumps)
    g.fillStyle = css(mix(look.body, look.lit, share))
    g.beginPath()
    g.ellipse(cx, cy, radius * 1.2, radius * 0.9, angle, 0, 2 * Math.PI)
    g.fill()
  }
}

/** A palm that leans, with hanging fronds. */
export function drawPalm(g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random): void {
  const lean = tall * between(random, -0.3, 0.3)
  const topX = x + lean
  const topY = y - tall * 0.82
  g.strokeStyle = css(scale(look.body, 0.75))
  g.lineCap = 'round'
  g.lineWidth = tall * 0.03
  g.beginPath()
  g.moveTo(x, y)
  g.quadraticCurveTo(x + lean * 0.2, y - tall * 0.45, topX, topY)
  g.stroke()
  for (let index = 0; index < 17; index += 1) {
    const angle = Math.PI * 0.9 + (index / 16) * Math.PI * 1.2 + between(random, -0.12, 0.12)
    const length = tall * between(random, 0.26, 0.36)
    const tipX = topX + Math.cos(angle) * length
    const tipY = topY + Math.sin(angle) * length * 0.6 + length * 0.5
    const bendX = topX + Math.cos(angle) * length * 0.65
    const bendY = topY + Math.sin(angle) * length * 0.75
    g.fillStyle = css(mix(look.body, look.lit, random() * 0.6))
    g.beginPath()
    g.moveTo(topX, topY)
    g.quadraticCurveTo(bendX, bendY - length * 0.2, tipX, tipY)
    g.quadraticCurveTo(bendX, bendY + length * 0.06, topX, topY)
    g.fill()
  }
}

const draw = { pine: drawPine, broadleaf: drawBroadleaf, palm: drawPalm }

function treeColour(stage: Stage, random: Random, haze: number): TreeLook {
  const { palette, brief } = stage
  const foliage = brief.autumn
    ? mix(palette.foliage, random() < 0.5 ? [214, 160, 50] : [160, 60, 40], random() * 0.7)
    : mix(palette.foliage, palette.grass, random() * 0.35)
  const tone = between(random, 0.75, 1.1)
  const shade = multiply(scale(foliage, 0.8 * tone), mix(palette.ambient, palette.light, 0.2))
  const light = multiply(scale(foliage, 1.3 * tone), mix(palette.light, palette.ambient, 0.25))
  return {
    body: mix(shade, palette.haze, haze),
    lit: mix(light, palette.haze, haze),
    snow: brief.winter ? 0.85 * (1 - haze * 0.7) * (brief.time === 'night' ? 0.45 : 0.9) : 0,
    lightSide: stage.lightDirection[0] < 0 ? -1 : 1,
  }
}

export type ForestOptions = {
  part: string
  /** Distances of the nearest and farthest trees. */
  near: number
  far: number
  count: number
  /** Height of a grown tree in units of the scene. */
  tall: number
  ground: Ground
  depth: number
  haze(distance: number): number
  /** Ground lower or higher than this grows nothing. */
  floor?: number
  ceiling?: number
  /** Share of the ground that is covered, 0..1. */
  cover?: number
  /** Keeps the middle of the picture open, so that what is behind can be seen. */
  clearing?: boolean
}

/** Trees that stand on a ground, drawn from the farthest to the nearest. */
export function forestLayer(stage: Stage, options: ForestOptions): Layer {
  const random = stage.random(options.part)
  const noise = createNoise(random)
  const { focal, brief } = stage
  // Round crowns are wider than spruces: fewer of them fill the same wood.
  const count = Math.round(options.count * (brief.trees === 'broadleaf' ? 0.5 : 1))
  const sites = Array.from({ length: count }, () => {
    // Evenly over the screen's rows rather than over the ground, else nearly all would stand far away.
    const distance = 1 / (1 / options.far + (1 / options.near - 1 / options.far) * random())
    const half = ((stage.width / 2 + stage.margin * 2) / focal) * distance
    return { distance, x: (random() * 2 - 1) * half, half, size: between(random, 0.55, 1.1) }
  }).toSorted((a, b) => b.distance - a.distance)
  const picture = drawPicture(stage, (g, width) => {
    for (const { distance, x, half, size } of sites) {
      if (noise.at(x * 0.5 + 31, distance * 0.5) * 0.5 + 0.5 > (options.cover ?? 1)) continue
      if (options.clearing && Math.abs(x / half) < 0.5 + 0.3 * noise.at(distance, 5)) continue
      const height = options.ground.height(x, distance)
      if (height <= (options.floor ?? -Infinity) || height > (options.ceiling ?? Infinity)) continue
      const screenX = width / 2 + (x * focal) / distance
      const tall = (options.tall * size * focal) / distance
      draw[brief.trees](
        g,
        screenX,
        rowOf(stage, height, distance) + tall * 0.02,
        tall,
        treeColour(stage, random, options.haze(distance)),
        random,
      )
    }
  })
  return stillLayer(stage, picture, { depth: options.depth })
}

/** Dark near trees at the sides, which frame the view. */
export function framingTreesLayer(stage: Stage, options: { both: boolean }): Layer {
  const random = stage.random('framing trees')
  const { unit, height, palette, brief } = stage
  const first = random() < 0.5 ? -1 : 1
  const look: TreeLook = {
    body: palette.ink,
    lit: mix(palette.ink, multiply(palette.foliage, palette.light), brief.autumn ? 0.55 : 0.22),
    snow: brief.winter ? 0.5 : 0,
    lightSide: stage.lightDirection[0] < 0 ? -1 : 1,
  }
  const picture = drawPicture(stage, (g, width) => {
    for (const side of options.both ? [first, -first] : [first]) {
      const count = side === first ? 4 : 2
      for (let index = 0; index < count; index += 1) {
        const inwards = unit * (0.02 + 0.1 * index + 0.06 * random())
        const x = side < 0 ? stage.margin * 0.7 + inwards : width - stage.margin * 0.7 - inwards
        const tall = unit * between(random, 0.42, 0.78) * (1 - 0.17 * index) * (side === first ? 1 : 0.75)
        draw[brief.trees](g, x, height + unit * between(random, 0.01, 0.06), tall, look, random)
      }
    }
  })
  return stillLayer(stage, picture, { depth: 1 })
}

/** Blades of grass and flowers right in front. */
export function foregroundGrassLayer(stage: Stage): Layer {
  const random = stage.random('foreground grass')
  const { unit, height, palette, brief } = stage
  const night = brief.time === 'night'
  const shade = multiply(scale(palette.foliage, 0.7), mix(palette.ambient, palette.light, 0.25))
  const light = multiply(palette.grass, palette.light)
  const flowers = brief.extras.has('flowers')
  const picture = drawPicture(stage, (g, width) => {
    g.lineCap = 'round'
    const blades = Math.round(width * 1.1)
    for (let index = 0; index < blades; index += 1) {
      const share = index / blades
      const x = random() * width
      const y = height * (0.965 + 0.05 * share)
      const tall = unit * between(random, 0.02, 0.075) * (0.7 + 0.5 * share)
      const bend = (random() - 0.45) * tall * 0.8
      g.strokeStyle = css(scale(mix(shade, light, random() * 0.55), night ? 0.5 : 0.85))
      g.lineWidth = unit * between(random, 0.0012, 0.0026)
      g.beginPath()
      g.moveTo(x, y)
      g.quadraticCurveTo(x + bend * 0.2, y - tall * 0.6, x + bend, y - tall)
      g.stroke()
      if (flowers && index % 9 === 0) {
        const accent = palette.accents[Math.floor(random() * palette.accents.length)] ?? palette.accents[0]
        drawFlower(g, x + bend, y - tall, unit * between(random, 0.005, 0.011), scale(accent, night ? 0.4 : 0.95))
      }
    }
  })
  return stillLayer(stage, picture, { depth: 1 })

  function drawFlower(g: SKRSContext2D, x: number, y: number, radius: number, colour: Rgb): void {
    const turn = random() * 2
    for (let petal = 0; petal < 5; petal += 1) {
      const angle = turn + (petal * 2 * Math.PI) / 5
      g.fillStyle = css(scale(colour, 0.85 + 0.15 * Math.sin(angle)))
      g.beginPath()
      g.ellipse(x + Math.cos(angle) * radius * 0.6, y + Math.sin(angle) * radius * 0.45, radius * 0.6, radius * 0.42, angle, 0, 2 * Math.PI)
      g.fill()
    }
    g.fillStyle = css(mix(colour, [60, 40, 10], 0.6))
    g.beginPath()
    g.arc(x, y, radius * 0.26, 0, 2 * Math.PI)
    g.fill()
  }
}
