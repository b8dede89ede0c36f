import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { css, mix, multiply, scale } from '../colour.ts'
import { layerX } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'

/** A flock in a loose V that flaps and crosses the sky. */
export function birdsLayer(stage: Stage): Layer {
  const random = stage.random('birds')
  const { width, horizon, unit, palette } = stage
  const startX = width * between(random, 0.25, 0.6)
  const startY = horizon * between(random, 0.3, 0.55)
  const heading = random() < 0.5 ? -1 : 1
  const colour = mix(palette.ink, palette.sky[1] ?? palette.ink, 0.15)
  const flock = Array.from({ length: 6 + Math.floor(random() * 6) }, (_, index) => {
    const wing = index % 2 === 0 ? -1 : 1
    const rank = Math.ceil(index / 2)
    return {
      x: -heading * rank * unit * 0.028 + between(random, -1, 1) * unit * 0.008,
      y: wing * rank * unit * 0.013 + between(random, -1, 1) * unit * 0.01,
      size: unit * between(random, 0.009, 0.014),
      phase: random() * 7,
    }
  })
  return {
    paint(g, { seconds, camera }) {
      g.strokeStyle = css(colour, 0.85)
      g.lineCap = 'round'
      for (const bird of flock) {
        const x = startX + bird.x + heading * seconds * unit * 0.025 - camera * stage.margin * 0.2
        const y = startY + bird.y + Math.sin(seconds * 0.9 + bird.phase) * unit * 0.004
        const flap = Math.sin(seconds * 7 + bird.phase) * 0.5 + 0.35
        g.lineWidth = bird.size * 0.2
        g.beginPath()
        g.moveTo(x - bird.size, y - bird.size * flap * 0.8)
        g.quadraticCurveTo(x - bird.size * 0.4, y - bird.size * flap * 0.5, x, y)
        g.quadraticCurveTo(x + bird.size * 0.4, y - bird.size * flap * 0.5, x + bird.size, y - bird.size * flap * 0.8)
        g.stroke()
      }
    },
  }
}

/** A sailing boat that rocks; it mirrors itself, as it stands in front of the water. */
export function boatLayer(stage: Stage, options: { shoreline: number }): Layer {
  const random = stage.random('boat')
  const { width, unit, height, palette, brief } = stage
  const share = between(random, 0.16, 0.34)
  const base = options.shoreline + (height - options.shoreline) * share
  const size = unit * (0.035 + 0.16 * share)
  const startX = width * between(random, 0.24, 0.76)
  const heading = random() < 0.5 ? -1 : 1
  const light = mix(palette.ambient, palette.light, brief.time === 'night' ? 0.4 : 0.8)
  const sail = multiply(brief.colours.length > 0 ? palette.accents[0] : [250, 244, 232], light)
  const hull = multiply([92, 62, 48], light)
  return {
    paint(g, moment) {
      const x = startX + heading * moment.seconds * unit * 0.006 - moment.camera * stage.margin * 0.5
      const rock = Math.sin(moment.seconds * 1.3) * 0.025
      g.save()
      g.translate(x, base)
      g.save()
      g.scale(heading, -0.75)
      g.globalAlpha = 0.28
      g.rotate(-rock)
      drawBoat(g)
      g.restore()
      g.scale(heading, 1)
      g.rotate(rock)
      drawBoat(g)
      g.restore()
    },
  }

  function drawBoat(g: SKRSContext2D): void {
    g.fillStyle = css(hull)
    g.beginPath()
    g.moveTo(-size * 0.55, -size * 0.14)
    g.lineTo(size * 0.62, -size * 0.16)
    g.quadraticCurveTo(size * 0.5, size * 0.02, size * 0.36, size * 0.02)
    g.lineTo(-size * 0.42, size * 0.02)
    g.closePath()
    g.fill()
    g.fillRect(-size * 0.012, -size * 1.35, size * 0.024, size * 1.25)
    const cloth = g.createLinearGradient(-size * 0.5, 0, size * 0.4, 0)
    cloth.addColorStop(0, css(scale(sail, 0.8)))
    cloth.addColorStop(1, css(sail))
    g.fillStyle = cloth
    g.beginPath()
    g.moveTo(-size * 0.03, -size * 1.32)
    g.quadraticCurveTo(-size * 0.42, -size * 0.6, -size * 0.5, -size * 0.24)
    g.lineTo(-size * 0.03, -size * 0.22)
    g.closePath()
    g.fill()
    g.beginPath()
    g.moveTo(size * 0.04, -size * 1.22)
    g.quadraticCurveTo(size * 0.36, -size * 0.62, size * 0.56, -size * 0.24)
    g.lineTo(size * 0.04, -size * 0.24)
    g.closePath()
    g.fill()
  }
}

