import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../random.ts'
import type { Thing, Understanding } from '../understanding/understanding.ts'
import { toBrief } from './brief.ts'
import type { Brief } from './brief.ts'
import { css, fromOklch, mix, scale, toOklch } from './colour.ts'
import type { Rgb } from './colour.ts'
import { choosePalette } from './choose-palette.ts'
import { paints } from './paints.ts'
import { flatStyles, openTreatment } from './scene.ts'
import type { Scene, SceneOptions } from './scene.ts'
import { createStage } from './stage.ts'
import type { Stage } from './stage.ts'
import { createPen } from './things/create-pen.ts'
import { portraits } from './things/portraits.ts'
import type { Portrait } from './things/portraits.ts'

const geometric: ReadonlySet<Thing> = new Set(['heart', 'circle', 'triangle', 'square', 'star'])

/**
 * Whether the prompt names things but no place, so that they are drawn large and alone. A heart is a shape in any place; a boat stands
 * alone only on a transparent background.
 */
export function standAlone(
  { settings, things, counts, falling, storm, fog, time, colours }: Understanding,
  isTransparent: boolean,
): boolean {
  if (settings.length > 0 || things.length === 0 || !things.every((thing) => portraits[thing])) return false
  if (isTransparent) return true
  // Stars without a number or a colour mean the night sky.
  const isNight = things.includes('star') && !counts.star && colours.length === 0
  return things.every((thing) => geometric.has(thing)) && !isNight && !falling && !storm && !fog && !time
}

export type ShapesOptions = Omit<SceneOptions, 'still' | 'time'> & { isTransparent: boolean }

/** Draws things large on a plain background, or on a transparent one. */
export function buildShapes({
  understanding,
  seed,
  familySeed = seed,
  size,
  checkpoint,
  reference = null,
  isTransparent,
}: ShapesOptions): Scene {
  const brief = {
    ...toBrief({ ...understanding, time: understanding.time ?? 'day', sky: 'cloud' }, familySeed),
    time: understanding.time ?? ('day' as const),
  }
  const palette = choosePalette(brief, familySeed, reference)
  const flat = flatStyles.has(brief.style)
  const stageFor = (inner: { width: number; height: number }) =>
    createStage({ brief, palette, seed, familySeed, size: inner, still: true, flat, reference, checkpoint })
  const treatment = openTreatment(brief.style, { size, still: true, bare: isTransparent, stageFor, paintScene: paintWhole })
  return {
    size,
    paint(g, moment) {
      treatment(g, moment)
      if (!isTransparent) return
      const stage = stageFor(size)
      const cut = createCanvas(size.width, size.height)
      paintItems(cut.getContext('2d'), stage)
      g.globalCompositeOperation = 'destination-in'
      g.drawImage(cut, 0, 0)
      g.globalCompositeOperation = 'source-over'
    },
  }

  function paintWhole(stage: Stage): (g: SKRSContext2D) => void {
    return (g) => {
      paintGround(g, stage)
      paintItems(g, stage)
    }
  }

  function paintGround(g: SKRSContext2D, stage: Stage): void {
    const { width, height } = stage
    const ground = groundColour(brief, stage)
    const fall = g.createRadialGradient(width * 0.42, height * 0.36, 0, width / 2, height / 2, Math.hypot(width, height) * 0.62)
    fall.addColorStop(0, css(mix(ground, [255, 255, 255], 0.34)))
    fall.addColorStop(1, css(mix(ground, scale(ground, 0.8), 0.7)))
    g.fillStyle = flat ? css(ground) : fall
    g.fillRect(0, 0, width, height)
  }

  function paintItems(g: SKRSContext2D, stage: Stage): void {
    const items = itemsOf(brief)
    const cells = layOut(items.length, stage)
    items.forEach(({ thing, index }, order) => {
      const portrait = portraits[thing]
      const cell = cells[order]
      if (portrait && cell) paintPortrait(g, stage, thing, index, portrait, cell)
    })
  }

  function paintPortrait(g: SKRSContext2D, stage: Stage, thing: Thing, index: number, portrait: Portrait, cell: Cell): void {
    const wide = portrait.left + portrait.right
    const tall = portrait.up + portrait.down
    const tallness = Math.min(cell.width / wide, cell.height / tall)
    const x = cell.x + ((portrait.left - portrait.right) / 2) * tallness
    const y = cell.y + ((portrait.up - portrait.down) / 2) * tallness
    if (!isTransparent && !flat)
      drawFloor(g, x + ((portrait.right - portrait.left) / 2) * tallness, cell.y + (tall / 2) * tallness, wide * tallness * 0.42)
    g.save()
    g.translate(x, y)
    g.rotate(cell.turn)
    g.scale(tallness, tallness)
    const hand = createPen(g, stage, thing, { random: stage.random(`portrait ${thing} ${index}`), seconds: 0.6, haze: 0, mirrored: false })
    const named = brief.coloursOf[thing] ?? brief.colours
    const colour = named[index % Math.max(1, named.length)]
    portrait.draw(
      {
        ...hand,
        dark: brief.time === 'night',
        glows: !isTransparent,
        own: (usual) => (colour ? paints[colour] : geometric.has(thing) ? varied(usual, index, stage) : usual),
      },
      stage,
      tallness,
    )
    g.restore()
  }
}

