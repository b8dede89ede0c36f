import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { css, mix, onRamp } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { clamp01, createNoise, smoothstep } from '../noise.ts'
import { pictureLayer } from '../stage.ts'
import { drawPicture } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'
import type { Ramp } from './ramp.ts'

const tableSteps = 1024

type Shade = (x: number, y: number, seconds: number, out: Float32Array) => void

/** A picture computed point by point, coarsely in a film. Coordinates are in units from the middle. */
function fieldLayer(stage: Stage, shade: Shade): Layer {
  const coarse = stage.still ? Math.max(1, Math.round(stage.unit / 1000)) : Math.max(3, Math.round(stage.unit / 150))
  const width = Math.ceil(stage.width / coarse)
  const height = Math.ceil(stage.height / coarse)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  const random = stage.random('field grain')
  const dither = Float32Array.from({ length: 4_096 }, () => (random() - 0.5) * 3)
  const out = new Float32Array(3)
  return {
    paint(g, moment) {
      const pixels = image.data
      const shiftX = (moment.camera * stage.margin) / stage.unit
      const shiftY = ((moment.tilt ?? 0) * stage.lift) / stage.unit
      const zoom = 1 / (1 + 0.25 * (moment.zoom ?? 0))
      for (let y = 0; y < height; y += 1) {
        if (stage.still && y % 16 === 0) stage.checkpoint()
        const v = ((y * coarse - stage.height / 2) / stage.unit) * zoom - shiftY
        for (let x = 0; x < width; x += 1) {
          shade(((x * coarse - stage.width / 2) / stage.unit) * zoom + shiftX, v, moment.seconds, out)
          const grain = dither[(x * 31 + y * 57) & 4_095] ?? 0
          const at = (y * width + x) * 4
          pixels[at] = (out[0] ?? 0) + grain
          pixels[at + 1] = (out[1] ?? 0) + grain
          pixels[at + 2] = (out[2] ?? 0) + grain
          pixels[at + 3] = 255
        }
      }
      context.putImageData(image, 0, 0)
      g.imageSmoothingQuality = 'high'
      g.drawImage(canvas, 0, 0, width * coarse, height * coarse)
    },
  }
}

const tableOf = (ramp: Ramp) => Array.from({ length: tableSteps }, (_, index) => onRamp(ramp, index / (tableSteps - 1)))

/** Inks that have flowed into each other, with fine veins of metal between them. */
export function liquidLayer(stage: Stage, ramp: Ramp): Layer {
  const random = stage.familyRandom('liquid')
  const noise = createNoise(stage.random('liquid'))
  const colours = tableOf(ramp)
  const cells = between(random, 0.8, 1.25)
  const turn = between(random, 0, Math.PI)
  const [cos, sin] = [Math.cos(turn) * cells, Math.sin(turn) * cells]
  const stretch = between(random, 0.5, 0.9)
  const bands = between(random, 2.2, 3.4)
  const veins = random() < 0.6
  const metal: Rgb = mix([246, 214, 140], ramp[5], 0.25)
  const octaves = stage.still ? 4 : 2
  return fieldLayer(stage, (x, y, seconds, out) => {
    const t = seconds * 0.05
    const u = x * cos - y * sin
    const v = (x * sin + y * cos) * stretch
    const firstX = noise.fbm(u + t, v + 5.2, octaves)
    const firstY = noise.fbm(u + 1.7, v + 9.2 - t, octaves)
    const secondX = noise.fbm(u + 2.6 * firstX + 8.3, v + 2.6 * firstY + 2.8, octaves)
    const secondY = noise.fbm(u + 2.6 * firstX + t, v + 2.6 * firstY + 4.1, octaves)
    const value = noise.fbm(u + 2.2 * secondX, v + 2.2 * secondY, octaves)
    const phase = value * bands + firstX * 0.9
    const fold = 0.5 + 0.5 * Math.sin(phase * 3.1)
    const position = clamp01(0.46 + 0.62 * value + 0.3 * secondX + 0.16 * (fold - 0.5))
    const colour = colours[Math.floor(position * (tableSteps - 1))] ?? ramp[0]
    const light = 0.88 + 0.26 * fold + 0.22 * secondY
    const line = veins ? smoothstep(0.022, 0.004, Math.abs(value - 0.09 - 0.1 * firstY)) * (0.4 + 0.6 * fold) : 0
    for (let channel = 0; channel < 3; channel += 1) {
      const own = (colour[channel] ?? 0) * light
      out[channel] = own + ((metal[channel] ?? 0) - own) * line * 0.85
    }
  })
}