/** Hot-air balloons that rise and sway. */
export function balloonsLayer(stage: Stage): Layer {
  const random = stage.random('balloons')
  const { width, horizon, unit, palette, lightDirection } = stage
  const light = mix(palette.ambient, palette.light, 0.75)
  const balloons = Array.from({ length: 3 + Math.floor(random() * 3) }, (_, index) => ({
    x: width * between(random, 0.12, 0.88),
    y: horizon * between(random, 0.2, 0.75),
    radius: unit * (index === 0 ? between(random, 0.06, 0.085) : between(random, 0.018, 0.045)),
    stripes: [
      palette.accents[index % palette.accents.length] ?? palette.accents[0],
      palette.accents[(index + 1) % palette.accents.length] ?? palette.accents[0],
    ] as const,
    phase: random() * 7,
  })).toSorted((a, b) => a.radius - b.radius)
  return {
    paint(g, { seconds, camera }) {
      for (const balloon of balloons) {
        const near = balloon.radius / (unit * 0.08)
        const x = balloon.x + Math.sin(seconds * 0.35 + balloon.phase) * unit * 0.008 - camera * stage.margin * 0.6 * near
        const y = balloon.y - seconds * unit * 0.0035 * near + Math.sin(seconds * 0.6 + balloon.phase) * unit * 0.003
        drawBalloon(g, x, y, balloon.radius, balloon.stripes)
      }
    },
  }

  function drawBalloon(
    g: SKRSContext2D,
    x: number,
    y: number,
    radius: number,
    stripes: readonly [readonly [number, number, number], readonly [number, number, number]],
  ): void {
    const haze = Math.max(0, 0.45 - (radius / unit) * 6)
    g.save()
    g.beginPath()
    g.moveTo(x - radius * 0.2, y + radius * 1.35)
    g.bezierCurveTo(x - radius * 0.55, y + radius * 0.9, x - radius, y + radius * 0.5, x - radius, y)
    g.arc(x, y, radius, Math.PI, 0)
    g.bezierCurveTo(x + radius, y + radius * 0.5, x + radius * 0.55, y + radius * 0.9, x + radius * 0.2, y + radius * 1.35)
    g.closePath()
    g.clip()
    const gores = 7
    for (let gore = 0; gore < gores; gore += 1) {
      // Gores look narrower towards the rim of a round body.
      const from = Math.sin(((gore / gores) * 2 - 1) * (Math.PI / 2)) * radius
      const to = Math.sin((((gore + 1) / gores) * 2 - 1) * (Math.PI / 2)) * radius
      g.fillStyle = css(mix(multiply(stripes[gore % 2 === 0 ? 0 : 1], light), palette.haze, haze))
      g.fillRect(x + from, y - radius, to - from + 0.5, radius * 2.4)
    }
    const shadeX = lightDirection[0] < 0 ? x + radius * 0.5 : x - radius * 0.5
    const shade = g.createRadialGradient(2 * x - shadeX, y - radius * 0.4, radius * 0.1, x, y, radius * 1.5)
    shade.addColorStop(0, 'rgba(255,255,255,0.25)')
    shade.addColorStop(0.5, 'rgba(0,0,0,0)')
    shade.addColorStop(1, 'rgba(10,0,40,0.5)')
    g.fillStyle = shade
    g.fillRect(x - radius, y - radius, radius * 2, radius * 2.4)
    g.restore()
    g.fillStyle = css(mix(multiply([96, 66, 44], light), palette.haze, haze))
    g.fillRect(x - radius * 0.13, y + radius * 1.55, radius * 0.26, radius * 0.2)
    g.strokeStyle = css(palette.ink, 0.6)
    g.lineWidth = Math.max(0.5, radius * 0.015)
    g.beginPath()
    for (const side of [-1, 1]) {
      g.moveTo(x + side * radius * 0.18, y + radius * 1.33)
      g.lineTo(x + side * radius * 0.12, y + radius * 1.56)
    }
    g.stroke()
  }
}

