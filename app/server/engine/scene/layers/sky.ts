import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { css, mix, onRamp, scale } from '../colour.ts'
import { canvasOf } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'

/** The sky down to a little below the horizon, brighter around the sun, dithered so that no bands show. */
export function skyLayer(stage: Stage): Layer {
  const { width, height, horizon, palette, sun, unit } = stage
  const random = stage.random('sky')
  const pixels = new Uint8ClampedArray(width * height * 4)
  const glow = glowStrength(stage)
  const [lightRed, lightGreen, lightBlue] = palette.light
  for (let y = 0; y < height; y += 1) {
    const [red, green, blue] = onRamp(palette.sky, (y / horizon) ** 0.9)
    for (let x = 0; x < width; x += 1) {
      const distance = Math.hypot(x - sun.x, (y - sun.y) * 1.25) / unit
      const share = glow * (0.5 * Math.exp(-distance * 2.4) + 0.5 * Math.exp(-distance * 8))
      const dither = random() - 0.5
      const at = (y * width + x) * 4
      pixels[at] = red + (lightRed - red) * share + dither
      pixels[at + 1] = green + (lightGreen - green) * share + dither
      pixels[at + 2] = blue + (lightBlue - blue) * share + dither
      pixels[at + 3] = 255
    }
  }
  const canvas = canvasOf(pixels, width, height)
  if (stage.sun.visible) drawDisc(canvas.getContext('2d'), stage)
  return { paint: (g) => g.drawImage(canvas, 0, 0) }
}

function glowStrength({ brief }: Stage): number {
  switch (brief.time) {
    case 'sunset':
      return 0.85
    case 'dawn':
      return 0.7
    case 'day':
      return 0.5
    case 'night':
      return 0.32
    case 'overcast':
      return 0.12
  }
}

function drawDisc(g: SKRSContext2D, stage: Stage): void {
  const { sun, palette, brief } = stage
  const halo = g.createRadialGradient(sun.x, sun.y, sun.radius * 0.6, sun.x, sun.y, sun.radius * 4)
  halo.addColorStop(0, css(palette.sunDisc, 0.75))
  halo.addColorStop(0.3, css(palette.sunDisc, 0.22))
  halo.addColorStop(1, css(palette.light, 0))
  g.fillStyle = halo
  g.fillRect(0, 0, stage.width, stage.height)
  g.fillStyle = css(palette.sunDisc)
  g.beginPath()
  g.arc(sun.x, sun.y, sun.radius, 0, 2 * Math.PI)
  g.fill()
  if (brief.time === 'night') drawMoonSeas(g, stage)
}

function drawMoonSeas(g: SKRSContext2D, stage: Stage): void {
  const { sun, palette } = stage
  const random = stage.random('moon')
  g.save()
  g.beginPath()
  g.arc(sun.x, sun.y, sun.radius, 0, 2 * Math.PI)
  g.clip()
  for (let index = 0; index < 16; index += 1) {
    const angle = random() * 2 * Math.PI
    const distance = sun.radius * 0.85 * Math.sqrt(random())
    const radius = sun.radius * between(random, 0.06, 0.3)
    const x = sun.x + Math.cos(angle) * distance
    const y = sun.y + Math.sin(angle) * distance
    const sea = g.createRadialGradient(x, y, 0, x, y, radius)
    sea.addColorStop(0, css(mix(palette.ambient, [150, 160, 190], 0.5), 0.3))
    sea.addColorStop(1, css(palette.ambient, 0))
    g.fillStyle = sea
    g.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  }
  g.restore()
}

type Star = { x: number; y: number; radius: number; brightness: number; phase: number; pace: number }

