import { createCanvas } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Random } from '../../random.ts'
import { countOf } from '../brief.ts'
import type { Rgb } from '../colour.ts'
import { drawAt } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import { drawTree } from '../trees/forest.ts'
import { drawContactShadow } from './contact-shadow.ts'
import { createPen } from './create-pen.ts'
import { drawCabin, drawChurch } from './houses.ts'
import type { Spots } from './placing.ts'

/** A handful of houses around a church. */
export function villageLayers(stage: Stage, spots: Spots): Layer[] {
  const { brief } = stage
  if (!brief.things.has('village')) return []
  const random = stage.familyRandom('village')
  const count = Math.max(4, countOf(brief, 'village', random, [7, 10]))
  const middle = (stage.focus - 0.5) * 1.6
  const houses = Array.from({ length: count }, (_, index) => {
    const church = index === 0
    const across = middle + (church ? 0 : between(random, -0.42, 0.42))
    const spot = spots(across, church ? 0.36 : between(random, 0.3, 0.5))
    return (
      spot && {
        spot,
        church,
        tall: spot.unit * (church ? 0.85 : between(random, 0.26, 0.34)),
        tone: between(random, 0.85, 1.2),
        mirrored: random() < 0.5,
        index,
      }
    )
  })
    .filter((house) => house !== null)
    .toSorted((a, b) => a.spot.y - b.spot.y)
  if (houses.length > 0) stage.shown.add('village')
  return [
    {
      paint(g, moment) {
        for (const { spot, church, tall, tone, mirrored, index } of houses) {
          drawAt(g, stage, spot.depth, moment, () => {
            drawContactShadow(g, stage, { x: spot.x, y: spot.y, wide: tall * (church ? 0.8 : 1.6), tall, haze: spot.haze })
            g.translate(spot.x, spot.y)
            g.scale(mirrored ? -tall : tall, tall)
            const pen = createPen(g, stage, 'village', {
              random: stage.random(`house ${index}`),
              seconds: moment.seconds + index * 3,
              haze: spot.haze,
              mirrored,
            })
            if (church) drawChurch(pen)
            else drawCabin(pen, { tone, smoke: index % 3 === 1, usual: walls[index % walls.length] })
          })
        }
      },
    },
  ]
}

const walls: readonly Rgb[] = [
  [226, 206, 176],
  [204, 150, 112],
  [236, 226, 208],
  [178, 122, 92],
  [214, 190, 150],
]

/** Trees that the prompt names apart from a wood: few and large. */
export function soloTreesLayer(stage: Stage, spots: Spots): Layer[] {
  const { brief } = stage
  // In a place with trees, the word for a tree sets the kind of the wood.
  const wooded = brief.places.has('forest') || brief.places.has('island')
  const random = stage.familyRandom('solo trees')
  const kinds = [
    ['tree', brief.trees === 'palm' ? 'palm' : brief.trees === 'pine' || brief.things.has('birch') ? 'broadleaf' : brief.trees],
    ['birch', 'birch'],
    ['pine', 'pine'],
    ['palm', 'palm'],
  ] as const
  const trees = kinds.flatMap(([thing, kind]) =>
    Array.from(
      { length: wooded && !brief.things.get(thing) ? 0 : countOf(brief, thing, random, thing === 'tree' ? [1, 1] : [2, 4]) },
      (_, index) => {
        const middle = (stage.focus - 0.5) * 2
        const across = index === 0 ? middle : between(random, -0.9, 0.9)
        const spot =
          index === 0
            ? ([0.5, 0.4, 0.3, 0.2, 0.1, 0].map((near) => spots(across, near) ?? spots(0, near)).find((found) => found !== null) ?? null)
            : spots(across, between(random, 0.32, 0.6))
        if (spot) stage.shown.add(thing)
        return spot && { spot, kind, tall: spot.unit * between(random, 1.15, 1.5) * (index === 0 ? 1.25 : 0.85), index }
      },
    ).filter((tree) => tree !== null),
  )
  return trees
    .toSorted((a, b) => a.spot.y - b.spot.y)
    .map(({ spot, kind, tall, index }) => {
      const picture = stage.random(`solo tree ${kind} ${index}`)
      const canvas = drawTreePicture(stage, { tall, kind, haze: spot.haze * 0.7 }, picture)
      return {
        paint: (g, moment) =>
          drawAt(g, stage, spot.depth, moment, () => {
            drawContactShadow(g, stage, { x: spot.x, y: spot.y, wide: tall * 0.6, tall: tall * 0.6, haze: spot.haze })
            g.drawImage(canvas.canvas, spot.x - canvas.footX, spot.y - canvas.footY)
          }),
      }
    })
}

function drawTreePicture(stage: Stage, at: { tall: number; kind: 'pine' | 'palm' | 'broadleaf' | 'birch'; haze: number }, random: Random) {
  const width = Math.ceil(at.tall * 1.3)
  const height = Math.ceil(at.tall * 1.15)
  const canvas = createCanvas(width, height)
  drawTree(canvas.getContext('2d'), stage, { x: width / 2, y: at.tall * 1.08, ...at }, random)
  return { canvas, footX: width / 2, footY: at.tall * 1.08 }
}
