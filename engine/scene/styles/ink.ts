import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { css, mix } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { paints } from '../paints.ts'
import { createNoise, smoothstep } from '../noise.ts'
import type { StyleKind, StyleStage, Treatment } from './style.ts'
import { paperHeights, paperSheet, paperSide, smoothField } from './texture.ts'

/** Ink on rice paper: a few washes that bleed, dry strokes along the contours, much left white, and a red seal. */
export const ink: StyleKind = {
  scale: ({ still, size }) => (still ? Math.min(1, 1280 / Math.max(size.width, size.height)) : 0.5),
  open: openInk,
}

const toneSteps = 256

// oxlint-disable-next-line max-lines-per-function -- One loop over pixels, whose steps share its tables.
function openInk(stage: StyleStage): Treatment {
  const sample = stage.sample()
  const { width, height } = sample
  const unit = Math.min(width, height) * 0.75 + Math.max(width, height) * 0.25
  const noise = createNoise(stage.random('ink'))
  const heights = paperHeights(stage.random('rice paper'), paperSide, Math.max(2.6, unit / 240))
  const count = width * height
  const source = new Int32Array(count)
  const wash = new Float32Array(count)
  const dry = new Float32Array(count)
  const step = Math.max(1, Math.round(unit / 260))
  const bend = unit * 0.011
  const field = (at: (u: number, v: number) => number) => {
    stage.checkpoint()
    return smoothField({ width, height }, step, (x, y) => at(x / unit, y / unit))
  }
  const bendX = field((u, v) => noise.fbm(u * 7, v * 7, 4) * bend)
  const bendY = field((u, v) => noise.fbm(u * 7 + 31, v * 7 + 12, 4) * bend)
  const bloom = field((u, v) => 0.16 * noise.fbm(u * 2.4 + 3, v * 2.4, 4))
  // Long fibres of the brush run along the strokes, mostly level.
  const fibre = field((u, v) => 0.5 + 0.62 * noise.at(u * 16, v * 90))
  for (let y = 0; y < height; y += 1) {
    if (y % 64 === 0) stage.checkpoint()
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const fromX = Math.max(0, Math.min(width - 1, Math.round(x + (bendX[at] ?? 0))))
      const fromY = Math.max(0, Math.min(height - 1, Math.round(y + (bendY[at] ?? 0))))
      source[at] = fromY * width + fromX
      const tooth = heights[(y % paperSide) * paperSide + (x % paperSide)] ?? 0
      wash[at] = (bloom[at] ?? 0) + 0.035 * tooth
      dry[at] = (fibre[at] ?? 0) + 0.3 * tooth
    }
  }
  const sunShows = isSunSeen(stage, sample)
  const tones = toneCurve(sample.getContext('2d').getImageData(0, 0, width, height).data, stage.brief.time === 'night')
  const soft = createCanvas(Math.ceil(width / 3), Math.ceil(height / 3))
  const softContext = soft.getContext('2d')
  const wide = createCanvas(width, height)
  const wideContext = wide.getContext('2d')
  wideContext.imageSmoothingQuality = 'high'
  // Clears the previous frame.
  wideContext.globalCompositeOperation = 'copy'
  softContext.globalCompositeOperation = 'copy'
  const result = createCanvas(width, height)
  const resultContext = result.getContext('2d')
  const image = resultContext.createImageData(width, height)
  const sheet: Rgb = [250, 246, 235]
  const paper = paperSheet(stage.random('rice sheet'), stage.size, {
    tooth: Math.max(2.6, stage.unit / 240),
    strength: 0.12,
    tint: [255, 253, 248],
  })
  const coloured = stage.brief.colours.find((colour) => colour !== 'black' && colour !== 'white' && colour !== 'grey')
  const black: Rgb = coloured ? mix([26, 27, 32], paints[coloured], 0.3) : [26, 27, 32]
  const light = new Float32Array(count)

  return {
    apply(g, scene) {
      softContext.imageSmoothingQuality = 'medium'
      softContext.drawImage(scene, 0, 0, soft.width, soft.height)
      wideContext.drawImage(soft, 0, 0, width, height)
      const sharp = scene.getContext('2d').getImageData(0, 0, width, height).data
      const blurred = wideContext.getImageData(0, 0, width, height).data
      for (let at = 0; at < count; at += 1) {
        const from = at * 4
        light[at] = tones[((blurred[from] ?? 0) * 77 + (blurred[from + 1] ?? 0) * 151 + (blurred[from + 2] ?? 0) * 28) >> 8] ?? 0
      }
      const pixels = image.data
      const reach = Math.max(1, Math.round(unit / 620))
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const at = y * width + x
          const from = source[at] ?? at
          const here = light[from] ?? 0
          const tone = here + (wash[at] ?? 0)
          // Four washes, the lightest barely visible.
          let dark =
            0.11 * smoothstep(0.86, 0.77, tone) +
            0.22 * smoothstep(0.68, 0.58, tone) +
            0.3 * smoothstep(0.47, 0.37, tone) +
            0.27 * smoothstep(0.27, 0.17, tone)
          dark += Math.max(0, 0.06 - Math.abs(tone - 0.62)) * 1.1 + Math.max(0, 0.05 - Math.abs(tone - 0.4)) * 1.6
          const right = light[from + reach] ?? here
          const below = light[from + reach * width] ?? here
          const left = light[from - reach] ?? here
          const above = light[from - reach * width] ?? here
          const slope = Math.abs(right - left) + Math.abs(below - above)
          const line = smoothstep(0.06, 0.2, slope) * smoothstep(0.16, 0.58, (dry[at] ?? 0) + slope * 0.8)
          const sharpTone = ((sharp[from * 4] ?? 0) * 77 + (sharp[from * 4 + 1] ?? 0) * 151 + (sharp[from * 4 + 2] ?? 0) * 28) >> 8
          const detail = Math.max(0, here - (tones[sharpTone] ?? 0) - 0.06) * 2.1
          dark = Math.min(0.93, dark + line * 0.72 + Math.min(0.62, detail))
          const to = at * 4
          pixels[to] = sheet[0] + (black[0] - sheet[0]) * dark
          pixels[to + 1] = sheet[1] + (black[1] - sheet[1]) * dark
          pixels[to + 2] = sheet[2] + (black[2] - sheet[2]) * dark
          pixels[to + 3] = 255
        }
      }
      resultContext.putImageData(image, 0, 0)
      g.imageSmoothingQuality = stage.still ? 'high' : 'low'
      g.drawImage(result, 0, 0, stage.size.width, stage.size.height)
      if (sunShows) drawSun(g, stage)
      if (!stage.bare) drawSeal(g, stage)
      g.globalCompositeOperation = 'multiply'
      g.drawImage(paper, 0, 0)
      g.globalCompositeOperation = 'source-over'
      g.imageSmoothingQuality = 'low'
    },
  }
}

