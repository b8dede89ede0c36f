import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Thing } from '../../understanding/understanding.ts'
import { countOf } from '../brief.ts'
import { drawAt } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import { drawCat, drawDeer, drawDog } from './animals.ts'
import { drawCampfire, drawTent } from './camp.ts'
import { drawContactShadow } from './contact-shadow.ts'
import { createPen } from './create-pen.ts'
import { drawCabin } from './houses.ts'
import type { Pen } from './pen.ts'
import { drawPerson } from './people.ts'
import { drawCactus, drawLamp } from './plants.ts'
import { drawCastle, drawWindmill } from './towers.ts'
import { drawCar, drawTrain } from './vehicles.ts'

/**
 * A place to stand on: the position of the foot on the screen, the local scale in pixels per unit, the depth in the picture, and the haze.
 */
export type Spot = { x: number; y: number; unit: number; depth: number; haze: number }

/** Where things can stand in a scene. `across` is -1..1 over the picture's width, `near` 0 far to 1 near. */
export type Spots = (across: number, near: number) => Spot | null

type Standing = {
  thing: Thing
  /** Height in units of the scene. */
  tall: number
  /** Width in multiples of the height, for the shadow and the spacing. */
  wide: number
  /** Preferred depth range, from far to near. */
  near: readonly [number, number]
  /** Number when the prompt names none. */
  count: readonly [number, number]
  /** Whether one of these things is placed at the focal point. */
  leads: boolean
  draw(pen: Pen, index: number): void
}

const standing: readonly Standing[] = [
  { thing: 'castle', tall: 1.5, wide: 1.3, near: [0.1, 0.22], count: [1, 1], leads: true, draw: drawCastle },
  { thing: 'windmill', tall: 0.78, wide: 0.7, near: [0.3, 0.5], count: [1, 2], leads: true, draw: drawWindmill },
  { thing: 'train', tall: 0.2, wide: 12, near: [0.28, 0.34], count: [1, 1], leads: true, draw: (pen) => drawTrain(pen, 3) },
  { thing: 'cabin', tall: 0.42, wide: 1.6, near: [0.42, 0.58], count: [1, 1], leads: true, draw: (pen) => drawCabin(pen) },
  { thing: 'car', tall: 0.17, wide: 2.7, near: [0.55, 0.7], count: [1, 1], leads: true, draw: drawCar },
  { thing: 'cactus', tall: 0.5, wide: 0.6, near: [0.25, 0.8], count: [3, 6], leads: true, draw: drawCactus },
  { thing: 'tent', tall: 0.24, wide: 1.6, near: [0.62, 0.72], count: [1, 1], leads: true, draw: drawTent },
  { thing: 'campfire', tall: 0.13, wide: 1, near: [0.76, 0.84], count: [1, 1], leads: true, draw: drawCampfire },
  {
    thing: 'deer',
    tall: 0.24,
    wide: 0.9,
    near: [0.55, 0.75],
    count: [1, 3],
    leads: true,
    draw: (pen, index) => drawDeer(pen, index === 0),
  },
  { thing: 'dog', tall: 0.17, wide: 0.8, near: [0.78, 0.88], count: [1, 1], leads: true, draw: drawDog },
  { thing: 'cat', tall: 0.17, wide: 0.8, near: [0.8, 0.9], count: [1, 1], leads: true, draw: drawCat },
  { thing: 'lantern', tall: 0.44, wide: 0.2, near: [0.4, 0.75], count: [2, 3], leads: false, draw: drawLamp },
  {
    thing: 'person',
    tall: 0.2,
    wide: 0.4,
    near: [0.6, 0.82],
    count: [1, 2],
    leads: true,
    draw: (pen) => {
      const { random, stage } = pen
      drawPerson(pen, {
        stride: random() < 0.5 ? 1 : 0.35,
        umbrella: stage.brief.falling === 'rain',
        dress: random() < 0.4,
        hat: random() < 0.3,
      })
    },
  },
]

