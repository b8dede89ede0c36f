import type { SKRSContext2D } from '@napi-rs/canvas'
import { between, pick } from '../../random.ts'
import { css, mix, onRamp, scale } from '../colour.ts'
import { drawPicture, paintPicture } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import type { Ramp } from './ramp.ts'

/** Sheets of paper with wavy edges, each of which casts a soft shadow on the one behind. */
export function sheetsLayer(stage: Stage, ramp: Ramp): Layer {
  const random = stage.familyRandom('sheets')
  const { width, height, unit, reach } = stage
  const sheets = 9
  const fromTop = random() < 0.4
  const rings = random() < 0.45
  const shapes = Array.from({ length: 3 }, () => ({
    wave: between(random, 0.7, 2.2),
    phase: random() * 7,
    swing: between(random, 0.03, 0.09),
  }))
  const centre = { x: width * between(random, 0.35, 0.65), y: height * between(random, 0.38, 0.6) }
  const backdrop = drawPicture(stage, (g) => {
    const fall = g.createLinearGradient(0, 0, width * 0.4, height)
    fall.addColorStop(0, css(ramp[5]))
    fall.addColorStop(1, css(ramp[4]))
    g.fillStyle = fall
    g.fillRect(-unit, -unit, width + 2 * unit, height + 2 * unit)
    if (rings) return
    const radius = unit * between(random, 0.08, 0.15)
    g.fillStyle = css(mix(ramp[5], [255, 255, 255], 0.6))
    g.shadowColor = 'rgba(255,255,255,0.7)'
    g.shadowBlur = unit * 0.08
    g.beginPath()
    g.arc(width * between(random, 0.3, 0.7), height * between(random, 0.2, 0.34), radius, 0, 2 * Math.PI)
    g.fill()
  })
  const cuts = Array.from({ length: sheets }, (_, index) => {
    stage.checkpoint()
    const share = index / (sheets - 1)
    const picture = drawPicture(stage, (g) => {
      const colour = onRamp(ramp, 0.84 * (1 - share))
      g.shadowColor = 'rgba(0,0,20,0.38)'
      g.shadowBlur = unit * 0.03
      g.shadowOffsetY = rings ? unit * 0.006 : -unit * 0.006
      const fall = g.createLinearGradient(0, height * 0.2, 0, height)
      fall.addColorStop(0, css(mix(colour, [255, 255, 255], 0.14)))
      fall.addColorStop(1, css(scale(colour, 0.86)))
      g.fillStyle = fall
      g.beginPath()
      if (rings) drawHole(g, index, share)
      else drawWave(g, index, height * (0.36 + 0.56 * share))
      g.fill('evenodd')
    })
    return { picture, depth: 0.15 + 0.85 * share, phase: random() * 7 }
  })
  return {
    paint(g, moment) {
      g.save()
      if (fromTop && !rings) {
        g.translate(width, height)
        g.rotate(Math.PI)
      }
      g.drawImage(backdrop.canvas, backdrop.left, backdrop.top)
      for (const { picture, depth, phase } of cuts) {
        // Motion starts at zero, because a still has no margin to move into.
        const bob = (Math.sin(moment.seconds * 0.6 + phase) - Math.sin(phase)) * unit * 0.006
        paintPicture(g, stage, { ...picture, left: picture.left + bob, top: picture.top + bob }, depth, moment)
      }
      g.restore()
    },
  }

  function drawWave(g: SKRSContext2D, index: number, base: number): void {
    g.moveTo(-unit, height * 2)
    for (let x = -reach - 20; x <= width + reach + 20; x += 4) {
      let y = base
      for (const shape of shapes) y += Math.sin((x / unit) * shape.wave * 2.4 + shape.phase + index * 1.3) * shape.swing * unit
      g.lineTo(x, y)
    }
    g.lineTo(width + unit, height * 2)
    g.closePath()
  }

  /** A sheet with a wobbly hole; through the holes of all sheets a deep well is seen. */
  function drawHole(g: SKRSContext2D, index: number, share: number): void {
    g.rect(-unit, -unit, width + 2 * unit, height + 2 * unit)
    const farthest = Math.hypot(width, height) * 0.5
    const radius = unit * 0.09 + farthest * 0.92 * share ** 1.15
    for (let step = 0; step <= 120; step += 1) {
      const angle = (step / 120) * 2 * Math.PI
      let out = radius
      shapes.forEach((shape, order) => {
        out += Math.sin(angle * (order + 2) + shape.phase + index * 0.7) * shape.swing * unit * (0.5 + share)
      })
      const x = centre.x + Math.cos(angle) * out
      const y = centre.y + Math.sin(angle) * out
      if (step === 0) g.moveTo(x, y)
      else g.lineTo(x, y)
    }
    g.closePath()
  }
}

