import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Random } from '../../random.ts'
import { css, mix, multiply, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { drawPicture, layerX } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'

type Light = { x: number; y: number; width: number; height: number; phase: number }

export type SkylineOptions = {
  part: string
  /** The row the buildings stand on, and what is drawn beneath them down to `bottom`. */
  base: number
  bottom: number
  /** Height of the tallest tower and width of a building, in pixels. */
  tall: number
  wide: number
  /** 0 right in front, 1 lost in the haze. */
  haze: number
  depth: number
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

/** A row of buildings with windows; at night some of the lights go on and off. */
export function skylineLayer(stage: Stage, options: SkylineOptions): Layer {
  const random = stage.random(options.part)
  const { palette, brief, unit } = stage
  const dark = brief.time === 'night'
  const shareLit = dark ? 0.5 : brief.time === 'sunset' || brief.time === 'overcast' ? 0.26 : brief.time === 'dawn' ? 0.15 : 0.05
  const neon = brief.colours.includes('neon')
  const flicker: Light[] = []
  const beacons: Light[] = []
  const wall = wallColour()
  const picture = drawPicture(
    stage,
    (g, width) => {
      const centre = width * between(random, 0.3, 0.7)
      const breadth = width * between(random, 0.22, 0.4)
      for (let x = -options.wide * random(); x < width;) {
        const wide = options.wide * between(random, 0.55, 1.35)
        const downtown = 0.3 + 0.7 * Math.exp(-(((x - centre) / breadth) ** 2))
        const tall = options.tall * downtown * (0.22 + 0.78 * random() ** 1.6)
        drawBuilding(g, x, wide, tall)
        x += wide * between(random, 0.82, 1.12)
      }
    },
    options.base - options.tall * 1.35,
  )
  return {
    paint(g, moment) {
      const x = layerX(stage, options.depth, moment)
      g.drawImage(picture.canvas, x, picture.top)
      for (const light of flicker) {
        // Each light keeps one state for some seconds.
        const on = Math.sin(moment.seconds * 0.45 + light.phase) > 0.2
        g.fillStyle = on ? css(warmWindows[0] ?? wall, 0.95) : css(scale(wall, 0.6), 0.9)
        g.fillRect(x + light.x, light.y, light.width, light.height)
      }
      for (const beacon of beacons) {
        const glow = 0.35 + 0.65 * Math.max(0, Math.sin(moment.seconds * 3 + beacon.phase)) ** 3
        g.fillStyle = `rgba(255,80,70,${glow.toFixed(2)})`
        g.beginPath()
        g.arc(x + beacon.x, beacon.y, beacon.width, 0, 2 * Math.PI)
        g.fill()
      }
    },
  }

  function wallColour(): Rgb {
    const base = multiply([122, 126, 138], mix(palette.ambient, palette.light, 0.28))
    return mix(scale(base, dark ? 0.5 : 0.8), palette.haze, options.haze * (dark ? 0.55 : 0.8))
  }

  function drawBuilding(g: SKRSContext2D, x: number, wide: number, tall: number): void {
    const top = options.base - tall
    const tone = scale(wall, between(random, 0.82, 1.15))
    const lightFromLeft = stage.sun.x < stage.width / 2
    const lit = mix(tone, palette.light, dark ? 0.04 : 0.2 * (1 - options.haze))
    const faces = g.createLinearGradient(x, 0, x + wide, 0)
    faces.addColorStop(0, css(lightFromLeft ? lit : scale(tone, 0.86)))
    faces.addColorStop(1, css(lightFromLeft ? scale(tone, 0.86) : lit))
    g.fillStyle = faces
    g.fillRect(x, top, wide, options.bottom - top)
    drawRoof(g, x, wide, top, tall, tone)
    drawWindows(g, x, wide, top, tone)
    // Mist between the rows of buildings.
    const mist = g.createLinearGradient(0, options.base - options.tall * 0.35, 0, options.bottom)
    mist.addColorStop(0, css(palette.haze, 0))
    mist.addColorStop(1, css(palette.haze, dark ? 0.16 : 0.3 * (0.4 + options.haze)))
    g.fillStyle = mist
    g.fillRect(x, top, wide, options.bottom - top)
  }

  function drawRoof(g: SKRSContext2D, x: number, wide: number, top: number, tall: number, tone: Rgb): void {
    const kind = random()
    g.fillStyle = css(tone)
    if (kind < 0.2) g.fillRect(x + wide * 0.2, top - tall * 0.06, wide * 0.6, tall * 0.07)
    else if (kind < 0.32) {
      g.fillRect(x + wide * 0.12, top - tall * 0.05, wide * 0.76, tall * 0.06)
      g.fillRect(x + wide * 0.28, top - tall * 0.1, wide * 0.44, tall * 0.11)
    } else if (kind < 0.42) {
      g.beginPath()
      g.moveTo(x, top + 1)
      g.lineTo(x + wide / 2, top - wide * 0.7)
      g.lineTo(x + wide, top + 1)
      g.fill()
    } else if (kind < 0.5) {
      g.beginPath()
      g.moveTo(x, top + 1)
      g.lineTo(x + wide, top - wide * 0.4)
      g.lineTo(x + wide, top + 1)
      g.fill()
    }
    if (tall > options.tall * 0.55 && random() < 0.5) {
      const mast = tall * between(random, 0.1, 0.2)
      g.fillRect(x + wide * 0.5 - unit * 0.001, top - mast, unit * 0.002, mast)
      if (dark) beacons.push({ x: x + wide * 0.5, y: top - mast, width: unit * 0.0028, height: 0, phase: random() * 7 })
    }
  }

  function drawWindows(g: SKRSContext2D, x: number, wide: number, top: number, tone: Rgb): void {
    const pane = Math.max(2, options.wide * between(random, 0.055, 0.085))
    const stepX = pane * between(random, 1.5, 2)
    const stepY = pane * between(random, 1.7, 2.3)
    const columns = Math.floor((wide - pane) / stepX)
    const inset = (wide - columns * stepX + (stepX - pane)) / 2
    const cool = random() < 0.3
    const occupied = shareLit * between(random, 0.35, 1.4)
    for (let y = top + stepY; y < options.bottom - pane; y += stepY) {
      const floorLit = occupied * (random() < 0.12 ? 1.9 : 1)
      for (let column = 0; column < columns; column += 1) {
        const left = x + inset + column * stepX
        const on = random() < floorLit
        if (on) g.fillStyle = windowColour(random, cool)
        else g.fillStyle = dark ? css(scale(tone, 0.62), 0.8) : css(mix(scale(tone, 0.7), palette.sky[2] ?? tone, 0.35), 0.75)
        g.fillRect(left, y, pane, pane * 1.25)
        if (dark && flicker.length < 70 && random() < 0.012) {
          flicker.push({ x: left, y, width: pane, height: pane * 1.25, phase: random() * 7 })
        }
      }
    }
  }

  function windowColour(source: Random, cool: boolean): string {
    const choices = neon && source() < 0.35 ? palette.accents : cool ? coolWindows : warmWindows
    const colour = choices[Math.floor(source() * choices.length)] ?? [255, 214, 138]
    return css(mix(colour, palette.haze, options.haze * 0.45), between(source, 0.65, 1))
  }
}

/** The edge of the water before a city: a dark quay with a row of lamps, whose reflections give the water its streaks. */
export function quayLayer(stage: Stage, options: { row: number; depth: number }): Layer {
  const random = stage.random('quay')
  const { unit, brief, palette } = stage
  const lamps = brief.time === 'day' || brief.time === 'dawn' ? 0 : 1
  const tall = unit * 0.01
  const picture = drawPicture(
    stage,
    (g, width) => {
      g.fillStyle = css(mix(palette.ink, palette.haze, 0.12))
      g.fillRect(0, options.row - tall, width, tall + 1)
      for (let x = unit * 0.01; x < width; x += unit * between(random, 0.024, 0.036)) {
        const glow = g.createRadialGradient(x, options.row - tall * 1.6, 0, x, options.row - tall * 1.6, unit * 0.016)
        glow.addColorStop(0, css([255, 226, 160], 0.95 * lamps))
        glow.addColorStop(0.18, css([255, 196, 110], 0.55 * lamps))
        glow.addColorStop(1, css([255, 180, 90], 0))
        g.fillStyle = glow
        g.fillRect(x - unit * 0.016, options.row - tall * 1.6 - unit * 0.016, unit * 0.032, unit * 0.026)
      }
    },
    options.row - unit * 0.05,
  )
  return {
    paint: (g, moment) => g.drawImage(picture.canvas, layerX(stage, options.depth, moment), picture.top),
  }
}
