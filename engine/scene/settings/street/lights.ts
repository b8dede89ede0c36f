import { between } from '../../../random.ts'
import type { Random } from '../../../random.ts'
import { css, mix, multiply, scale } from '../../colour.ts'
import { drawPicture, paintPicture, pictureLayer } from '../../stage.ts'
import type { Layer, Stage } from '../../stage.ts'
import { halo } from '../../things/pen.ts'
import { drawTree } from '../../trees/forest.ts'
import { hazeAt, lampColour, quad, road, roadDepth } from './street-plan.ts'
import type { Glow, Projection } from './street-plan.ts'

/** Lights stretched into long streaks on the wet road. */
export function reflectionsLayer(stage: Stage, glows: Glow[], project: Projection): Layer {
  const { height, horizon, unit } = stage
  const picture = drawPicture(
    stage,
    (g) => {
      g.globalCompositeOperation = 'screen'
      for (const { across, up, away, colour, size } of glows) {
        const [x, y] = project(across, -up, away)
        const wide = (size * unit * 0.55) / away
        const long = unit * (0.08 + 0.26 / away)
        const streak = g.createLinearGradient(0, y - long * 0.5, 0, y + long)
        const strength = 0.5 * Math.min(1, 0.35 + 0.9 / away)
        streak.addColorStop(0, css(colour, 0))
        streak.addColorStop(0.35, css(colour, strength))
        streak.addColorStop(1, css(colour, 0))
        g.fillStyle = streak
        for (const share of [1, 0.6, 0.3]) g.fillRect(x - wide * share, Math.max(horizon, y - long * 0.5), wide * 2 * share, long * 1.5)
      }
    },
    { top: horizon, bottom: height + stage.lift },
  )
  return {
    paint(g, moment) {
      g.save()
      g.globalCompositeOperation = 'screen'
      paintPicture(g, stage, picture, roadDepth, moment)
      g.restore()
    },
  }
}

type Lamp = { across: number; away: number }

export function lampPosts(random: Random): Lamp[] {
  const lamps: Lamp[] = []
  const shift = between(random, 0, 0.5)
  for (const side of [-1, 1]) {
    for (let away = 1.25 + shift + (side > 0 ? 0.5 : 0); away < 14; away += 1.15 + away * 0.1)
      lamps.push({ across: side * (road.half + 0.05), away })
  }
  return lamps.toSorted((a, b) => b.away - a.away)
}

/** Lamp posts, and trees where there are any. */
export function furnitureLayer(stage: Stage, { project, lamps, dark }: { project: Projection; lamps: Lamp[]; dark: boolean }): Layer {
  const random = stage.familyRandom('street furniture')
  const { palette, brief } = stage
  const trees =
    !['line', 'neon'].includes(brief.style ?? '') &&
    (brief.things.has('tree') ||
      brief.places.has('forest') ||
      (random() < 0.45 && !brief.without.things.includes('tree') && !brief.things.has('lantern')))
  if (trees) stage.shown.add('tree')
  if (lamps.length > 0) stage.shown.add('lantern')
  const colour = lampColour(stage)
  const items = [
    ...lamps.map((lamp) => ({ ...lamp, tree: false })),
    ...(trees
      ? [1.9, 3.1, 4.5, 6.3, 8.6].flatMap((away) =>
          [-1, 1].map((side) => ({ across: side * (road.half + 0.12), away: away + 0.2 * side, tree: true })),
        )
      : []),
  ].toSorted((a, b) => b.away - a.away)
  const picture = drawPicture(stage, (g) => {
    for (const { across, away, tree } of items) {
      const [x, y] = project(across, 0.02, away)
      const [, top] = project(across, 0.64, away)
      const tall = y - top
      const haze = hazeAt(stage, away)
      if (tree) {
        drawTree(g, stage, { x, y, tall: tall * 1.15, kind: 'broadleaf', haze: haze * 0.9 }, random)
        continue
      }
      const inward = across < 0 ? 1 : -1
      const iron = css(mix(scale(multiply([70, 74, 84], mix(palette.ambient, palette.light, 0.4)), 0.8), palette.haze, haze))
      g.strokeStyle = iron
      g.lineCap = 'round'
      g.lineWidth = Math.max(1, tall * 0.022)
      g.beginPath()
      g.moveTo(x, y)
      g.lineTo(x, top + tall * 0.1)
      g.quadraticCurveTo(x, top - tall * 0.02, x + inward * tall * 0.13, top)
      g.stroke()
      g.fillStyle = iron
      g.fillRect(x - tall * 0.025, y - tall * 0.08, tall * 0.05, tall * 0.08)
      g.fillStyle = dark ? css(mix(colour, [255, 255, 255], 0.55)) : css(mix([226, 228, 224], palette.haze, haze))
      g.beginPath()
      g.ellipse(x + inward * tall * 0.15, top + tall * 0.015, tall * 0.045, tall * 0.024, 0, 0, 2 * Math.PI)
      g.fill()
      if (!dark) continue
      const cone = g.createLinearGradient(0, top, 0, y)
      cone.addColorStop(0, css(colour, brief.fog || brief.falling ? 0.26 : 0.14))
      cone.addColorStop(1, css(colour, 0))
      g.save()
      g.globalCompositeOperation = 'screen'
      g.fillStyle = cone
      quad(g, [
        [x + inward * tall * 0.11, top + tall * 0.02],
        [x + inward * tall * 0.19, top + tall * 0.02],
        [x + inward * tall * 0.48, y],
        [x - inward * tall * 0.18, y],
      ])
      g.restore()
      halo(g, x + inward * tall * 0.15, top + tall * 0.02, tall * 0.34, colour, 0.9)
      g.save()
      g.translate(x + inward * tall * 0.15, y)
      g.scale(1, 0.16)
      halo(g, 0, 0, tall * 0.5, colour, 0.4)
      g.restore()
    }
  })
  return pictureLayer(stage, picture, roadDepth)
}

/** The glow of signs and windows in the air, softly. */
export function glowLayer(stage: Stage, glows: Glow[], project: Projection): Layer {
  const picture = drawPicture(stage, (g) => {
    for (const { across, up, away, colour, size } of glows) {
      const [x, y] = project(across, up, away)
      halo(g, x, y, (size * stage.unit * 1.7) / away, colour, 0.42)
    }
  })
  return {
    paint(g, moment) {
      g.save()
      g.globalCompositeOperation = 'screen'
      paintPicture(g, stage, picture, roadDepth, moment)
      g.restore()
    },
  }
}