type Tile = 'quarter' | 'half' | 'disc' | 'ring' | 'stripes' | 'leaf' | 'blank' | 'arcs' | 'wedge'

/** A sheet of printed tiles: quarter discs, arcs, leaves and stripes on a grid. */
// oxlint-disable-next-line max-lines-per-function -- It draws random numbers in a fixed order, on which every seed depends.
export function tilesLayer(stage: Stage, ramp: Ramp): Layer {
  const random = stage.familyRandom('tiles')
  const { width, height, unit } = stage
  const across = pick(random, [4, 5, 6, 8])
  const size = Math.max(width, height) / Math.round((across * Math.max(width, height)) / unit)
  const columns = Math.ceil(width / size) + 1
  const rows = Math.ceil(height / size) + 1
  const kinds = pick<Tile[]>(random, [
    ['quarter', 'quarter', 'half', 'disc', 'leaf', 'blank'],
    ['arcs', 'quarter', 'ring', 'disc', 'stripes', 'blank'],
    ['leaf', 'leaf', 'quarter', 'disc', 'half', 'wedge'],
    ['quarter', 'half', 'stripes', 'wedge', 'ring', 'disc'],
  ])
  const paper = mix(ramp[5], [250, 246, 238], 0.4)
  const inks = [ramp[0], ramp[1], ramp[2], ramp[3], ramp[4], paper]
  const offsetX = (width - Math.ceil(width / size) * size) / 2
  const offsetY = (height - Math.ceil(height / size) * size) / 2
  const tiles = Array.from({ length: columns * rows }, (_, index) => {
    const back = random() < 0.55 ? paper : (inks[Math.floor(random() * inks.length)] ?? paper)
    const front = pick(random, [ramp[0], ramp[1], ramp[2], ramp[3], ramp[4]])
    return {
      x: offsetX + (index % columns) * size,
      y: offsetY + Math.floor(index / columns) * size,
      kind: kinds[Math.floor(random() * kinds.length)] ?? 'quarter',
      turn: Math.floor(random() * 4),
      back,
      front: front === back ? paper : front,
      third: pick(random, [ramp[1], ramp[3], ramp[4], paper]),
      phase: random() * 40,
    }
  })
  return {
    paint(g, moment) {
      g.fillStyle = css(paper)
      g.fillRect(0, 0, width, height)
      for (const tile of tiles) {
        // Each tile turns by a quarter from time to time.
        const time = moment.seconds * 0.5 + tile.phase
        const beat = time % 8
        const turning = moment.seconds === 0 ? 0 : beat < 1 ? beat * beat * (3 - 2 * beat) : 1
        const turns = moment.seconds === 0 ? 0 : Math.floor(time / 8) + turning
        drawTile(g, tile, tile.turn + turns)
      }
    },
  }

  function drawTile(g: SKRSContext2D, tile: (typeof tiles)[number], turn: number): void {
    g.save()
    g.beginPath()
    g.rect(tile.x, tile.y, size + 0.5, size + 0.5)
    g.clip()
    g.fillStyle = css(tile.back)
    g.fillRect(tile.x, tile.y, size + 1, size + 1)
    g.translate(tile.x + size / 2, tile.y + size / 2)
    g.rotate((turn * Math.PI) / 2)
    g.fillStyle = css(tile.front)
    g.strokeStyle = css(tile.front)
    const half = size / 2
    g.beginPath()
    switch (tile.kind) {
      case 'quarter':
        g.moveTo(-half, -half)
        g.arc(-half, -half, size, 0, Math.PI / 2)
        g.fill()
        g.fillStyle = css(tile.third)
        g.beginPath()
        g.moveTo(-half, -half)
        g.arc(-half, -half, half, 0, Math.PI / 2)
        g.fill()
        break
      case 'half':
        g.arc(0, -half, half, 0, Math.PI)
        g.fill()
        g.fillStyle = css(tile.third)
        g.beginPath()
        g.arc(0, 0, half, 0, Math.PI)
        g.fill()
        break
      case 'disc':
        g.arc(0, 0, half * 0.72, 0, 2 * Math.PI)
        g.fill()
        g.fillStyle = css(tile.back)
        g.beginPath()
        g.arc(0, 0, half * 0.26, 0, 2 * Math.PI)
        g.fill()
        break
      case 'ring':
        g.lineWidth = half * 0.3
        g.arc(0, 0, half * 0.62, 0, 2 * Math.PI)
        g.stroke()
        break
      case 'stripes':
        for (let stripe = 0; stripe < 4; stripe += 1) g.rect(-half, -half + (stripe * size) / 4, size, size / 8)
        g.fill()
        break
      case 'leaf':
        g.moveTo(-half, -half)
        g.quadraticCurveTo(half, -half, half, half)
        g.quadraticCurveTo(-half, half, -half, -half)
        g.fill()
        break
      case 'arcs':
        g.lineWidth = size * 0.1
        for (const out of [0.25, 0.55, 0.85]) {
          g.beginPath()
          g.arc(-half, -half, size * out, 0, Math.PI / 2)
          g.stroke()
        }
        break
      case 'wedge':
        g.moveTo(-half, -half)
        g.lineTo(half, -half)
        g.lineTo(-half, half)
        g.fill()
        break
      case 'blank':
        g.arc(0, 0, half * 0.16, 0, 2 * Math.PI)
        g.fill()
        break
    }
    g.restore()
  }
}

