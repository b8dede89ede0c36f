import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Thing } from '../../understanding/understanding.ts'
import { countOf } from '../brief.ts'
import { css, mix, multiply, scale } from '../colour.ts'
import type { RiverCourse } from '../grounds/shores.ts'
import { drawRock } from '../layers/foreground.ts'
import { distanceOf, drawAt, drawPicture, hazeOf, litColour, paintPicture, pictureLayer } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import { drawFish, drawSurfacedWhale } from './animals.ts'
import { drawRowingBoat, drawSailingBoat } from './boats.ts'
import { drawLighthouse } from './towers.ts'
import type { Pen } from './pen.ts'
import { createPen } from './create-pen.ts'
import type { Spots } from './placing.ts'

export type Waters = {
  /** The row of the far shore. */
  shoreline: number
  /** Height of the waves, 0..1: floating things rise, sink and lean with them. */
  rough: number
  river?: RiverCourse
}

type Floating = {
  thing: Thing
  tall: number
  wide: number
  near: readonly [number, number]
  count: readonly [number, number]
  draw(pen: Pen, index: number): void
}

/** Boats, whales and leaping fish, from the farthest to the nearest. */
export function afloatLayers(stage: Stage, { shoreline, rough, river }: Waters): Layer[] {
  const { brief, unit, height, width } = stage
  const random = stage.familyRandom('afloat')
  const rowing = river !== undefined || (brief.places.has('lake') && random() < 0.15)
  const kinds: Floating[] = [
    rowing
      ? {
          thing: 'boat',
          tall: 0.075,
          wide: 1.7,
          near: [0.3, 0.6],
          count: [1, 1],
          draw: (pen, index) => drawRowingBoat(pen, index % 2 === 0 && !brief.without.things.includes('person')),
        }
      : { thing: 'boat', tall: 0.24, wide: 1, near: [0.16, 0.42], count: [1, 1], draw: drawSailingBoat },
    { thing: 'whale', tall: 0.24, wide: 2, near: [0.2, 0.4], count: [1, 1], draw: drawSurfacedWhale },
    { thing: 'fish', tall: 0.09, wide: 1, near: [0.35, 0.6], count: [1, 3], draw: drawLeapingFish },
  ]
  const turn = random()
  const scaleOf = brief.view === 'close' ? 1.5 : brief.view === 'wide' ? 0.7 : 1
  const placed = kinds.flatMap((kind) => {
    const count = countOf(brief, kind.thing, random, kind.count)
    if (count > 0) stage.shown.add(kind.thing)
    const crowd = count > 5 ? Math.sqrt(5 / count) : 1
    return Array.from({ length: count }, (_, index) => {
      const middle = stage.focus
      const share =
        count === 1
          ? between(random, kind.near[0], kind.near[1])
          : kind.near[0] * 0.4 + (index / count) * (kind.near[1] * 1.15 - kind.near[0] * 0.4) + between(random, -0.04, 0.04)
      const row = shoreline + (height - shoreline) * share
      const distance = distanceOf(stage, row)
      // Distant things are enlarged; to scale they would be specks.
      const size = unit * kind.tall * (0.42 + 1.5 * share) * scaleOf * crowd
      const spread = count === 1 ? middle + between(random, -0.08, 0.08) : 0.5 + (((index * 0.618 + turn) % 1) - 0.5) * 0.84
      const x = river
        ? width / 2 + ((river.middle(distance) + between(random, -0.2, 0.2) * river.half(distance)) * stage.focal) / distance
        : width * spread
      return {
        kind,
        index,
        x,
        row,
        size,
        heading: random() < 0.5 ? -1 : 1,
        phase: random() * 6.3,
        haze: hazeOf(stage)(distance) * 0.7,
        depth: 0.25 + 0.6 * share,
      }
    })
  })
  return placed
    .toSorted((a, b) => a.row - b.row)
    .map(({ kind, index, x, row, size, heading, phase, haze, depth }) => {
      const picture = floatingPicture(stage, kind, { index, size, heading, haze })
      return {
        paint(g, moment) {
          const { seconds } = moment
          const heave = Math.sin(seconds * 1.1 + phase) * size * (0.01 + 0.09 * rough)
          const lean = Math.sin(seconds * 1.3 + phase) * (0.022 + 0.1 * rough) + rough * 0.08 * Math.sin(phase)
          const sail = kind.thing === 'fish' ? 0 : heading * seconds * unit * 0.006
          drawAt(g, stage, depth, moment, () => {
            g.translate(x + sail, row + heave)
            if (rough < 0.8) drawReflection(g, stage, picture, { size, seconds, rough, phase })
            g.rotate(lean)
            if (picture) g.drawImage(picture.canvas, -picture.footX, -picture.footY)
            else {
              g.scale(heading * size, size)
              kind.draw(
                createPen(g, stage, kind.thing, {
                  random: stage.random(`${kind.thing} ${index}`),
                  seconds: seconds + phase,
                  haze,
                  mirrored: heading < 0,
                }),
                index,
              )
            }
            if (rough >= 0.8) drawBowWave(g, stage, size)
          })
        },
      }
    })
}

