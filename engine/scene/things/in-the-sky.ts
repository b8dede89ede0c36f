import { createCanvas } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { countOf } from '../brief.ts'
import { css, fromOklch } from '../colour.ts'
import { planetPicture } from '../layers/planets.ts'
import { moonCanvas } from '../layers/sky.ts'
import { paints } from '../paints.ts'
import { drawAt } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import { halo } from './pen.ts'
import { drawShape } from './shapes.ts'

const bowColours = Array.from({ length: 9 }, (_, index) => fromOklch({ lightness: 0.74, chroma: 0.16, hue: 0.35 + (index / 8) * 5 }))

/** A small rainbow in the spray of a waterfall. */
export function sprayBowLayer(stage: Stage, at: { x: number; foot: number }): Layer {
  stage.shown.add('rainbow')
  const { unit, width, height } = stage
  const radius = unit * 0.3
  const band = radius * 0.02
  const side = stage.lightDirection[0] < 0 ? 1 : -1
  const canvas = createCanvas(width, height)
  const g = canvas.getContext('2d')
  bowColours.forEach((colour, index) => {
    // The bow fades on both sides, where the spray ends.
    const fade = g.createLinearGradient(at.x + side * unit * 0.1 - radius, 0, at.x + side * unit * 0.1 + radius, 0)
    for (const [stop, alpha] of [
      [0, 0],
      [0.25, 0.3],
      [0.75, 0.3],
      [1, 0],
    ] as const) {
      fade.addColorStop(stop, css(colour, alpha))
    }
    g.strokeStyle = fade
    g.lineWidth = band * 1.6
    g.beginPath()
    g.arc(at.x + side * unit * 0.1, at.foot + unit * 0.08, radius - index * band, Math.PI * 1.04, Math.PI * 1.96)
    g.stroke()
  })
  return {
    paint(target, moment) {
      drawAt(target, stage, 0.4, moment, () => {
        target.globalCompositeOperation = 'screen'
        target.globalAlpha = 0.9 + 0.1 * Math.sin(moment.seconds)
        target.drawImage(canvas, 0, 0)
      })
    },
  }
}

export function rainbowLayer(stage: Stage): Layer {
  stage.shown.add('rainbow')
  const { width, horizon, unit } = stage
  const random = stage.familyRandom('rainbow')
  // The rainbow is opposite the sun.
  const side = stage.lightDirection[0] < 0 ? 1 : -1
  const x = width * (0.5 + side * between(random, 0.1, 0.26))
  const radius = Math.min(horizon * 0.86, unit * between(random, 0.5, 0.72))
  const band = radius * 0.017
  const canvas = createCanvas(width, horizon + 2)
  const g = canvas.getContext('2d')
  const y = horizon + unit * 0.05
  const bows = [
    { from: radius, strength: 0.36, turned: false },
    { from: radius * 1.25, strength: 0.09, turned: true },
  ]
  for (const { from, strength, turned } of bows) {
    bowColours.forEach((colour, index) => {
      const place = turned ? bowColours.length - 1 - index : index
      g.strokeStyle = css(colour, strength)
      g.lineWidth = band * 1.5
      g.beginPath()
      g.arc(x, y, from - place * band, Math.PI, 2 * Math.PI)
      g.stroke()
    })
  }
  // The sky is slightly lighter inside the rainbow.
  const inside = g.createRadialGradient(x, y, radius * 0.4, x, y, radius * 0.9)
  inside.addColorStop(0, 'rgba(255,255,255,0)')
  inside.addColorStop(1, 'rgba(255,255,255,0.1)')
  g.fillStyle = inside
  g.beginPath()
  g.arc(x, y, radius * 0.9, Math.PI, 2 * Math.PI)
  g.fill()
  return {
    paint(target) {
      target.globalAlpha = 0.9
      target.drawImage(canvas, 0, 0)
      target.globalAlpha = 1
    },
  }
}

/** Planets that hang in the sky of a landscape. */
export function planetsInSkyLayer(stage: Stage): Layer {
  stage.shown.add('planet')
  const random = stage.familyRandom('sky planets')
  const { width, horizon, unit, brief, palette } = stage
  const count = countOf(brief, 'planet', random, [1, 2])
  const away = stage.sun.x < width / 2 ? 1 : -1
  const canvas = createCanvas(width, horizon + 2)
  const g = canvas.getContext('2d')
  for (let index = 0; index < count; index += 1) {
    const radius = unit * (index === 0 ? between(random, 0.13, 0.22) : between(random, 0.03, 0.08))
    const planet = planetPicture(stage, { radius, ringed: random() < 0.5, banded: random() < 0.6, part: `sky planet ${index}` })
    const x = width * (index === 0 ? 0.5 + away * between(random, 0.1, 0.24) : between(random, 0.08, 0.92))
    const y = horizon * (index === 0 ? between(random, 0.32, 0.5) : between(random, 0.12, 0.6))
    g.drawImage(planet, x - planet.width / 2, y - planet.height / 2)
  }
  // The air in front of a planet gives it the sky's colour, most of all in its shade.
  g.globalCompositeOperation = 'source-atop'
  g.fillStyle = css(palette.sky[2] ?? palette.haze, brief.time === 'night' ? 0.08 : 0.3)
  g.fillRect(0, 0, width, horizon + 2)
  return { paint: (target) => target.drawImage(canvas, 0, 0) }
}

/** The moon in a bright sky. */
export function paleMoonLayer(stage: Stage): Layer {
  stage.shown.add('moon')
  const { width, horizon, unit } = stage
  const random = stage.familyRandom('pale moon')
  const radius = unit * between(random, 0.03, 0.05)
  const moon = moonCanvas(stage, radius, random() < 0.5 ? 1 : -0.5)
  const x = width * (stage.sun.x < width / 2 ? between(random, 0.62, 0.84) : between(random, 0.16, 0.38))
  const y = horizon * between(random, 0.14, 0.36)
  return {
    paint(g) {
      g.globalAlpha = 0.85
      g.drawImage(moon, x - radius, y - radius)
      g.globalAlpha = 1
    },
  }
}

/** A plain shape that is named with a place hangs in its sky. */
export function skyShapesLayer(stage: Stage): Layer {
  for (const thing of ['heart', 'circle', 'triangle', 'square'] as const) if (stage.brief.things.has(thing)) stage.shown.add(thing)
  const random = stage.familyRandom('sky shapes')
  const { width, horizon, unit, palette, brief } = stage
  const shapes = (['heart', 'circle', 'triangle', 'square'] as const).flatMap((thing) =>
    Array.from({ length: countOf(brief, thing, random, [1, 1]) }, (_, index) => ({ thing, index })),
  )
  const placed = shapes.map(({ thing }, order) => ({
    thing,
    x: width * (shapes.length === 1 ? 1 - stage.focus : (order + 0.5) / shapes.length),
    y: horizon * between(random, 0.3, 0.5),
    size: (unit * 0.34) / Math.sqrt(shapes.length),
    colour: brief.thingColours[thing] ? paints[brief.thingColours[thing]] : thing === 'heart' ? paints.red : palette.light,
  }))
  return {
    paint(g, moment) {
      for (const shape of placed) {
        drawAt(g, stage, 0.05, moment, () => {
          g.translate(shape.x, shape.y)
          halo(g, 0, 0, shape.size * 0.9, shape.colour, 0.4)
          drawShape(g, shape.thing, shape.size, shape.colour)
        })
      }
    },
  }
}
