import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { between, randomFor } from '../random.ts'
import type { Random } from '../random.ts'
import type { Setting, Thing } from '../understanding/understanding.ts'
import { isSeenFromAir } from './brief.ts'
import type { Brief } from './brief.ts'
import { mix, multiply, scale } from './colour.ts'
import type { Rgb } from './colour.ts'
import { clamp01 } from './noise.ts'
import type { Palette } from './palette.ts'
import type { Reference } from './reference.ts'

/** The setup of a scene: sizes in pixels, the camera, the light, and the request. */
export type Stage = {
  brief: Brief
  palette: Palette
  width: number
  height: number
  /** The camera's margin to either side, and up and down: layers extend this far beyond the picture. A still needs neither. */
  margin: number
  lift: number
  /** Margin for placing things, as far as any camera sees: a still and a film show the same things. */
  reach: number
  /** The row of the horizon of a flat earth. */
  horizon: number
  /** Pixels per unit of the scene at distance 1. */
  focal: number
  /** Height of the eye in units above the ground. */
  cameraHeight: number
  /** Unit for the size of things, about the picture's short side. */
  unit: number
  /** Position of the subject, as a share of the width. */
  focus: number
  /** The sun or moon on the screen; it is invisible in some weather and when it is behind the viewer. */
  sun: { x: number; y: number; radius: number; visible: boolean }
  /** Unit vector towards the light: right, up, away from the viewer. */
  lightDirection: readonly [number, number, number]
  /** Whether shapes are plain areas of few colours, as if cut or printed, instead of shaded. */
  flat: boolean
  /** Whether detailed things, above all trees, are plain shapes, for styles that would turn leaves into noise. */
  plain: boolean
  /** The things in the picture; each layer adds its own when it is made. */
  shown: Set<Thing>
  /** Whether the style draws along contours, which turns windows and ripples into a tangle of lines. */
  linear: boolean
  /** Whether this is one picture rather than many frames, at full resolution. */
  still: boolean
  /** A random source for one part of the scene. */
  random(part: string): Random
  /** A random source for decisions that a family of pictures shares: positions and kinds of things. */
  familyRandom(part: string): Random
  checkpoint(): void
  /** The options that created the stage, for a picture within the picture. */
  options: StageOptions
}

/** One moment of a scene; a still is the moment 0. */
export type Moment = {
  seconds: number
  /** Direction of the camera, -1..1 of its margin. */
  camera: number
  /** Height of the camera, -1..1: raising it moves near things down relative to far ones. */
  tilt?: number
  /** Distance the camera has moved in, 0..1: near things grow more than far ones. */
  zoom?: number
}

export type Layer = {
  paint(g: SKRSContext2D, moment: Moment): void
  /** The picture of a layer whose only motion is that of the camera. */
  still?: { picture: Picture; depth: number }
}

export type Size = { width: number; height: number }

export type StageOptions = {
  brief: Brief
  palette: Palette
  seed: number
  /** Pictures with the same family seed share their composition. */
  familySeed: number
  size: Size
  still: boolean
  flat: boolean
  reference: Reference | null
  /** Things of the picture that contains this one. */
  shown?: Set<Thing>
  checkpoint(): void
}

/** Lowest and highest row of the horizon, as shares of the height. */
const horizons: Partial<Record<Setting, readonly [number, number]>> = {
  sea: [0.34, 0.7],
  lake: [0.36, 0.64],
  river: [0.36, 0.56],
  island: [0.46, 0.6],
  waterfall: [0.5, 0.6],
  desert: [0.36, 0.68],
  snowfield: [0.42, 0.66],
  meadow: [0.4, 0.68],
  city: [0.6, 0.78],
  street: [0.5, 0.6],
  aurora: [0.66, 0.78],
}

