import { createCanvas } from '@napi-rs/canvas'
import { css, fromOklch, mix, toOklch } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { paints } from '../paints.ts'
import { smoothstep } from '../noise.ts'
import type { StyleKind, StyleStage, Treatment } from './style.ts'
import { paperSheet } from './texture.ts'

const scaleOf: StyleKind['scale'] = ({ still, size }) => (still ? Math.min(1, 1536 / Math.max(size.width, size.height)) : 0.75)

/** A drawing in lines of one weight. */
export const line: StyleKind = { scale: scaleOf, open: openLine }
/** Glowing tubes along all contours, in the dark. */
export const neon: StyleKind = { scale: scaleOf, open: openNeon }

/** Edge strength at each point, 0..1. */
function contourFinder(width: number, height: number, unit: number): (pixels: Uint8ClampedArray, strength: Float32Array) => void {
  const reach = Math.max(1, Math.round(unit / 700))
  return (pixels, strength) => {
    const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height)
    const off = (a: number, b: number) => {
      const red = Math.abs((a & 255) - (b & 255))
      const green = Math.abs(((a >> 8) & 255) - ((b >> 8) & 255))
      const blue = Math.abs(((a >> 16) & 255) - ((b >> 16) & 255))
      return red * 0.34 + green * 0.5 + blue * 0.26
    }
    for (let y = 0; y < height; y += 1) {
      const up = Math.max(0, y - reach) * width
      const down = Math.min(height - 1, y + reach) * width
      const row = y * width
      for (let x = 0; x < width; x += 1) {
        const left = words[row + Math.max(0, x - reach)] ?? 0
        const right = words[row + Math.min(width - 1, x + reach)] ?? 0
        const above = words[up + x] ?? 0
        const below = words[down + x] ?? 0
        const across = left === right ? 0 : off(left, right)
        const along = above === below ? 0 : off(above, below)
        const slope = across > along ? across + along * 0.4 : along + across * 0.4
        strength[row + x] = slope <= 3 ? 0 : slope >= 17 ? 1 : smoothstep(3, 17, slope)
      }
    }
  }
}

function openLine(stage: StyleStage): Treatment {
  const sample = stage.sample()
  const { width, height } = sample
  const unit = Math.min(width, height) * 0.75 + Math.max(width, height) * 0.25
  const find = contourFinder(width, height, unit)
  const strength = new Float32Array(width * height)
  const result = createCanvas(width, height)
  const context = result.getContext('2d')
  const image = context.createImageData(width, height)
  const { colours, tones } = stage.brief
  const named = colours[0]
  const sheet: Rgb = tones.has('dark') ? [30, 34, 46] : named === 'black' ? [28, 28, 32] : [250, 247, 239]
  const dark = sheet[0] < 100
  const pen: Rgb =
    named && named !== 'black' && named !== 'white'
      ? mix(paints[named], dark ? [255, 255, 255] : [0, 0, 0], 0.25)
      : dark
        ? [238, 234, 222]
        : [34, 36, 46]
  const paper = paperSheet(stage.random('drawing paper'), stage.size, {
    tooth: Math.max(2, stage.unit / 380),
    strength: 0.09,
    tint: [255, 254, 250],
  })
  return {
    apply(g, scene) {
      const pixels = scene.getContext('2d').getImageData(0, 0, width, height).data
      find(pixels, strength)
      const to = image.data
      for (let at = 0; at < strength.length; at += 1) {
        const on = strength[at] ?? 0
        const from = at * 4
        // Adds a hint of the area's own tone, so that the drawing is more than outlines.
        const tone = ((pixels[from] ?? 0) * 0.3 + (pixels[from + 1] ?? 0) * 0.59 + (pixels[from + 2] ?? 0) * 0.11) / 255
        const breath = dark ? 0 : 0.075 * (1 - tone)
        for (let channel = 0; channel < 3; channel += 1) {
          const ground = (sheet[channel] ?? 0) * (1 - breath)
          to[from + channel] = ground + ((pen[channel] ?? 0) - ground) * on
        }
        to[from + 3] = 255
      }
      context.putImageData(image, 0, 0)
      g.imageSmoothingQuality = stage.still ? 'high' : 'low'
      g.drawImage(result, 0, 0, stage.size.width, stage.size.height)
      g.globalCompositeOperation = 'multiply'
      g.drawImage(paper, 0, 0)
      g.globalCompositeOperation = 'source-over'
      g.imageSmoothingQuality = 'low'
    },
  }
}

