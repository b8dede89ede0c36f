import { createCanvas } from '@napi-rs/canvas'
import { css, fromOklch, mix, onRamp } from '../colour.ts'
import type { Oklch, Rgb } from '../colour.ts'
import { createNoise } from '../noise.ts'
import { drawPicture, paintPicture, viewOf, withShadow } from '../stage.ts'
import type { Layer, Moment, Stage } from '../stage.ts'

/**
 * Pixels of a film per pixel of water, across and down. Waves are wide and flat, so rows matter more; in small films the steps would be
 * visible.
 */
const filmCoarseness = (unit: number): readonly [number, number] => (unit < 700 ? [2, 1] : [3, 2])
const tableSize = 256
const tableMask = tableSize - 1
const opaque = 0xff << 24

export type WaterOptions = {
  /** The row of the far shore, the axis of the mirror, while the camera rests. */
  shoreline: number
  /** The depth of the far shore, 0..1; the water moves with it. */
  depth: number
  /** The height of the waves: 0.2 for a sheltered lake, 1 for open sea. */
  roughness: number
}

/**
 * Draws water that reflects everything painted above it so far: each pixel looks up the point that the slope of its wave reflects. It must
 * follow everything that is reflected and precede everything in front.
 */
export function waterLayer(stage: Stage, options: WaterOptions): Layer {
  if (stage.brief.style === 'paper') return paperWaterLayer(stage, options)
  return stage.flat ? flatWaterLayer(stage, options) : mirrorLayer(stage, options)
}

// oxlint-disable-next-line max-lines-per-function -- It draws random numbers in a fixed order, on which every seed depends.
function mirrorLayer(stage: Stage, { shoreline, depth, roughness }: WaterOptions): Layer {
  const { palette, focal, cameraHeight, sun, unit, brief } = stage
  const still = Math.max(1, Math.round(unit / 1100))
  const [across, down] = stage.still ? ([still, still] as const) : filmCoarseness(unit)
  const width = Math.ceil(stage.width / across)
  const room = stage.lift + Math.ceil(unit * 0.06)
  const rows = Math.ceil((stage.height - shoreline + room) / down)
  const mirrorRows = Math.ceil((shoreline + room) / down)
  const mirror = createCanvas(width, mirrorRows)
  const mirrorContext = mirror.getContext('2d')
  // Clears the previous frame.
  mirrorContext.globalCompositeOperation = 'copy'
  const canvas = createCanvas(width, rows)
  const surfaceContext = canvas.getContext('2d')
  const image = surfaceContext.createImageData(width, rows)
  const pixels = new Int32Array(image.data.buffer)
  const waves = waveTable(stage)
  const glitter = sun.visible ? (brief.time === 'night' ? 0.5 : 0.85) : 0.12
  const dyed = palette.dye ? dyeTable(palette.dye) : null
  const near1 = new Float64Array(tableSize + 1)
  const near2 = new Float64Array(tableSize + 1)
  const near3 = new Float64Array(tableSize + 1)

  /** Interpolates a row of waves between rows of the table: all points on a row of the screen are equally far away. */
  function rowOfWaves(y: number, row: Float64Array): void {
    const scaled = y * 16
    const cell = Math.floor(scaled)
    const share = scaled - cell
    const from = (cell & tableMask) * tableSize
    const next = ((cell + 1) & tableMask) * tableSize
    for (let x = 0; x < tableSize; x += 1) {
      const value = waves[from + x] ?? 0
      row[x] = value + ((waves[next + x] ?? 0) - value) * share
    }
    // The table wraps around.
    row[tableSize] = row[0] ?? 0
  }

  return {
    paint(g, moment) {
      const { seconds, camera } = moment
      const view = viewOf(stage, depth, moment)
      const shore = Math.round(shoreline * view.scale + view.y)
      // One row more than is visible, for the interpolation.
      const seenRows = Math.min(rows, Math.ceil((stage.height - shore) / down) + 1)
      const reach = Math.min(mirrorRows, Math.ceil(shore / down))
      if (seenRows <= 0 || reach <= 1) return
      mirrorContext.drawImage(g.canvas, 0, 0, stage.width, shore, 0, 0, width, reach)
      // Writes a whole pixel at a time.
      const seen = new Int32Array(mirrorContext.getImageData(0, 0, width, reach).data.buffer)
      const pan = (camera * stage.margin * 0.3) / focal
      const surface = {
        pixels,
        seen,
        width,
        reach,
        near1,
        near2,
        near3,
        across,
        // The sky does not move with the camera, and neither does its light on the water.
        sunX: sun.x,
        glitter,
        dyed,
        deep: palette.water,
        light: palette.light,
      }
      for (let y = 0; y < seenRows; y += 1) {
        if (stage.still && y % 64 === 0) stage.checkpoint()
        const below = (y + 0.5) * down
        // The shore is at `shoreline`, but the plane's own perspective starts at the horizon.
        const distance = (focal * cameraHeight) / (below + shoreline - stage.horizon + unit * 0.004) / view.scale
        // Far waves are smaller than a pixel and would only blur.
        const near = Math.min(1, 5 / distance)
        const fresnel = 0.3 + 0.56 * Math.exp((-below / unit) * 3.2)
        const swing = roughness * (0.012 + 0.05 * Math.min(1, below / (unit * 0.35))) * unit
        const rowX = distance * 5
        rowOfWaves(distance * 9 - seconds * 5, near1)
        rowOfWaves(distance * 24 + seconds * 8, near2)
        rowOfWaves(distance * 14 + seconds * 4, near3)
        const start = -stage.width / 2 / focal + pan
        paintWaterRow(surface, {
          y,
          at1: onTable((start * rowX + seconds * 3.4) * 16),
          at2: onTable((start * rowX * 2.6 - seconds * 6) * 16),
          at3: onTable((start * rowX * 0.6 + 40 + seconds * 2) * 16),
          step: (across / focal) * rowX * 16,
          near,
          fresnel,
          // Dyed water is deeper near the viewer.
          depths: dyed ? 1 - 0.3 * Math.min(1, below / (unit * 0.55)) : 1,
          swingX: (swing * 0.35) / across,
          swingY: (swing * 1.1) / down,
          fallback: (shore - below * 0.96) / down + 0.5,
          leaning: 0.3 * roughness * near,
          path: unit * (0.02 + 0.2 * (below / unit) + 0.03 * roughness),
        })
      }
      surfaceContext.putImageData(image, 0, 0, 0, 0, width, seenRows)
      g.imageSmoothingEnabled = true
      g.drawImage(canvas, 0, 0, width, seenRows, 0, shore, width * across, seenRows * down)
    },
  }
}

