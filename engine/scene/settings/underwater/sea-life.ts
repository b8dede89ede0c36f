import { between } from '../../../random.ts'
import { countOf } from '../../brief.ts'
import { css, mix, multiply, onRamp } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { paints } from '../../paints.ts'
import { drawAt } from '../../stage.ts'
import type { Layer, Stage } from '../../stage.ts'
import { drawFish, drawWhale } from '../../things/animals.ts'
import { createPen } from '../../things/create-pen.ts'
import type { Band } from './reef.ts'
import type { Water } from './water-body.ts'

/** A school of small fish that all turn the same way. */
export function schoolLayer(
  stage: Stage,
  { part, count, size, haze, depth, water }: Omit<Band, 'row'> & { count: number; size: number },
): Layer {
  const random = stage.familyRandom(part)
  const { unit, width, height } = stage
  const heading = random() < 0.5 ? -1 : 1
  const centreX = width * (heading > 0 ? between(random, 0.2, 0.5) : between(random, 0.5, 0.8))
  const centreY = height * between(random, 0.26, 0.5)
  const fish = Array.from({ length: count }, () => {
    const angle = random() * 6.3
    const out = Math.sqrt(random())
    return {
      x: Math.cos(angle) * out * unit * 0.2,
      y: Math.sin(angle) * out * unit * 0.075,
      size: unit * size * between(random, 0.8, 1.3),
      phase: random() * 6.3,
    }
  })
  const colour = mix(onRamp(water.ramp, 0.95), water.haze, haze)
  return {
    paint(g, moment) {
      drawAt(g, stage, depth, moment, () => {
        g.fillStyle = css(colour)
        for (const one of fish) {
          const x = centreX + one.x + heading * moment.seconds * unit * 0.03
          const y = centreY + one.y + Math.sin(moment.seconds * 1.4 + one.phase) * unit * 0.006
          g.beginPath()
          g.moveTo(x + heading * one.size, y)
          g.quadraticCurveTo(x, y - one.size * 0.55, x - heading * one.size * 0.6, y)
          g.lineTo(x - heading * one.size, y - one.size * 0.32)
          g.lineTo(x - heading * one.size, y + one.size * 0.32)
          g.lineTo(x - heading * one.size * 0.6, y)
          g.quadraticCurveTo(x, y + one.size * 0.55, x + heading * one.size, y)
          g.fill()
        }
      })
    },
  }
}

/** Fish near enough for their colours to be visible. */
export function namedFishLayer(stage: Stage, water: Water, shallow: boolean): Layer {
  const random = stage.familyRandom('near fish')
  const { unit, width, height, brief } = stage
  const named = countOf(brief, 'fish', random, [6, 10])
  const count = brief.without.things.includes('fish') ? 0 : named > 0 ? named : brief.things.has('whale') ? 4 : 7
  if (count > 0) stage.shown.add('fish')
  const own = brief.thingColours.fish
  const pairs: readonly (readonly [Rgb, Rgb])[] = [
    [
      [244, 130, 48],
      [250, 246, 236],
    ],
    [
      [250, 208, 70],
      [60, 70, 120],
    ],
    [
      [80, 130, 220],
      [250, 214, 90],
    ],
    [
      [232, 86, 106],
      [255, 226, 190],
    ],
    [
      [110, 196, 190],
      [40, 80, 110],
    ],
  ]
  const fish = Array.from({ length: count }, (_, index) => {
    const near = count <= 3 ? 0.85 : random()
    const pair = pairs[Math.floor(random() * (shallow ? pairs.length : 3))] ?? [
      [244, 130, 48],
      [250, 246, 236],
    ]
    const main: Rgb = own ? paints[own] : pair[0]
    return {
      x: width * (count <= 3 ? (index + 0.7) / (count + 0.4) : between(random, 0.06, 0.94)),
      y: height * between(random, 0.24, 0.74),
      size: unit * (0.045 + 0.12 * near ** 2) * (count > 14 ? 0.7 : 1),
      heading: random() < 0.5 ? -1 : 1,
      colours: [main, own ? mix(main, [255, 255, 255], 0.7) : pair[1]] as const,
      haze: 0.5 * (1 - near),
      phase: random() * 6.3,
      pace: between(random, 0.012, 0.03),
      near,
    }
  }).toSorted((a, b) => a.near - b.near)
  return {
    paint(g, moment) {
      for (const one of fish) {
        drawAt(g, stage, 0.35 + 0.4 * one.near, moment, () => {
          g.translate(
            one.x + one.heading * moment.seconds * unit * one.pace,
            one.y + Math.sin(moment.seconds * 0.8 + one.phase) * unit * 0.008,
          )
          g.rotate(Math.sin(one.phase) * 0.12)
          g.scale(one.heading * one.size, one.size)
          const pen = createPen(g, stage, 'fish', { random, seconds: moment.seconds + one.phase, haze: 0, mirrored: one.heading < 0 })
          const inWater = (colour: Rgb) => mix(multiply(colour, mix(onRamp(water.ramp, 0.12), [255, 255, 255], 0.55)), water.haze, one.haze)
          drawFish(pen, inWater(one.colours[0]), inWater(one.colours[1]))
        })
      }
    },
  }
}

export function whaleLayer(stage: Stage, index: number, count: number, water: Water): Layer {
  const random = stage.familyRandom(`whale ${index}`)
  const { unit, width, height, brief } = stage
  const heading = random() < 0.5 ? -1 : 1
  const size = unit * (index === 0 ? between(random, 0.24, 0.32) : between(random, 0.1, 0.18)) * (brief.view === 'close' ? 1.3 : 1)
  const x = width * (count === 1 ? stage.focus : (index + 0.5) / count)
  const y = height * (index === 0 ? between(random, 0.34, 0.48) : between(random, 0.22, 0.6))
  const haze = index === 0 ? 0.26 : 0.5
  return {
    paint(g, moment) {
      drawAt(g, stage, 0.3, moment, () => {
        g.translate(x + heading * moment.seconds * unit * 0.014, y + Math.sin(moment.seconds * 0.5) * unit * 0.008)
        g.rotate(-0.1 * heading)
        g.scale(heading * size, size)
        const pen = createPen(g, stage, 'whale', { random, seconds: moment.seconds, haze: 0, mirrored: heading < 0 })
        const skin = brief.thingColours.whale ? paints[brief.thingColours.whale] : ([84, 110, 142] as const)
        const tinted = mix(multiply(skin, mix(onRamp(water.ramp, 0.15), [255, 255, 255], 0.6)), water.haze, haze)
        drawWhale({ ...pen, own: () => tinted })
      })
    },
  }
}