type House = { x: number; row: number; size: number }

/** Houses with lit windows and smoke from their chimneys. `row` is where the nearest stands; a village is spread behind it. */
export function housesLayer(stage: Stage, options: { count: number; row: number; size: number; depth: number }): Layer {
  const random = stage.random('houses')
  const { width, palette, brief, unit } = stage
  const light = mix(palette.ambient, palette.light, 0.45)
  const evening = brief.time !== 'day'
  const centre = width * between(random, 0.38, 0.62)
  const houses = Array.from({ length: options.count }, (_, index): House & { tone: number } => {
    const back = index / Math.max(1, options.count)
    const size = options.size * (1 - 0.5 * back)
    return {
      x: centre + (index === 0 ? 0 : (index % 2 === 0 ? 1 : -1) * size * (0.8 + index * 0.55) + between(random, -0.3, 0.3) * size),
      row: options.row - options.size * 0.42 * back,
      size,
      tone: between(random, 0.85, 1.15),
    }
  }).toReversed()
  return {
    paint(g, moment) {
      const shift = layerX(stage, options.depth, moment) + stage.margin
      for (const house of houses) drawHouse(g, { ...house, x: house.x + shift }, house.tone, moment.seconds)
    },
  }

  function drawHouse(g: SKRSContext2D, { x, row, size }: House, tone: number, seconds: number): void {
    const left = x - size / 2
    const wall = scale(multiply([150, 104, 74], light), tone)
    const roof = brief.winter ? multiply([240, 244, 250], light) : scale(multiply([104, 54, 46], light), tone)
    g.fillStyle = css(scale(wall, 0.7))
    g.fillRect(left + size * 0.66, row - size * 0.98, size * 0.1, size * 0.3)
    g.fillStyle = css(wall)
    g.fillRect(left, row - size * 0.5, size, size * 0.52)
    g.fillStyle = css(scale(wall, 0.72))
    g.fillRect(left + size * 0.72, row - size * 0.5, size * 0.28, size * 0.52)
    g.fillStyle = css(roof)
    g.beginPath()
    g.moveTo(left - size * 0.1, row - size * 0.47)
    g.lineTo(left + size * 0.14, row - size * 0.9)
    g.lineTo(left + size * 0.86, row - size * 0.9)
    g.lineTo(left + size * 1.1, row - size * 0.47)
    g.closePath()
    g.fill()
    g.fillStyle = evening ? css([255, 206, 120], 0.95) : css(scale(palette.sky[3] ?? wall, 0.7), 0.7)
    for (const window of [0.12, 0.42, 0.78]) g.fillRect(left + size * window, row - size * 0.34, size * 0.15, size * 0.17)
    if (evening) drawWindowGlow(g, left, row, size)
    for (let puff = 0; puff < 8; puff += 1) {
      const age = (seconds * 0.16 + puff / 8) % 1
      g.fillStyle = css(palette.cloudLit, 0.22 * (1 - age))
      g.beginPath()
      const drift = age * 0.35 + 0.05 * Math.sin(age * 9 + puff)
      g.arc(left + size * (0.71 + drift), row - size * (1 + age * 0.9), Math.max(unit * 0.001, size * (0.05 + age * 0.14)), 0, 2 * Math.PI)
      g.fill()
    }
  }

  function drawWindowGlow(g: SKRSContext2D, left: number, row: number, size: number): void {
    const halo = g.createRadialGradient(left + size * 0.4, row - size * 0.2, 0, left + size * 0.4, row - size * 0.2, size * 1.1)
    halo.addColorStop(0, 'rgba(255,190,100,0.3)')
    halo.addColorStop(1, 'rgba(255,190,100,0)')
    g.fillStyle = halo
    g.fillRect(left - size, row - size * 1.4, size * 2.8, size * 2)
  }
}