export function createStage(options: StageOptions): Stage {
  const { brief, palette, seed, familySeed, size, still, flat, reference, checkpoint } = options
  const random = randomFor(familySeed, 'stage')
  const { width, height } = size
  const unit = Math.min(width, height) * 0.75 + Math.max(width, height) * 0.25
  const side = reference ? (reference.brightest.x < 0.5 ? -1 : 1) : random() < 0.5 ? -1 : 1
  const shareUp = random()
  const [highest, lowest] = horizons[brief.places.has('aurora') ? 'aurora' : brief.setting] ?? [0.48, 0.7]
  const viewShift = brief.view === 'above' ? -0.12 : brief.view === 'below' ? 0.1 : 0
  const share = reference?.horizon ?? highest + (lowest - highest) * shareUp + viewShift
  const horizon = Math.round(height * (isSeenFromAir(brief) ? 0.15 + 0.1 * shareUp : Math.max(0.28, Math.min(0.8, share))))
  const focal = unit * (brief.view === 'close' ? 1.45 : brief.view === 'wide' ? 0.9 : between(random, 0.86, 1.42))
  const lift = Math.round(unit * 0.05)
  const low = brief.time === 'dusk' || brief.time === 'dawn'
  const sunShare = between(random, 0.07, 0.36)
  const sunUp = random()
  const seen = random()
  const covered = brief.sky === 'overcast' || brief.storm || (brief.falling === 'snow' && brief.time !== 'night')
  const asked = brief.things.has('sun') || brief.things.has('moon')
  // A rainbow stands opposite the sun, which is then behind the viewer.
  const visible =
    !brief.within &&
    !brief.things.has('rainbow') &&
    (asked || (!covered && seen < (low ? 0.8 : brief.time === 'night' ? 0.6 : 0.42))) &&
    !brief.without.things.includes(brief.time === 'night' ? 'moon' : 'sun')
  const direction = [side * 0.8, low ? 0.36 : 0.52, (visible ? 1 : -1) * (low ? 0.44 : 0.3)] as const
  const length = Math.hypot(...direction)
  return {
    brief,
    palette,
    width,
    height,
    margin: still ? 0 : Math.round(unit * 0.07),
    lift: still ? 0 : lift,
    reach: Math.round(unit * 0.07),
    horizon,
    focal,
    // The eye is high enough for the nearest ground to lie below the lower edge.
    cameraHeight: Math.max(0.6, ((height + lift - horizon) / focal) * 1.08),
    unit,
    focus: 0.5 - side * between(random, 0, 0.25),
    sun: {
      x: reference ? width * reference.brightest.x : width * (0.5 + side * sunShare),
      y: low ? Math.max(unit * 0.07, horizon - unit * (0.04 + 0.13 * sunUp)) : horizon * (0.16 + 0.24 * sunUp),
      radius: unit * (brief.time === 'night' ? 0.03 + 0.02 * sunUp : low ? 0.034 + 0.028 * sunUp : 0.03),
      visible,
    },
    lightDirection: [direction[0] / length, direction[1] / length, direction[2] / length],
    flat,
    shown: options.shown ?? new Set(),
    linear: brief.style === 'line' || brief.style === 'neon',
    plain: flat || brief.style === 'low-poly' || brief.style === 'pixel',
    still,
    random: (part) => randomFor(seed, part),
    familyRandom: (part) => randomFor(familySeed, part),
    checkpoint,
    options,
  }
}

/** The row where a point at that height and distance appears. */
export const rowOf = (stage: Stage, height: number, distance: number) =>
  stage.horizon + (stage.focal * (stage.cameraHeight - height)) / distance

/** The distance of the flat ground at a row below the horizon. */
export const distanceOf = (stage: Stage, row: number) => (stage.focal * stage.cameraHeight) / Math.max(1, row - stage.horizon)

/** The colour of a surface with its share of direct light, 0..1, and the haze in front of it. */
export function litColour(stage: Stage, colour: Rgb, lit: number, haze = 0): Rgb {
  const { palette, brief } = stage
  const light = mix(palette.ambient, palette.light, 0.12 + 0.8 * lit)
  const exposure = brief.time !== 'night' ? 1.06 : stage.flat ? 1.04 : 0.96
  return mix(scale(multiply(colour, light), exposure), palette.haze, clamp01(haze))
}

/** The share of a distant colour that is lost in the air, 0..1. */
export function hazeOf({ brief }: Stage): (distance: number) => number {
  const clear = { day: 46, dusk: 34, dawn: 27, night: 40 }[brief.time]
  const reach = brief.fog ? 9 : brief.falling === 'rain' || brief.falling === 'snow' ? 19 : brief.sky === 'overcast' ? 30 : clear
  const most = brief.fog ? 0.94 : 0.82
  return (distance) => Math.min(most, 1 - Math.exp(-Math.max(0, distance - 2) / reach))
}

/** A layer drawn once, with the screen position of its corner while the camera rests. */
export type Picture = { canvas: Canvas; left: number; top: number }

export type View = { x: number; y: number; scale: number }

/** Smallest depth at which layers move by whole pixels: their speed hides the steps, and painting is six times as fast. */
const wholePixelDepth = 0.5

/** The camera's displacement at a depth: 0 is the still sky, 1 is next to the viewer. */
export function viewOf(stage: Stage, depth: number, { camera, tilt = 0, zoom = 0 }: Moment): View {
  const scale = 1 + zoom * (0.03 + 0.36 * depth)
  const x = (stage.width / 2) * (1 - scale) - camera * stage.margin * depth * scale
  const y = stage.horizon * (1 - scale) + tilt * stage.lift * depth * scale
  return scale === 1 && depth >= wholePixelDepth ? { x: Math.round(x), y: Math.round(y), scale } : { x, y, scale }
}