/** Stars; the brightest ones twinkle. `bottom` is the row under which none are drawn. */
export function starsLayer(stage: Stage, options: { count: number; bottom: number }): Layer {
  const { width, height, unit, sun } = stage
  const random = stage.random('stars')
  const canvas = createCanvas(width, height)
  const g = canvas.getContext('2d')
  const twinkling: Star[] = []
  // A soft band of faint stars crosses the sky, as the Milky Way does.
  const bandAngle = between(random, -0.7, 0.7)
  const bandOffset = between(random, -0.15, 0.15)
  for (let index = 0; index < options.count; index += 1) {
    const inBand = random() < 0.45
    let x = random() * width
    let y = random() * options.bottom
    if (inBand) {
      const along = random() * 1.6 - 0.8
      const across = (random() + random() + random() - 1.5) * 0.16 + bandOffset
      x = width * 0.5 + (Math.cos(bandAngle) * along - Math.sin(bandAngle) * across) * width
      y = options.bottom * 0.5 + (Math.sin(bandAngle) * along + Math.cos(bandAngle) * across) * width
      if (y < 0 || y > options.bottom) continue
    }
    const magnitude = random() ** 7
    const lowering = 1 - 0.8 * (y / options.bottom) ** 2
    const nearMoon = Math.min(1, Math.hypot(x - sun.x, y - sun.y) / (sun.radius * 5))
    const star: Star = {
      x,
      y,
      radius: unit * (0.00042 + 0.0013 * magnitude),
      brightness: (0.28 + 0.72 * magnitude) * lowering * nearMoon * (inBand ? 0.8 : 1),
      phase: random() * 2 * Math.PI,
      pace: between(random, 1.5, 4),
    }
    const warmth = random()
    const colour = css([255 - 40 * (1 - warmth), 240, 215 + 40 * (1 - warmth)], star.brightness)
    if (magnitude > 0.25 && twinkling.length < 120) twinkling.push(star)
    g.fillStyle = colour
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

/** Curtains of northern lights that sway. */
export function auroraLayer(stage: Stage): Layer {
  const { width, horizon, unit, palette } = stage
  const random = stage.random('aurora')
  const [firstAccent] = palette.accents
  const green = stage.brief.colours.length > 0 ? firstAccent : ([90, 255, 170] as const)
  const violet = [150, 90, 255] as const
  const curtains = Array.from({ length: 3 }, (_, index) => ({
    base: horizon * between(random, 0.45, 0.72) - index * horizon * 0.08,
    height: horizon * between(random, 0.35, 0.6),
    phase: random() * 7,
    wave: between(random, 1.2, 2.4),
    alpha: 0.09 - index * 0.018,
  }))
  const step = Math.max(4, Math.round(unit / 150))
  return {
    paint(g, { seconds }) {
      g.save()
      g.globalCompositeOperation = 'screen'
      for (const curtain of curtains) {
        for (let x = 0; x < width; x += step) {
          const u = (x / unit) * curtain.wave + curtain.phase
          const sway = Math.sin(u * 2 + seconds * 0.25) * 0.5 + Math.sin(u * 4.7 - seconds * 0.4) * 0.25
          const base = curtain.base + sway * unit * 0.09
          const strength = 0.55 + 0.45 * Math.sin(u * 9 + seconds * 0.7 + Math.sin(u * 23))
          const fall = g.createLinearGradient(0, base - curtain.height, 0, base)
          fall.addColorStop(0, css(violet, 0))
          fall.addColorStop(0.45, css(mix(violet, green, 0.4), curtain.alpha * strength * 1.4))
          fall.addColorStop(0.92, css(green, curtain.alpha * strength * 3.4))
          fall.addColorStop(1, css(green, 0))
          g.fillStyle = fall
          g.fillRect(x, base - curtain.height, step, curtain.height)
        }
      }
      g.restore()
    },
  }
}

/** Light that lies over everything in front of the sun; makes backlit scenes warm. */
export function bloomLayer(stage: Stage): Layer {
  const { sun, palette, unit, brief } = stage
  const strength = brief.time === 'sunset' ? 0.3 : brief.time === 'dawn' ? 0.24 : brief.time === 'day' ? 0.12 : 0.06
  const canvas = createCanvas(stage.width, stage.height)
  const g = canvas.getContext('2d')
  const bloom = g.createRadialGradient(sun.x, sun.y, 0, sun.x, sun.y, unit * 0.75)
  bloom.addColorStop(0, css(scale(palette.light, 1), strength))
  bloom.addColorStop(0.35, css(palette.light, strength * 0.35))
  bloom.addColorStop(1, css(palette.light, 0))
  g.fillStyle = bloom
  g.fillRect(0, 0, stage.width, stage.height)
  return {
    paint(target) {
      target.globalCompositeOperation = 'screen'
      target.drawImage(canvas, 0, 0)
      target.globalCompositeOperation = 'source-over'
    },
  }
}