/** Maps the lightness of the scene to that of the ink: about half of the paper stays light. */
function toneCurve(pixels: Uint8ClampedArray, night: boolean): Float32Array {
  const counts = new Float64Array(toneSteps)
  for (let at = 0; at < pixels.length; at += 4) {
    const tone = ((pixels[at] ?? 0) * 77 + (pixels[at + 1] ?? 0) * 151 + (pixels[at + 2] ?? 0) * 28) >> 8
    counts[tone] = (counts[tone] ?? 0) + 1
  }
  const total = pixels.length / 4
  const curve = new Float32Array(toneSteps)
  let sum = 0
  for (let tone = 0; tone < toneSteps; tone += 1) {
    sum += (counts[tone] ?? 0) / total
    // Half by rank and half by value: ranks alone would break up smooth skies.
    const even = 0.5 * sum + 0.5 * (tone / (toneSteps - 1))
    const toned = night ? even ** 0.85 : even ** 0.68
    // Steeper in the middle, which keeps the washes distinct.
    curve[tone] = 0.02 + 0.98 * (0.45 * toned + 0.55 * smoothstep(0.02, 0.94, toned))
  }
  return curve
}

/** Whether nothing covers the sun. */
function isSunSeen({ sun, brief, bare, size }: StyleStage, sample: Canvas): boolean {
  if (!sun.visible || brief.time === 'night' || bare) return false
  const share = sample.width / size.width
  const [x, y] = [Math.round(sun.x * share), Math.round(sun.y * share)]
  if (x < 1 || y < 1 || x >= sample.width - 1 || y >= sample.height - 1) return false
  const [red = 0, green = 0, blue = 0] = sample.getContext('2d').getImageData(x, y, 1, 1).data
  return red + green + blue > 560
}

/** Draws the sun, the only coloured part. */
function drawSun(g: SKRSContext2D, { sun }: StyleStage): void {
  const red: Rgb = [206, 62, 44]
  const wash = g.createRadialGradient(sun.x, sun.y, sun.radius * 0.2, sun.x, sun.y, sun.radius * 1.05)
  wash.addColorStop(0, css(red, 0.62))
  wash.addColorStop(0.86, css(red, 0.74))
  wash.addColorStop(1, css(red, 0))
  g.globalCompositeOperation = 'multiply'
  g.fillStyle = wash
  g.beginPath()
  g.arc(sun.x, sun.y, sun.radius * 1.05, 0, 2 * Math.PI)
  g.fill()
  g.globalCompositeOperation = 'source-over'
}

/** The painter's seal, in a lower corner. */
function drawSeal(g: SKRSContext2D, stage: StyleStage): void {
  const random = stage.random('seal')
  const { width, height } = stage.size
  const side = stage.unit * 0.046
  const x = random() < 0.5 ? stage.unit * 0.05 : width - stage.unit * 0.05 - side
  const y = height - stage.unit * 0.06 - side
  g.fillStyle = css([190, 44, 36], 0.9)
  g.beginPath()
  g.roundRect(x, y, side, side, side * 0.14)
  g.fill()
  g.strokeStyle = css([250, 240, 226], 0.94)
  g.lineWidth = side * 0.075
  g.lineCap = 'round'
  g.beginPath()
  for (const column of [0.3, 0.7]) {
    for (let mark = 0; mark < 3; mark += 1) {
      const top = y + side * (0.2 + mark * 0.22)
      g.moveTo(x + side * (column - between(random, 0.08, 0.14)), top)
      g.lineTo(x + side * (column + between(random, 0.08, 0.14)), top)
    }
    g.moveTo(x + side * column, y + side * between(random, 0.16, 0.26))
    g.lineTo(x + side * column, y + side * between(random, 0.72, 0.84))
  }
  g.stroke()
}