type Surface = {
  pixels: Int32Array
  /** The reflected rows, `reach` of them. */
  seen: Int32Array
  width: number
  reach: number
  /** The three waves of the row, from the near ones to the ripples. */
  near1: Float64Array
  near2: Float64Array
  near3: Float64Array
  across: number
  sunX: number
  glitter: number
  dyed: Uint8ClampedArray | null
  deep: Rgb
  light: Rgb
}

type WaterRow = {
  y: number
  /** Offsets of the waves in the table, and the length of a pixel in it. */
  at1: number
  at2: number
  at3: number
  step: number
  near: number
  fresnel: number
  depths: number
  swingX: number
  swingY: number
  fallback: number
  leaning: number
  path: number
}

// Kept separate: the compiled code of an inner function is discarded with the picture, and a nested loop is compiled again for each row.
function paintWaterRow(surface: Surface, row: WaterRow): void {
  const { pixels, seen, width, reach, near1, near2, near3, across, sunX, glitter, dyed, deep, light } = surface
  const { y, step, near, fresnel, depths, swingX, swingY, fallback, leaning, path } = row
  const [red0, green0, blue0] = [deep[0] * depths, deep[1] * depths, deep[2] * depths]
  const [lightRed, lightGreen, lightBlue] = light
  const clarity = dyed ? 0.86 : 1
  const [step1, step2, step3] = [step, step * 2.6, step * 0.6]
  let { at1, at2, at3 } = row
  for (let x = 0; x < width; x += 1) {
    const cell1 = at1 | 0
    const cell2 = at2 | 0
    const cell3 = at3 | 0
    const left1 = near1[cell1 & tableMask] ?? 0
    const left2 = near2[cell2 & tableMask] ?? 0
    const left3 = near3[cell3 & tableMask] ?? 0
    const wave1 = left1 + ((near1[(cell1 & tableMask) + 1] ?? 0) - left1) * (at1 - cell1)
    const wave2 = left2 + ((near2[(cell2 & tableMask) + 1] ?? 0) - left2) * (at2 - cell2)
    const ripple = left3 + ((near3[(cell3 & tableMask) + 1] ?? 0) - left3) * (at3 - cell3)
    at1 += step1
    at2 += step2
    at3 += step3
    const slope = wave1 * 0.6 + wave2 * 0.4 * near
    let fromX = (x + 0.5 + slope * swingX) | 0
    let fromY = (fallback - Math.abs(slope + ripple * 0.5) * swingY) | 0
    if (fromX < 0) fromX = -fromX
    else if (fromX >= width) fromX = 2 * width - 2 - fromX
    if (fromY < 0) fromY = Math.min(reach - 1, -fromY)
    else if (fromY >= reach) fromY = reach - 1
    // Waves that lean towards the viewer show the depth instead of a reflection.
    let mirrored = (fresnel + slope * leaning) * clarity
    mirrored = mirrored < 0.06 ? 0.06 : mirrored > 1 ? 1 : mirrored
    const pixel = seen[fromY * width + fromX] ?? 0
    let red = pixel & 255
    let green = (pixel >> 8) & 255
    let blue = (pixel >> 16) & 255
    if (dyed) {
      const bright = ((red * 77 + green * 150 + blue * 29) >> 8) * 3
      red += ((dyed[bright] ?? 0) - red) * dyeStrength
      green += ((dyed[bright + 1] ?? 0) - green) * dyeStrength
      blue += ((dyed[bright + 2] ?? 0) - blue) * dyeStrength
    }
    red = red0 + (red - red0) * mirrored
    green = green0 + (green - green0) * mirrored
    blue = blue0 + (blue - blue0) * mirrored
    const crest = slope + ripple * 0.7 - 0.28
    if (crest > 0) {
      const offSun = Math.abs(x * across - sunX) / path
      const sparkle = offSun < 3 ? crest * Math.exp(-offSun * offSun * 0.7) * glitter * 1.5 : 0
      red = Math.min(255, red + lightRed * sparkle)
      green = Math.min(255, green + lightGreen * sparkle)
      blue = Math.min(255, blue + lightBlue * sparkle)
    }
    pixels[y * width + x] = opaque | ((blue + 0.5) << 16) | ((green + 0.5) << 8) | (red + 0.5)
  }
}

