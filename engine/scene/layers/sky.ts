import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { css, mix, onRamp } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { clamp01, createNoise, smoothstep } from '../noise.ts'
import { canvasOf } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'

const rampSteps = 1024
/** Pixels between two lookups of the glow; it is linear in between. */
const glowStep = 8
/** Length of the grain, which is computed once; each row starts at a random offset, so that the repetition is invisible. */
const grainSize = 2 ** 13
const opaque = 0xff << 24

/** The sky down to just below the horizon, brighter around the sun, dithered against banding. */
export function skyLayer(stage: Stage): Layer {
  const canvas = stage.flat ? bandedSky(stage) : smoothSky(stage)
  if (stage.sun.visible) {
    stage.shown.add(stage.brief.time === 'night' ? 'moon' : 'sun')
    drawDisc(canvas.getContext('2d'), stage)
  }
  return { paint: (g) => g.drawImage(canvas, 0, 0) }
}

function smoothSky(stage: Stage) {
  const { width, height, horizon, palette, unit } = stage
  const random = stage.random('sky')
  const rows = Math.min(height, Math.ceil(horizon + unit * 0.3))
  const canvas = createCanvas(width, height)
  const g = canvas.getContext('2d')
  const bytes = new Uint8ClampedArray(width * rows * 4)
  // Writes a whole pixel at a time.
  const pixels = new Int32Array(bytes.buffer, bytes.byteOffset, width * rows)
  const glow = glowStrength(stage)
  const reach = Float32Array.from({ length: rampSteps + 1 }, (_, index) => {
    const distance = (index / rampSteps) * 3
    return glow * (0.5 * Math.exp(-distance * 2.4) + 0.5 * Math.exp(-distance * 8))
  })
  const grain = Float32Array.from({ length: grainSize }, () => random())
  const grainsFrom = Float64Array.from({ length: rows }, () => Math.floor(random() * grainSize))
  for (let y = 0; y < rows; y += 1) {
    if (y % 64 === 0) stage.checkpoint()
    paintSkyRow(stage, { pixels, y, reach, grain, grainFrom: grainsFrom[y] ?? 0 })
  }
  const image = g.createImageData(width, rows)
  image.data.set(bytes)
  g.putImageData(image, 0, 0)
  g.fillStyle = css(palette.haze)
  g.fillRect(0, rows, width, height - rows)
  return canvas
}

/** `reach` is the strength of the light by the distance from it. */
type SkyRow = { pixels: Int32Array; y: number; reach: Float32Array; grain: Float32Array; grainFrom: number }

// Kept separate: the compiled code of an inner function is discarded with the picture.
function paintSkyRow({ palette, horizon, sun, unit, width, brief }: Stage, { pixels, y, reach, grain, grainFrom }: SkyRow): void {
  const [red, green, blue] = onRamp(palette.sky, clamp01(y / horizon) ** 0.9)
  const towardsRed = palette.light[0] - red
  const towardsGreen = palette.light[1] - green
  const towardsBlue = palette.light[2] - blue
  const low = brief.time === 'dusk' || brief.time === 'dawn'
  const down = (y - sun.y) * (low ? 1.7 : 1.2)
  const row = y * width
  let share = reachAt(reach, sun.x, down, unit)
  for (let from = 0; from < width; from += glowStep) {
    const to = Math.min(width, from + glowStep)
    const next = reachAt(reach, to - sun.x, down, unit)
    const rise = (next - share) / (to - from)
    for (let x = from; x < to; x += 1) {
      const dither = grain[(grainFrom + x) & (grainSize - 1)] ?? 0
      // The grain replaces the half that rounding adds.
      pixels[row + x] =
        opaque |
        (Math.min(255, (blue + towardsBlue * share + dither) | 0) << 16) |
        (Math.min(255, (green + towardsGreen * share + dither) | 0) << 8) |
        Math.min(255, (red + towardsRed * share + dither) | 0)
      share += rise
    }
    share = next
  }
}

const reachAt = (reach: Float32Array, across: number, down: number, unit: number) =>
  reach[Math.min(rampSteps, Math.floor((Math.sqrt(across * across + down * down) / unit / 3) * rampSteps))] ?? 0

