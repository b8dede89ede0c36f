import { createCanvas } from '@napi-rs/canvas'
import { between, pick } from '../../random.ts'
import type { Random } from '../../random.ts'
import { css, fromOklch, mix, onRamp, scale, toOklch } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { clamp01, createNoise } from '../noise.ts'
import { drawPicture, layerX } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'

/** Layers of an abstract picture; the seed chooses its kind. */
export function abstractLayers(stage: Stage, options: { fine: boolean }): Layer[] {
  const random = stage.random('abstract')
  const ramp = abstractRamp(stage, random)
  const kind = pick(random, ['silk', 'paper', 'circles', 'silk'])
  if (kind === 'silk') return [silkLayer(stage, ramp, options.fine)]
  if (kind === 'paper') return paperLayers(stage, ramp)
  return circleLayers(stage, ramp)
}

/** Five or six colours that belong together, from dark to light. */
function abstractRamp(stage: Stage, random: Random): Rgb[] {
  const { colours } = stage.brief
  const named = colours.length > 0 && !colours.every((word) => ['bright', 'dark', 'pastel'].includes(word))
  const hue = named ? toOklch(stage.palette.accents[0]).hue : between(random, 0, 2 * Math.PI)
  const spread = named ? between(random, 0.5, 0.9) : pick(random, [1.2, 2, -1.6, 2.7])
  const chroma = colours.includes('monochrome') ? 0.01 : colours.includes('pastel') ? 0.08 : 0.16
  const [low, high] = colours.includes('pastel') ? [0.6, 0.96] : colours.includes('dark') ? [0.1, 0.7] : [0.28, 0.93]
  return Array.from({ length: 6 }, (_, index) => {
    const share = index / 5
    const lightness = low + (high - low) * share ** 0.9
    return fromOklch({ lightness, chroma: chroma * (0.75 + 0.5 * Math.sin(Math.PI * share)), hue: hue + spread * (share - 0.4) })
  })
}

/** Folds of a soft cloth: noise bent by noise, lit by its own slope; it flows in a film. */
function silkLayer(stage: Stage, ramp: Rgb[], fine: boolean): Layer {
  const random = stage.random('silk')
  const noise = createNoise(random)
  const coarseness = fine ? 1 : 3
  const width = Math.ceil(stage.width / coarseness)
  const height = Math.ceil(stage.height / coarseness)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  const values = new Float32Array((width + 1) * (height + 1))
  const cells = between(random, 1.1, 1.9)
  const stretch = between(random, 0.45, 1.1)
  const turn = between(random, 0, Math.PI)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const folds = between(random, 1.9, 3)
  // A table is quicker than mixing colours for each pixel.
  const colours = Array.from({ length: 512 }, (_, index) => onRamp(ramp, index / 511))
  const dither = Float32Array.from({ length: 4096 }, () => random() * 2 - 1)
  return {
    paint(g, { seconds }) {
      const t = seconds * 0.09
      for (let y = 0; y <= height; y += 1) {
        for (let x = 0; x <= width; x += 1) {
          const screenX = (x * coarseness - stage.width / 2) / stage.unit
          const screenY = (y * coarseness - stage.height / 2) / stage.unit
          const u = (screenX * cos - screenY * sin) * cells
          const v = (screenX * sin + screenY * cos) * cells * stretch
          const bendX = noise.at(u + t, v - t * 0.6) + 0.4 * noise.at(u * 2.1 - t, v * 2.1 + 5)
          const bendY = noise.at(u + 7.7 - t * 0.5, v + 2.2 + t)
          values[y * (width + 1) + x] = noise.at(u * 0.9 + bendX * 1.1 + 20, v * 0.9 + bendY * 1.1 - t) + 0.12 * bendX
        }
      }
      const pixels = image.data
      const slopeScale = stage.unit / coarseness / 6
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const at = y * (width + 1) + x
          const value = values[at] ?? 0
          const slope = ((values[at + 1] ?? 0) - value) * 0.8 + ((values[at + width + 1] ?? 0) - value)
          const lit = slope * slopeScale
          const position = 0.5 + 0.42 * Math.sin(value * folds * 2.2) + lit * 0.1
          const colour = colours[Math.floor(clamp01(position) * 511)] ?? ramp[0] ?? [0, 0, 0]
          const shine = Math.max(0.7, Math.min(1.3, 1 + lit * 0.3))
          const gloss = Math.min(40, Math.max(0, lit - 0.4) * 45)
          const noiseValue = dither[(x * 31 + y * 57) & 4095] ?? 0
          const to = (y * width + x) * 4
          pixels[to] = colour[0] * shine + gloss + noiseValue
          pixels[to + 1] = colour[1] * shine + gloss + noiseValue
          pixels[to + 2] = colour[2] * shine + gloss + noiseValue
          pixels[to + 3] = 255
        }
      }
      context.putImageData(image, 0, 0)
      g.imageSmoothingQuality = 'medium'
      g.drawImage(canvas, 0, 0, width * coarseness, height * coarseness)
    },
  }
}

