import { between } from '../../random.ts'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { css, mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { paints } from '../paints.ts'
import { drawAt, drawPicture, litColour, pictureLayer } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import { halo, isDark } from './pen.ts'

export type BridgeOptions = { shoreline: number; depth: number }

/** A stone bridge on arches over a river, with its reflection. `over` is the spanned width, in pixels. */
export function* archedBridge(
  stage: Stage,
  { shoreline, depth, over }: BridgeOptions & { over: { x: number; half: number } },
): Generator<Layer, void> {
  stage.shown.add('bridge')
  const random = stage.familyRandom('bridge')
  const { unit } = stage
  const own = stage.brief.thingColours.bridge
  const stone: Rgb = own ? paints[own] : mix([186, 172, 154], stage.palette.rock, 0.25)
  const half = Math.max(over.half * 1.25, unit * 0.2)
  const count = half > unit * 0.34 || random() < 0.5 ? 3 : 2
  const span = (half * 2) / count
  const rise = Math.min(unit * 0.15, span * 0.56)
  const foot = shoreline + unit * 0.012
  const thick = Math.max(3, rise * 0.17)
  /** The road, which rises over the water and ends in the banks. */
  const long = half * 1.75
  const deck = (x: number) =>
    foot - (rise + thick * 1.6) * Math.max(0, Math.cos((Math.min(1, Math.abs(x - over.x) / long) * Math.PI) / 2)) ** 0.8
  const lit = (colour: Rgb, share: number) => css(litColour(stage, colour, share, 0.1))
  const archOf = (index: number) => {
    const middle = over.x - half + span * (index + 0.5)
    // The middle arch is the widest and the highest.
    const wide = span * (0.44 - 0.05 * Math.abs(index - (count - 1) / 2))
    return { middle, wide, top: deck(middle) + thick * 1.3 }
  }
  const traceArch = (g: SKRSContext2D, index: number) => {
    const { middle, wide, top } = archOf(index)
    const bulge = (foot - top) * 0.36
    g.moveTo(middle + wide, foot + 3)
    g.bezierCurveTo(middle + wide, top + bulge * 0.2, middle + wide * 0.5, top, middle, top)
    g.bezierCurveTo(middle - wide * 0.5, top, middle - wide, top + bulge * 0.2, middle - wide, foot + 3)
  }
  const picture = drawPicture(
    stage,
    (g) => {
      // The undersides of the vaults are seen a little from the side.
      const away = stage.focus < 0.5 ? 1 : -1
      g.save()
      g.translate(away * thick * 0.9, -thick * 0.15)
      g.fillStyle = lit(scale(stone, 0.5), 0.1)
      traceWall(g)
      g.fill('evenodd')
      g.restore()
      const body = g.createLinearGradient(0, foot - rise * 1.6, 0, foot)
      body.addColorStop(0, lit(stone, 0.8))
      body.addColorStop(1, lit(scale(stone, 0.78), 0.3))
      g.fillStyle = body
      traceWall(g)
      g.fill('evenodd')
      g.strokeStyle = lit(scale(stone, 1.12), 0.85)
      g.lineWidth = thick * 0.42
      for (let index = 0; index < count; index += 1) {
        g.beginPath()
        traceArch(g, index)
        g.stroke()
      }
      g.strokeStyle = lit(mix(stone, [255, 250, 240], 0.2), 0.95)
      g.lineWidth = thick * 0.6
      traceDeck(g, -thick * 0.35)
      g.stroke()
      g.strokeStyle = lit(scale(stone, 0.6), 0.3)
      g.lineWidth = Math.max(1, thick * 0.14)
      traceDeck(g, thick * 0.1)
      g.stroke()
    },
    { left: over.x - long * 1.05, right: over.x + long * 1.05, top: foot - rise * 2, bottom: foot + 4 },
  )
  yield {
    paint: (g, moment) =>
      drawAt(g, stage, depth, moment, () => {
        g.globalAlpha = 0.34
        g.translate(0, 2 * foot)
        g.scale(1, -1)
        g.drawImage(picture.canvas, picture.left, picture.top)
      }),
  }
  yield pictureLayer(stage, picture, depth)

  function traceDeck(g: SKRSContext2D, shift: number): void {
    g.beginPath()
    for (let step = 0; step <= 60; step += 1) {
      const x = over.x - long + (step / 60) * long * 2
      g.lineTo(x, deck(x) + shift)
    }
  }

  function traceWall(g: SKRSContext2D): void {
    traceDeck(g, 0)
    g.lineTo(over.x + long, foot)
    g.lineTo(over.x - long, foot)
    g.closePath()
    for (let index = 0; index < count; index += 1) {
      traceArch(g, index)
      g.closePath()
    }
  }
}

/** A suspension bridge over wide water. */
export function bridgeLayer(stage: Stage, { shoreline, depth }: BridgeOptions): Layer {
  stage.shown.add('bridge')
  const random = stage.familyRandom('bridge')
  const { unit, width, reach } = stage
  const own = stage.brief.thingColours.bridge
  const steel: Rgb = own ? paints[own] : random() < 0.5 ? [176, 66, 48] : [96, 104, 116]
  const deck = shoreline - unit * between(random, 0.06, 0.09)
  const tall = unit * between(random, 0.2, 0.3)
  const from = -reach
  const to = width + reach
  const first = width * between(random, 0.22, 0.32)
  const second = width * between(random, 0.68, 0.78)
  const dark = isDark(stage)
  const paint = (lit: number) => css(litColour(stage, steel, lit, 0.22))
  const cable = (x: number) => {
    const [a, b] = x < first ? [first - (second - first), first] : x > second ? [second, second + (second - first)] : [first, second]
    const share = (x - a) / (b - a)
    return deck - unit * 0.012 - (tall - unit * 0.02) * (2 * share - 1) ** 2
  }
  const picture = drawPicture(
    stage,
    (g) => {
      g.strokeStyle = paint(0.4)
      g.lineWidth = Math.max(0.8, unit * 0.0014)
      g.beginPath()
      for (let x = from; x < to; x += unit * 0.017) {
        g.moveTo(x, cable(x))
        g.lineTo(x, deck)
      }
      g.stroke()
      g.strokeStyle = paint(0.7)
      g.lineWidth = Math.max(1.2, unit * 0.0042)
      g.beginPath()
      g.moveTo(from, cable(from))
      for (let x = from; x < to; x += 6) g.lineTo(x, cable(x))
      g.stroke()
      for (const tower of [first, second]) {
        for (const side of [-1, 1]) {
          g.fillStyle = paint(side < 0 === stage.lightDirection[0] < 0 ? 0.85 : 0.4)
          g.fillRect(tower + side * unit * 0.011 - unit * 0.005, deck - tall, unit * 0.01, tall + (shoreline - deck) + unit * 0.004)
        }
        g.fillStyle = paint(0.55)
        for (const up of [0.97, 0.66, 0.34]) g.fillRect(tower - unit * 0.013, deck - tall * up, unit * 0.026, unit * 0.008)
      }
      g.fillStyle = paint(0.6)
      g.fillRect(from, deck, to - from, unit * 0.009)
      g.fillStyle = paint(0.25)
      g.fillRect(from, deck + unit * 0.009, to - from, unit * 0.005)
      if (!dark) return
      for (let x = from; x < to; x += unit * 0.034) {
        g.fillStyle = 'rgba(255,226,160,0.95)'
        g.beginPath()
        g.arc(x, deck - unit * 0.006, unit * 0.0024, 0, 2 * Math.PI)
        g.fill()
        halo(g, x, deck - unit * 0.006, unit * 0.016, [255, 200, 120], 0.5)
      }
    },
    { top: deck - tall - unit * 0.02, bottom: shoreline + unit * 0.01 },
  )
  return pictureLayer(stage, picture, depth)
}