/** Large soft lights that blend into each other. */
export function gradientLayer(stage: Stage, ramp: Ramp): Layer {
  const random = stage.familyRandom('gradient')
  const noise = createNoise(stage.random('gradient'))
  const across = stage.width / stage.unit
  const down = stage.height / stage.unit
  const lights = ramp.map((colour, index) => ({
    x: between(random, -0.6, 0.6) * across,
    y: between(random, -0.6, 0.6) * down,
    reach: between(random, 0.28, 0.62) * (index === 0 ? 1.3 : 1),
    colour,
    phase: random() * 6.3,
  }))
  return fieldLayer(stage, (x, y, seconds, out) => {
    const bend = noise.at(x * 1.3 + 3, y * 1.3 + seconds * 0.05) * 0.22
    const bendY = noise.at(x * 1.3 + 9, y * 1.3 - seconds * 0.05) * 0.22
    let total = 0.12
    let red = ramp[1][0] * 0.12
    let green = ramp[1][1] * 0.12
    let blue = ramp[1][2] * 0.12
    for (const light of lights) {
      const dx = x + bend - light.x - 0.08 * Math.sin(seconds * 0.3 + light.phase)
      const dy = y + bendY - light.y - 0.08 * Math.cos(seconds * 0.26 + light.phase)
      const weight = Math.exp(-(dx * dx + dy * dy) / (light.reach * light.reach))
      total += weight
      red += light.colour[0] * weight
      green += light.colour[1] * weight
      blue += light.colour[2] * weight
    }
    out[0] = red / total
    out[1] = green / total
    out[2] = blue / total
  })
}

/** Land as on a map: tints by height, with contour lines. */
export function contoursLayer(stage: Stage, ramp: Ramp): Layer {
  const random = stage.familyRandom('contours')
  const noise = createNoise(stage.random('contours'))
  const colours = tableOf(ramp)
  const cells = between(random, 0.9, 1.5)
  const steps = 9 + Math.floor(random() * 6)
  const light = random() < 0.5
  const octaves = stage.still ? 3 : 2
  const height = (x: number, y: number, t: number) =>
    0.5 + 0.62 * noise.fbm(x * cells + 0.5 * noise.at(x * 0.9, y * 0.9 + t), y * cells + t * 0.4, octaves)
  const pixel = 1 / stage.unit
  return fieldLayer(stage, (x, y, seconds, out) => {
    const t = seconds * 0.05
    const h = height(x, y, t)
    const slopeX = (height(x + pixel * 3, y, t) - h) / 3
    const slopeY = (height(x, y + pixel * 3, t) - h) / 3
    const level = h * steps
    const floor = Math.floor(level)
    const off = Math.min(level - floor, 1 - level + floor) / Math.max(0.0008, Math.hypot(slopeX, slopeY) * steps)
    const index = floor % 5 === 0
    const line = smoothstep(index ? 2 : 1.25, index ? 0.7 : 0.3, off)
    const tint = colours[Math.floor(clamp01((floor + 0.5) / steps) * (tableSteps - 1))] ?? ramp[0]
    const shade = 1 + (slopeX + slopeY) * -26
    const ink = light ? ramp[5] : ramp[0]
    for (let channel = 0; channel < 3; channel += 1) {
      const own = (tint[channel] ?? 0) * Math.max(0.8, Math.min(1.15, shade))
      out[channel] = own + ((ink[channel] ?? 0) - own) * line * (index ? 0.85 : 0.55)
    }
  })
}

/** Bands of fine threads that twist through space. */
export function ribbonsLayer(stage: Stage, ramp: Ramp): Layer {
  const random = stage.familyRandom('ribbons')
  const { width, height, unit } = stage
  const bright = random() < 0.45
  const backdrop = drawPicture(stage, (g) => {
    const fall = g.createLinearGradient(0, 0, width * 0.5, height)
    fall.addColorStop(0, css(bright ? ramp[5] : mix(ramp[0], [0, 0, 0], 0.35)))
    fall.addColorStop(1, css(bright ? mix(ramp[5], ramp[4], 0.6) : mix(ramp[0], ramp[1], 0.6)))
    g.fillStyle = fall
    g.fillRect(-unit, -unit, width + 2 * unit, height + 2 * unit)
  })
  const threads = stage.still ? 150 : 56
  const bands = Array.from({ length: 3 }, (_, index) => ({
    base: height * between(random, 0.3, 0.7),
    swing: unit * between(random, 0.14, 0.3),
    spread: unit * between(random, 0.1, 0.26),
    waves: [between(random, 0.5, 1.1), between(random, 1.1, 2), between(random, 0.4, 0.9)] as const,
    phases: [random() * 6.3, random() * 6.3, random() * 6.3] as const,
    from: random() * 0.55,
    depth: 0.3 + index * 0.25,
  }))
  const slope = between(random, -0.3, 0.3)
  return {
    paint(g, moment) {
      g.drawImage(backdrop.canvas, backdrop.left, backdrop.top)
      g.save()
      g.globalCompositeOperation = bright ? 'multiply' : 'screen'
      g.lineWidth = unit * (stage.still ? 0.0016 : 0.0042)
      for (const band of bands) drawBand(g, band, moment.seconds, moment.camera * stage.margin * band.depth)
      g.restore()
    },
  }

  function drawBand(g: SKRSContext2D, band: (typeof bands)[number], seconds: number, shift: number): void {
    for (let thread = 0; thread < threads; thread += 1) {
      const share = thread / (threads - 1)
      const edge = Math.sin(Math.PI * share) ** 0.5
      g.strokeStyle = css(onRamp(ramp, clamp01(band.from + share * 0.5 + (bright ? -0.1 : 0.12))), (bright ? 0.5 : 0.34) * edge)
      g.beginPath()
      for (let step = 0; step <= 48; step += 1) {
        const across = step / 48
        const x = across * (width + 40) - 20 - shift
        const u = across * (width / unit)
        const twist = Math.sin(u * band.waves[0] * 3 + band.phases[0] + seconds * 0.25)
        const y =
          band.base +
          slope * (x - width / 2) +
          Math.sin(u * band.waves[1] * 1.7 + band.phases[1] + seconds * 0.2 + share * 0.8) * band.swing +
          (share - 0.5) * band.spread * 2 * twist +
          Math.sin(u * band.waves[2] * 4 + band.phases[2] + share * 2.4 - seconds * 0.15) * band.spread * 0.24
        if (step === 0) g.moveTo(x, y)
        else g.lineTo(x, y)
      }
      g.stroke()
    }
  }
}

