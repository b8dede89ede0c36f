import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../../random.ts'
import { countOf } from '../../brief.ts'
import { css, mix, multiply, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { paints } from '../../paints.ts'
import { drawAt, viewOf } from '../../stage.ts'
import type { Stage } from '../../stage.ts'
import { drawCat, drawDog } from '../../things/animals.ts'
import { halo } from '../../things/pen.ts'
import { drawPerson } from '../../things/people.ts'
import { createPen } from '../../things/create-pen.ts'
import type { Layers } from '../common.ts'
import { hazeAt, quad, road, roadDepth } from './street-plan.ts'
import type { Projection } from './street-plan.ts'

type StreetOptions = { project: Projection; dark: boolean; wet: boolean }

/** Cars that come and go, seen from the front and from behind. */
export function* trafficLayers(stage: Stage, { project, dark, wet }: StreetOptions): Layers {
  const { brief } = stage
  if (brief.without.things.includes('car')) return
  const random = stage.familyRandom('traffic')
  const named = brief.things.has('car')
  const count = named ? countOf(brief, 'car', random, [2, 3]) : random() < 0.55 ? 2 : 0
  if (count > 0) stage.shown.add('car')
  const colours: Rgb[] = [paints.red, paints.white, paints.blue, [58, 62, 72], paints.gold, paints.teal]
  const cars = Array.from({ length: count }, (_, index) => {
    const coming = index % 2 === 0
    const own = brief.thingColours.car
    return {
      coming,
      across: (coming ? -1 : 1) * road.half * 0.48,
      away: named && index === 0 ? between(random, 2, 2.6) : between(random, 2.6, 7) + index * 0.7,
      colour: own ? paints[own] : (colours[Math.floor(random() * colours.length)] ?? paints.red),
    }
  }).toSorted((a, b) => b.away - a.away)
  yield {
    paint(g, moment) {
      for (const car of cars) {
        const away = car.away + (car.coming ? -1 : 1) * moment.seconds * 0.07
        if (away < 0.9 || away > 20) continue
        const [x, y] = project(car.across, 0, away)
        const [, top] = project(car.across, 0.2, away)
        drawAt(g, stage, roadDepth, moment, () => drawCarEnd(g, { x, y, tall: y - top, haze: hazeAt(stage, away), ...car }))
      }
    },
  }

  function drawCarEnd(g: SKRSContext2D, car: { x: number; y: number; tall: number; haze: number; coming: boolean; colour: Rgb }): void {
    const { palette } = stage
    const light = mix(palette.ambient, palette.light, 0.55)
    const paint = (colour: Rgb, dim = 1) =>
      css(mix(scale(multiply(colour, light), (brief.time === 'night' ? 0.62 : 0.95) * dim), palette.haze, car.haze))
    g.save()
    g.translate(car.x, car.y)
    g.scale(car.tall, car.tall)
    g.fillStyle = 'rgba(0,0,8,0.4)'
    g.beginPath()
    g.ellipse(0, 0, 0.78, 0.07, 0, 0, 2 * Math.PI)
    g.fill()
    if (wet && dark) {
      g.save()
      g.globalCompositeOperation = 'screen'
      for (const side of [-1, 1]) {
        const streak = g.createLinearGradient(0, 0, 0, 1.5)
        const tint: Rgb = car.coming ? [255, 236, 190] : [255, 60, 40]
        streak.addColorStop(0, css(tint, 0.5))
        streak.addColorStop(1, css(tint, 0))
        g.fillStyle = streak
        g.fillRect(side * 0.46 - 0.1, 0.02, 0.2, 1.4)
      }
      g.restore()
    }
    g.fillStyle = css([18, 18, 22])
    g.fillRect(-0.62, -0.2, 0.2, 0.2)
    g.fillRect(0.42, -0.2, 0.2, 0.2)
    g.fillStyle = paint(car.colour)
    g.beginPath()
    g.roundRect(-0.7, -0.62, 1.4, 0.5, [0.16, 0.16, 0.08, 0.08])
    g.fill()
    g.beginPath()
    g.moveTo(-0.6, -0.58)
    g.quadraticCurveTo(-0.48, -1, -0.34, -1)
    g.lineTo(0.34, -1)
    g.quadraticCurveTo(0.48, -1, 0.6, -0.58)
    g.fill()
    g.fillStyle = paint(mix([60, 76, 98], palette.sky[2] ?? [120, 150, 180], 0.4))
    quad(g, [
      [-0.5, -0.6],
      [-0.36, -0.93],
      [0.36, -0.93],
      [0.5, -0.6],
    ])
    g.fillStyle = paint(car.colour, 0.6)
    g.fillRect(-0.7, -0.26, 1.4, 0.1)
    g.fillStyle = dark ? css(car.coming ? [255, 248, 220] : [255, 64, 50]) : paint(car.coming ? [244, 240, 226] : [190, 40, 40])
    for (const side of [-1, 1]) {
      g.beginPath()
      g.ellipse(side * 0.5, -0.43, 0.12, 0.075, 0, 0, 2 * Math.PI)
      g.fill()
      if (dark) halo(g, side * 0.5, -0.43, car.coming ? 0.9 : 0.5, car.coming ? [255, 238, 196] : [255, 50, 40], car.coming ? 0.85 : 0.6)
    }
    g.restore()
  }
}

/** People, cats and dogs on the pavements and on the crossing. */
export function* walkersLayers(stage: Stage, { project, dark, wet }: StreetOptions): Layers {
  const { brief } = stage
  const random = stage.familyRandom('walkers')
  const named = brief.things.has('person')
  const count = brief.without.things.includes('person')
    ? 0
    : named
      ? countOf(brief, 'person', random, [2, 4])
      : random() < 0.6
        ? 3 + Math.floor(random() * 3)
        : 0
  const walkers = Array.from({ length: count }, (_, index) => {
    const onRoad = index === 0 && (named || random() < 0.4)
    const side = index % 2 === 0 ? -1 : 1
    return {
      kind: 'person' as const,
      across: onRoad ? between(random, -0.3, 0.3) : side * between(random, road.half + 0.08, road.pavement - 0.06),
      away: onRoad ? between(random, 1.5, 1.8) : between(random, 1.5, 6),
      dress: random() < 0.35,
      hat: random() < 0.25,
      index,
    }
  })
  const pets = (['cat', 'dog'] as const).flatMap((kind) =>
    Array.from({ length: countOf(brief, kind, random, [1, 1]) }, (_, index) => ({
      kind,
      across: between(random, -0.3, 0.3),
      away: between(random, 1.32, 1.6),
      dress: false,
      hat: false,
      index,
    })),
  )
  const all = [...walkers, ...pets].toSorted((a, b) => b.away - a.away)
  for (const { kind } of all) stage.shown.add(kind)
  if (all.length === 0) return
  yield {
    paint(g, moment) {
      for (const one of all) {
        const away = one.away + (one.kind === 'person' ? (one.index % 2 === 0 ? 1 : -1) * moment.seconds * 0.012 : 0)
        const [x, y] = project(one.across, Math.abs(one.across) > road.half ? 0.02 : 0, away)
        const size = one.kind === 'person' ? 0.245 : one.kind === 'dog' ? 0.15 : 0.12
        const [, top] = project(one.across, size + (Math.abs(one.across) > road.half ? 0.02 : 0), away)
        const tall = y - top
        const haze = hazeAt(stage, away)
        for (const mirrored of wet ? [true, false] : [false]) {
          const view = viewOf(stage, roadDepth, moment)
          g.save()
          g.translate(x * view.scale + view.x, y * view.scale + view.y)
          if (mirrored) g.globalAlpha = 0.26
          g.scale(tall * view.scale, (mirrored ? -tall * 0.9 : tall) * view.scale)
          const pen = createPen(g, stage, one.kind, {
            random: stage.random(`walker ${one.kind} ${one.index}`),
            seconds: moment.seconds,
            haze: Math.min(0.7, haze + (dark ? 0.06 : 0)),
            mirrored: false,
          })
          if (one.kind === 'person')
            drawPerson(pen, {
              stride: 0.9,
              umbrella: brief.falling === 'rain' || (brief.falling === 'snow' && one.index % 3 === 0),
              dress: one.dress,
              hat: one.hat && brief.falling !== 'rain',
            })
          else if (one.kind === 'dog') drawDog(pen)
          else drawCat(pen)
          g.restore()
        }
      }
    },
  }
}