type Cell = { x: number; y: number; width: number; height: number; turn: number }

function itemsOf(brief: Brief): { thing: Thing; index: number }[] {
  return [...brief.things].flatMap(([thing, count]) => {
    const many = count > 0 ? Math.min(36, count) : 1
    return Array.from({ length: many }, (_, index) => ({ thing, index }))
  })
}

/** Rows of cells that fill the picture evenly; many cells are spaced loosely. */
function layOut(count: number, stage: Stage): Cell[] {
  const { width, height } = stage
  const random = stage.familyRandom('shape layout')
  const columns = Math.max(1, Math.min(count, Math.round(Math.sqrt((count * width) / height))))
  const rows = Math.ceil(count / columns)
  const fill = count === 1 ? 0.72 : 0.74
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns)
    const inRow = row === rows - 1 ? count - row * columns : columns
    const loose = count > 3 ? 0.06 : 0
    const cellWidth = (width * 0.94) / columns
    const cellHeight = (height * 0.94) / rows
    const sizes = count > 3 ? between(random, 0.82, 1.06) : 1
    return {
      x: width / 2 + ((index % columns) - (inRow - 1) / 2 + between(random, -loose, loose)) * cellWidth,
      y: height / 2 + (row - (rows - 1) / 2 + between(random, -loose, loose)) * cellHeight,
      width: cellWidth * fill * sizes,
      height: cellHeight * fill * sizes,
      turn: count > 3 ? between(random, -0.12, 0.12) : 0,
    }
  })
}

/** Several things of one kind vary in colour. */
function varied(usual: Rgb, index: number, stage: Stage): Rgb {
  const shift = stage.familyRandom('shape hues')() * 0.5 - 0.25
  const parts = toOklch(usual)
  return fromOklch({ ...parts, hue: parts.hue + shift + index * 0.55 * (index === 0 ? 0 : 1) })
}

/** A background that contrasts with the things. */
function groundColour(brief: Brief, stage: Stage): Rgb {
  const random = stage.familyRandom('shape ground')
  const second = brief.colours.length > 1 || Object.keys(brief.thingColours).length > 0 ? brief.colours.at(-1) : undefined
  if (second) return mix(paints[second], [250, 246, 238], 0.45)
  if (brief.time === 'night' || brief.tones.has('dark')) return fromOklch({ lightness: 0.28, chroma: 0.05, hue: between(random, 4, 5.2) })
  return fromOklch({ lightness: 0.93, chroma: 0.035, hue: random() * 6.3 })
}

function drawFloor(g: SKRSContext2D, x: number, y: number, half: number): void {
  const shade = g.createRadialGradient(0, 0, 0, 0, 0, half)
  shade.addColorStop(0, 'rgba(30,26,60,0.3)')
  shade.addColorStop(1, 'rgba(30,26,60,0)')
  g.save()
  g.translate(x, y + half * 0.1)
  g.scale(1, 0.16)
  g.fillStyle = shade
  g.fillRect(-half, -half, half * 2, half * 2)
  g.restore()
}