/** Wraps a position around the row of waves. The result is not below 0, where truncation rounds the other way. */
const onTable = (at: number) => at - Math.floor(at / tableSize) * tableSize

/** The share of the dye in its reflections. */
export const dyeStrength = 0.66

/** The colour of dyed water for each reflected brightness, 0..255: red, green and blue. */
export function dyeTable({ chroma, hue }: Oklch): Uint8ClampedArray {
  const table = new Uint8ClampedArray(256 * 3)
  for (let bright = 0; bright < 256; bright += 1) {
    // Perceived lightness of greys is about their value raised to this.
    const lightness = (bright / 255) ** 0.78
    const room = Math.min(1, 4.2 * lightness * (1 - lightness) + 0.1)
    table.set(fromOklch({ lightness, chroma: 0.9 * chroma * room, hue }), bright * 3)
  }
  return table
}

/** A tiling field of wave slopes, about -1..1, looked up instead of computed: frames need millions of them. */
function waveTable(stage: Stage): Float32Array {
  const noise = createNoise(stage.random('waves'))
  const table = new Float32Array(tableSize * tableSize)
  const period = tableSize / 16
  // Each wave spans 16 entries. The noise repeats after 256 cells, so the table blends its far edges over the near ones.
  for (let y = 0; y < tableSize; y += 1) computeRow(y)
  return table

  function computeRow(y: number): void {
    for (let x = 0; x < tableSize; x += 1) {
      const u = x / 16
      const v = y / 16
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
}

/** Water as in a print: bands from light to deep, the mirrored scenery in them, and a few strips of light. */
function flatWaterLayer(stage: Stage, { shoreline, depth, roughness }: WaterOptions): Layer {
  const { palette, unit, width, height, sun } = stage
  const random = stage.familyRandom('flat water')
  const far = mix(palette.water, palette.haze, palette.dye ? 0.34 : 0.72)
  const strips = Array.from({ length: 46 }, () => {
    const down = random() ** 1.6
    const nearSun = random() < 0.55
    return {
      down,
      x: nearSun && sun.visible ? sun.x + (random() - 0.5) * unit * (0.12 + 0.5 * down) : random() * width,
      long: unit * (0.03 + 0.16 * random()) * (0.4 + down),
      thick: unit * (0.0022 + 0.007 * down),
      bright: nearSun && sun.visible,
      phase: random() * 6.3,
    }
  })
  const bands = 6
  return {
    paint(g, moment: Moment) {
      const view = viewOf(stage, depth, moment)
      const shore = Math.round(shoreline * view.scale + view.y)
      const tall = height - shore
      if (tall <= 0) return
      const source = createCanvas(width, Math.min(shore, tall))
      source.getContext('2d').drawImage(g.canvas, 0, source.height - shore)
      for (let band = 0; band < bands; band += 1) {
        const share = band / (bands - 1)
        g.fillStyle = css(onRamp([far, mix(far, palette.water, 0.6), palette.water], share))
        const top = shore + tall * (band / bands) ** 1.5
        g.beginPath()
        g.moveTo(0, top)
        for (let x = 0; x <= width + 12; x += 12) {
          const wave = band === 0 ? 0 : Math.sin((x / unit) * 7 + band * 2.1 + moment.seconds * 0.8) * unit * 0.004 * (0.4 + roughness)
          g.lineTo(x, top + wave)
        }
        g.lineTo(width, height)
        g.lineTo(0, height)
        g.fill()
      }
      // Reflected outlines would be a tangle.
      g.save()
      g.beginPath()
      g.rect(0, shore, width, stage.linear ? 0 : tall)
      g.clip()
      g.globalAlpha = (palette.dye ? 0.2 : 0.34) / (0.7 + roughness * 0.5)
      g.translate(0, 2 * shore)
      g.scale(1, -1)
      g.drawImage(source, 0, shore - source.height)
      g.restore()
      for (const strip of strips) {
        const y = shore + tall * (0.02 + 0.96 * strip.down)
        const sway = Math.sin(moment.seconds * 0.9 + strip.phase) * unit * 0.012
        g.fillStyle = css(
          strip.bright ? palette.light : mix(palette.water, palette.haze, palette.dye ? 0.3 : 0.55),
          strip.bright ? 0.8 : 0.5,
        )
        g.beginPath()
        g.ellipse(strip.x + sway, y, strip.long / 2, strip.thick / 2, 0, 0, 2 * Math.PI)
        g.fill()
      }
    },
  }
}

/** Sheets of blue paper with waved edges, each before the other. */
function paperWaterLayer(stage: Stage, { shoreline, depth, roughness }: WaterOptions): Layer {
  const { palette, unit, width, height, reach, lift } = stage
  const random = stage.familyRandom('paper water')
  const far = mix(palette.water, palette.haze, palette.dye ? 0.3 : 0.62)
  const near = mix(palette.water, [0, 0, 30], 0.12)
  const count = 6
  const sheets = Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1)
    const row = shoreline + (height - shoreline) * share ** 1.35 * 0.86
    const wave = unit * (0.05 + 0.1 * share)
    const tall = unit * (0.004 + 0.02 * share) * (0.6 + roughness)
    const phase = random() * 6.3
    // Scallops: round below, pointed above.
    const edgeAt = (x: number) => (index === 0 ? row : row - tall * (1 - 2 * Math.abs(Math.sin(((x / wave + phase) % 1) * Math.PI))))
    const picture = drawPicture(
      stage,
      (g) => {
        g.fillStyle = css(mix(far, near, share))
        g.beginPath()
        g.moveTo(-reach - 2, height + lift + 4)
        for (let x = -reach - 2; x <= width + reach + 2; x += 3) {
          g.lineTo(x, edgeAt(x))
        }
        g.lineTo(width + reach + 2, height + lift + 4)
        g.fill()
        if (index === 0) return
        // The cut edge shows the white of the card.
        g.strokeStyle = css(mix(mix(far, near, share), [255, 255, 255], 0.34), 0.9)
        g.lineWidth = Math.max(0.8, unit * 0.0022)
        g.beginPath()
        for (let x = -reach - 2; x <= width + reach + 2; x += 3) g.lineTo(x, edgeAt(x))
        g.stroke()
      },
      { top: row - unit * 0.05 },
    )
    return { picture: withShadow(stage, picture), depth: depth + (1 - depth) * share * 0.8, phase }
  })
  return {
    paint(g, moment) {
      for (const sheet of sheets) {
        // Motion starts at zero, because a still has no margin to move into.
        const sway = (Math.sin(moment.seconds * 0.8 + sheet.phase) - Math.sin(sheet.phase)) * unit * 0.004
        paintPicture(g, stage, { ...sheet.picture, left: Math.round(sheet.picture.left + sway) }, sheet.depth, moment)
      }
    },
  }
}
