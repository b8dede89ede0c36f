import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Random } from '../../random.ts'
import type { Trees } from '../brief.ts'
import { css } from '../colour.ts'
import { createNoise } from '../noise.ts'
import { drawPicture, rowOf } from '../stage.ts'
import type { Picture, Stage } from '../stage.ts'
import type { Ground } from '../layers/terrain.ts'
import { drawBirch, drawBroadleaf, drawFlatBroadleaf } from './broadleaves.ts'
import { drawFlatPine, drawPine } from './conifers.ts'
import { treeLook } from './look.ts'
import type { TreeLook } from './look.ts'
import { drawFlatPalm, drawPalm } from './palms.ts'

type Draw = (g: SKRSContext2D, x: number, y: number, tall: number, look: TreeLook, random: Random) => void
const natural: Record<Trees, Draw> = { pine: drawPine, broadleaf: drawBroadleaf, birch: drawBirch, palm: drawPalm }
const flat: Record<Trees, Draw> = { pine: drawFlatPine, broadleaf: drawFlatBroadleaf, birch: drawFlatBroadleaf, palm: drawFlatPalm }

/** Draws one tree with its foot at (x, y). */
export function drawTree(
  g: SKRSContext2D,
  stage: Stage,
  at: { x: number; y: number; tall: number; kind?: Trees; haze?: number; near?: boolean },
  random: Random,
): void {
  const kind = at.kind ?? stage.brief.trees
  const draw = (stage.plain ? flat : natural)[kind]
  draw(g, at.x, at.y, at.tall, treeLook(stage, random, at), random)
}

const hazeSteps = 5
/** Extent of a sprite around the foot of its tree, relative to the tree's height. */
const spriteShape = { half: 0.56, above: 1.08, below: 0.06 }

/** Draws a few trees once for each shade of distance, to be stamped many times. */
function createStamps(
  stage: Stage,
  part: string,
  tall: number,
): (g: SKRSContext2D, at: { x: number; y: number; tall: number; haze: number; pick: number }) => void {
  const kinds = stage.plain ? 4 : tall > 120 ? 5 : 6
  const size = Math.max(24, Math.min(Math.round(tall * 1.05), Math.round(stage.unit * 0.42)))
  const width = Math.ceil(size * spriteShape.half * 2)
  const height = Math.ceil(size * (spriteShape.above + spriteShape.below))
  const originals: Canvas[] = []
  for (let index = 0; index < kinds; index += 1) {
    const canvas = createCanvas(width, height)
    const random = stage.random(`${part} stamp ${index}`)
    drawTree(canvas.getContext('2d'), stage, { x: width / 2, y: size * spriteShape.above, tall: size }, random)
    originals.push(canvas)
    stage.checkpoint()
  }
  const veiled = new Map<number, Canvas>()

  function stamp(kind: number, haze: number): Canvas {
    const step = Math.round(haze * hazeSteps)
    const key = kind * 100 + step
    const known = veiled.get(key)
    if (known) return known
    const original = originals[kind % originals.length] ?? createCanvas(1, 1)
    const canvas = createCanvas(width, height)
    const g = canvas.getContext('2d')
    g.drawImage(original, 0, 0)
    g.globalCompositeOperation = 'source-atop'
    g.fillStyle = css(stage.palette.haze, step / hazeSteps)
    g.fillRect(0, 0, width, height)
    veiled.set(key, canvas)
    return canvas
  }

  return (g, { x, y, tall: wanted, haze, pick }) => {
    const source = stamp(Math.floor(pick * kinds * 2) % kinds, haze)
    const share = wanted / size
    g.save()
    g.translate(x, y)
    // Every other tree is mirrored; in a wood the light is soft enough for that.
    g.scale(pick * kinds * 2 >= kinds && stage.plain ? -share : share, share)
    g.drawImage(source, -width / 2, -size * spriteShape.above)
    g.restore()
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
  haze(distance: number): number
  /** Nothing grows on ground below or above these heights. */
  floor?: number
  ceiling?: number
  /** Share of the ground that is covered, 0..1. */
  cover?: number
  /** Whether a place stays open, in units of the scene. */
  open?(x: number, distance: number): boolean
  /** Whether the tree is drawn upside down below its foot, as calm water reflects it. */
  mirrored?: boolean
}

/** Marks trees, and those of the wood's kind, as shown. */
export function showWood({ shown, brief }: Stage): void {
  shown.add('tree')
  if (brief.trees !== 'broadleaf') shown.add(brief.trees)
}

/** Trees that stand on a ground, drawn from the farthest to the nearest. */
export function forestPicture(stage: Stage, options: ForestOptions): Picture {
  showWood(stage)
  const random = stage.familyRandom(options.part)
  const noise = createNoise(stage.random(options.part))
  const { focal, brief, unit } = stage
  // Round crowns are wider than spruces, so fewer of them fill the same wood.
  const count = Math.round(options.count * (brief.trees === 'broadleaf' ? 0.6 : brief.trees === 'palm' ? 0.35 : 1))
  const sites = Array.from({ length: count }, () => {
    // Spread evenly over the rows of the screen; spread over the ground, nearly all would be far away.
    const distance = 1 / (1 / options.far + (1 / options.near - 1 / options.far) * random())
    const half = ((stage.width / 2 + stage.reach * 2) / focal) * distance
    return { distance, x: (random() * 2 - 1) * half, size: between(random, 0.55, 1.12), pick: random() }
  }).toSorted((a, b) => b.distance - a.distance)
  const largest = (options.tall * 1.12 * focal) / options.near
  const stamp = createStamps(stage, options.part, Math.min(largest, unit * 0.42))
  const rows: { x: number; y: number; tall: number; haze: number; pick: number }[] = []
  for (const { distance, x, size, pick } of sites) {
    if (noise.at(x * 0.5 + 31, distance * 0.5) * 0.5 + 0.5 > (options.cover ?? 1)) continue
    if (options.open?.(x, distance)) continue
    const height = options.ground.height(x, distance)
    if (height <= (options.floor ?? -Infinity) || height > (options.ceiling ?? Infinity)) continue
    // The height of a wood varies from place to place.
    const tall = (options.tall * size * (1 + 0.4 * noise.at(x * 0.23 + 9, distance * 0.11)) * focal) / distance
    rows.push({
      x: stage.width / 2 + (x * focal) / distance,
      y: rowOf(stage, height, distance) + tall * 0.02,
      tall,
      haze: options.haze(distance),
      pick,
    })
  }
  const top = rows.reduce((least, { y, tall }) => Math.min(least, y - tall * 1.1), stage.height)
  const bottom = rows.reduce((most, { y, tall }) => Math.max(most, options.mirrored ? y + tall : y + tall * 0.06), 0)
  return drawPicture(
    stage,
    (g) => {
      rows.forEach((row, index) => {
        if (index % 64 === 0) stage.checkpoint()
        if (!options.mirrored) {
          stamp(g, row)
          return
        }
        g.save()
        g.translate(0, 2 * row.y)
        g.scale(1, -1)
        stamp(g, row)
        g.restore()
      })
    },
    { top, bottom: Math.max(bottom, top + 1) },
  )
}
