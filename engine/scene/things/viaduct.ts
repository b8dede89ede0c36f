import { between } from '../../random.ts'
import { css, mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { drawAt, drawPicture, litColour, pictureLayer } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import { createPen } from './create-pen.ts'
import { drawTrain } from './vehicles.ts'

/** A train on a viaduct that crosses the picture. `foot` is the row where its piers end, `deck` the row of the rails. */
export function* viaductLayers(stage: Stage, options: { deck: number; foot: number; depth: number; haze: number }): Generator<Layer, void> {
  stage.shown.add('train')
  const { unit, width, reach, brief } = stage
  const random = stage.familyRandom('viaduct')
  const stone: Rgb = mix([186, 172, 152], stage.palette.rock, 0.3)
  const { deck, foot, depth, haze } = options
  const span = unit * between(random, 0.13, 0.17)
  const pier = span * 0.2
  const thick = unit * 0.02
  const spring = deck + thick + (span - pier) * 0.52
  const shift = random() * span
  const lit = (share: number, tone = 1) => css(litColour(stage, scale(stone, tone), share, haze))
  const picture = drawPicture(
    stage,
    (g) => {
      const wall = g.createLinearGradient(0, deck, 0, foot)
      wall.addColorStop(0, lit(0.72))
      wall.addColorStop(1, lit(0.3, 0.82))
      g.fillStyle = wall
      g.beginPath()
      g.rect(-reach - span, deck, width + 2 * reach + 2 * span, foot - deck)
      for (let x = -reach - span + shift; x < width + reach + span; x += span) {
        const [from, to] = [x + pier / 2, x + span - pier / 2]
        const middle = (from + to) / 2
        g.moveTo(from, foot + 2)
        g.lineTo(from, spring)
        g.quadraticCurveTo(from, deck + thick, middle, deck + thick)
        g.quadraticCurveTo(to, deck + thick, to, spring)
        g.lineTo(to, foot + 2)
        g.closePath()
      }
      g.fill('evenodd')
      // The inner sides of the piers, which face away from the light.
      const shaded = stage.lightDirection[0] < 0 ? 1 : -1
      g.fillStyle = lit(0.12, 0.7)
      for (let x = -reach - span + shift; x < width + reach + span; x += span) {
        const edge = shaded > 0 ? x + pier / 2 : x - pier / 2
        g.fillRect(shaded > 0 ? edge - pier * 0.3 : edge, spring, pier * 0.3, foot - spring)
      }
      g.fillStyle = lit(0.9, 1.06)
      g.fillRect(-reach - span, deck - thick * 0.35, width + 2 * reach + 2 * span, thick * 0.5)
      g.fillStyle = lit(0.25, 0.7)
      g.fillRect(-reach - span, deck + thick * 0.15, width + 2 * reach + 2 * span, thick * 0.16)
    },
    { top: deck - thick, bottom: foot },
  )
  const tall = unit * (brief.view === 'close' ? 0.1 : 0.07)
  const heading = stage.focus < 0.5 ? 1 : -1
  yield {
    paint(g, moment) {
      drawAt(g, stage, depth, moment, () => {
        g.translate(width * (0.5 + heading * 0.06) + heading * moment.seconds * tall * 0.9, deck - thick * 0.3)
        g.scale(heading * tall, tall)
        drawTrain(createPen(g, stage, 'train', { random, seconds: moment.seconds, haze: haze * 0.5, mirrored: heading < 0 }), 4)
      })
    },
  }
  yield pictureLayer(stage, picture, depth)
}