/** Overlapping discs and arcs, as if printed in transparent inks. */
export function discsLayer(stage: Stage, ramp: Ramp): Layer {
  const random = stage.familyRandom('discs')
  const { width, height, unit } = stage
  const paper = mix(ramp[5], [250, 246, 238], 0.55)
  const axis = between(random, -0.5, 0.5)
  const shapes = Array.from({ length: 14 }, (_, index) => {
    // Strung along an axis, with a few strays, so that they form a composition instead of a heap.
    const along = (index + 0.5) / 14 - 0.5
    const off = index % 4 === 3 ? between(random, -0.4, 0.4) : between(random, -0.13, 0.13)
    return {
      x: width / 2 + along * width * 0.9 * Math.cos(axis) - off * height * Math.sin(axis),
      y: height / 2 + along * height * 0.9 * Math.sin(axis) + off * height * Math.cos(axis),
      radius: unit * (index % 5 === 0 ? between(random, 0.22, 0.34) : between(random, 0.04, 0.16)),
      colour: onRamp(ramp, random() * 0.85),
      kind: pick(random, ['disc', 'disc', 'half', 'ring', 'arcs', 'line']),
      turn: Math.floor(random() * 8) * (Math.PI / 4),
      drift: { x: between(random, -1, 1), y: between(random, -1, 1), spin: between(random, -0.2, 0.2), phase: random() * 7 },
    }
  })
  return {
    paint(g, moment) {
      g.fillStyle = css(paper)
      g.fillRect(0, 0, width, height)
      g.save()
      g.globalCompositeOperation = 'multiply'
      for (const shape of shapes) {
        const sway = Math.sin(moment.seconds * 0.5 + shape.drift.phase) * unit * 0.03 * (moment.seconds === 0 ? 0 : 1)
        g.save()
        g.translate(shape.x + shape.drift.x * sway - moment.camera * stage.margin * 0.5, shape.y + shape.drift.y * sway)
        g.rotate(shape.turn + shape.drift.spin * moment.seconds)
        g.fillStyle = css(shape.colour, 0.88)
        g.strokeStyle = css(shape.colour, 0.92)
        g.beginPath()
        if (shape.kind === 'disc' || shape.kind === 'half') {
          g.arc(0, 0, shape.radius, 0, shape.kind === 'half' ? Math.PI : 2 * Math.PI)
          g.fill()
        } else if (shape.kind === 'ring') {
          g.lineWidth = shape.radius * 0.22
          g.arc(0, 0, shape.radius * 0.85, 0, 2 * Math.PI)
          g.stroke()
        } else if (shape.kind === 'line') {
          g.lineWidth = unit * 0.004
          g.moveTo(-shape.radius * 2.4, 0)
          g.lineTo(shape.radius * 2.4, 0)
          g.stroke()
        } else {
          g.lineWidth = shape.radius * 0.07
          for (let ring = 1; ring <= 5; ring += 1) {
            g.beginPath()
            g.arc(0, 0, (shape.radius * ring) / 5, 0, Math.PI)
            g.stroke()
          }
        }
        g.restore()
      }
      g.restore()
    },
  }
}
