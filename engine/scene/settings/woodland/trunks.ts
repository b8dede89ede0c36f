import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../../random.ts'
import { showWood } from '../../trees/forest.ts'
import type { Random } from '../../../random.ts'
import { css, mix, multiply, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import type { Ground } from '../../layers/terrain.ts'
import { drawPicture, pictureLayer, rowOf } from '../../stage.ts'
import type { Layer, Stage } from '../../stage.ts'
import { drawBirchMarks } from '../../trees/broadleaves.ts'
import { treeLook } from '../../trees/look.ts'
import type { Air } from './air.ts'

export type Band = { part: string; near: number; far: number; count: number; depth: number }

type WoodOptions = { ground: Ground; haze(distance: number): number; path: { middle(distance: number): number; half: number }; air: Air }

/** Trunks between two distances, with the leaves over them and the growth at their feet. */
export function trunks(stage: Stage, band: Band, { ground, haze, path, air }: WoodOptions): Layer {
  showWood(stage)
  const random = stage.familyRandom(band.part)
  const { focal, width, unit, brief } = stage
  const bare = brief.season === 'winter' && brief.trees !== 'pine'
  const wanted = Math.round(band.count * (brief.trees === 'birch' ? 1.25 : 1) * Math.max(0.7, Math.min(1.5, width / unit)))
  const sites = Array.from({ length: wanted }, () => {
    const distance = 1 / (1 / band.far + (1 / band.near - 1 / band.far) * random())
    const half = ((width / 2 + stage.reach * 2) / focal) * distance
    const x = (random() * 2 - 1) * half
    return { distance, x, thick: between(random, 0.7, 1.35), lean: between(random, -0.02, 0.02), seed: Math.floor(random() * 1e6) }
  })
    .filter(({ x, distance }) => Math.abs(x - path.middle(distance)) > path.half + 0.12 + (band.near < 3.5 ? 0.32 : 0))
    .toSorted((a, b) => b.distance - a.distance)
  const veiled = (distance: number, colour: Rgb) => mix(colour, air.glow, haze(distance))
  const picture = drawPicture(stage, (g) => {
    for (const site of sites) {
      const height = ground.height(site.x, site.distance)
      const x = width / 2 + (site.x * focal) / site.distance
      const y = rowOf(stage, height, site.distance)
      const thick = ((brief.trees === 'birch' ? 0.055 : brief.trees === 'pine' ? 0.085 : 0.11) * site.thick * focal) / site.distance
      drawTrunk(
        g,
        stage,
        { x, y, thick, lean: site.lean * y, veil: (colour) => veiled(site.distance, colour), distance: site.distance },
        random,
      )
      if (!bare && !stage.flat) drawFeet(g, stage, { x, y, size: thick * 1.5, veil: (colour) => veiled(site.distance, colour) }, random)
    }
    stage.checkpoint()
    if (!bare) drawCanopy(g, stage, band, (colour) => veiled((band.near + band.far) / 2, colour), random)
  })
  return pictureLayer(stage, picture, band.depth)
}

type Trunk = { x: number; y: number; thick: number; lean: number; distance: number; veil(colour: Rgb): Rgb }

function drawTrunk(g: SKRSContext2D, stage: Stage, { x, y, thick, lean, veil, distance }: Trunk, random: Random): void {
  const { brief, palette } = stage
  const look = treeLook(stage, random)
  const side = look.lightSide
  const barkTone: Rgb = brief.trees === 'birch' ? [228, 224, 214] : brief.trees === 'pine' ? [128, 88, 66] : [104, 86, 72]
  const near = distance < 3.4 ? 0.62 : 1
  const dark = veil(scale(multiply(barkTone, palette.ambient), (brief.trees === 'birch' ? 0.75 : 0.5) * near))
  const lit = veil(scale(multiply(barkTone, mix(palette.ambient, palette.light, 0.85)), 1.05 * near))
  const top = -stage.unit * 0.1
  const upper = thick * 0.62
  const bark = g.createLinearGradient(x - thick / 2, 0, x + thick / 2, 0)
  bark.addColorStop(side < 0 ? 0 : 1, css(lit))
  bark.addColorStop(0.5, css(mix(dark, lit, 0.3)))
  bark.addColorStop(side < 0 ? 1 : 0, css(dark))
  g.fillStyle = stage.flat ? css(mix(dark, lit, 0.35)) : bark
  g.beginPath()
  g.moveTo(x - thick * 0.95, y + thick * 0.12)
  g.quadraticCurveTo(x - thick * 0.5, y - thick * 0.7, x - thick * 0.48, y - thick * 2)
  g.lineTo(x + lean - upper / 2, top)
  g.lineTo(x + lean + upper / 2, top)
  g.lineTo(x + thick * 0.48, y - thick * 2)
  g.quadraticCurveTo(x + thick * 0.5, y - thick * 0.7, x + thick * 0.95, y + thick * 0.12)
  g.closePath()
  g.fill()
  if (thick > 7 && brief.trees === 'birch') drawBirchMarks(g, x, y, y - top, lean, { ...look, bark: lit }, random, thick * 0.5)
  else if (thick > 12 && !stage.flat) {
    g.save()
    g.clip()
    for (const [colour, count] of [
      [css(scale(dark, 0.7), 0.55), 1.4],
      [css(lit, 0.4), 0.7],
    ] as const) {
      g.fillStyle = colour
      g.beginPath()
      const grooves = Math.round((thick / 5) * count * 6)
      for (let groove = 0; groove < grooves; groove += 1) {
        const gx = x + between(random, -0.5, 0.5) * thick
        const gy = between(random, top, y)
        const long = thick * between(random, 0.4, 1.6)
        const wide = Math.max(0.6, thick * 0.022)
        g.moveTo(gx, gy)
        g.quadraticCurveTo(gx + wide, gy + long / 2, gx, gy + long)
        g.quadraticCurveTo(gx - wide, gy + long / 2, gx, gy)
      }
      g.fill()
    }
    g.restore()
  }
  if (brief.snowy && thick > 3) {
    const snow = veil(multiply([244, 248, 254], mix(palette.ambient, palette.light, 0.7)))
    g.fillStyle = css(snow)
    g.beginPath()
    g.ellipse(x, y + thick * 0.16, thick * 1.6, thick * 0.3, 0, 0, 2 * Math.PI)
    g.fill()
    // The wind has driven the snow against one side of the bark.
    g.fillStyle = css(snow, 0.8)
    g.beginPath()
    for (let patch = 0; patch < 14; patch += 1) {
      const up = random()
      const py = y + (top - y) * up
      const wide = thick * between(random, 0.06, 0.2)
      const px = x + lean * up - side * thick * (0.48 - 0.17 * up) + side * wide * 0.6
      g.ellipse(px, py, wide, thick * between(random, 0.3, 1.1), 0, 0, 2 * Math.PI)
      g.closePath()
    }
    g.fill()
  }
  if (brief.trees !== 'birch' && random() < 0.6) drawBranches(g, { x, y, thick, lean, top }, css(mix(dark, lit, 0.15)), random)
}

function drawBranches(
  g: SKRSContext2D,
  { x, y, thick, lean, top }: { x: number; y: number; thick: number; lean: number; top: number },
  colour: string,
  random: Random,
): void {
  g.strokeStyle = colour
  g.lineCap = 'round'
  const count = 2 + Math.floor(random() * 3)
  for (let branch = 0; branch < count; branch += 1) {
    const up = between(random, 0.42, 0.95)
    const from = y + (top - y) * up
    const side = random() < 0.5 ? -1 : 1
    const long = thick * between(random, 1.6, 4.4)
    g.lineWidth = thick * between(random, 0.09, 0.22)
    g.beginPath()
    g.moveTo(x + lean * up, from)
    g.quadraticCurveTo(
      x + lean * up + side * long * 0.5,
      from - long * 0.12,
      x + lean * up + side * long,
      from - long * between(random, 0.2, 0.65),
    )
    g.stroke()
  }
}

/** Ferns, moss or fallen leaves around a foot. */
function drawFeet(
  g: SKRSContext2D,
  stage: Stage,
  { x, y, size, veil }: { x: number; y: number; size: number; veil(colour: Rgb): Rgb },
  random: Random,
): void {
  if (size < 3) return
  const { brief } = stage
  if (brief.snowy) return
  const look = treeLook(stage, random)
  for (const [tone, count, lift] of [
    [look.shade, 26, 0],
    [mix(look.shade, look.middle, 0.6), 24, 0.2],
    [look.middle, 14, 0.4],
  ] as const) {
    g.fillStyle = css(veil(tone), 0.9)
    g.beginPath()
    for (let index = 0; index < count; index += 1) {
      const bx = x + (random() + random() - 1) * size * 2.3
      const by = y + size * 0.12 - lift * size * 0.35
      const tall = size * between(random, 0.15, 0.5)
      const bend = (random() - 0.5) * size * 0.5
      g.moveTo(bx - size * 0.03, by)
      g.quadraticCurveTo(bx + bend * 0.3, by - tall, bx + bend, by - tall * 0.9)
      g.quadraticCurveTo(bx + bend * 0.4, by - tall * 0.5, bx + size * 0.035, by)
    }
    g.fill()
  }
}

/** Leaves that hang into the picture from above, thicker at the sides. */
function drawCanopy(g: SKRSContext2D, stage: Stage, band: Band, veil: (colour: Rgb) => Rgb, random: Random): void {
  const { unit, width, horizon, brief, reach } = stage
  const look = treeLook(stage, random)
  const size = (unit * 0.036) / Math.sqrt(band.near)
  const hang = horizon * (0.5 - 0.05 * band.near ** 0.5)
  const clusters = Math.round(((width + 2 * reach) / (size * 3.2)) * 3.4)
  const dim = band.near < 3 ? 0.55 : 1
  const places = Array.from({ length: clusters }, () => {
    const x = between(random, -reach, width + reach)
    const side = Math.min(1, Math.abs(x / width - stage.focus) * 1.9)
    const y = hang * (0.16 + 0.84 * side) * random() ** 0.8 - size
    return { x, y, side }
  }).toSorted((a, b) => a.y - b.y)
  const needles = brief.trees === 'pine'
  const snowy: [Rgb, number, number, number][] = brief.snowy
    ? [
        [mix(look.middle, [226, 236, 248], 0.7), 12, 0.45, 0.8],
        [[240, 246, 253], 9, 0.6, 0.66],
      ]
    : []
  const passes: [Rgb, number, number, number][] = [
    [look.shade, 26, 0, 1],
    [mix(look.shade, look.middle, 0.7), 20, 0.15, 0.85],
    [look.middle, 13, 0.28, 0.7],
    [look.lit, 6, 0.42, 0.55],
    ...snowy,
  ]
  for (const [tone, count, shift, spread] of passes) {
    g.fillStyle = css(scale(veil(tone), dim), 0.9)
    g.beginPath()
    for (const place of places) {
      for (let dab = 0; dab < count; dab += 1) {
        const angle = random() * 2 * Math.PI
        const out = Math.sqrt(random()) * spread * size * 2.1
        const cx = place.x + Math.cos(angle) * out * 1.5 + look.lightSide * size * shift
        const cy = place.y + Math.sin(angle) * out * 0.72 - size * shift
        const radius = size * between(random, 0.16, 0.36)
        const turn = needles ? between(random, 0.1, 0.9) * (random() < 0.5 ? -1 : 1) : random() * 3.1
        const dx = Math.cos(turn) * radius * (needles ? 2.4 : 1.3)
        const dy = Math.sin(turn) * radius * (needles ? 2.4 : 1.3)
        const wx = -Math.sin(turn) * radius * (needles ? 0.22 : 0.62)
        const wy = Math.cos(turn) * radius * (needles ? 0.22 : 0.62)
        g.moveTo(cx - dx, cy - dy)
        g.lineTo(cx + wx, cy + wy)
        g.lineTo(cx + dx, cy + dy)
        g.lineTo(cx - wx, cy - wy)
        g.closePath()
      }
    }
    g.fill()
    stage.checkpoint()
  }
}