const tubeSteps = 24

function openNeon(stage: StyleStage): Treatment {
  const sample = stage.sample()
  const { width, height } = sample
  const unit = Math.min(width, height) * 0.75 + Math.max(width, height) * 0.25
  const find = contourFinder(width, height, unit)
  const strength = new Float32Array(width * height)
  const tubes = createCanvas(width, height)
  const tubesContext = tubes.getContext('2d')
  const image = tubesContext.createImageData(width, height)
  const ground = createCanvas(width, height)
  const groundContext = ground.getContext('2d')
  const soft = createCanvas(Math.ceil(width / 4), Math.ceil(height / 4))
  const softContext = soft.getContext('2d')
  const colours = tubeColours(stage)
  const night: Rgb = stage.brief.time === 'day' ? [14, 12, 38] : [9, 7, 26]
  return {
    apply(g, scene) {
      const pixels = scene.getContext('2d').getImageData(0, 0, width, height).data
      find(pixels, strength)
      const to = image.data
      for (let y = 0; y < height; y += 1) {
        const row = Math.floor((y / height) * tubeSteps)
        for (let x = 0; x < width; x += 1) {
          const index = y * width + x
          const at = index * 4
          const on = strength[index] ?? 0
          // A tube has the colour of its side of the picture, with a little of the outlined thing's colour.
          const warm = ((pixels[at] ?? 0) - (pixels[at + 2] ?? 0)) / 255
          const colour =
            colours[Math.min(tubeSteps - 1, Math.max(0, Math.round(row + warm * tubeSteps * 0.8 + (x / width - 0.5) * 5)))] ?? night
          to[at] = colour[0]
          to[at + 1] = colour[1]
          to[at + 2] = colour[2]
          to[at + 3] = 255 * on
        }
      }
      tubesContext.putImageData(image, 0, 0)
      groundContext.globalCompositeOperation = 'source-over'
      groundContext.fillStyle = css(night)
      groundContext.fillRect(0, 0, width, height)
      groundContext.globalAlpha = 0.2
      groundContext.drawImage(scene, 0, 0)
      groundContext.globalAlpha = 1
      groundContext.globalCompositeOperation = 'multiply'
      groundContext.fillStyle = css([120, 96, 190])
      groundContext.fillRect(0, 0, width, height)
      groundContext.globalCompositeOperation = 'screen'
      softContext.clearRect(0, 0, soft.width, soft.height)
      softContext.imageSmoothingQuality = 'medium'
      softContext.filter = `blur(${Math.max(1, unit * 0.0035).toFixed(1)}px)`
      softContext.drawImage(tubes, 0, 0, soft.width, soft.height)
      softContext.filter = 'none'
      groundContext.globalAlpha = 0.95
      groundContext.drawImage(soft, 0, 0, width, height)
      groundContext.drawImage(soft, -unit * 0.006, -unit * 0.006, width + unit * 0.012, height + unit * 0.012)
      groundContext.globalAlpha = 1
      groundContext.drawImage(tubes, 0, 0)
      g.imageSmoothingQuality = stage.still ? 'high' : 'low'
      g.drawImage(ground, 0, 0, stage.size.width, stage.size.height)
      g.imageSmoothingQuality = 'low'
    },
  }
}

/** Colours of the tubes, from the top of the picture to the bottom. */
function tubeColours(stage: StyleStage): Rgb[] {
  const random = stage.random('tubes')
  const { colours } = stage.brief
  const first = colours[0]
  const [from, to] = first
    ? [toOklch(paints[first]).hue, toOklch(paints[colours[1] ?? first]).hue + (colours[1] ? 0 : 0.9)]
    : random() < 0.55
      ? [5.95, 3.5]
      : random() < 0.5
        ? [5.1, 1.4]
        : [3.3, 5.7]
  return Array.from({ length: tubeSteps }, (_, index) =>
    fromOklch({ lightness: 0.78, chroma: 0.2, hue: from + ((to - from) * index) / (tubeSteps - 1) }),
  )
}
