import { between } from '../../random.ts'
import type { Thing } from '../../understanding/understanding.ts'
import { countOf } from '../brief.ts'
import type { Rgb } from '../colour.ts'
import { paints } from '../paints.ts'
import { drawAt } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import { createPen } from './create-pen.ts'
import { portraits } from './portraits.ts'

/** Named things that float because there is no ground, such as a cat in space. `known` are those that the place draws itself. */
export function floatingLayers(stage: Stage, known: readonly Thing[]): Layer[] {
  const { brief, unit, width, height } = stage
  const random = stage.familyRandom('floating')
  const strays = [...brief.things.keys()].filter((thing) => portraits[thing] && !known.includes(thing))
  return strays.flatMap((thing, order) => {
    const portrait = portraits[thing]
    const count = Math.min(12, countOf(brief, thing, random, [1, 1]))
    if (!portrait || count === 0) return []
    stage.shown.add(thing)
    return Array.from({ length: count }, (_, index): Layer => {
      const first = index === 0 && order === 0
      const size =
        (unit * (first ? 0.4 : between(random, 0.16, 0.28))) / Math.max(portrait.left + portrait.right, portrait.up + portrait.down)
      const x = width * (first ? 1 - stage.focus : between(random, 0.14, 0.86))
      const y = height * (first ? between(random, 0.4, 0.52) : between(random, 0.2, 0.8))
      const turn = between(random, -0.35, 0.35)
      const phase = random() * 6.3
      const own = brief.thingColours[thing]
      return {
        paint(g, moment) {
          drawAt(g, stage, 0.6, moment, () => {
            g.translate(x + Math.sin(moment.seconds * 0.4 + phase) * unit * 0.01, y + Math.cos(moment.seconds * 0.5 + phase) * unit * 0.012)
            g.rotate(turn + Math.sin(moment.seconds * 0.3 + phase) * 0.05)
            g.translate(((portrait.left - portrait.right) / 2) * size, ((portrait.up - portrait.down) / 2) * size)
            g.scale(size, size)
            const pen = createPen(g, stage, thing, {
              random: stage.random(`floating ${thing} ${index}`),
              seconds: moment.seconds,
              haze: 0,
              mirrored: false,
            })
            portrait.draw({ ...pen, glows: false, own: (usual: Rgb) => (own ? paints[own] : usual) }, stage, size)
          })
        },
      }
    })
  })
}