/** Rings of few colours around the light, as a printmaker would cut them; a sky without a sun is cut in soft waves. */
function bandedSky(stage: Stage) {
  const { width, height, horizon, palette, sun, unit } = stage
  const random = stage.familyRandom('sky bands')
  const canvas = createCanvas(width, height)
  const g = canvas.getContext('2d')
  const bands = 7 + Math.floor(random() * 3)
  g.fillStyle = css(onRamp(palette.sky, 0.12))
  g.fillRect(0, 0, width, height)
  const centreX = sun.visible ? sun.x : width * between(random, 0.3, 0.7)
  const centreY = sun.visible ? sun.y : horizon
  const farthest = Math.max(Math.hypot(centreX, centreY), Math.hypot(width - centreX, centreY))
  for (let band = 1; band < bands; band += 1) {
    const share = band / bands
    const colour = mix(onRamp(palette.sky, 0.12 + 0.86 * share), palette.light, stage.sun.visible ? 0.18 * share * share : 0)
    g.fillStyle = css(colour)
    g.beginPath()
    const radius = sun.radius * (sun.visible ? 1.5 : 0) + farthest * 0.92 * (1 - share) ** 1.35 + unit * 0.05
    if (sun.visible) g.arc(centreX, centreY, radius, 0, 2 * Math.PI)
    else {
      const row = horizon * (0.08 + 0.8 * share)
      g.moveTo(0, row)
      for (let x = 0; x <= width + 8; x += 8) g.lineTo(x, row + Math.sin((x / unit) * 2.1 + band * 1.7) * unit * 0.022 * (1 - share * 0.6))
      g.lineTo(width, height)
      g.lineTo(0, height)
    }
    g.fill()
  }
  return canvas
}

function glowStrength({ brief }: Stage): number {
  const strength = { dusk: 0.85, dawn: 0.7, day: 0.5, night: 0.32 }[brief.time]
  if (brief.storm) return strength * 0.18
  return brief.sky === 'overcast' ? strength * 0.3 : strength
}

function drawDisc(g: SKRSContext2D, stage: Stage): void {
  const { sun, palette, brief } = stage
  const phase = stage.familyRandom('moon phase')()
  const full = brief.time !== 'night' || phase < 0.55
  if (!stage.flat) {
    const strength = full ? 1 : 0.45
    const halo = g.createRadialGradient(sun.x, sun.y, sun.radius * 0.6, sun.x, sun.y, sun.radius * 4.5)
    halo.addColorStop(0, css(palette.sunDisc, 0.72 * strength))
    halo.addColorStop(0.25, css(palette.sunDisc, 0.22 * strength))
    halo.addColorStop(1, css(palette.light, 0))
    g.fillStyle = halo
    g.fillRect(0, 0, stage.width, stage.height)
  }
  if (brief.time === 'night') {
    const moon = moonCanvas(stage, sun.radius, full ? 1 : phase < 0.85 ? -0.62 : 0.45)
    g.drawImage(moon, sun.x - moon.width / 2, sun.y - moon.height / 2)
    return
  }
  if (brief.time === 'day' && !stage.flat) {
    // The inner rings are too bright for a visible edge.
    const glare = g.createRadialGradient(sun.x, sun.y, sun.radius * 0.35, sun.x, sun.y, sun.radius * 1.7)
    glare.addColorStop(0, css(palette.sunDisc))
    glare.addColorStop(0.3, css(palette.sunDisc, 0.9))
    glare.addColorStop(1, css(palette.sunDisc, 0))
    g.fillStyle = glare
    g.fillRect(sun.x - sun.radius * 2, sun.y - sun.radius * 2, sun.radius * 4, sun.radius * 4)
    return
  }
  g.fillStyle = css(palette.sunDisc)
  g.beginPath()
  g.arc(sun.x, sun.y, sun.radius, 0, 2 * Math.PI)
  g.fill()
}

/** A moon with its dark plains. `phase` is the position of the terminator: 1 is full, 0 half, towards -1 a crescent. */
export function moonCanvas(stage: Stage, radius: number, phase: number) {
  const noise = createNoise(stage.random('moon'))
  const { palette, lightDirection } = stage
  const size = Math.ceil(radius * 2 + 2)
  const pixels = new Uint8ClampedArray(size * size * 4)
  const dark: Rgb = mix(palette.sky[1] ?? [20, 30, 60], palette.sky[2] ?? [20, 30, 60], 0.5)
  const side = lightDirection[0] < 0 ? 1 : -1
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const u = (x + 0.5 - size / 2) / radius
      const v = (y + 0.5 - size / 2) / radius
      const out = Math.hypot(u, v)
      const coverage = clamp01((1 - out) * radius + 0.5)
      if (coverage <= 0) continue
      const seas = stage.flat ? 0 : smoothstep(0.02, 0.4, noise.fbm(u * 1.3 + 4, v * 1.3, 4))
      const bulge = Math.sqrt(Math.max(0, 1 - v * v))
      const lit = phase >= 1 ? 1 : smoothstep(-0.08, 0.08, u * side + phase * bulge)
      const shade = (1 - 0.2 * seas) * (1 - 0.12 * out ** 3)
      const at = (y * size + x) * 4
      for (let channel = 0; channel < 3; channel += 1) {
        const bright = (palette.sunDisc[channel] ?? 255) * shade
        pixels[at + channel] = (dark[channel] ?? 0) * (1 - lit) + bright * lit
      }
      pixels[at + 3] = 255 * coverage * (0.12 + 0.88 * lit)
    }
  }
  return canvasOf(pixels, size, size)
}