type Placed = { item: Standing; index: number; spot: Spot; tall: number; mirrored: boolean }

/**
 * Makes the layers of everything that stands on the ground, from the farthest to the nearest. `range` restricts them to a part of the
 * ground, far to near.
 */
export function standingLayers(stage: Stage, spots: Spots, options: { boost?: number; except?: readonly Thing[] } = {}): Layer[] {
  const { brief } = stage
  const wanted = standing.filter(({ thing }) => brief.things.has(thing) && !options.except?.includes(thing))
  const placed: Placed[] = []
  const random = stage.familyRandom('standing')
  const alone = wanted.length === 1 ? 1.3 : 1.1
  const close = brief.view === 'close' ? 1.5 : brief.view === 'wide' ? 0.75 : 1
  wanted.forEach((item, order) => {
    const count = countOf(brief, item.thing, random, item.count)
    // Large groups are drawn smaller, so that they do not overlap.
    const crowd = count > 6 ? Math.sqrt(6 / count) : 1
    for (let index = 0; index < count; index += 1) {
      const place = findPlace(item, index, order, count)
      if (!place) continue
      const size = item.tall * place.unit * (options.boost ?? 1) * alone * close * crowd * between(random, 0.88, 1.12)
      stage.shown.add(item.thing)
      placed.push({ item, index, spot: place, tall: size, mirrored: item.thing !== 'train' && random() < 0.5 })
    }
  })
  return placed
    .toSorted((a, b) => a.spot.y - b.spot.y)
    .map((one) => ({
      paint: (g, moment) => drawAt(g, stage, one.spot.depth, moment, () => drawPlaced(g, one, moment.seconds)),
    }))

  /** Tries several places and returns the one with the most room around it. */
  function findPlace(item: Standing, index: number, order: number, count: number): Spot | null {
    let best: Spot | null = null
    let mostRoom = -Infinity
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const first = index === 0 && item.leads && order === 0
      const middle = (stage.focus - 0.5) * 2
      const across = first
        ? middle + between(random, -0.1, 0.1)
        : count > 3
          ? between(random, -0.92, 0.92)
          : middle * -0.3 + between(random, -0.72, 0.72)
      // Tries farther away each time, because the nearest ground may lie below the picture.
      const spot = spots(across, between(random, item.near[0], item.near[1]) * 0.94 ** attempt)
      if (!spot) continue
      const room = placed.reduce((least, other) => {
        const reach = (item.tall * item.wide * spot.unit + other.tall * other.item.wide) / 2
        return Math.min(least, Math.abs(spot.x - other.spot.x) - reach)
      }, 0)
      if (room > mostRoom) {
        mostRoom = room
        best = spot
      }
      if (first || room >= 0) break
    }
    return best ?? findGround(item)
  }

  /** Finds ground for the first one of a thing, from near to far, because that one must be visible. */
  function findGround(item: Standing): Spot | null {
    for (let step = 0; step <= 24; step += 1) {
      for (const across of [(stage.focus - 0.5) * 2, 0, -0.6, 0.6]) {
        const spot = spots(across, item.near[0] * (1 - step / 24))
        if (spot) return spot
      }
    }
    return null
  }

  function drawPlaced(g: SKRSContext2D, { item, index, spot, tall, mirrored }: Placed, seconds: number): void {
    drawContactShadow(g, stage, { x: spot.x, y: spot.y, wide: tall * Math.min(2.4, item.wide), tall, haze: spot.haze })
    g.save()
    const run = item.thing === 'train' ? seconds * tall * 0.55 : item.thing === 'car' ? seconds * tall * 0.9 : 0
    g.translate(spot.x + run, spot.y)
    g.scale(mirrored ? -tall : tall, tall)
    item.draw(
      createPen(g, stage, item.thing, { random: stage.random(`${item.thing} ${index}`), seconds, haze: spot.haze * 0.9, mirrored }),
      index,
    )
    g.restore()
  }
}
