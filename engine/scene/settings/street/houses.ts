import type { SKRSContext2D } from '@napi-rs/canvas'
import { between, pick } from '../../../random.ts'
import type { Random } from '../../../random.ts'
import { css, mix, multiply, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { paints } from '../../paints.ts'
import type { Stage } from '../../stage.ts'
import { far, hazeAt, quad, road } from './street-plan.ts'
import type { Glow, Projection } from './street-plan.ts'

type House = {
  side: -1 | 1
  from: number
  to: number
  tall: number
  wall: Rgb
  floors: number
  shop: Rgb | null
  sign: Rgb | null
  awning: boolean
  seed: number
}

const walls: readonly [Rgb, ...Rgb[]] = [
  [196, 158, 126],
  [168, 112, 92],
  [214, 196, 168],
  [146, 142, 148],
  [188, 128, 98],
  [120, 126, 140],
  [222, 182, 140],
]

const signs: readonly Rgb[] = [
  [255, 58, 140],
  [50, 225, 255],
  [255, 196, 60],
  [150, 90, 255],
  [90, 255, 160],
  [255, 90, 70],
]

export function rowOfHouses(stage: Stage, random: Random): House[] {
  const tallness = between(random, 0.75, 1.15)
  const busy = stage.brief.time === 'night' || stage.brief.style === 'neon'
  const houses: House[] = []
  for (const side of [-1, 1] as const) {
    let from = 0.62
    while (from < far) {
      const deep = between(random, 0.55, 1.1) * (1 + from * 0.04)
      const floors = 3 + Math.floor(random() * 4)
      houses.push({
        side,
        from,
        to: from + deep,
        tall: floors * 0.28 * tallness + 0.3,
        wall: pick<Rgb>(random, walls),
        floors,
        shop: random() < 0.72 ? (random() < 0.6 ? [255, 214, 140] : (signs[Math.floor(random() * signs.length)] ?? null)) : null,
        sign: random() < (busy ? 0.65 : 0.25) ? (signs[Math.floor(random() * signs.length)] ?? null) : null,
        awning: random() < 0.4,
        seed: Math.floor(random() * 1e6),
      })
      from += deep
    }
  }
  return houses.toSorted((a, b) => b.from - a.from)
}

/** One house: its front on the street, and its side towards the viewer where it projects beyond its neighbour. */
// oxlint-disable-next-line max-lines-per-function -- It draws random numbers in a fixed order, on which every seed depends.
export function drawHouse(g: SKRSContext2D, stage: Stage, house: House, project: Projection, dark: boolean, glows: Glow[]): void {
  const { palette, brief, lightDirection } = stage
  const across = house.side * road.pavement
  const haze = hazeAt(stage, house.from)
  const night = brief.time === 'night'
  const sunny = house.side < 0 !== lightDirection[0] < 0 ? 0.75 : 0.25
  const face = (colour: Rgb, lit: number) =>
    css(mix(scale(multiply(colour, mix(palette.ambient, palette.light, lit)), night ? 0.62 : 0.95), palette.haze, haze))
  const at = (up: number, away: number) => project(across, up, away)
  g.fillStyle = face(house.wall, sunny)
  quad(g, [at(0, house.from), at(house.tall, house.from), at(house.tall, house.to), at(0, house.to)])
  // The wall that faces the viewer, above the nearer neighbour.
  g.fillStyle = face(scale(house.wall, 0.8), 0.4)
  quad(g, [
    at(0, house.from),
    at(house.tall, house.from),
    project(across + house.side * 2.4, house.tall, house.from),
    project(across + house.side * 2.4, 0, house.from),
  ])
  g.fillStyle = face(scale(house.wall, brief.snowy ? 1.3 : 0.7), 0.6)
  quad(g, [at(house.tall, house.from), at(house.tall + 0.045, house.from), at(house.tall + 0.045, house.to), at(house.tall, house.to)])
  drawWindows()
  drawShop()
  if (house.sign && dark) drawSign(house.sign)

  function drawWindows(): void {
    const source = stage.familyRandom(`house ${house.seed}`)
    const floorTall = (house.tall - 0.3) / house.floors
    const columns = Math.max(2, Math.round((house.to - house.from) / 0.24))
    for (let floor = 0; floor < house.floors; floor += 1) {
      const low = 0.3 + floorTall * (floor + 0.24)
      const high = low + floorTall * 0.56
      for (let column = 0; column < columns; column += 1) {
        const from = house.from + ((column + 0.24) / columns) * (house.to - house.from)
        const to = house.from + ((column + 0.76) / columns) * (house.to - house.from)
        const on = source() < (night ? 0.42 : dark ? 0.34 : 0.02)
        const warm: Rgb = source() < 0.75 ? [255, 208, 128] : [206, 226, 255]
        if (on) g.fillStyle = css(mix(warm, palette.haze, haze * 0.7), 0.95)
        else g.fillStyle = face(mix([62, 72, 92], palette.sky[2] ?? [150, 180, 210], night ? 0.08 : 0.4), 0.5)
        quad(g, [at(low, from), at(high, from), at(high, to), at(low, to)])
        if (house.from < 7) {
          g.strokeStyle = face(scale(house.wall, 1.18), sunny + 0.1)
          g.lineWidth = Math.max(0.6, (stage.unit * 0.0055) / house.from)
          g.stroke()
          g.fillStyle = face(scale(house.wall, 0.68), sunny)
          quad(g, [at(low - 0.022, from - 0.02), at(low, from - 0.02), at(low, to + 0.02), at(low - 0.022, to + 0.02)])
        }
        if (on && floor < 2 && source() < 0.3) glows.push({ across, up: (low + high) / 2, away: (from + to) / 2, colour: warm, size: 0.05 })
      }
    }
  }

  function drawShop(): void {
    const inset = (house.to - house.from) * 0.1
    const [from, to] = [house.from + inset, house.to - inset]
    if (house.shop) {
      g.fillStyle = dark
        ? css(mix(mix(house.shop, [255, 240, 214], 0.5), palette.haze, haze * 0.7))
        : face(mix([70, 84, 104], palette.sky[3] ?? [200, 214, 226], 0.45), 0.6)
      quad(g, [at(0.045, from), at(0.23, from), at(0.23, to), at(0.045, to)])
      if (dark) glows.push({ across, up: 0.13, away: (from + to) / 2, colour: house.shop, size: 0.14 })
      g.fillStyle = face(mix(house.shop, scale(house.wall, 0.6), 0.45), 0.7)
      quad(g, [at(0.235, from - 0.03), at(0.295, from - 0.03), at(0.295, to + 0.03), at(0.235, to + 0.03)])
      g.strokeStyle = face(scale(house.wall, 0.5), 0.4)
      g.lineWidth = Math.max(0.6, (stage.unit * 0.006) / house.from)
      g.beginPath()
      for (let post = 0; post <= 3; post += 1) {
        const away = from + ((to - from) * post) / 3
        const [fx, fy] = at(0.045, away)
        const [tx, ty] = at(0.23, away)
        g.moveTo(fx, fy)
        g.lineTo(tx, ty)
      }
      g.stroke()
      if (house.awning) {
        const cloth = mix(
          house.shop,
          pick(stage.familyRandom(`awning ${house.seed}`), [paints.red, paints.green, paints.blue, paints.gold]),
          0.8,
        )
        const stripes = 7
        for (let stripe = 0; stripe < stripes; stripe += 1) {
          const a = from + ((to - from) * stripe) / stripes
          const b = from + ((to - from) * (stripe + 1)) / stripes
          g.fillStyle = face(stripe % 2 === 0 ? cloth : [240, 234, 222], 0.6)
          const out = across - house.side * 0.13
          quad(g, [at(0.25, a), at(0.25, b), project(out, 0.19, b), project(out, 0.19, a)])
        }
      }
      return
    }
    g.fillStyle = face(scale(house.wall, 0.45), 0.4)
    const door = (house.from + house.to) / 2
    quad(g, [at(0, door - 0.05), at(0.2, door - 0.05), at(0.2, door + 0.05), at(0, door + 0.05)])
  }

  /** A sign that hangs out over the pavement. */
  function drawSign(colour: Rgb): void {
    const away = house.from + (house.to - house.from) * 0.4
    const inner = across - house.side * 0.03
    const outer = across - house.side * 0.17
    const low = 0.4
    const high = Math.min(house.tall * 0.8, 0.78)
    const lit = mix(colour, palette.haze, haze * 0.5)
    g.fillStyle = css(mix(scale(colour, 0.22), palette.haze, haze))
    quad(g, [project(inner, low, away), project(inner, high, away), project(outer, high, away), project(outer, low, away)])
    g.strokeStyle = css(mix(lit, [255, 255, 255], 0.35))
    g.lineWidth = Math.max(1, (stage.unit * 0.0085) / away)
    g.stroke()
    g.fillStyle = css(mix(lit, [255, 255, 255], 0.5))
    const source = stage.familyRandom(`sign ${house.seed}`)
    const marks = 3
    for (let mark = 0; mark < marks; mark += 1) {
      const top = high - ((mark + 0.2) / marks) * (high - low)
      const bottom = high - ((mark + 0.78) / marks) * (high - low)
      const a = inner - house.side * 0.03 * (1 + source())
      const b = outer + house.side * 0.02
      quad(g, [
        project(a, top, away),
        project(b, top, away),
        project(b, top - (top - bottom) * 0.3, away),
        project(a, top - (top - bottom) * 0.3, away),
      ])
      if (source() < 0.7)
        quad(g, [
          project((a + b) / 2, top, away),
          project((a + b) / 2 - house.side * 0.022, top, away),
          project((a + b) / 2 - house.side * 0.022, bottom, away),
          project((a + b) / 2, bottom, away),
        ])
    }
    glows.push({ across: (inner + outer) / 2, up: (low + high) / 2, away, colour, size: 0.19 })
  }
}
