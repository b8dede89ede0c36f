import { createCanvas } from '@napi-rs/canvas'
import { createNoise } from '../noise.ts'
import type { Layer, Stage } from '../stage.ts'

/** Pixels of the picture per pixel of water computed, each way, in a film; a still is computed at full size. */
const filmCoarseness = 2
const tableSize = 256

export type WaterOptions = {
  /** The row of the far shore, where the mirror lies. */
  shoreline: number
  /** How high the waves are: 0.2 for a sheltered lake, 1 for open sea. */
  roughness: number
  /** Full resolution, for stills. */
  fine: boolean
}

/**
 * Water that mirrors what has been painted above it so far: every pixel looks up where its wave's slope sends the view.
 * Must come after everything that is to be mirrored and before what stands in front.
 */
export function waterLayer(stage: Stage, { shoreline, roughness, fine }: WaterOptions): Layer {
  const { palette, focal, cameraHeight, sun, unit, brief } = stage
  const coarseness = fine ? 1 : filmCoarseness
  const width = Math.ceil(stage.width / coarseness)
  const height = Math.ceil((stage.height - shoreline) / coarseness)
  const mirrorHeight = Math.ceil(shoreline / coarseness)
  const mirror = createCanvas(width, mirrorHeight)
  const mirrorContext = mirror.getContext('2d')
  const surface = createCanvas(width, height)
  const surfaceContext = surface.getContext('2d')
  const image = surfaceContext.createImageData(width, height)
  const waves = waveTable(stage)
  const glitter = stage.sun.visible ? (brief.time === 'night' ? 0.5 : 0.85) : 0.15
  const [deepRed, deepGreen, deepBlue] = palette.water
  const [lightRed, lightGreen, lightBlue] = palette.light

  return {
    paint(g, { seconds, camera }) {
      mirrorContext.drawImage(g.canvas, 0, 0, stage.width, shoreline, 0, 0, width, mirrorHeight)
      const seen = mirrorContext.getImageData(0, 0, width, mirrorHeight).data
      const pixels = image.data
      const pan = (camera * stage.margin * 0.3) / focal
      for (let y = 0; y < height; y += 1) {
        const below = (y + 0.5) * coarseness
        // The shore is at `shoreline`, but the plane's own perspective starts at the horizon.
        const distance = (focal * cameraHeight) / (below + shoreline - stage.horizon + unit * 0.004)
        // Far waves are smaller than a pixel: what is left of them is a blur.
        const near = Math.min(1, 5 / distance)
        const fresnel = 0.3 + 0.56 * Math.exp((-below / unit) * 3.2)
        const swing = roughness * (0.012 + 0.05 * Math.min(1, below / (unit * 0.35))) * unit
        for (let x = 0; x < width; x += 1) {
          const worldX = ((x * coarseness - stage.width / 2) / focal + pan) * distance
          const slope =
            waves(worldX * 5 + seconds * 3.4, distance * 9 - seconds * 5) * 0.6 +
            waves(worldX * 13 - seconds * 6, distance * 24 + seconds * 8) * 0.4 * near
          const ripple = waves(worldX * 3 + 40 + seconds * 2, distance * 14 + seconds * 4)
          let fromX = Math.round(x + (slope * swing * 0.35) / coarseness)
          let fromY = Math.round((shoreline - below * 0.96 - Math.abs(slope + ripple * 0.5) * swing * 1.1) / coarseness)
          fromX = fromX < 0 ? -fromX : fromX >= width ? 2 * width - 2 - fromX : fromX
          fromY = fromY < 0 ? -fromY % mirrorHeight : fromY >= mirrorHeight ? mirrorHeight - 1 : fromY
          const from = (fromY * width + fromX) * 4
          const at = (y * width + x) * 4
          // Waves that lean towards the viewer show the depth instead of the mirror.
          const mirrored = Math.max(0.06, Math.min(1, fresnel + slope * 0.3 * roughness * near))
          const offSun = Math.abs(x * coarseness - sun.x) / (unit * (0.02 + 0.2 * (below / unit) + 0.03 * roughness))
          const sparkle = offSun < 3 ? Math.max(0, slope + ripple * 0.7 - 0.28) * Math.exp(-offSun * offSun * 0.7) * glitter * 1.5 : 0
          pixels[at] = deepRed + ((seen[from] ?? 0) - deepRed) * mirrored + lightRed * sparkle
          pixels[at + 1] = deepGreen + ((seen[from + 1] ?? 0) - deepGreen) * mirrored + lightGreen * sparkle
          pixels[at + 2] = deepBlue + ((seen[from + 2] ?? 0) - deepBlue) * mirrored + lightBlue * sparkle
          pixels[at + 3] = 255
        }
      }
      surfaceContext.putImageData(image, 0, 0)
      g.imageSmoothingEnabled = true
      g.drawImage(surface, 0, shoreline, width * coarseness, height * coarseness)
    },
  }
}

/** A tiling field of wave slopes, about -1..1, looked up instead of computed: frames need millions of them. */
function waveTable(stage: Stage): (x: number, y: number) => number {
  const noise = createNoise(stage.random('waves'))
  const table = new Float32Array(tableSize * tableSize)
  // 16 entries to a wave; the noise itself repeats after 256 cells, so the table blends its far edges over the near ones.
  for (let y = 0; y < tableSize; y += 1) {
    for (let x = 0; x < tableSize; x += 1) {
      const u = x / 16
      const v = y / 16
      const period = tableSize / 16
      const shareX = x / tableSize
      const shareY = y / tableSize
      const value =
        noise.fbm(u, v, 2) * (1 - shareX) * (1 - shareY) +
        noise.fbm(u - period, v, 2) * shareX * (1 - shareY) +
        noise.fbm(u, v - period, 2) * (1 - shareX) * shareY +
        noise.fbm(u - period, v - period, 2) * shareX * shareY
      // Blending unlike values flattens them in the middle; the root evens that out.
      const strength = Math.sqrt(((1 - shareX) ** 2 + shareX ** 2) * ((1 - shareY) ** 2 + shareY ** 2))
      table[y * tableSize + x] = (value / strength) * 1.5
    }
  }
  const mask = tableSize - 1
  return (x, y) => {
    const scaledX = x * 16
    const scaledY = y * 16
    const cellX = Math.floor(scaledX)
    const cellY = Math.floor(scaledY)
    const shareX = scaledX - cellX
    const shareY = scaledY - cellY
    const row = (cellY & mask) * tableSize
    const nextRow = ((cellY + 1) & mask) * tableSize
    const column = cellX & mask
    const nextColumn = (cellX + 1) & mask
    const upper = (table[row + column] ?? 0) * (1 - shareX) + (table[row + nextColumn] ?? 0) * shareX
    const lower = (table[nextRow + column] ?? 0) * (1 - shareX) + (table[nextRow + nextColumn] ?? 0) * shareX
    return upper + (lower - upper) * shareY
  }
}
