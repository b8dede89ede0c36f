import type { SKRSContext2D } from '@napi-rs/canvas'
import { between, pick } from '../../../random.ts'
import type { Random } from '../../../random.ts'
import { css, mix, multiply, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { drawPicture, pictureLayer } from '../../stage.ts'
import type { Layer, Stage } from '../../stage.ts'

/** Half the width of a street; the unit is a block with its share of the streets. */
const streetHalf = 0.11
const nearest = 3.1
const farthest = 52
/** Bands from the back to the front, which move apart with the camera. */
const bands = [
  { from: 19, to: farthest, depth: 0.14 },
  { from: 8.5, to: 19, depth: 0.24 },
  { from: 2.2, to: 8.5, depth: 0.42 },
] as const

const roofs: readonly [Rgb, ...Rgb[]] = [
  [168, 110, 88],
  [150, 146, 146],
  [188, 160, 130],
  [120, 122, 132],
  [198, 186, 168],
]
const walls: readonly [Rgb, ...Rgb[]] = [
  [206, 190, 168],
  [178, 170, 166],
  [196, 158, 132],
  [150, 156, 170],
  [220, 208, 190],
]
const lamp: Rgb = [255, 184, 96]

type Corner = readonly [x: number, z: number]
type House = {
  corners: readonly [Corner, Corner, Corner, Corner]
  tall: number
  wall: Rgb
  roof: Rgb
  lit: number
  cool: boolean
  away: number
}
type Park = { corners: readonly [Corner, Corner, Corner, Corner]; trees: readonly Corner[]; away: number }

/** A city from a bird's view: blocks and streets to the horizon, with traffic lights in motion after dark. */
// oxlint-disable-next-line max-lines-per-function -- It draws random numbers in a fixed order, on which every seed depends.
export function* aerialLayers(stage: Stage): Generator<Layer, void> {
  const random = stage.familyRandom('aerial')
  const { width, height, horizon, lift, palette, brief, unit, reach } = stage
  const zoom = unit * between(random, 0.98, 1.16)
  const eye = ((height + lift - horizon) / zoom) * nearest
  const turn = between(random, 0.32, 1.2)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const downtown: Corner = [between(random, -2.4, 2.4), between(random, 11, 16)]
  const night = brief.time === 'night'
  const dark = night || brief.time === 'dusk' || brief.storm
  const clear = brief.fog ? 7 : brief.falling ? 15 : brief.sky === 'overcast' ? 22 : 30
  const hazeAt = (away: number) => Math.min(0.9, 1 - Math.exp(-Math.max(0, away - 4) / clear))
  const project = ([x, z]: Corner, up: number): [number, number] => [width / 2 + (x * zoom) / z, horizon + ((eye - up) * zoom) / z]
  const toScene = (a: number, b: number): Corner => [a * cos - b * sin, a * sin + b * cos]
  const windowRandom = stage.familyRandom('aerial windows')
  const { houses, parks } = layOut()

  for (const { from, to, depth } of bands) {
    const bottom = from === 2.2 ? height + lift : project([0, from], 0)[1] + 2
    const picture = drawPicture(
      stage,
      (g) => {
        drawGround(g, from, to)
        drawStreets(g, from, to)
        for (const park of parks) if (park.away >= from && park.away < to) drawPark(g, park)
        for (const house of houses) if (house.away >= from && house.away < to) drawHouse(g, house)
        stage.checkpoint()
      },
      { top: horizon - unit * 0.14, bottom: bottom + unit * 0.04 },
    )
    yield pictureLayer(stage, picture, depth)
    if (from >= 8.5) yield pictureLayer(stage, airPicture(from >= 19 ? 0.13 : 0.26, from >= 19 ? 0.9 : 0.42), depth)
  }

  /** The air over the distant parts, lit from below after dark, which hides the edge of the town. */
  function airPicture(deep: number, strength: number) {
    const air = night ? mix(palette.haze, lamp, 0.16) : dark ? mix(palette.haze, lamp, 0.12) : palette.haze
    const [top, bottom] = [horizon - unit * 0.09, horizon + unit * deep]
    return drawPicture(
      stage,
      (g) => {
        const fall = g.createLinearGradient(0, top, 0, bottom)
        fall.addColorStop(0, css(air, 0))
        fall.addColorStop((horizon - top) / (bottom - top), css(air, strength))
        fall.addColorStop(1, css(air, 0))
        g.fillStyle = fall
        g.fillRect(-reach * 2, top, width + 4 * reach, bottom - top)
      },
      { top, bottom },
    )
  }

  /** Every visible block, from the farthest to the nearest. */
  function layOut(): { houses: House[]; parks: Park[] } {
    const found: { houses: House[]; parks: Park[] } = { houses: [], parks: [] }
    const plan = stage.familyRandom('aerial plan')
    const span = Math.ceil(farthest * 1.1)
    for (let a = -span; a <= span; a += 1) {
      for (let b = -span; b <= span; b += 1) {
        const [x, z] = toScene(a + 0.5, b + 0.5)
        if (z < 2.2 || z > farthest || Math.abs(x) > ((width / 2 + reach * 2) * z) / zoom + 1.2) continue
        const roll = plan()
        if (roll < 0.07 && !brief.without.things.includes('tree')) found.parks.push(parkOf(a, b, z, plan))
        else found.houses.push(...housesOf(a, b, plan))
      }
    }
    found.houses.sort((one, other) => other.away - one.away)
    found.parks.sort((one, other) => other.away - one.away)
    return found
  }

  function housesOf(a: number, b: number, plan: Random): House[] {
    const [x, z] = toScene(a + 0.5, b + 0.5)
    const centre = Math.exp(-(((x - downtown[0]) / 5.5) ** 2) - ((z - downtown[1]) / 7) ** 2)
    const lots = z > 24 ? 1 : plan() < 0.3 + 0.4 * centre ? 1 : 2
    const size = (1 - 2 * streetHalf) / lots
    return Array.from({ length: lots * lots }, (_, index): House => {
      const left = a + streetHalf + (index % lots) * size
      const low = b + streetHalf + Math.floor(index / lots) * size
      const gap = lots === 1 ? between(plan, 0.02, 0.1) : between(plan, 0.01, 0.045)
      const corners = [
        toScene(left + gap, low + gap),
        toScene(left + size - gap, low + gap),
        toScene(left + size - gap, low + size - gap),
        toScene(left + gap, low + size - gap),
      ] as const
      const tower = plan() < 0.05 + 0.5 * centre
      const tall = tower ? between(plan, 0.55, 0.8 + 1.5 * centre) : between(plan, 0.12, 0.34) * (1 + centre)
      return {
        corners,
        tall,
        wall: pick<Rgb>(plan, walls),
        roof: pick<Rgb>(plan, roofs),
        lit: between(plan, 0.15, 0.75),
        cool: plan() < 0.25,
        away: corners.reduce((sum, corner) => sum + corner[1], 0) / 4,
      }
    })
  }

  function parkOf(a: number, b: number, away: number, plan: Random): Park {
    return {
      corners: [
        toScene(a + streetHalf, b + streetHalf),
        toScene(a + 1 - streetHalf, b + streetHalf),
        toScene(a + 1 - streetHalf, b + 1 - streetHalf),
        toScene(a + streetHalf, b + 1 - streetHalf),
      ],
      trees: Array.from({ length: 18 }, () => toScene(a + between(plan, 0.18, 0.82), b + between(plan, 0.18, 0.82))).toSorted(
        (one, other) => other[1] - one[1],
      ),
      away,
    }
  }

  function lightOn(colour: Rgb, lit: number, away: number): string {
    const light = multiply(colour, mix(palette.ambient, palette.light, lit))
    return css(mix(scale(light, night ? 0.42 : 0.98), palette.haze, hazeAt(away) * (night ? 0.55 : 0.85)))
  }

  function drawGround(g: SKRSContext2D, from: number, to: number): void {
    const base: Rgb = brief.snowy ? [222, 228, 238] : [112, 108, 106]
    const top = from >= 19 ? horizon : project([0, to], 0)[1]
    const bottom = from === 2.2 ? height + lift : project([0, from], 0)[1]
    const fall = g.createLinearGradient(0, top, 0, bottom)
    fall.addColorStop(0, from >= 19 ? css(palette.haze) : lightOn(base, 0.35, to))
    fall.addColorStop(1, lightOn(base, 0.35, from))
    g.fillStyle = fall
    g.fillRect(-reach * 2, top - 1, width + 4 * reach, bottom - top + 2)
  }

  /** Streets; after dark lamps and traffic make them the brightest part. */
  function drawStreets(g: SKRSContext2D, from: number, to: number): void {
    const cars = stage.random(`traffic ${from}`)
    for (const along of [0, 1]) {
      const span = Math.ceil(farthest * 1.1)
      for (let line = -span; line <= span; line += 1) {
        const avenue = (line * 7 + along * 3) % 4 === 0
        for (let step = -span; step < span; step += 1) {
          const start = along === 0 ? toScene(line, step) : toScene(step, line)
          const end = along === 0 ? toScene(line, step + 1) : toScene(step + 1, line)
          const middle = (start[1] + end[1]) / 2
          if (start[1] < 1.9 || end[1] < 1.9 || middle < from || middle >= to) continue
          const x = (start[0] + end[0]) / 2
          if (Math.abs(x) > ((width / 2 + reach * 2) * middle) / zoom + 1.4) continue
          drawStreet(g, start, end, middle, avenue, cars)
        }
      }
    }
  }

  function drawStreet(g: SKRSContext2D, start: Corner, end: Corner, away: number, avenue: boolean, cars: Random): void {
    const [ax, ay] = project(start, 0)
    const [bx, by] = project(end, 0)
    const wide = Math.max(0.6, ((streetHalf * 1.3 * zoom) / away) * 0.62)
    g.lineCap = 'round'
    g.strokeStyle = lightOn(brief.snowy ? [196, 202, 214] : [72, 72, 80], 0.4, away)
    g.lineWidth = wide
    line()
    if (!dark) {
      if (away < 12 && cars() < 0.8) car([236, 232, 226])
      return
    }
    const share = (1 - hazeAt(away) * 0.75) * (night ? 1 : 0.5)
    g.globalCompositeOperation = 'screen'
    g.strokeStyle = css(lamp, (avenue ? 0.62 : 0.34) * share)
    g.lineWidth = wide * 2.6
    line()
    g.strokeStyle = css(mix(lamp, [255, 255, 255], 0.3), (avenue ? 1 : 0.5) * share)
    g.lineWidth = Math.max(0.5, wide * 0.55)
    line()
    g.globalCompositeOperation = 'source-over'
    const count = avenue ? 5 : 2
    for (let index = 0; index < count && away < 22; index += 1) if (cars() < 0.75) car(cars() < 0.5 ? [255, 240, 214] : [255, 70, 52])

    function line(): void {
      g.beginPath()
      g.moveTo(ax, ay)
      g.lineTo(bx, by)
      g.stroke()
    }

    function car(colour: Rgb): void {
      const at = cars()
      const size = Math.max(0.5, wide * (dark ? 0.16 : 0.22))
      g.fillStyle = dark ? css(colour, 0.95 * share) : lightOn(colour, 0.8, away)
      g.beginPath()
      g.arc(ax + (bx - ax) * at + (cars() - 0.5) * wide * 0.4, ay + (by - ay) * at, size, 0, 2 * Math.PI)
      g.fill()
    }
  }

  function drawPark(g: SKRSContext2D, { corners, trees, away }: Park): void {
    const grass = brief.snowy ? palette.snow : palette.grass
    g.fillStyle = lightOn(grass, 0.6, away)
    trace(
      g,
      corners.map((corner) => project(corner, 0)),
    )
    for (const tree of trees) {
      const [x, y] = project(tree, 0)
      const size = (zoom * 0.06) / tree[1]
      if (size < 0.6) continue
      g.fillStyle = lightOn(scale(palette.foliage, 0.75), 0.3, away)
      g.beginPath()
      g.ellipse(x, y - size * 0.6, size, size * 0.9, 0, 0, 2 * Math.PI)
      g.fill()
      g.fillStyle = lightOn(palette.foliage, 0.85, away)
      g.beginPath()
      g.ellipse(x + (stage.lightDirection[0] < 0 ? -0.25 : 0.25) * size, y - size * 0.85, size * 0.66, size * 0.56, 0, 0, 2 * Math.PI)
      g.fill()
    }
  }

  function drawHouse(g: SKRSContext2D, house: House): void {
    const { corners, tall, away } = house
    const sides = corners.map((corner, index) => {
      const next = corners[(index + 1) % 4] ?? corner
      // The outward normal, to the right of the edge; a wall is visible if it faces the viewer, who stands at the origin.
      const normal: Corner = [next[1] - corner[1], corner[0] - next[0]]
      const facing = normal[0] * (corner[0] + next[0]) + normal[1] * (corner[1] + next[1])
      return { from: corner, to: next, normal, facing }
    })
    for (const side of sides) {
      if (side.facing >= 0) continue
      const across = side.normal[0] / Math.hypot(side.normal[0], side.normal[1])
      const lit = across < 0 === stage.lightDirection[0] < 0 ? 0.78 : 0.26
      const [ax, ay] = project(side.from, 0)
      const [bx, by] = project(side.to, 0)
      const [cx, cy] = project(side.to, tall)
      const [dx, dy] = project(side.from, tall)
      g.fillStyle = lightOn(house.wall, lit, away)
      trace(g, [
        [ax, ay],
        [bx, by],
        [cx, cy],
        [dx, dy],
      ])
      drawWindows(g, house, { ax, ay, bx, by, cx, cy, dx, dy })
    }
    g.fillStyle = lightOn(brief.snowy ? [238, 242, 250] : house.roof, 0.66, away)
    const top = corners.map((corner) => project(corner, tall))
    trace(g, top)
    if (away > 9) return
    g.strokeStyle = lightOn(scale(house.roof, brief.snowy ? 1.1 : 0.72), 0.5, away)
    g.lineWidth = Math.max(0.5, (zoom * 0.012) / away)
    g.stroke()
    const [x = 0, y = 0] = project([(corners[0][0] + corners[2][0]) / 2, (corners[0][1] + corners[2][1]) / 2], tall)
    const box = (zoom * 0.06) / away
    g.fillStyle = lightOn(scale(house.roof, 0.8), 0.4, away)
    g.fillRect(x - box / 2, y - box * 0.7, box, box * 0.7)
  }

  function drawWindows(
    g: SKRSContext2D,
    { tall, lit, cool, away, wall }: House,
    { ax, ay, bx, by, cx, cy, dx, dy }: Record<'ax' | 'ay' | 'bx' | 'by' | 'cx' | 'cy' | 'dx' | 'dy', number>,
  ): void {
    const wide = Math.hypot(bx - ax, by - ay)
    const high = (ay - dy + by - cy) / 2
    if (wide < 4 || high < 4) return
    const floors = Math.max(2, Math.min(26, Math.round(tall / (away > 16 ? 0.12 : 0.062))))
    const columns = Math.max(2, Math.min(14, Math.round(away > 16 ? 4 : wide / Math.max(3.4, (zoom * 0.062) / away))))
    const chance = night ? lit : dark ? lit * 0.5 : 0
    const off = lightOn(scale(wall, 0.55), 0.3, away)
    const glow: Rgb = cool ? [206, 226, 255] : [255, 214, 138]
    // All dark windows form one shape, and all lit ones another: drawing thousands one by one would take a second.
    const shown: number[] = []
    g.fillStyle = off
    g.beginPath()
    for (let floor = 0; floor < floors; floor += 1) {
      for (let column = 0; column < columns; column += 1) {
        if (windowRandom() < chance) shown.push(floor * columns + column)
        else if (away <= 14) pane(floor, column)
      }
    }
    g.fill()
    g.fillStyle = css(mix(glow, palette.haze, hazeAt(away) * 0.6), 0.95)
    g.beginPath()
    for (const index of shown) pane(Math.floor(index / columns), index % columns)
    g.fill()

    function pane(floor: number, column: number): void {
      const [left, right] = [(column + 0.24) / columns, (column + 0.76) / columns]
      const [low, up] = [(floor + 0.28) / floors, (floor + 0.78) / floors]
      g.moveTo(...at(left, low))
      g.lineTo(...at(right, low))
      g.lineTo(...at(right, up))
      g.lineTo(...at(left, up))
      g.closePath()
    }

    function at(across: number, up: number): [number, number] {
      const footX = ax + (bx - ax) * across
      const footY = ay + (by - ay) * across
      return [footX + (dx + (cx - dx) * across - footX) * up, footY + (dy + (cy - dy) * across - footY) * up]
    }
  }

  function trace(g: SKRSContext2D, points: readonly (readonly [number, number])[]): void {
    g.beginPath()
    for (const [x, y] of points) g.lineTo(x, y)
    g.closePath()
    g.fill()
  }
}
