import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { countOf } from '../brief.ts'
import { css, mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { paints } from '../paints.ts'
import { drawAt } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import { drawBird } from './animals.ts'
import { glow, halo } from './pen.ts'
import { createPen } from './create-pen.ts'
import { drawBalloon, drawRocket } from './vehicles.ts'

/** A flock in a loose V, or a few gulls, that cross the sky. */
export function birdsLayer(stage: Stage, options: { count?: number } = {}): Layer {
  const random = stage.familyRandom('birds')
  const { width, horizon, unit, palette, brief } = stage
  const count = options.count ?? countOf(brief, 'bird', random, [5, 11])
  const heading = random() < 0.5 ? -1 : 1
  const startX = width * between(random, 0.34, 0.62)
  const startY = horizon * between(random, 0.26, 0.5)
  const large = count <= 3 ? 1.9 : count <= 6 ? 1.4 : 1
  const gap = unit * 0.03 * large
  const flock = Array.from({ length: count }, (_, index) => {
    const wing = index % 2 === 0 ? -1 : 1
    const rank = Math.ceil(index / 2)
    return {
      x: -heading * rank * gap * between(random, 0.85, 1.15) + between(random, -0.2, 0.2) * gap,
      y: wing * rank * gap * between(random, 0.3, 0.55) + between(random, -0.25, 0.25) * gap,
      size: unit * between(random, 0.0095, 0.0135) * large,
      phase: random() * 7,
    }
  })
  const own = brief.thingColours.bird
  const colour = own ? paints[own] : mix([44, 46, 58], palette.sky[1] ?? [60, 60, 80], 0.2)
  return {
    paint(g, moment) {
      const { seconds } = moment
      drawAt(g, stage, 0.2, moment, () => {
        for (const bird of flock) {
          g.save()
          g.translate(
            startX + bird.x + heading * seconds * unit * 0.025,
            startY + bird.y + Math.sin(seconds * 0.9 + bird.phase) * unit * 0.004,
          )
          g.rotate(Math.sin(bird.phase) * 0.12)
          g.scale(bird.size, bird.size)
          const pen = createPen(g, stage, 'bird', { random, seconds, haze: 0.08, mirrored: false })
          drawBird(pen, Math.sin(seconds * 7 + bird.phase) * 0.75 + 0.2, colour)
          g.restore()
        }
      })
    },
  }
}

/** Hot-air balloons that rise and sway; the first is near. */
export function balloonsLayer(stage: Stage): Layer {
  const random = stage.familyRandom('balloons')
  const { width, horizon, unit, palette, brief } = stage
  const count = countOf(brief, 'balloon', random, [3, 5])
  const own = brief.coloursOf.balloon ?? []
  const bright: Rgb[] = [
    [214, 62, 52],
    [244, 178, 60],
    [58, 118, 178],
    [236, 226, 206],
    [96, 150, 92],
    [150, 86, 160],
  ]
  const turn = Math.floor(random() * bright.length)
  const balloons = Array.from({ length: count }, (_, index) => {
    const first = index === 0
    const tall = unit * (first ? between(random, 0.26, 0.36) : between(random, 0.07, 0.19))
    const ordered = own[index % Math.max(1, own.length)]
    const named = ordered
      ? paints[ordered]
      : brief.colours.length > 0
        ? palette.accents[index % palette.accents.length]
        : bright[(index + turn) % bright.length]
    const main = named ?? palette.accents[0]
    return {
      x: width * (first ? 1 - stage.focus + between(random, -0.08, 0.08) : between(random, 0.08, 0.92)),
      y: Math.max(tall * 1.02, horizon * (first ? between(random, 0.62, 0.86) : between(random, 0.3, 0.9))),
      tall,
      colours: [main, mix(bright[(index + turn + 3) % bright.length] ?? main, [255, 250, 240], 0.35)] as const,
      phase: random() * 7,
    }
  }).toSorted((a, b) => a.tall - b.tall)
  return {
    paint(g, moment) {
      const { seconds } = moment
      for (const balloon of balloons) {
        const near = Math.min(1, balloon.tall / (unit * 0.3))
        drawAt(g, stage, 0.15 + 0.5 * near, moment, () => {
          g.translate(
            balloon.x + Math.sin(seconds * 0.35 + balloon.phase) * unit * 0.008,
            balloon.y - seconds * unit * 0.0035 * near + Math.sin(seconds * 0.6 + balloon.phase) * unit * 0.003,
          )
          g.scale(balloon.tall, balloon.tall)
          drawBalloon(createPen(g, stage, 'balloon', { random, seconds, haze: 0.42 * (1 - near), mirrored: false }), balloon.colours)
        })
      }
    },
  }
}

/** Paper lanterns that rise into the night. */
export function lanternsLayer(stage: Stage): Layer {
  const random = stage.familyRandom('lanterns')
  const { width, height, horizon, unit, brief } = stage
  const count = countOf(brief, 'lantern', random, [24, 34])
  const lanterns = Array.from({ length: count }, (_, index) => {
    const near = count <= 4 ? 0.8 : random() ** 2.2
    return {
      x: width * (count <= 4 ? (index + 0.7) / (count + 0.4) : between(random, 0.02, 0.98)),
      y: horizon * between(random, 0.06, 1.02) + (height - horizon) * 0.25 * near,
      size: unit * (0.008 + 0.05 * near),
      near,
      phase: random() * 7,
    }
  }).toSorted((a, b) => a.near - b.near)
  return {
    paint(g, moment) {
      const { seconds } = moment
      for (const lantern of lanterns) {
        drawAt(g, stage, 0.1 + 0.6 * lantern.near, moment, () => {
          const light: Rgb = brief.thingColours.lantern ? paints[brief.thingColours.lantern] : [255, 176, 84]
          g.translate(
            lantern.x + Math.sin(seconds * 0.5 + lantern.phase) * unit * 0.006,
            lantern.y - seconds * unit * 0.007 * (0.3 + lantern.near),
          )
          g.scale(lantern.size, lantern.size)
          const pen = createPen(g, stage, 'lantern', { random, seconds, haze: 0.25 * (1 - lantern.near), mirrored: false })
          halo(g, 0, -0.4, 1.9, light, 0.5)
          const body = g.createLinearGradient(0, -1, 0, 0)
          body.addColorStop(0, glow(pen, scale(light, 0.8)))
          body.addColorStop(0.75, glow(pen, mix(light, [255, 240, 190], 0.5)))
          body.addColorStop(1, glow(pen, mix(light, [255, 255, 230], 0.8)))
          g.fillStyle = body
          g.beginPath()
          g.moveTo(-0.26, 0)
          g.bezierCurveTo(-0.42, -0.5, -0.4, -0.92, -0.2, -1)
          g.lineTo(0.2, -1)
          g.bezierCurveTo(0.4, -0.92, 0.42, -0.5, 0.26, 0)
          g.closePath()
          g.fill()
        })
      }
    },
  }
}

export function rocketLayer(stage: Stage): Layer {
  const random = stage.familyRandom('rocket')
  const { width, height, horizon, unit, brief } = stage
  const inSpace = brief.setting === 'space'
  const count = countOf(brief, 'rocket', random, [1, 1])
  const rockets = Array.from({ length: count }, (_, index) => ({
    x: width * (count === 1 ? stage.focus : (index + 0.5) / count) + between(random, -0.04, 0.04) * width,
    y: inSpace ? height * between(random, 0.5, 0.72) : horizon * between(random, 0.5, 0.66),
    tall: unit * (count > 2 ? 0.2 : between(random, 0.26, 0.36)),
    turn: inSpace ? between(random, 0.35, 0.8) * (stage.focus < 0.5 ? 1 : -1) : between(random, -0.06, 0.06),
  }))
  return {
    paint(g, moment) {
      const { seconds } = moment
      for (const rocket of rockets) {
        drawAt(g, stage, 0.5, moment, () => {
          const way = seconds * unit * 0.02
          g.translate(rocket.x + Math.sin(rocket.turn) * way, rocket.y - Math.cos(rocket.turn) * way)
          g.rotate(rocket.turn)
          g.scale(rocket.tall, rocket.tall)
          if (!inSpace) drawTrail(g, seconds)
          drawRocket(createPen(g, stage, 'rocket', { random, seconds, haze: 0, mirrored: false }), true)
        })
      }
    },
  }

  function drawTrail(g: SKRSContext2D, seconds: number): void {
    for (let puff = 26; puff >= 0; puff -= 1) {
      const age = puff / 26
      g.fillStyle = css(mix([255, 190, 120], stage.palette.cloudLit, Math.min(1, age * 2.2)), 0.62 * (1 - age * 0.75))
      g.beginPath()
      const wobble = Math.sin(puff * 2.1 + seconds * 2) * 0.05 * (0.3 + age)
      g.arc(wobble, 0.42 + age * 2.4, 0.09 + age * 0.28, 0, 2 * Math.PI)
      g.fill()
    }
  }
}