type Sprite = { canvas: Canvas; footX: number; footY: number }

/** Draws a boat once, for itself and for its reflection: it does not change while it floats. */
function floatingPicture(
  stage: Stage,
  kind: Floating,
  { index, size, heading, haze }: { index: number; size: number; heading: number; haze: number },
): Sprite | null {
  if (kind.thing !== 'boat') return null
  const half = Math.ceil(size * kind.wide * 0.62 + 2)
  const tall = Math.ceil(size * 1.12 + 2)
  const canvas = createCanvas(half * 2, tall + Math.ceil(size * 0.08))
  const g = canvas.getContext('2d')
  g.translate(half, tall)
  g.scale(heading * size, size)
  kind.draw(
    createPen(g, stage, kind.thing, { random: stage.random(`${kind.thing} ${index}`), seconds: 0, haze, mirrored: heading < 0 }),
    index,
  )
  return { canvas, footX: half, footY: tall }
}

/** Draws the thing upside down, in strips that the ripples displace. */
function drawReflection(
  g: SKRSContext2D,
  stage: Stage,
  sprite: Sprite | null,
  { size, seconds, rough, phase }: { size: number; seconds: number; rough: number; phase: number },
): void {
  g.fillStyle = css(scale(stage.palette.water, 0.6), 0.28)
  g.beginPath()
  g.ellipse(0, size * 0.02, size * 0.56, Math.max(1, size * 0.035), 0, 0, 2 * Math.PI)
  g.fill()
  if (!sprite || stage.brief.style === 'paper') return
  const strip = Math.max(1, Math.round(size / 46))
  const rows = Math.floor((sprite.footY * 0.8) / strip)
  for (let row = 0; row < rows; row += 1) {
    const down = row * strip
    const from = sprite.footY - down - strip
    if (from < 0) break
    const push = Math.sin(down * (26 / size) + seconds * 3.2 + phase) * size * (0.006 + 0.022 * (row / rows)) * (1 + rough * 2)
    g.globalAlpha = 0.44 * (1 - row / rows) ** 0.8 * (1 - rough * 0.6)
    g.drawImage(sprite.canvas, 0, from, sprite.canvas.width, strip, -sprite.footX + push, down * 0.86, sprite.canvas.width, strip)
  }
  g.globalAlpha = 1
}

function drawBowWave(g: SKRSContext2D, stage: Stage, size: number): void {
  const foam = mix(mix(stage.palette.ambient, stage.palette.light, 0.6), [255, 255, 255], 0.4)
  g.fillStyle = css(foam, 0.8)
  for (let blob = 0; blob < 14; blob += 1) {
    const across = (blob / 13) * 2 - 1
    g.beginPath()
    g.ellipse(across * size * 0.55, size * (0.03 + 0.02 * Math.sin(blob * 2.7)), size * 0.075, size * 0.03, 0, 0, 2 * Math.PI)
    g.fill()
  }
}

function drawLeapingFish(pen: Pen): void {
  const { g } = pen
  const colour = pen.own([150, 176, 190])
  g.fillStyle = 'rgba(255,255,255,0.55)'
  for (let drop = 0; drop < 9; drop += 1) {
    g.beginPath()
    g.arc(-0.5 + drop * 0.1, -0.1 - 0.22 * Math.sin(drop * 1.9) ** 2, 0.035, 0, 2 * Math.PI)
    g.fill()
  }
  g.save()
  g.translate(0, -0.62)
  g.rotate(-0.5)
  drawFish(pen, colour, mix(colour, [40, 60, 90], 0.5))
  g.restore()
  g.strokeStyle = 'rgba(255,255,255,0.4)'
  g.lineWidth = 0.03
  for (const wide of [0.3, 0.55]) {
    g.beginPath()
    g.ellipse(-0.35, 0, wide, wide * 0.14, 0, 0, 2 * Math.PI)
    g.stroke()
  }
}

