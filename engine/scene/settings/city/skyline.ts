import type { SKRSContext2D } from '@napi-rs/canvas'
import { between, pick } from '../../../random.ts'
import type { Random } from '../../../random.ts'
import { css, mix, multiply, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { drawPicture, pictureLayer, viewOf } from '../../stage.ts'
import type { Layer, Stage } from '../../stage.ts'
import { halo } from '../../things/pen.ts'

export type Light = { x: number; y: number; width: number; height: number; phase: number; depth: number }

export type RowOptions = {
  part: string
  /** The row on which the buildings stand; the area from there to `bottom` is filled. */
  base: number
  bottom: number
  /** Height of the tallest tower and width of a building, in pixels. */
  tall: number
  wide: number
  /** 0 right in front, 1 completely in the haze. */
  haze: number
  depth: number
  /** The list that receives the row's lights on masts; `flicker` receives windows that go on and off. */
  beacons: Light[]
  flicker?: Light[]
}

const warmWindows: readonly Rgb[] = [
  [255, 214, 138],
  [255, 196, 110],
  [255, 232, 180],
]

const coolWindows: readonly Rgb[] = [
  [190, 222, 255],
  [160, 205, 255],
]

const signColours: readonly Rgb[] = [
  [255, 60, 150],
  [60, 230, 255],
  [255, 210, 70],
  [160, 90, 255],
]

/** Windows that go on and off, and the red lights on masts. */
export function lightsLayer(stage: Stage, { flicker, beacons }: { flicker: Light[]; beacons: Light[] }): Layer {
  return {
    paint(g, moment) {
      for (const light of flicker) {
        // Each light keeps one state for some seconds.
        const on = Math.sin(moment.seconds * 0.45 + light.phase) > 0.2
        const { x, y, scale } = viewOf(stage, light.depth, moment)
        g.fillStyle = on ? 'rgba(255,214,138,0.95)' : 'rgba(20,24,40,0.85)'
        g.fillRect(light.x * scale + x, light.y * scale + y, light.width * scale, light.height * scale)
      }
      for (const beacon of beacons) {
        const bright = 0.35 + 0.65 * Math.max(0, Math.sin(moment.seconds * 3 + beacon.phase)) ** 3
        const { x, y, scale } = viewOf(stage, beacon.depth, moment)
        g.fillStyle = `rgba(255,80,70,${bright.toFixed(2)})`
        g.beginPath()
        g.arc(beacon.x * scale + x, beacon.y * scale + y, beacon.width * scale, 0, 2 * Math.PI)
        g.fill()
      }
    },
  }
}

/** A row of buildings with windows. */
// oxlint-disable-next-line max-lines-per-function -- It draws random numbers in a fixed order, on which every seed depends.
export function buildingsLayer(stage: Stage, options: RowOptions): Layer {
  const random = stage.familyRandom(options.part)
  const { palette, brief, unit, width, reach } = stage
  const dark = brief.time === 'night'
  const shareLit = dark ? 0.46 : brief.time === 'dusk' || brief.sky === 'overcast' ? 0.26 : brief.time === 'dawn' ? 0.12 : 0.03
  const { beacons, flicker } = options
  const wall = wallColour()
  const picture = drawPicture(
    stage,
    (g) => {
      const centre = width * (0.5 + (stage.focus - 0.5) * 1.3)
      const breadth = width * between(random, 0.2, 0.36)
      for (let x = -reach - options.wide * random(); x < width + reach;) {
        const wide = options.wide * between(random, 0.55, 1.35)
        const downtown = 0.3 + 0.7 * Math.exp(-(((x - centre) / breadth) ** 2))
        const tall = options.tall * downtown * (0.22 + 0.78 * random() ** 1.6)
        drawBuilding(g, Math.round(x), Math.round(wide), Math.round(tall))
        x += wide * between(random, 0.82, 1.12)
      }
    },
    { top: options.base - options.tall * 1.35, bottom: options.bottom },
  )
  return pictureLayer(stage, picture, options.depth)

  function wallColour(): Rgb {
    const base = multiply([128, 130, 140], mix(palette.ambient, palette.light, 0.3))
    return mix(scale(base, dark ? 0.5 : 0.84), palette.haze, options.haze * (dark ? 0.55 : 0.8))
  }

  function drawBuilding(g: SKRSContext2D, x: number, wide: number, tall: number): void {
    const top = options.base - tall
    const tint = pick<Rgb>(random, [
      [255, 246, 236],
      [236, 244, 255],
      [255, 236, 220],
      [240, 240, 240],
    ])
    const tone = scale(multiply(wall, tint), between(random, 0.84, 1.16))
    const lightFromLeft = stage.lightDirection[0] < 0
    const bright = mix(tone, palette.light, dark ? 0.04 : 0.24 * (1 - options.haze))
    const parts = shape(x, wide, top)
    for (const part of parts) {
      const split = Math.round(part.wide * 0.62)
      g.fillStyle = css(lightFromLeft ? bright : scale(tone, 0.8))
      g.fillRect(part.x, part.top, lightFromLeft ? split : part.wide - split, options.bottom - part.top)
      g.fillStyle = css(lightFromLeft ? scale(tone, 0.8) : bright)
      g.fillRect(
        part.x + (lightFromLeft ? split : part.wide - split),
        part.top,
        lightFromLeft ? part.wide - split : split,
        options.bottom - part.top,
      )
    }
    drawRoof(g, parts.at(-1) ?? { x, wide, top }, tall, tone)
    const lowest = parts[0] ?? { x, wide, top }
    for (const part of parts) drawWindows(g, part, tone, part === lowest ? options.bottom : lowest.top)
    if (options.wide > unit * 0.045 && dark && random() < 0.1) drawSign(g, lowest)
    // Mist between the rows of buildings.
    const mist = g.createLinearGradient(0, options.base - options.tall * 0.35, 0, options.bottom)
    mist.addColorStop(0, css(palette.haze, 0))
    mist.addColorStop(1, css(palette.haze, dark ? 0.18 : 0.3 * (0.4 + options.haze)))
    g.fillStyle = mist
    g.fillRect(x, top, wide, options.bottom - top)
  }

  /** Draws one block, or a tower that steps back as it rises. */
  function shape(x: number, wide: number, top: number): { x: number; wide: number; top: number }[] {
    const tall = options.base - top
    if (tall < options.tall * 0.4 || random() < 0.55) return [{ x, wide, top }]
    const steps = random() < 0.5 ? 2 : 3
    return Array.from({ length: steps }, (_, step) => {
      const inset = Math.round(wide * 0.13 * step)
      return { x: x + inset, wide: wide - inset * 2, top: Math.round(top + tall * 0.16 * (steps - 1 - step)) }
    })
  }

  function drawRoof(g: SKRSContext2D, { x, wide, top }: { x: number; wide: number; top: number }, tall: number, tone: Rgb): void {
    const kind = random()
    g.fillStyle = css(scale(tone, 0.94))
    if (kind < 0.2) g.fillRect(x + wide * 0.2, top - tall * 0.045, wide * 0.6, tall * 0.05)
    else if (kind < 0.3) {
      g.beginPath()
      g.moveTo(x, top + 1)
      g.lineTo(x + wide / 2, top - wide * 0.9)
      g.lineTo(x + wide, top + 1)
      g.fill()
    } else if (kind < 0.38) {
      g.beginPath()
      g.moveTo(x, top + 1)
      g.lineTo(x + wide, top - wide * 0.45)
      g.lineTo(x + wide, top + 1)
      g.fill()
    } else if (kind < 0.46) {
      g.beginPath()
      g.ellipse(x + wide / 2, top + 1, wide * 0.42, wide * 0.36, 0, Math.PI, 2 * Math.PI)
      g.fill()
    } else if (kind < 0.6 && options.wide > unit * 0.04) {
      g.fillRect(x + wide * 0.62, top - wide * 0.2, wide * 0.2, wide * 0.2)
      g.fillRect(x + wide * 0.18, top - wide * 0.12, wide * 0.26, wide * 0.12)
    }
    if (tall > options.tall * 0.55 && random() < 0.5) {
      const mast = tall * between(random, 0.1, 0.22)
      g.fillRect(x + wide * 0.5 - unit * 0.001, top - mast, unit * 0.002, mast)
      if (dark)
        beacons.push({ x: x + wide * 0.5, y: top - mast, width: unit * 0.0028, height: 0, phase: random() * 7, depth: options.depth })
    }
  }

  function drawWindows(g: SKRSContext2D, { x, wide, top }: { x: number; wide: number; top: number }, tone: Rgb, bottom: number): void {
    // Line drawings show few windows, and only those of the nearest houses.
    if (stage.linear && options.depth < 0.3) return
    const pane = Math.max(1.6, options.wide * between(random, 0.055, 0.085) * (stage.linear ? 1.9 : 1))
    const style = random()
    const tall = style < 0.2 ? pane * 0.7 : pane * 1.3
    const stepX = style < 0.2 ? pane * 1.12 : pane * between(random, 1.5, 2)
    const stepY = pane * between(random, 1.8, 2.4)
    const columns = Math.floor((wide - pane) / stepX)
    if (columns <= 0) return
    const inset = (wide - columns * stepX + (stepX - pane)) / 2
    const cool = random() < 0.3
    const occupied = shareLit * between(random, 0.35, 1.5)
    const off = dark ? css(scale(tone, 0.62), 0.8) : css(mix(scale(tone, 0.66), palette.sky[2] ?? tone, 0.4), 0.75)
    const lit: { left: number; y: number }[] = []
    g.fillStyle = off
    g.beginPath()
    for (let y = top + stepY * 0.8; y < bottom - pane; y += stepY) {
      const floorLit = occupied * (random() < 0.12 ? 1.9 : 1)
      for (let column = 0; column < columns; column += 1) {
        const left = x + inset + column * stepX
        if (random() < floorLit) lit.push({ left, y })
        else if (!stage.linear) g.rect(left, y, pane, tall)
        if (dark && flicker && flicker.length < 70 && random() < 0.012)
          flicker.push({ x: left, y, width: pane, height: tall, phase: random() * 7, depth: options.depth })
      }
    }
    g.fill()
    for (const { left, y } of lit) {
      g.fillStyle = windowColour(random, cool)
      g.fillRect(left, y, pane, tall)
    }
  }

  function windowColour(source: Random, cool: boolean): string {
    const neon = brief.style === 'neon' || brief.colours.includes('violet') || brief.colours.includes('pink')
    const choices = neon && source() < 0.3 ? signColours : cool ? coolWindows : warmWindows
    const colour = choices[Math.floor(source() * choices.length)] ?? [255, 214, 138]
    return css(mix(colour, palette.haze, options.haze * 0.45), between(source, 0.6, 1))
  }

  function drawSign(g: SKRSContext2D, { x, wide, top }: { x: number; wide: number; top: number }): void {
    const colour = signColours[Math.floor(random() * signColours.length)] ?? [255, 60, 150]
    const tall = Math.min((options.base - top) * 0.4, wide * 1.4)
    const left = x + wide * between(random, 0.1, 0.7)
    g.fillStyle = css(mix(colour, [255, 255, 255], 0.25), 0.95)
    g.fillRect(left, top + wide * 0.4, wide * 0.12, tall)
    halo(g, left + wide * 0.06, top + wide * 0.4 + tall / 2, tall * 0.9, colour, 0.4)
  }
}