type Star = { x: number; y: number; radius: number; brightness: number; phase: number; pace: number }

/** Stars, of which the brightest twinkle. `bottom` is the lowest row with stars. */
export function starsLayer(stage: Stage, options: { count: number; bottom: number }): Layer {
  stage.shown.add('star')
  const { width, height, unit, sun } = stage
  const random = stage.random('stars')
  const canvas = createCanvas(width, height)
  const g = canvas.getContext('2d')
  const twinkling: Star[] = []
  // A soft band of faint stars crosses the sky, as the Milky Way does.
  const bandAngle = between(random, 0.35, 1) * (random() < 0.5 ? -1 : 1)
  const bandOffset = between(random, -0.15, 0.15)
  for (let index = 0; index < options.count; index += 1) {
    const inBand = random() < 0.5
    let x = random() * width
    let y = random() * options.bottom
    if (inBand) {
      const along = random() * 1.6 - 0.8
      const across = (random() + random() + random() - 1.5) * 0.2 + bandOffset
      x = width * 0.5 + (Math.cos(bandAngle) * along - Math.sin(bandAngle) * across) * width
      y = options.bottom * 0.5 + (Math.sin(bandAngle) * along + Math.cos(bandAngle) * across) * width
    }
    const magnitude = random() ** (stage.flat ? 3 : 7)
    const warmth = random()
    const phase = random() * 2 * Math.PI
    const pace = between(random, 1.5, 4)
    if (y < 0 || y > options.bottom || (stage.flat && index % 4 !== 0)) continue
    const lowering = 1 - 0.8 * (y / options.bottom) ** 2
    const nearMoon = sun.visible ? Math.min(1, Math.hypot(x - sun.x, y - sun.y) / (sun.radius * 5)) : 1
    const star: Star = {
      x,
      y,
      radius: unit * (0.00046 + 0.0014 * magnitude),
      brightness: (0.28 + 0.72 * magnitude) * lowering * nearMoon * (inBand ? 0.8 : 1),
      phase,
      pace,
    }
    if (magnitude > 0.25 && twinkling.length < 120) twinkling.push(star)
    g.fillStyle = css([255 - 40 * (1 - warmth), 240, 215 + 40 * (1 - warmth)], star.brightness)
    g.beginPath()
    g.arc(star.x, star.y, star.radius, 0, 2 * Math.PI)
    g.fill()
  }
  return {
    paint(target, { seconds }) {
      target.drawImage(canvas, 0, 0)
      for (const star of twinkling) {
        const twinkle = 0.5 + 0.5 * Math.sin(seconds * star.pace + star.phase)
        target.fillStyle = css([255, 250, 240], star.brightness * 0.45 * twinkle)
        target.beginPath()
        target.arc(star.x, star.y, star.radius * 2.1, 0, 2 * Math.PI)
        target.fill()
      }
    },
  }
}

/** Light over everything in front of the sun, which makes backlit scenes warm. */
export function bloomLayer(stage: Stage): Layer | null {
  const { sun, palette, unit, brief } = stage
  if (!sun.visible || stage.flat) return null
  const strength = { dusk: 0.3, dawn: 0.24, day: 0.14, night: 0.07 }[brief.time]
  const reach = Math.ceil(unit * 0.75)
  const size = Math.ceil(reach / 2)
  const canvas = createCanvas(reach * 2, reach * 2)
  const g = canvas.getContext('2d')
  const bloom = g.createRadialGradient(reach, reach, 0, reach, reach, reach)
  bloom.addColorStop(0, css(palette.light, strength))
  bloom.addColorStop(size / reach / 1.4, css(palette.light, strength * 0.35))
  bloom.addColorStop(1, css(palette.light, 0))
  g.fillStyle = bloom
  g.fillRect(0, 0, reach * 2, reach * 2)
  return {
    paint(target) {
      target.globalCompositeOperation = 'screen'
      target.drawImage(canvas, Math.round(sun.x - reach), Math.round(sun.y - reach))
      target.globalCompositeOperation = 'source-over'
    },
  }
}
