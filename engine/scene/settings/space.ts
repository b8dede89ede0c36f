import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Random } from '../../random.ts'
import { countOf } from '../brief.ts'
import { css, mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { galaxyLayer, nebulaLayer } from '../layers/nebula.ts'
import { planetPicture } from '../layers/planets.ts'
import { starsLayer } from '../layers/sky.ts'
import { drawPicture, pictureLayer } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import { floatingLayers } from '../things/floating.ts'
import { airThingsLayers } from '../things/in-the-air.ts'
import { halo } from '../things/pen.ts'
import type { Layers } from './common.ts'

/** Outer space: gas and stars, a galaxy, planets near and far, the edge of a world, drifting rocks. */
export function* space(stage: Stage): Layers {
  const { brief } = stage
  const random = stage.familyRandom('space')
  const kind = random()
  const named = brief.things.has('planet')
  const galaxy = brief.things.has('galaxy') || (!named && kind < 0.3)
  if (galaxy) yield galaxyLayer(stage)
  else yield nebulaLayer(stage, { strength: kind > 0.8 ? 0.7 : 1 })
  yield starsLayer(stage, { count: 1_700, bottom: stage.height })
  yield flaresLayer(stage)
  if (!brief.without.things.includes('planet') && (named || !galaxy)) yield* planets(kind > 0.74 && !named)
  if (kind > 0.45 && kind < 0.7) yield rocksLayer(stage)
  yield* airThingsLayers(stage)
  yield* floatingLayers(stage, ['planet', 'galaxy', 'rocket', 'balloon', 'bird', 'lantern', 'firework', 'star'])

  function* planets(edge: boolean): Layers {
    stage.shown.add('planet')
    if (edge) {
      yield worldEdgeLayer(stage)
      yield planetLayer(
        { radius: stage.unit * between(random, 0.04, 0.08), ringed: false, banded: random() < 0.5, part: 'moon 0' },
        stage.width * (1 - stage.focus),
        stage.height * between(random, 0.18, 0.34),
        0.3,
      )
      return
    }
    const count = named ? Math.max(1, countOf(brief, 'planet', random, [1, 2])) : 1
    const moons = count === 1 ? 1 + Math.floor(random() * 2) : 0
    const radius = (stage.unit * between(random, 0.17, 0.3)) / Math.sqrt(count)
    const others = Array.from({ length: moons + count - 1 }, (_, index) => ({
      radius: index < count - 1 ? radius * between(random, 0.4, 0.85) : radius * between(random, 0.1, 0.26),
      ringed: index < count - 1 && random() < 0.3,
      banded: random() < 0.5,
      part: `moon ${index}`,
      x: stage.width * (1 - stage.focus + between(random, -0.3, 0.3) + (index % 2 === 0 ? -0.12 : 0.14)),
      y: stage.height * (0.16 + 0.68 * ((index * 0.618 + random() * 0.3) % 1)),
      depth: index < count - 1 ? 0.45 : 0.8,
    }))
    for (const other of others) yield planetLayer(other, other.x, other.y, other.depth)
    yield planetLayer(
      { radius, ringed: random() < (named ? 0.85 : 0.5), banded: random() < 0.6, part: 'main planet' },
      stage.width * stage.focus,
      stage.height * between(random, 0.4, 0.6),
      0.55,
    )
  }

  function planetLayer(planet: Parameters<typeof planetPicture>[1], x: number, y: number, depth: number): Layer {
    const canvas = planetPicture(stage, planet)
    return pictureLayer(stage, { canvas, left: Math.round(x - canvas.width / 2), top: Math.round(y - canvas.height / 2) }, depth)
  }
}

/** A few near stars with rays. */
function flaresLayer(stage: Stage): Layer {
  const random = stage.familyRandom('flares')
  const { unit, width, height } = stage
  const picture = drawPicture(stage, (g) => {
    for (let index = 0; index < 7; index += 1) {
      const x = random() * width
      const y = random() * height
      const size = unit * between(random, 0.01, 0.03)
      const colour: Rgb = random() < 0.5 ? [200, 222, 255] : [255, 226, 196]
      halo(g, x, y, size * 1.6, colour, 0.5)
      g.strokeStyle = css(mix(colour, [255, 255, 255], 0.6), 0.55)
      g.lineWidth = Math.max(0.6, unit * 0.0009)
      g.beginPath()
      g.moveTo(x - size, y)
      g.lineTo(x + size, y)
      g.moveTo(x, y - size)
      g.lineTo(x, y + size)
      g.stroke()
      g.fillStyle = css([255, 255, 255])
      g.beginPath()
      g.arc(x, y, size * 0.09, 0, 2 * Math.PI)
      g.fill()
    }
  })
  return pictureLayer(stage, picture, 0.1)
}

/** The rim of a large planet below, with its thin air lit by a rising sun. */
function worldEdgeLayer(stage: Stage): Layer {
  const random = stage.familyRandom('world edge')
  const { unit, width, height, reach } = stage
  const radius = Math.max(width, unit) * between(random, 1.3, 1.9)
  const top = height * between(random, 0.6, 0.74)
  const x = width * (0.5 + between(random, -0.2, 0.2))
  const sunAt = (stage.focus < 0.5 ? -1 : 1) * between(random, 0.12, 0.24)
  const world = planetPicture(stage, { radius: Math.min(radius, unit * 1.25), ringed: false, banded: false, part: 'world' })
  const air: Rgb = stage.brief.colours.length > 0 ? mix(stage.palette.accents[0], [255, 255, 255], 0.3) : [120, 190, 255]
  const picture = drawPicture(stage, (g) => {
    const y = top + radius
    g.save()
    g.beginPath()
    g.arc(x, y, radius, 0, 2 * Math.PI)
    g.clip()
    g.fillStyle = '#03060f'
    g.fillRect(-reach, 0, width + 2 * reach, height + unit)
    g.globalAlpha = 0.85
    // The middle of a planet's picture, stretched over the visible cap.
    g.drawImage(
      world,
      world.width * 0.2,
      world.height * 0.16,
      world.width * 0.6,
      world.height * 0.36,
      -reach,
      top - unit * 0.02,
      width + 2 * reach,
      height - top + unit * 0.3,
    )
    g.globalAlpha = 1
    const night = g.createLinearGradient(0, top, 0, height)
    night.addColorStop(0, 'rgba(2,4,14,0.15)')
    night.addColorStop(1, 'rgba(2,4,14,0.86)')
    g.fillStyle = night
    g.fillRect(-reach, top - 2, width + 2 * reach, height)
    g.restore()
    for (const [thick, alpha] of [
      [0.09, 0.1],
      [0.045, 0.2],
      [0.018, 0.45],
      [0.005, 0.95],
    ] as const) {
      g.strokeStyle = css(mix(air, [255, 255, 255], alpha * 0.6), alpha)
      g.lineWidth = unit * thick
      g.beginPath()
      g.arc(x, y, radius - unit * thick * 0.2, -Math.PI / 2 - 0.9, -Math.PI / 2 + 0.9)
      g.stroke()
    }
    const angle = -Math.PI / 2 + sunAt
    const sunX = x + Math.cos(angle) * radius
    const sunY = y + Math.sin(angle) * radius
    halo(g, sunX, sunY, unit * 0.62, [255, 236, 206], 0.75)
    halo(g, sunX, sunY, unit * 0.16, [255, 255, 255], 1)
    g.fillStyle = '#ffffff'
    g.beginPath()
    g.arc(sunX, sunY - unit * 0.004, unit * 0.015, 0, 2 * Math.PI)
    g.fill()
  })
  return pictureLayer(stage, picture, 0.5)
}

/** A belt of drifting rocks. */
function rocksLayer(stage: Stage): Layer {
  const random = stage.familyRandom('space rocks')
  const { unit, width, height, reach, lightDirection } = stage
  const side = lightDirection[0] < 0 ? -1 : 1
  const slope = between(random, -0.3, 0.3)
  const row = height * between(random, 0.6, 0.8)
  const picture = drawPicture(stage, (g) => {
    const rocks = Array.from({ length: 90 }, () => {
      const near = random() ** 3
      const x = between(random, -reach, width + reach)
      return { x, y: row + (x - width / 2) * slope + (random() + random() - 1) * unit * 0.16, size: unit * (0.002 + 0.035 * near), near }
    }).toSorted((a, b) => a.near - b.near)
    for (const rock of rocks) drawAsteroid(g, rock, side, random)
  })
  return pictureLayer(stage, picture, 0.9)
}

function drawAsteroid(g: SKRSContext2D, { x, y, size }: { x: number; y: number; size: number }, side: number, random: Random): void {
  const points = Array.from({ length: 9 }, (_, index): [number, number] => {
    const angle = (index / 9) * 2 * Math.PI
    const out = size * between(random, 0.7, 1.1)
    return [x + Math.cos(angle) * out, y + Math.sin(angle) * out * 0.8]
  })
  const body = g.createLinearGradient(x - size * side, y - size, x + size * side, y + size)
  const stone: Rgb = mix([150, 138, 128], [110, 116, 130], random())
  body.addColorStop(side < 0 ? 0 : 1, css(mix(stone, [255, 244, 226], 0.35)))
  body.addColorStop(0.5, css(scale(stone, 0.6)))
  body.addColorStop(side < 0 ? 1 : 0, css(scale(stone, 0.16)))
  g.fillStyle = body
  g.beginPath()
  for (const [px, py] of points) g.lineTo(px, py)
  g.fill()
  if (size < 8) return
  g.fillStyle = css(scale(stone, 0.35), 0.5)
  for (let crater = 0; crater < 3; crater += 1) {
    g.beginPath()
    g.ellipse(
      x + between(random, -0.4, 0.4) * size,
      y + between(random, -0.3, 0.3) * size,
      size * between(random, 0.08, 0.2),
      size * between(random, 0.06, 0.14),
      0,
      0,
      2 * Math.PI,
    )
    g.fill()
  }
}