/** Thousands of strokes along a field of wind. */
export function flowLayer(stage: Stage, ramp: Ramp): Layer {
  const random = stage.familyRandom('flow')
  const noise = createNoise(stage.random('flow'))
  const { width, height, unit, reach } = stage
  const dark = random() < 0.5
  const ground = dark ? mix(ramp[0], [10, 10, 16], 0.3) : mix(ramp[5], [250, 246, 238], 0.5)
  const cells = between(random, 0.7, 1.2)
  const turns = between(random, 1.1, 1.9)
  const bias = random() * 6.3
  const angleAt = (x: number, y: number) => bias + noise.fbm((x / unit) * cells, (y / unit) * cells, 2) * Math.PI * turns
  const picture = drawPicture(stage, (g) => {
    g.fillStyle = css(ground)
    g.fillRect(-unit, -unit, width + 2 * unit, height + 2 * unit)
    g.lineCap = 'round'
    const count = Math.round(1_500 * ((width * height) / (unit * unit)))
    for (let stroke = 0; stroke < count; stroke += 1) {
      if (stroke % 100 === 0) stage.checkpoint()
      let x = between(random, -reach, width + reach)
      let y = between(random, -reach, height + reach)
      const zone = clamp01(0.48 + 1.25 * noise.fbm((x / unit) * 0.8 + 20, (y / unit) * 0.8, 2) + between(random, -0.16, 0.16))
      g.strokeStyle = css(
        onRamp(dark ? ramp : [...ramp].toReversed().slice(1), dark ? 0.25 + 0.75 * zone : zone),
        between(random, 0.5, 0.95),
      )
      g.lineWidth = unit * between(random, 0.0014, 0.0075) * (stroke < count * 0.3 ? 1.7 : 1)
      g.beginPath()
      g.moveTo(x, y)
      const steps = 12 + Math.floor(random() * 26)
      for (let step = 0; step < steps; step += 1) {
        const angle = angleAt(x, y)
        x += Math.cos(angle) * unit * 0.008
        y += Math.sin(angle) * unit * 0.008
        g.lineTo(x, y)
      }
      g.stroke()
    }
  })
  if (stage.still) return pictureLayer(stage, picture, 0.5)
  const runners = Array.from({ length: 130 }, () => ({
    x: random() * width,
    y: random() * height,
    phase: random(),
    colour: css(onRamp(ramp, dark ? 0.7 + 0.3 * random() : 0.3 * random()), 0.85),
  }))
  const base = pictureLayer(stage, picture, 0.5)
  return {
    paint(g, moment) {
      base.paint(g, moment)
      g.lineCap = 'round'
      g.lineWidth = unit * 0.004
      for (const runner of runners) {
        const age = (runner.phase + moment.seconds * 0.16) % 1
        let { x, y } = runner
        const skip = Math.floor(age * 26)
        g.strokeStyle = runner.colour
        g.globalAlpha = Math.sin(Math.PI * age)
        g.beginPath()
        for (let step = 0; step < skip + 9; step += 1) {
          const angle = angleAt(x, y)
          x += Math.cos(angle) * unit * 0.012
          y += Math.sin(angle) * unit * 0.012
          if (step === skip) g.moveTo(x, y)
          else if (step > skip) g.lineTo(x, y)
        }
        g.stroke()
      }
      g.globalAlpha = 1
    },
  }
}