export function paintPicture(g: SKRSContext2D, stage: Stage, { canvas, left, top }: Picture, depth: number, moment: Moment): void {
  const { x, y, scale } = viewOf(stage, depth, moment)
  if (scale === 1) g.drawImage(canvas, left + x, top + y)
  else g.drawImage(canvas, left * scale + x, top * scale + y, canvas.width * scale, canvas.height * scale)
}

/** Draws with the context shifted by the camera's displacement at a depth. */
export function drawAt(g: SKRSContext2D, stage: Stage, depth: number, moment: Moment, draw: () => void): void {
  const { x, y, scale } = viewOf(stage, depth, moment)
  g.save()
  g.translate(x, y)
  g.scale(scale, scale)
  draw()
  g.restore()
}

/** A picture that moves with the camera; a paper cut-out casts a shadow on the layers behind it. */
export function pictureLayer(stage: Stage, drawn: Picture, depth: number): Layer {
  const picture = stage.brief.style === 'paper' ? withShadow(stage, drawn) : drawn
  return { paint: (g, moment) => paintPicture(g, stage, picture, depth, moment), still: { picture, depth } }
}

/** A cut-out with its shadow on the sheet behind it. */
export function withShadow({ unit, margin, lift, width, height }: Stage, { canvas, left, top }: Picture): Picture {
  const reach = Math.ceil(unit * 0.05)
  const from = Math.max(-lift, top - reach)
  const fromX = Math.max(-margin, left - reach)
  const sheet = createCanvas(
    Math.min(width + margin, left + canvas.width + reach) - fromX,
    Math.min(height + lift, top + canvas.height + reach) - from,
  )
  const g = sheet.getContext('2d')
  g.shadowColor = 'rgba(12,8,34,0.5)'
  g.shadowBlur = unit * 0.024
  g.shadowOffsetY = -unit * 0.003
  g.drawImage(canvas, left - fromX, top - from)
  return { canvas: sheet, left: fromX, top: from }
}

/** The part of a picture below a row, which is in front of the water. */
export function lowerPart({ canvas, left, top }: Picture, from: number): Picture | null {
  const hidden = Math.max(0, Math.round(from) - top)
  const rows = canvas.height - hidden
  if (rows <= 0) return null
  const part = createCanvas(canvas.width, rows)
  part.getContext('2d').drawImage(canvas, 0, -hidden)
  return { canvas: part, left, top: top + hidden }
}

/** A canvas with the given pixels. */
export function canvasOf(pixels: Uint8ClampedArray, width: number, height: number): Canvas {
  const canvas = createCanvas(width, height)
  const g = canvas.getContext('2d')
  const image = g.createImageData(width, height)
  image.data.set(pixels)
  g.putImageData(image, 0, 0)
  return canvas
}

export type Box = { left?: number; top?: number; right?: number; bottom?: number }

/** Draws in screen coordinates on a canvas that covers the picture and the camera's margin, or a box within them. */
export function drawPicture(stage: Stage, draw: (g: SKRSContext2D) => void, box: Box = {}): Picture {
  const left = Math.max(-stage.margin, Math.floor(box.left ?? -stage.margin))
  const top = Math.max(-stage.lift, Math.floor(box.top ?? -stage.lift))
  const right = Math.min(stage.width + stage.margin, Math.ceil(box.right ?? stage.width + stage.margin))
  const bottom = Math.min(stage.height + stage.lift, Math.ceil(box.bottom ?? stage.height + stage.lift))
  const canvas = createCanvas(Math.max(1, right - left), Math.max(1, bottom - top))
  const g = canvas.getContext('2d')
  g.translate(-left, -top)
  draw(g)
  return { canvas, left, top }
}

/** Pixels computed on a coarser grid and enlarged once: enlarging in every frame would cost more than everything else. */
export function enlarged(
  pixels: Uint8ClampedArray,
  grid: { columns: number; rows: number; coarseness: number },
  at: { left: number; top: number },
): Picture {
  const { columns, rows, coarseness } = grid
  const source = canvasOf(pixels, columns, rows)
  if (coarseness === 1) return { canvas: source, ...at }
  const canvas = createCanvas(columns * coarseness, rows * coarseness)
  const g = canvas.getContext('2d')
  g.imageSmoothingQuality = 'high'
  g.drawImage(source, 0, 0, canvas.width, canvas.height)
  return { canvas, ...at }
}
