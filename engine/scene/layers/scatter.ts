import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Random } from '../../random.ts'
import { css, mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { createNoise } from '../noise.ts'
import { drawPicture, hazeOf, litColour, rowOf } from '../stage.ts'
import type { Picture, Stage } from '../stage.ts'
import type { Ground } from './terrain.ts'

export type ScatterOptions = {
  part: string
  ground: Ground
  near: number
  far: number
  /** Number per unit of width, for a picture of the usual size. */
  count: number
  /** Height of a tuft in units of the scene. */
  tall: number
  /** Nothing grows on ground below this height. */
  floor?: number
  /** Flowers among the grass: their colours and the share of tufts with one. */
  flowers?: { colours: readonly Rgb[]; share: number }
  /** Whether a place stays bare. */
  bare?(x: number, distance: number): boolean
}

type Site = { x: number; y: number; size: number; haze: number; pick: number; flower: Rgb | null; distance: number }

/** Draws tufts of grass and flowers on a ground in perspective, which turn a green plane into a meadow. */
// oxlint-disable-next-line max-lines-per-function -- It draws random numbers in a fixed order, on which every seed depends.
export function scatterPicture(stage: Stage, options: ScatterOptions): Picture {
  if (options.flowers) stage.shown.add('flower')
  const random = stage.random(options.part)
  const noise = createNoise(random)
  const { focal, unit, width, brief } = stage
  const haze = hazeOf(stage)
  // Among cut-outs and outlines, blades are clutter.
  const sparse = brief.style === 'poster' ? 0.35 : stage.flat ? 0.03 : brief.style === 'low-poly' ? 0 : 1
  const count = Math.round(options.count * Math.max(1, width / unit) * sparse)
  const sites: Site[] = []
  for (let index = 0; index < count; index += 1) {
    // Spread evenly over the rows of the screen.
    const distance = 1 / (1 / options.far + (1 / options.near - 1 / options.far) * random())
    const half = ((width / 2 + stage.reach) / focal) * distance
    const x = (random() * 2 - 1) * half
    const pick = random()
    const luck = random()
    const tone = random()
    const height = options.ground.height(x, distance)
    if (height <= (options.floor ?? -Infinity) || options.bare?.(x, distance)) continue
    const patch = noise.at(x * 0.7, distance * 0.5)
    if (patch < -0.25 && pick < 0.6) continue
    const y = rowOf(stage, height, distance)
    if (y > stage.height + stage.lift) continue
    const { flowers } = options
    const flower =
      flowers && luck < flowers.share * (0.4 + 1.4 * Math.max(0, patch + 0.3))
        ? (flowers.colours[Math.floor(tone ** 1.6 * flowers.colours.length)] ?? null)
        : null
    sites.push({
      x: width / 2 + (x * focal) / distance,
      y,
      size: (options.tall * focal * between(random, 0.6, 1.2)) / distance,
      haze: haze(distance),
      pick,
      flower,
      distance,
    })
  }
  sites.sort((a, b) => b.distance - a.distance)
  const top = sites.reduce((least, { y, size }) => Math.min(least, y - size * 1.4), stage.height)
  const dim = brief.time === 'night' ? 0.75 : 1
  return drawPicture(
    stage,
    (g) => {
      sites.forEach((site, index) => {
        if (index % 200 === 0) stage.checkpoint()
        drawTuft(g, site, random)
      })
    },
    { top },
  )

  function drawTuft(g: SKRSContext2D, { x, y, size, haze: air, pick, flower }: Site, source: Random): void {
    const { palette } = stage
    if (size < 1.1) {
      if (!flower) return
      g.fillStyle = css(mix(scale(litColour(stage, flower, 0.7), dim), palette.haze, air))
      g.fillRect(x - 0.8, y - 1.4, 1.6, 1.4)
      return
    }
    const blades = size > 14 ? 7 : size > 6 ? 5 : 3
    const base: Rgb = brief.snowy ? mix(palette.earth, palette.grass, 0.3) : mix(palette.foliage, palette.grass, 0.35 + 0.65 * pick)
    const half = Math.max(0.45, size * 0.045)
    for (const [lit, from] of [
      [0.22, 0],
      [0.72, 1],
    ] as const) {
      g.fillStyle = css(mix(scale(litColour(stage, base, lit), dim), palette.haze, air), 0.92)
      g.beginPath()
      for (let blade = from; blade < blades; blade += 2) {
        const lean = (blade / (blades - 1) - 0.5) * size * 1.1 + (source() - 0.5) * size * 0.4
        const tall = size * (0.6 + 0.5 * source())
        const foot = x + lean * 0.2
        g.moveTo(foot - half, y)
        g.quadraticCurveTo(foot + lean * 0.2, y - tall * 0.65, foot + lean * 0.75, y - tall)
        g.quadraticCurveTo(foot + lean * 0.25 + half, y - tall * 0.55, foot + half, y)
      }
      g.fill()
    }
    if (!flower) return
    const colour = mix(scale(litColour(stage, flower, 0.8), dim), palette.haze, air)
    const fx = x + (source() - 0.5) * size * 0.5
    const fy = y - size * (0.85 + 0.35 * source())
    const radius = size * 0.19
    g.fillStyle = css(colour)
    if (size < 9) {
      g.beginPath()
      g.arc(fx, fy, Math.max(0.9, radius), 0, 2 * Math.PI)
      g.fill()
      return
    }
    for (let petal = 0; petal < 5; petal += 1) {
      const angle = (petal / 5) * 2 * Math.PI + pick * 6
      g.fillStyle = css(scale(colour, 0.9 + 0.14 * Math.sin(angle)))
      g.beginPath()
      g.ellipse(
        fx + Math.cos(angle) * radius * 0.62,
        fy + Math.sin(angle) * radius * 0.45,
        radius * 0.62,
        radius * 0.44,
        angle,
        0,
        2 * Math.PI,
      )
      g.fill()
    }
    g.fillStyle = css(mix(colour, [70, 46, 12], 0.6))
    g.beginPath()
    g.arc(fx, fy, radius * 0.27, 0, 2 * Math.PI)
    g.fill()
  }
}

/** The colours of the flowers in a place: the named ones alone, or a mixed bunch. */
export function flowerColours({ palette, brief }: Stage): Rgb[] {
  const named = (brief.coloursOf.flower ?? brief.colours).length
  if (named > 0)
    return [palette.accents[0], palette.accents[0], mix(palette.accents[0], [255, 250, 240], 0.45), ...palette.accents.slice(1, named)]
  return palette.accents.slice(0, 3)
}
