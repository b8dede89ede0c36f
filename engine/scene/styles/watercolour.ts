import { createCanvas } from '@napi-rs/canvas'
import { createNoise, smoothstep } from '../noise.ts'
import type { StyleKind, StyleStage, Treatment } from './style.ts'
import { paperHeights, paperSheet, paperSide, smoothField } from './texture.ts'

/** Washes on rough paper: wavering edges that dry darker, pigment that settles in the grain, a white margin. */
export const watercolour: StyleKind = {
  scale: ({ still, size }) => (still ? Math.min(1, 1280 / Math.max(size.width, size.height)) : 0.5),
  open: openWatercolour,
}

// oxlint-disable-next-line max-lines-per-function -- One loop over pixels, whose steps share its tables.
function openWatercolour(stage: StyleStage): Treatment {
  const sample = stage.sample()
  const { width, height } = sample
  const unit = Math.min(width, height) * 0.75 + Math.max(width, height) * 0.25
  const noise = createNoise(stage.random('washes'))
  const heights = paperHeights(stage.random('paper'), paperSide, Math.max(2.2, unit / 300))
  const count = width * height
  /** The source of each point's colour: edges waver, and run at the margin. */
  const source = new Int32Array(count)
  /** Amount of pigment at each point: blooms, brush marks and grain. */
  const pigment = new Float32Array(count)
  const grain = new Float32Array(count)
  /** 0 where the paper stays white. */
  const painted = new Float32Array(count)
  const margin = stage.bare ? -unit : unit * 0.034
  const step = Math.max(1, Math.round(unit / 260))
  const bend = unit * 0.0085
  const field = (at: (u: number, v: number) => number) => {
    stage.checkpoint()
    return smoothField({ width, height }, step, (x, y) => at(x / unit, y / unit))
  }
  const bendX = field((u, v) => noise.fbm(u * 9, v * 9, 3) * bend + noise.at(u * 60, v * 60) * bend * 0.2)
  const bendY = field((u, v) => noise.fbm(u * 9 + 40, v * 9 + 17, 3) * bend + noise.at(u * 60 + 5, v * 60) * bend * 0.2)
  const wash = field((u, v) => {
    const bloom = noise.fbm(u * 2.1 + 7, v * 2.1, 4)
    return 1 + 0.3 * bloom + 0.07 * noise.at(u * 3 + bloom, v * 22 + bloom * 3)
  })
  const deckle = field((u, v) => (noise.fbm(u * 5, v * 5 + 3, 3) * 0.8 + 0.16 * noise.at(u * 34, v * 34)) * unit * 0.022)
  for (let y = 0; y < height; y += 1) {
    if (y % 64 === 0) stage.checkpoint()
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const fromX = Math.max(0, Math.min(width - 1, Math.round(x + (bendX[at] ?? 0))))
      const fromY = Math.max(0, Math.min(height - 1, Math.round(y + (bendY[at] ?? 0))))
      source[at] = fromY * width + fromX
      grain[at] = heights[(y % paperSide) * paperSide + (x % paperSide)] ?? 0
      const edge = Math.min(x, y, width - 1 - x, height - 1 - y) + (deckle[at] ?? 0)
      painted[at] = smoothstep(margin - unit * 0.0035, margin + unit * 0.0035, edge)
      // A wash dries darkest along its own edge.
      pigment[at] = (wash[at] ?? 1) + 0.34 * smoothstep(margin + unit * 0.012, margin + unit * 0.002, edge)
    }
  }
  const soft = createCanvas(Math.ceil(width / 4), Math.ceil(height / 4))
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
  const paper = paperSheet(stage.random('paper sheet'), stage.size, {
    tooth: Math.max(2.4, stage.unit / 300),
    strength: 0.17,
    tint: [255, 253, 247],
  })
  const levels = 7
  // Washes are thin, so dark scenes are brightened, while a night stays dark.
  const lift = stage.brief.time === 'night' ? 0.98 : 0.94

  return {
    apply(g, scene) {
      softContext.imageSmoothingQuality = 'medium'
      softContext.drawImage(scene, 0, 0, soft.width, soft.height)
      wideContext.drawImage(soft, 0, 0, width, height)
      const sharp = scene.getContext('2d').getImageData(0, 0, width, height).data
      const blurred = wideContext.getImageData(0, 0, width, height).data
      const pixels = image.data
      for (let at = 0; at < count; at += 1) {
        const to = at * 4
        const cover = painted[at] ?? 0
        if (cover <= 0) {
          pixels[to] = 253
          pixels[to + 1] = 250
          pixels[to + 2] = 243
          pixels[to + 3] = 255
          continue
        }
        const from = (source[at] ?? 0) * 4
        const r0 = sharp[from] ?? 0
        const g0 = sharp[from + 1] ?? 0
        const b0 = sharp[from + 2] ?? 0
        const r1 = blurred[from] ?? 0
        const g1 = blurred[from + 1] ?? 0
        const b1 = blurred[from + 2] ?? 0
        const off = Math.abs(r0 - r1) + Math.abs(g0 - g1) + Math.abs(b0 - b1)
        // Small differences blend into one wash; strong ones remain edges.
        let keep = (off - 22) / 70
        keep = keep < 0 ? 0 : keep > 1 ? 1 : keep
        const red = r1 + (r0 - r1) * keep
        const green = g1 + (g0 - g1) * keep
        const blue = b1 + (b0 - b1) * keep
        const light = (red * 0.3 + green * 0.59 + blue * 0.11) / 255
        const around = (r1 * 0.3 + g1 * 0.59 + b1 * 0.11) / 255
        const settled = pigment[at] ?? 1
        // Washes of one strength each, with soft steps between them.
        const level = light * levels + (settled - 1) * 1.1
        const step = Math.floor(level)
        const within = level - step
        const toned = (step + smoothstep(0.3, 0.7, within)) / levels
        // Pigment gathers at the edge of a wash beside a lighter one.
        const rim = Math.max(0, around - light) * 1.7 + Math.max(0, 0.13 - Math.abs(within - 0.5)) * 0.55
        const dark = 1 - light
        const factor = (0.82 + (light - toned) * 0.9 + rim) * settled * (1 + (grain[at] ?? 0) * (0.05 + 0.2 * dark)) * lift * cover
        pixels[to] = 254 - (254 - red) * factor
        pixels[to + 1] = 251 - (251 - green) * factor
        pixels[to + 2] = 244 - (244 - blue) * factor
        pixels[to + 3] = 255
      }
      resultContext.putImageData(image, 0, 0)
      g.imageSmoothingQuality = stage.still ? 'high' : 'low'
      g.drawImage(result, 0, 0, stage.size.width, stage.size.height)
      g.globalCompositeOperation = 'multiply'
      g.drawImage(paper, 0, 0)
      g.globalCompositeOperation = 'source-over'
      g.imageSmoothingQuality = 'low'
    },
  }
}
