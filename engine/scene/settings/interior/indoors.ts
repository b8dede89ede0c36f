import { countOf } from '../../brief.ts'
import type { Rgb } from '../../colour.ts'
import { paints } from '../../paints.ts'
import { viewOf } from '../../stage.ts'
import { drawCat, drawDog } from '../../things/animals.ts'
import { createPen } from '../../things/create-pen.ts'
import { drawPerson } from '../../things/people.ts'
import type { Layers } from '../common.ts'
import type { Room } from './room.ts'

export function* livingLayers(room: Room): Layers {
  const { stage, pane, random, night, lamp, lampSide, inLight, sill } = room
  const { brief, unit } = stage
  const kinds = (['cat', 'dog', 'person'] as const).filter((thing) => brief.things.has(thing))
  for (const kind of kinds) {
    const count = countOf(brief, kind, random, [1, 1])
    if (count > 0) stage.shown.add(kind)
    for (let index = 0; index < count; index += 1) {
      const onSill = kind !== 'person'
      const tall = unit * (kind === 'cat' ? 0.2 : kind === 'dog' ? 0.25 : 0.62)
      const at = stage.focus < 0.5 ? 0.34 : 0.66
      const x =
        pane.x +
        pane.width * (count === 1 ? at : 0.25 + (0.5 * index) / Math.max(1, count - 1)) -
        (kind === 'person' && kinds.length > 1 ? pane.width * 0.2 : 0)
      const foot = onSill ? sill + unit * 0.03 : stage.height + unit * 0.2
      yield {
        paint(g, moment) {
          const view = viewOf(stage, onSill ? 0.62 : 0.8, moment)
          g.save()
          g.translate(x * view.scale + view.x, foot * view.scale + view.y)
          if (onSill) {
            g.fillStyle = 'rgba(0,0,0,0.22)'
            g.beginPath()
            g.ellipse(0, 0, tall * 0.34, tall * 0.035, 0, 0, 2 * Math.PI)
            g.fill()
          }
          g.scale(tall * view.scale, tall * view.scale)
          const pen = createPen(g, stage, kind, {
            random: stage.random(`indoors ${kind} ${index}`),
            seconds: moment.seconds,
            haze: 0,
            mirrored: false,
          })
          const indoors = {
            ...pen,
            lightSide: lamp ? (lampSide > 0 ? (1 as const) : (-1 as const)) : pen.lightSide,
            own: (usual: Rgb) => inLight(brief.thingColours[kind] ? paints[brief.thingColours[kind]] : usual, night ? 1 : 0.85),
          }
          if (kind === 'cat') drawCat(indoors)
          else if (kind === 'dog') drawDog(indoors)
          else drawPerson(indoors, { stride: 0, umbrella: false, dress: false, hat: false })
          g.restore()
        },
      }
    }
  }
}