/** A lighthouse on a rock by the water; its lamp turns. */
export function lighthouseLayer(stage: Stage, options: { shoreline: number }): Layer {
  const random = stage.random('lighthouse')
  const { width, unit, palette, brief } = stage
  const side = random() < 0.5 ? -1 : 1
  const x = width * (0.5 + side * between(random, 0.2, 0.34))
  const tall = unit * between(random, 0.26, 0.34)
  const base = options.shoreline + unit * 0.02
  const light = mix(palette.ambient, palette.light, 0.55)
  const white = multiply([245, 240, 232], light)
  const red = multiply([196, 60, 48], light)
  const rock = multiply(scale(palette.rock, 0.6), light)
  const dark = brief.time !== 'day' && brief.time !== 'dawn'
  const rocks = Array.from({ length: 15 }, (_, index) => ({
    x: (index / 14 - 0.5) * unit * 0.34,
    y: between(random, 0.02, 0.07) * unit * (1 - Math.abs(index / 14 - 0.5) * 1.7),
  }))
  return {
    paint(g, moment) {
      const centre = layerX(stage, 0.4, moment) + stage.margin + x
      const top = base - unit * 0.035 - tall
      if (dark) drawBeam(g, centre, top, moment.seconds)
      g.fillStyle = css(rock)
      g.beginPath()
      g.moveTo(centre - unit * 0.2, base + unit * 0.012)
      for (const point of rocks) g.lineTo(centre + point.x, base - point.y)
      g.lineTo(centre + unit * 0.2, base + unit * 0.012)
      g.closePath()
      g.fill()
      for (let stripe = 0; stripe < 5; stripe += 1) {
        const from = stripe / 5
        const half = (share: number) => tall * (0.062 + 0.036 * share)
        g.fillStyle = css(stripe % 2 === 0 ? red : white)
        g.beginPath()
        g.moveTo(centre - half(from), top + tall * from)
        g.lineTo(centre + half(from), top + tall * from)
        g.lineTo(centre + half(from + 0.2), top + tall * (from + 0.2) + 1)
        g.lineTo(centre - half(from + 0.2), top + tall * (from + 0.2) + 1)
        g.fill()
      }
      const shade = g.createLinearGradient(centre - tall * 0.1, 0, centre + tall * 0.1, 0)
      const lightLeft = stage.lightDirection[0] < 0
      shade.addColorStop(lightLeft ? 0.3 : 0.7, 'rgba(0,0,20,0)')
      shade.addColorStop(lightLeft ? 1 : 0, 'rgba(0,0,20,0.4)')
      g.fillStyle = shade
      g.fillRect(centre - tall * 0.1, top, tall * 0.2, tall)
      g.fillStyle = css(scale(red, 0.5))
      g.fillRect(centre - tall * 0.085, top - tall * 0.012, tall * 0.17, tall * 0.022)
      g.fillStyle = css(dark ? [255, 236, 180] : scale(white, 0.8))
      g.fillRect(centre - tall * 0.045, top - tall * 0.1, tall * 0.09, tall * 0.09)
      g.fillStyle = css(red)
      g.beginPath()
      g.moveTo(centre - tall * 0.06, top - tall * 0.1)
      g.lineTo(centre, top - tall * 0.17)
      g.lineTo(centre + tall * 0.06, top - tall * 0.1)
      g.fill()
    },
  }

  function drawBeam(g: SKRSContext2D, x: number, top: number, seconds: number): void {
    const y = top - tall * 0.055
    g.save()
    g.globalCompositeOperation = 'screen'
    const reach = unit * 0.7
    for (const turn of [0, Math.PI]) {
      // A turning beam seen from the side: its length on the screen goes as the cosine of its turn.
      const along = Math.cos(seconds * 0.8 + 0.4 + turn)
      const beam = g.createLinearGradient(x, y, x + along * reach, y)
      beam.addColorStop(0, 'rgba(255,240,190,0.5)')
      beam.addColorStop(1, 'rgba(255,240,190,0)')
      g.fillStyle = beam
      g.beginPath()
      g.moveTo(x, y)
      g.lineTo(x + along * reach, y - reach * 0.11)
      g.lineTo(x + along * reach, y + reach * 0.07)
      g.fill()
    }
    const lamp = g.createRadialGradient(x, y, 0, x, y, tall * 0.4)
    lamp.addColorStop(0, 'rgba(255,235,180,0.8)')
    lamp.addColorStop(1, 'rgba(255,235,180,0)')
    g.fillStyle = lamp
    g.fillRect(x - tall, y - tall, tall * 2, tall * 2)
    g.restore()
  }
}