/** Sheets of paper with wavy edges, each throwing a soft shadow on the one behind. */
function paperLayers(stage: Stage, ramp: Rgb[]): Layer[] {
  const random = stage.random('paper')
  const { width, height, unit } = stage
  const sheets = 9
  const fromTop = random() < 0.4
  const shapes = Array.from({ length: 3 }, () => ({
    wave: between(random, 0.7, 2.2),
    phase: random() * 7,
    swing: between(random, 0.03, 0.09),
  }))
  const backdrop = drawPicture(stage, (g, full) => {
    const fall = g.createLinearGradient(0, 0, full * 0.4, height)
    fall.addColorStop(0, css(ramp[5] ?? [255, 255, 255]))
    fall.addColorStop(1, css(ramp[4] ?? [240, 240, 240]))
    g.fillStyle = fall
    g.fillRect(0, 0, full, height)
    const x = full * between(random, 0.3, 0.7)
    const y = height * between(random, 0.2, 0.34)
    const radius = unit * between(random, 0.08, 0.15)
    g.fillStyle = css(mix(ramp[5] ?? [255, 255, 255], [255, 255, 255], 0.6))
    g.shadowColor = 'rgba(255,255,255,0.7)'
    g.shadowBlur = unit * 0.08
    g.beginPath()
    g.arc(x, y, radius, 0, 2 * Math.PI)
    g.fill()
  })
  const cuts = Array.from({ length: sheets }, (_, index) => {
    const share = index / (sheets - 1)
    const picture = drawPicture(stage, (g, full) => {
      const colour = onRamp(ramp, 0.82 * (1 - share))
      const base = height * (0.36 + 0.56 * share)
      g.shadowColor = 'rgba(0,0,20,0.35)'
      g.shadowBlur = unit * 0.03
      g.shadowOffsetY = -unit * 0.006
      const fall = g.createLinearGradient(0, base - unit * 0.12, 0, base + unit * 0.3)
      fall.addColorStop(0, css(mix(colour, [255, 255, 255], 0.14)))
      fall.addColorStop(1, css(scale(colour, 0.86)))
      g.fillStyle = fall
      g.beginPath()
      g.moveTo(-unit, height * 2)
      for (let x = -10; x <= full + 10; x += 4) {
        let y = base
        for (const shape of shapes) y += Math.sin((x / unit) * shape.wave * 2.4 + shape.phase + index * 1.3) * shape.swing * unit
        g.lineTo(x, y)
      }
      g.lineTo(full + unit, height * 2)
      g.closePath()
      g.fill()
    })
    return { picture, depth: 0.15 + 0.85 * share, phase: random() * 7 }
  })
  return [
    {
      paint(g, moment) {
        g.save()
        if (fromTop) {
          g.translate(width, height)
          g.rotate(Math.PI)
        }
        g.drawImage(backdrop.canvas, layerX(stage, 0, moment), 0)
        for (const { picture, depth, phase } of cuts) {
          const bob = Math.sin(moment.seconds * 0.6 + phase) * unit * 0.008
          g.drawImage(picture.canvas, layerX(stage, depth, moment) + bob, bob)
        }
        g.restore()
      },
    },
  ]
}

/** Overlapping discs and arcs, printed as if with transparent inks. */
function circleLayers(stage: Stage, ramp: Rgb[]): Layer[] {
  const random = stage.random('circles')
  const { width, height, unit } = stage
  const paper = mix(ramp[5] ?? [250, 245, 240], [250, 246, 238], 0.55)
  const shapes = Array.from({ length: 13 }, (_, index) => ({
    x: width * between(random, 0.08, 0.92),
    y: height * between(random, 0.08, 0.92),
    radius: unit * between(random, 0.05, 0.3) * (index < 3 ? 1.3 : 0.8),
    colour: onRamp(ramp, random() * 0.85),
    kind: pick(random, ['disc', 'disc', 'half', 'ring', 'arcs']),
    turn: Math.floor(random() * 8) * (Math.PI / 4),
    drift: { x: between(random, -1, 1), y: between(random, -1, 1), spin: between(random, -0.2, 0.2), phase: random() * 7 },
  }))
  return [
    {
      paint(g, { seconds }) {
        g.fillStyle = css(paper)
        g.fillRect(0, 0, width, height)
        g.globalCompositeOperation = 'multiply'
        for (const shape of shapes) {
          const sway = Math.sin(seconds * 0.5 + shape.drift.phase) * unit * 0.03
          g.save()
          g.translate(shape.x + shape.drift.x * sway, shape.y + shape.drift.y * sway)
          g.rotate(shape.turn + shape.drift.spin * seconds)
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
        g.globalCompositeOperation = 'source-over'
      },
    },
  ]
}
