import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../../random.ts'
import type { Random } from '../../../random.ts'
import { css, fromOklch, mix, multiply, onRamp, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { createNoise, smoothstep } from '../../noise.ts'
import { drawAt, drawPicture, enlarged, pictureLayer } from '../../stage.ts'
import type { Layer, Stage } from '../../stage.ts'
import type { Water } from './water-body.ts'

export type Band = { part: string; row: number; haze: number; depth: number; water: Water }

/** Rocks of a reef as silhouettes with light from above. */
export function reefLayer(stage: Stage, { part, row, tall, haze, depth, water }: Band & { tall: number }): Layer {
  const random = stage.familyRandom(part)
  const noise = createNoise(stage.random(part))
  const { width, height, reach, unit } = stage
  const open = between(random, 0.3, 0.7)
  const rock = mix(scale(onRamp(water.ramp, 0.9), 0.72), onRamp(water.ramp, 0.5), haze)
  const crest = mix(mix(rock, water.light, 0.3), water.haze, haze * 0.7)
  const picture = drawPicture(
    stage,
    (g) => {
      const body = g.createLinearGradient(0, row - tall, 0, row + unit * 0.1)
      body.addColorStop(0, css(crest))
      body.addColorStop(1, css(rock))
      g.fillStyle = body
      g.beginPath()
      g.moveTo(-reach - 4, height + unit)
      for (let x = -reach - 4; x <= width + reach + 4; x += 3) {
        const off = Math.abs(x / width - open) * 1.7
        const rough = 0.5 + 0.8 * noise.fbm((x / unit) * 4, 2.5, stage.flat ? 2 : 5)
        g.lineTo(x, row - tall * Math.max(0, rough) * Math.min(1.15, 0.12 + off))
      }
      g.lineTo(width + reach + 4, height + unit)
      g.fill()
    },
    { top: row - tall * 1.6 },
  )
  return pictureLayer(stage, picture, depth)
}

/** Sand with a net of light on it. */
export function floorLayer(stage: Stage, { row, water }: { row: number; water: Water }): Layer {
  const { width, height, unit, margin, lift, brief } = stage
  const noise = createNoise(stage.random('sea floor'))
  const coarseness = stage.still ? 1 : 2
  const columns = Math.ceil((width + 2 * margin) / coarseness)
  const top = Math.round(row - unit * 0.03)
  const rows = Math.max(2, Math.ceil((height + lift - top) / coarseness))
  const pixels = new Uint8ClampedArray(columns * rows * 4)
  const sand = mix(multiply([232, 214, 176], mix(onRamp(water.ramp, 0.3), [255, 255, 255], 0.2)), onRamp(water.ramp, 0.6), 0.25)
  for (let y = 0; y < rows; y += 1) {
    if (y % 16 === 0) stage.checkpoint()
    const down = (y * coarseness) / (height - top)
    const away = 0.55 / (down + 0.1)
    for (let x = 0; x < columns; x += 1) {
      const across = ((x * coarseness - columns * coarseness * 0.5) / unit) * away
      const edge = (y * coarseness) / unit - 0.03 - 0.022 * noise.fbm((x * coarseness) / unit / 0.2, 4.4, 3)
      const at = (y * columns + x) * 4
      const alpha = smoothstep(-0.004, 0.004, edge)
      if (alpha <= 0) continue
      const net = stage.flat ? 0 : (1 - Math.abs(noise.at(across * 4.6 + 0.4 * noise.at(across * 3, away * 5), away * 6))) ** 9
      const ripple = stage.flat ? 0 : Math.sin(away * 46 + noise.at(across * 2, away * 3) * 5) * 0.035
      const haze = Math.min(0.85, 0.75 * Math.exp(-down * 3.2))
      for (let channel = 0; channel < 3; channel += 1) {
        const own =
          (sand[channel] ?? 0) * (0.72 + ripple + 0.06 * noise.at(across * 18, away * 18)) +
          (water.light[channel] ?? 0) * net * 0.22 * (brief.time === 'night' ? 0.3 : 1)
        pixels[at + channel] = own + ((water.haze[channel] ?? 0) - own) * haze
      }
      pixels[at + 3] = 255 * alpha
    }
  }
  return pictureLayer(stage, enlarged(pixels, { columns, rows, coarseness }, { left: -margin, top }), 0.5)
}

type Growth = { kind: number; x: number; y: number; size: number; phase: number; colour: Rgb; seed: number }

const coralHues = [0.4, 0.9, 1.5, 5.9, 5.4, 2.4]

/** Corals, which stand, and weeds, which sway. */
export function growthLayer(stage: Stage, { part, row, count, size, haze, depth, water }: Band & { count: number; size: number }): Layer {
  const random = stage.familyRandom(part)
  const { unit, width, reach } = stage
  const growths = Array.from({ length: count }, (_, index): Growth => {
    const near = depth > 0.7
    const spread = near ? (random() < 0.5 ? random() ** 1.5 * 0.34 : 1 - random() ** 1.5 * 0.34) : random()
    const hue = coralHues[Math.floor(random() * coralHues.length)] ?? 0.4
    const base = fromOklch({ lightness: between(random, 0.6, 0.76), chroma: 0.17, hue })
    const lit = multiply(base, mix(onRamp(water.ramp, 0.2), [255, 255, 255], 0.45))
    return {
      kind: Math.floor(random() * 4),
      x: -reach + spread * (width + 2 * reach),
      y: row + between(random, -0.01, 0.05) * unit,
      size: unit * size * between(random, 0.5, 1.1),
      phase: random() * 6.3,
      colour: mix(scale(lit, near ? 0.9 : 1.05), water.haze, haze),
      seed: index,
    }
  }).toSorted((a, b) => a.y - b.y)
  const corals = growths.filter(({ kind }) => kind < 3)
  const weeds = growths.filter(({ kind }) => kind === 3)
  const picture = drawPicture(
    stage,
    (g) => {
      for (const growth of corals) drawCoral(g, growth, stage.random(`${part} ${growth.seed}`))
    },
    { top: row - unit * size * 1.5 },
  )
  return {
    paint(g, moment) {
      drawAt(g, stage, depth, moment, () => {
        g.drawImage(picture.canvas, picture.left, picture.top)
        for (const weed of weeds) drawWeed(g, weed, moment.seconds)
      })
    },
  }

  function drawWeed(g: SKRSContext2D, { x, y, size: tall, phase, seed }: Growth, seconds: number): void {
    const green = mix(
      scale(fromOklch({ lightness: 0.5, chroma: 0.11, hue: 2.3 + (seed % 5) * 0.12 }), depth > 0.7 ? 0.62 : 0.9),
      water.haze,
      haze,
    )
    g.fillStyle = css(green)
    for (let blade = 0; blade < 6; blade += 1) {
      const long = tall * (1.1 + 0.5 * Math.sin(blade * 2.3 + phase))
      const from = x + (blade - 2.5) * tall * 0.07
      const left: [number, number][] = []
      const right: [number, number][] = []
      for (let step = 0; step <= 10; step += 1) {
        const up = step / 10
        const sway = Math.sin(up * 3.4 + phase + blade + seconds * 0.9) * tall * 0.13 * up
        const half = tall * 0.036 * (1 - up) ** 0.7 * (1 + 0.25 * Math.sin(up * 20))
        left.push([from + sway - half, y - long * up])
        right.push([from + sway + half, y - long * up])
      }
      g.beginPath()
      for (const [px, py] of [...left, ...right.toReversed()]) g.lineTo(px, py)
      g.fill()
    }
  }
}

function drawCoral(g: SKRSContext2D, { kind, x, y, size, colour }: Growth, random: Random): void {
  const dark = scale(colour, 0.62)
  const light = mix(colour, [255, 250, 230], 0.28)
  if (kind === 0) {
    // A branching coral.
    g.lineCap = 'round'
    const branch = (fromX: number, fromY: number, angle: number, long: number, thick: number, left: number): void => {
      const toX = fromX + Math.cos(angle) * long
      const toY = fromY + Math.sin(angle) * long
      g.strokeStyle = css(mix(dark, light, Math.min(1, (y - toY) / size)))
      g.lineWidth = thick
      g.beginPath()
      g.moveTo(fromX, fromY)
      g.lineTo(toX, toY)
      g.stroke()
      if (left <= 0) return
      for (const side of [-1, 1])
        branch(toX, toY, angle + side * between(random, 0.25, 0.55), long * between(random, 0.66, 0.86), thick * 0.72, left - 1)
    }
    for (const lean of [-0.45, 0, 0.45]) branch(x, y, -Math.PI / 2 + lean, size * 0.26, size * 0.085, 3)
  } else if (kind === 1) {
    // A dome with grooves.
    const body = g.createRadialGradient(x - size * 0.15, y - size * 0.4, size * 0.05, x, y, size * 0.62)
    body.addColorStop(0, css(light))
    body.addColorStop(1, css(dark))
    g.fillStyle = body
    g.beginPath()
    g.ellipse(x, y, size * 0.5, size * 0.42, 0, Math.PI, 2 * Math.PI)
    g.fill()
    g.strokeStyle = css(dark, 0.5)
    g.lineWidth = size * 0.02
    for (let groove = 1; groove < 7; groove += 1) {
      g.beginPath()
      for (let step = 0; step <= 16; step += 1) {
        const angle = Math.PI + (step / 16) * Math.PI
        const out = (groove / 7) * (1 + 0.06 * Math.sin(step * 2.4 + groove))
        g.lineTo(x + Math.cos(angle) * size * 0.5 * out, y + Math.sin(angle) * size * 0.42 * out)
      }
      g.stroke()
    }
  } else {
    // A fan-shaped coral.
    g.fillStyle = css(mix(dark, colour, 0.5), 0.9)
    g.beginPath()
    g.moveTo(x, y)
    for (let step = 0; step <= 18; step += 1) {
      const angle = Math.PI * (1.12 + (step / 18) * 0.76)
      const out = size * (0.82 + 0.12 * Math.sin(step * 2.7) + 0.06 * random())
      g.lineTo(x + Math.cos(angle) * out * 0.75, y + Math.sin(angle) * out)
    }
    g.fill()
    g.strokeStyle = css(light, 0.75)
    g.lineWidth = Math.max(0.6, size * 0.013)
    g.beginPath()
    for (let rib = 0; rib <= 10; rib += 1) {
      const angle = Math.PI * (1.14 + (rib / 10) * 0.72)
      g.moveTo(x, y)
      g.quadraticCurveTo(
        x + Math.cos(angle) * size * 0.3,
        y + Math.sin(angle) * size * 0.5,
        x + Math.cos(angle) * size * 0.58,
        y + Math.sin(angle) * size * 0.78,
      )
    }
    g.stroke()
  }
}
