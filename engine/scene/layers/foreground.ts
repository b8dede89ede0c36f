import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Random } from '../../random.ts'
import { css, mix, multiply, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { createNoise } from '../noise.ts'
import { drawPicture, litColour, pictureLayer } from '../stage.ts'
import type { Layer, Picture, Stage } from '../stage.ts'
import { drawTree, showWood } from '../trees/forest.ts'
import { treeLook } from '../trees/look.ts'
import { flowerColours } from './scatter.ts'

/** Dark near trees at the sides, which frame the view. */
export function framingTreesLayer(stage: Stage, options: { both: boolean }): Layer {
  showWood(stage)
  const random = stage.familyRandom('framing trees')
  const { unit, height, width } = stage
  const first = stage.focus < 0.5 ? 1 : -1
  const picture = drawPicture(stage, (g) => {
    for (const side of options.both ? [first, -first] : [first]) {
      const count = side === first ? 3 : 2
      for (let index = 0; index < count; index += 1) {
        const inwards = unit * (-0.02 + 0.1 * index + 0.06 * random())
        const x = side < 0 ? inwards - stage.reach * 0.3 : width + stage.reach * 0.3 - inwards
        const tall = unit * between(random, 0.5, 0.86) * (1 - 0.2 * index) * (side === first ? 1 : 0.75)
        drawTree(g, stage, { x, y: height + unit * between(random, 0.01, 0.06), tall, near: true }, random)
      }
    }
  })
  return pictureLayer(stage, picture, 1)
}

/** Blades of grass and flowers in front, taller towards the corners. */
export function foregroundGrassLayer(stage: Stage, options: { flowers: boolean; tall?: number }): Layer {
  if (options.flowers) stage.shown.add('flower')
  const random = stage.random('foreground grass')
  const noise = createNoise(random)
  const { unit, height, width, reach, palette, brief } = stage
  const dim = brief.time === 'night' ? 0.55 : stage.sun.visible ? 0.72 : 0.95
  const blooms = flowerColours(stage)
  const tones = Array.from({ length: 6 }, (_, step) => {
    const base = step % 3 === 2 ? mix(palette.grass, palette.earth, 0.35) : mix(palette.foliage, palette.grass, step / 5)
    return scale(litColour(stage, base, 0.15 + step * 0.13), dim)
  })
  const tallness = unit * (options.tall ?? 0.075)
  const blades = Math.round(
    ((width + 2 * reach) / unit) * (stage.flat ? (brief.style === 'poster' ? 420 : 110) : brief.style === 'low-poly' ? 0 : 900),
  )
  const picture = drawPicture(
    stage,
    (g) => {
      for (let row = 0; row < 3; row += 1) {
        const flowers: { x: number; y: number; radius: number; colour: Rgb }[] = []
        tones.forEach((tone, step) => {
          g.fillStyle = css(scale(tone, 0.78 + 0.13 * row))
          g.beginPath()
          for (let index = 0; index < blades / 3 / tones.length; index += 1) {
            const x = between(random, -reach, width + reach)
            const clump = 0.62 + 0.7 * noise.at((x / unit) * 5, row * 7) + 0.34 * Math.abs((x / width) * 2 - 1) ** 2
            const tall = tallness * between(random, 0.45, 1.1) * Math.max(0.25, clump) * (0.8 + 0.2 * row)
            const y = height + unit * 0.012 * row + stage.lift * 0.4 + unit * 0.012
            const bend = (random() - 0.45) * tall * 0.9
            blade(g, x, y, tall, bend, unit * between(random, 0.0012, 0.0026))
            if (options.flowers && index % 7 === step % 7 && !brief.snowy) {
              const accent = blooms[Math.floor(random() ** 1.5 * blooms.length)] ?? palette.accents[0]
              flowers.push({
                x: x + bend,
                y: y - tall,
                radius: unit * between(random, 0.005, 0.0105) * (0.8 + 0.2 * row),
                colour: scale(litColour(stage, accent, 0.75), Math.max(0.7, dim)),
              })
            }
          }
          g.fill()
        })
        for (const flower of flowers) drawFlower(g, flower, random)
      }
    },
    { top: height - tallness * 1.9 },
  )
  return pictureLayer(stage, picture, 1)
}

function blade(g: SKRSContext2D, x: number, y: number, tall: number, bend: number, half: number): void {
  g.moveTo(x - half, y)
  g.quadraticCurveTo(x + bend * 0.15 - half * 0.5, y - tall * 0.6, x + bend, y - tall)
  g.quadraticCurveTo(x + bend * 0.15 + half * 0.5, y - tall * 0.6, x + half, y)
}

function drawFlower(g: SKRSContext2D, flower: { x: number; y: number; radius: number; colour: Rgb }, random: Random): void {
  const { x, y, radius, colour } = flower
  const turn = random() * 2
  const petals = 5
  for (let petal = 0; petal < petals; petal += 1) {
    const angle = turn + (petal * 2 * Math.PI) / petals
    g.fillStyle = css(scale(colour, 0.88 + 0.16 * Math.sin(angle)))
    g.beginPath()
    g.ellipse(x + Math.cos(angle) * radius * 0.6, y + Math.sin(angle) * radius * 0.45, radius * 0.6, radius * 0.42, angle, 0, 2 * Math.PI)
    g.fill()
  }
  g.fillStyle = css(mix(colour, [70, 46, 12], 0.6))
  g.beginPath()
  g.arc(x, y, radius * 0.26, 0, 2 * Math.PI)
  g.fill()
}

/** Reeds that stand in the shallows at the lower edge. */
export function reedsLayer(stage: Stage): Layer {
  const random = stage.familyRandom('reeds')
  const { unit, height, width, palette, brief } = stage
  const side = stage.focus < 0.5 ? 1 : -1
  const picture = drawPicture(
    stage,
    (g) => {
      for (let index = 0; index < 90; index += 1) {
        const spread = random() ** 1.7 * 0.42
        const x = side < 0 ? width * spread - stage.reach * 0.5 : width * (1 - spread) + stage.reach * 0.5
        const tall = unit * between(random, 0.1, 0.27) * (1 - spread * 1.3)
        const bend = between(random, -0.1, 0.22) * tall * -side
        const colour = scale(
          litColour(stage, mix(palette.foliage, palette.earth, random() * 0.5), random() * 0.5),
          brief.time === 'night' ? 0.5 : 0.7,
        )
        g.fillStyle = css(colour)
        g.beginPath()
        blade(g, x, height + stage.lift + 4, tall + stage.lift, bend, unit * 0.0019)
        g.fill()
        if (index % 4 !== 0) continue
        g.strokeStyle = css(scale(multiply([112, 74, 48], mix(palette.ambient, palette.light, 0.4)), 0.8))
        g.lineCap = 'round'
        g.lineWidth = unit * 0.0068
        g.beginPath()
        g.moveTo(x + bend * 0.92, height - tall * 0.94)
        g.lineTo(x + bend * 0.8, height - tall * 0.8)
        g.stroke()
      }
    },
    { top: height - unit * 0.3 },
  )
  return pictureLayer(stage, picture, 1)
}

export type RockOptions = { part: string; count: number; row: number; spread: number; size: readonly [number, number]; wet?: boolean }

/** Boulders: faceted shapes, lit from the side, with snow or a wet foot. */
export function rocksPicture(stage: Stage, options: RockOptions): Picture {
  const random = stage.familyRandom(options.part)
  const { unit, width } = stage
  const rocks = Array.from({ length: options.count }, () => ({
    x: between(random, -stage.reach, width + stage.reach),
    y: options.row + options.spread * random(),
    size: unit * between(random, options.size[0], options.size[1]),
  })).toSorted((a, b) => a.y - b.y)
  return drawPicture(
    stage,
    (g) => {
      for (const rock of rocks) drawRock(g, stage, rock, random, options.wet === true)
    },
    { top: options.row - unit * options.size[1] },
  )
}

export function drawRock(g: SKRSContext2D, stage: Stage, at: { x: number; y: number; size: number }, random: Random, wet = false): void {
  const { palette, brief, lightDirection } = stage
  const { x, y, size } = at
  const points = 9
  const outline = Array.from({ length: points }, (_, index): [number, number] => {
    const angle = Math.PI + (index / (points - 1)) * Math.PI
    const out = size * between(random, 0.74, 1.06)
    return [x + Math.cos(angle) * out, y + Math.sin(angle) * out * 0.62]
  })
  const side = lightDirection[0] < 0 ? -1 : 1
  const peakX = x + size * between(random, -0.2, 0.2)
  const peakY = y - size * 0.34
  const tone = between(random, 0.82, 1.1)
  for (let index = 0; index < points - 1; index += 1) {
    const a = outline[index] ?? [x, y]
    const b = outline[index + 1] ?? a
    const facing = (((a[0] + b[0]) / 2 - peakX) / size) * side
    const up = (peakY + size * 0.2 - (a[1] + b[1]) / 2) / size
    const lit = Math.max(0, Math.min(1, 0.32 + 0.42 * facing + 0.55 * up))
    const colour = litColour(stage, scale(palette.rock, tone), lit)
    g.fillStyle = css(brief.snowy && up > 0.12 ? litColour(stage, palette.snow, lit * 0.8 + 0.2) : colour)
    g.beginPath()
    g.moveTo(peakX, peakY)
    g.lineTo(a[0], a[1])
    g.lineTo(b[0], b[1])
    g.closePath()
    g.fill()
  }
  const first = outline[0] ?? [x, y]
  const last = outline.at(-1) ?? first
  g.fillStyle = css(litColour(stage, scale(palette.rock, tone * (wet ? 0.5 : 0.72)), 0.2))
  g.beginPath()
  g.moveTo(first[0], first[1])
  g.lineTo(peakX - size * 0.1, peakY + size * 0.02)
  g.lineTo(last[0], last[1])
  g.lineTo(last[0] - size * 0.1, y + size * 0.07)
  g.lineTo(first[0] + size * 0.1, y + size * 0.07)
  g.closePath()
  g.fill()
}

/** A bough that hangs into the picture from an upper corner. */
export function branchLayer(stage: Stage): Layer {
  const random = stage.familyRandom('branch')
  const { unit, width } = stage
  const side = stage.focus < 0.5 ? 1 : -1
  const look = treeLook(stage, random, { near: true })
  const picture = drawPicture(
    stage,
    (g) => {
      for (let bough = 0; bough < 4; bough += 1) {
        const fromX = side > 0 ? width + unit * 0.06 : -unit * 0.06
        const fromY = unit * between(random, -0.05, 0.12)
        const long = unit * between(random, 0.3, 0.62)
        const drop = unit * between(random, 0.02, 0.2)
        const at = (t: number): [number, number] => [fromX - side * long * t, fromY + drop * t * t]
        g.strokeStyle = css(scale(look.bark, 0.6))
        g.lineCap = 'round'
        for (let step = 0; step < 16; step += 1) {
          const [ax, ay] = at(step / 16)
          const [bx, by] = at((step + 1) / 16)
          g.lineWidth = unit * 0.009 * (1 - step / 18)
          g.beginPath()
          g.moveTo(ax, ay)
          g.lineTo(bx, by)
          g.stroke()
        }
        if (look.bare) continue
        for (let leaf = 0; leaf < 70; leaf += 1) {
          const t = 0.1 + 0.9 * random() ** 0.7
          const [x, y] = at(t)
          const size = unit * between(random, 0.009, 0.019)
          const angle = between(random, 0.2, 2.9)
          const lit = random()
          g.fillStyle = css(lit < 0.5 ? mix(look.shade, look.middle, lit * 2) : mix(look.middle, look.lit, (lit - 0.5) * 1.4))
          const tipX = x + Math.cos(angle) * size * 2.3 + between(random, -1, 1) * unit * 0.012
          const tipY = y + Math.sin(angle) * size * 2.3
          g.beginPath()
          g.moveTo(x, y)
          g.quadraticCurveTo((x + tipX) / 2 + size * 0.6, (y + tipY) / 2, tipX, tipY)
          g.quadraticCurveTo((x + tipX) / 2 - size * 0.6, (y + tipY) / 2, x, y)
          g.fill()
        }
      }
    },
    { bottom: unit * 0.45 },
  )
  return pictureLayer(stage, picture, 1)
}

/** A wooden jetty that leads out over the water. */
export function jettyLayer(stage: Stage): Layer {
  const random = stage.familyRandom('jetty')
  const { unit, width, height, focal, horizon } = stage
  const side = stage.focus < 0.5 ? 1 : -1
  const aim = between(random, 0.1, 0.24) * -side
  const start = width / 2 + side * unit * between(random, 0.16, 0.3)
  const eye = 0.3
  const project = (across: number, up: number, away: number): [number, number] => [
    start + ((across + aim * (away - 0.8)) * focal) / away,
    horizon + ((eye - up) * focal) / away,
  ]
  // The near end is below the lower edge of the picture, about a third of the way out from the middle.
  const near = (eye * focal) / (height + stage.lift - horizon + unit * 0.1)
  const far = near * between(random, 2.8, 4)
  const wood: Rgb = stage.brief.snowy ? [214, 218, 226] : [146, 118, 92]
  const picture = drawPicture(
    stage,
    (g) => {
      const half = 0.06
      for (let away = far; away > near; away /= 1.22) {
        for (const edge of [-1, 1]) {
          const [x, top] = project(edge * half * 0.92, -0.012, away)
          const [, foot] = project(edge * half * 0.92, -0.12, away)
          const thick = (0.016 * focal) / away
          g.fillStyle = css(scale(litColour(stage, scale(wood, 0.62), 0.2), 0.8))
          g.fillRect(x - thick / 2, top, thick, foot - top)
          g.fillStyle = 'rgba(10,14,30,0.16)'
          g.fillRect(x - thick / 2, foot, thick, (foot - top) * 0.8)
        }
      }
      const planks = 34
      for (let plank = 0; plank < planks; plank += 1) {
        const a = far * (near / far) ** (plank / planks)
        const b = far * (near / far) ** ((plank + 0.88) / planks)
        g.fillStyle = css(scale(litColour(stage, scale(wood, between(random, 0.86, 1.1)), 0.6), stage.brief.time === 'night' ? 0.7 : 0.9))
        g.beginPath()
        for (const [x, y] of [project(-half, 0, a), project(half, 0, a), project(half, 0, b), project(-half, 0, b)]) g.lineTo(x, y)
        g.fill()
        g.fillStyle = css(scale(litColour(stage, scale(wood, 0.5), 0.2), 0.8))
        const [lx, ly] = project(-half, 0, b)
        const [rx] = project(half, 0, b)
        g.fillRect(lx, ly, rx - lx, Math.max(1, (0.012 * focal) / b))
      }
    },
    { top: horizon },
  )
  return pictureLayer(stage, picture, 0.95)
}
