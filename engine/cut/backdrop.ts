import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { between, pick, randomFor, seedFor } from '../random.ts'
import { css, fromOklch, type Rgb } from '../scene/colour.ts'
import { buildScene } from '../scene/scene.ts'
import type { Size } from '../scene/stage.ts'
import type { TimeOfDay } from '../understanding/understanding.ts'
import type { Place } from './places.ts'

type BackdropOptions = { seed: number; size: Size; checkpoint(): void }

/** The tint of paper, shadow and light at each time of day. */
const moods: Record<TimeOfDay, { paper: Rgb; shade: Rgb; glow: Rgb }> = {
  day: { paper: [214, 228, 232], shade: [30, 44, 54], glow: [255, 250, 232] },
  dawn: { paper: [240, 214, 204], shade: [52, 40, 60], glow: [255, 236, 204] },
  dusk: { paper: [228, 172, 140], shade: [44, 28, 52], glow: [255, 216, 160] },
  night: { paper: [54, 66, 96], shade: [10, 14, 28], glow: [206, 218, 250] },
}

/** Draws a place, once for all of its shots: muted, so that the figures before it are what is seen first. */
export function drawBackdrop(place: Place, { seed, size, checkpoint }: BackdropOptions): Canvas {
  const canvas = createCanvas(size.width, size.height)
  const g = canvas.getContext('2d')
  const own = seedFor(seed, place.name) & 0x7fffffff
  const { understanding, light } = place
  if (understanding) {
    const scene = buildScene({ understanding, seed: own, size, still: true, checkpoint, time: light })
    scene.paint(g, { seconds: 0, camera: 0 })
  } else drawStage(g, size, { seed: own, light })
  mute(g, size, light)
  return canvas
}

/** Takes back colour and contrast, as in a drawing on tinted paper. */
function mute(g: SKRSContext2D, { width, height }: Size, light: TimeOfDay): void {
  const { paper, shade } = moods[light]
  g.save()
  g.globalCompositeOperation = 'saturation'
  g.globalAlpha = 0.42
  g.fillStyle = '#808080'
  g.fillRect(0, 0, width, height)
  g.globalCompositeOperation = 'source-over'
  g.globalAlpha = light === 'night' ? 0.1 : 0.2
  g.fillStyle = css(paper)
  g.fillRect(0, 0, width, height)
  g.globalAlpha = 1
  const edge = g.createRadialGradient(
    width / 2,
    height * 0.45,
    Math.min(width, height) * 0.4,
    width / 2,
    height / 2,
    Math.hypot(width, height) * 0.56,
  )
  edge.addColorStop(0, css(shade, 0))
  edge.addColorStop(1, css(shade, 0.3))
  g.fillStyle = edge
  g.fillRect(0, 0, width, height)
  g.restore()
}

/** Lightness, colourfulness and hues of a stage in each light. */
const stages: Record<TimeOfDay, { lightness: number; chroma: number; hues: readonly [number, ...number[]] }> = {
  day: { lightness: 0.83, chroma: 0.045, hues: [1.25, 2.7, 3.95, 0.7] },
  dawn: { lightness: 0.8, chroma: 0.06, hues: [0.75, 0.35, 1.1] },
  dusk: { lightness: 0.64, chroma: 0.085, hues: [0.75, 0.45, 5.9] },
  night: { lightness: 0.36, chroma: 0.055, hues: [4.6, 4.2, 5] },
}

/** An empty stage for a place that cannot be drawn: a wall, a floor, a few large flats, and light that falls through a window. */
function drawStage(g: SKRSContext2D, { width, height }: Size, { seed, light }: { seed: number; light: TimeOfDay }): void {
  const random = randomFor(seed, 'stage set')
  const { lightness, chroma, hues } = stages[light]
  const hue = pick(random, hues)
  const tone = (by: number, aside = 0): string => css(fromOklch({ lightness: lightness + by, chroma, hue: hue + aside }))
  const floorAt = height * between(random, 0.68, 0.73)
  const side = random() < 0.5 ? -1 : 1
  const [bright, dark] = side < 0 ? [0, width] : [width, 0]
  const across = (from: number, to: number, reach: readonly [number, number] = [bright, dark]) => {
    const fall = g.createLinearGradient(reach[0], 0, reach[1], 0)
    fall.addColorStop(0, tone(from))
    fall.addColorStop(1, tone(to))
    return fall
  }
  g.fillStyle = across(0.07, -0.08)
  g.fillRect(0, 0, width, height)
  const count = 4
  for (let index = 0; index < count; index += 1) {
    const wide = width * between(random, 0.11, 0.2)
    const tall = floorAt * between(random, 0.45, 0.8)
    const left = width * ((index + between(random, 0.3, 0.7)) / count) - wide / 2
    const deep = between(random, 0.08, 0.2)
    g.fillStyle = across(-deep + 0.05, -deep - 0.03, side < 0 ? [left, left + wide] : [left + wide, left])
    const arch = random() < 0.6 ? wide / 2 : 0
    g.beginPath()
    g.roundRect(left, floorAt - tall, wide, tall, [arch, arch, 0, 0])
    g.fill()
  }
  g.fillStyle = across(-0.1, -0.24)
  g.fillRect(0, floorAt, width, height - floorAt)
  drawWindowLight(g, {
    width,
    height,
    floorAt,
    side,
    start: between(random, 0.18, 0.3),
    strength: light === 'night' ? 0.5 : 0.75,
    glow: moods[light].glow,
  })
}

type WindowLight = Size & { floorAt: number; side: -1 | 1; start: number; strength: number; glow: Rgb }

/** Two panes of light on the wall, and their ends on the floor. */
function drawWindowLight(g: SKRSContext2D, { width, height, floorAt, side, start, strength, glow }: WindowLight): void {
  g.save()
  g.globalCompositeOperation = 'soft-light'
  g.fillStyle = css(glow, strength)
  // Measured from the side of the light.
  const x = (share: number) => (side < 0 ? share : 1 - share) * width
  for (const pane of [0, 1]) {
    const from = start + pane * 0.16
    const top = height * 0.2
    g.beginPath()
    g.moveTo(x(from), top)
    g.lineTo(x(from + 0.13), top)
    g.lineTo(x(from + 0.22), floorAt)
    g.lineTo(x(from + 0.32), height)
    g.lineTo(x(from + 0.17), height)
    g.lineTo(x(from + 0.09), floorAt)
    g.closePath()
    g.fill()
  }
  g.restore()
}