/** A headland by the water with places to stand on. It is drawn before the water, which mirrors it. */
export function headland(stage: Stage, shoreline: number): { layer: Layer; spots: Spots } {
  const random = stage.familyRandom('headland')
  const { width, unit, palette, brief } = stage
  const middle = width * stage.focus
  const half = unit * between(random, 0.42, 0.6)
  const rise = unit * between(random, 0.05, 0.09)
  const depth = 0.22
  const haze = brief.fog ? 0.5 : 0.12
  const top = (x: number) => shoreline + 2 - rise * Math.max(0, 1 - Math.abs((x - middle) / half) ** 2.6) ** 0.8
  const grass = brief.snowy ? palette.snow : mix(palette.grass, palette.foliage, 0.45)
  const picture = drawPicture(
    stage,
    (g) => {
      const body = g.createLinearGradient(0, shoreline - rise, 0, shoreline + 3)
      body.addColorStop(0, css(litColour(stage, grass, 0.7, haze)))
      body.addColorStop(0.55, css(litColour(stage, mix(grass, palette.rock, 0.35), 0.4, haze)))
      body.addColorStop(1, css(litColour(stage, scale(palette.rock, 0.7), 0.3, haze)))
      g.fillStyle = body
      g.beginPath()
      g.moveTo(middle - half, shoreline + 3)
      for (let x = middle - half; x <= middle + half; x += 4) g.lineTo(x, top(x))
      g.lineTo(middle + half, shoreline + 3)
      g.fill()
      for (let rock = 0; rock < 15; rock += 1) {
        drawRock(
          g,
          stage,
          { x: middle + between(random, -0.98, 0.98) * half, y: shoreline, size: unit * between(random, 0.012, 0.034) },
          random,
          true,
        )
      }
    },
    {
      left: middle - half - unit * 0.04,
      right: middle + half + unit * 0.04,
      top: shoreline - rise - unit * 0.02,
      bottom: shoreline + unit * 0.012,
    },
  )
  return {
    layer: pictureLayer(stage, picture, depth),
    // The whole headland is about equally far away; `across` counts from its middle.
    spots: (across) => {
      const x = middle + Math.max(-0.78, Math.min(0.78, across - (stage.focus - 0.5) * 2)) * half
      return { x, y: top(x) + unit * 0.004, unit: unit * 0.16, depth, haze }
    },
  }
}

/** A lighthouse on its rock, which reaches down to the waterline. It is drawn before the water, which mirrors it. */
export function lighthouseLayer(stage: Stage, { shoreline, far }: { shoreline: number; far: boolean }): Layer {
  stage.shown.add('lighthouse')
  const random = stage.familyRandom('lighthouse')
  const { width, unit, palette, height, brief } = stage
  const x = width * stage.focus
  const wished = unit * between(random, 0.27, 0.5) * (brief.view === 'close' ? 1.3 : 1)
  const rise = unit * between(random, 0.04, 0.16)
  const base = far ? shoreline + 2 : height * 0.8
  // The lamp must stay below the upper edge.
  const tall = Math.min(wished, (base - rise) * 0.9)
  const spread = unit * between(random, 0.18, 0.42)
  const rock = scale(multiply(palette.rock, mix(palette.ambient, palette.light, 0.3)), 0.62)
  const picture = drawPicture(
    stage,
    (g) => {
      g.fillStyle = css(rock)
      g.beginPath()
      g.moveTo(x - spread, base + unit * 0.01)
      for (let step = 0; step <= 14; step += 1) {
        const across = (step / 14) * 2 - 1
        const up = rise * Math.max(0, 1 - Math.abs(across) ** 1.7) * between(random, 0.75, 1.05)
        g.lineTo(x + across * spread, base - up)
      }
      g.lineTo(x + spread, base + unit * 0.01)
      g.fill()
      for (let step = 0; step < 17; step += 1) {
        const across = between(random, -0.96, 0.96)
        const up = rise * Math.max(0, 1 - Math.abs(across) ** 1.7)
        drawRock(
          g,
          stage,
          { x: x + across * spread, y: base - up * between(random, 0, 0.72), size: unit * between(random, 0.02, 0.05) },
          random,
          true,
        )
      }
    },
    { left: x - spread - unit * 0.08, right: x + spread + unit * 0.08, top: base - rise - unit * 0.12, bottom: base + unit * 0.02 },
  )
  return {
    paint(g, moment) {
      drawAt(g, stage, 0.25, moment, () => {
        g.translate(x, base - rise * 0.86)
        g.scale(tall, tall)
        drawLighthouse(
          createPen(g, stage, 'lighthouse', { random, seconds: moment.seconds, haze: brief.fog ? 0.4 : 0.06, mirrored: false }),
        )
      })
      paintPicture(g, stage, picture, 0.25, moment)
    },
  }
}
