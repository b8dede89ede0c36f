import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { between, randomFor } from '../random.ts'
import type { Random } from '../random.ts'
import type { Brief } from './brief.ts'
import type { Palette } from './palette.ts'

/** Where a scene is set up: sizes in pixels, the camera, the light, and what was asked for. */
export type Stage = {
  brief: Brief
  palette: Palette
  width: number
  height: number
  /** How far the camera may look to either side; layers are wider than the picture by this on both sides. */
  margin: number
  /** The row where a flat earth would end. */
  horizon: number
  /** Pixels per unit of distance at distance 1. */
  focal: number
  /** Units above the ground. */
  cameraHeight: number
  /** What sizes of things are measured by: about the short side. */
  unit: number
  /** On the screen; in some weather it is not to be seen. */
  sun: { x: number; y: number; radius: number; visible: boolean }
  /** Towards the light: right, up, away from the viewer; of length 1. */
  lightDirection: readonly [number, number, number]
  /** A source of numbers for one part of the scene. */
  random(part: string): Random
}

/** One moment of a scene: a still is the moment 0. */
export type Moment = {
  seconds: number
  /** Where the camera looks, -1..1 of its margin. */
  camera: number
}

export type Layer = { paint(g: SKRSContext2D, moment: Moment): void }

export type Size = { width: number; height: number }

export function createStage(brief: Brief, palette: Palette, seed: number, size: Size): Stage {
  const random = randomFor(seed, 'stage')
  const { width, height } = size
  const unit = Math.min(width, height) * 0.75 + Math.max(width, height) * 0.25
  const water = brief.settings.has('sea') || brief.settings.has('lake')
  const horizon = Math.round(height * (water ? between(random, 0.5, 0.6) : between(random, 0.54, 0.66)))
  const side = random() < 0.5 ? -1 : 1
  const low = brief.time === 'sunset' || brief.time === 'dawn'
  const sunX = width * (0.5 + side * between(random, 0.06, 0.36))
  const sunY = low ? horizon - unit * between(random, 0.05, 0.16) : horizon * between(random, 0.18, 0.38)
  const lightDirection = [side * 0.8, low ? 0.36 : 0.52, low ? 0.48 : 0.3] as const
  const length = Math.hypot(...lightDirection)
  return {
    brief,
    palette,
    width,
    height,
    margin: Math.round(unit * 0.07),
    horizon,
    focal: unit * 1.12,
    cameraHeight: 0.6,
    unit,
    sun: {
      x: sunX,
      y: sunY,
      radius: unit * (brief.time === 'night' ? between(random, 0.03, 0.048) : low ? between(random, 0.035, 0.06) : 0.032),
      visible: brief.time !== 'overcast' && !(brief.snowfall && brief.time === 'day'),
    },
    lightDirection: [lightDirection[0] / length, lightDirection[1] / length, lightDirection[2] / length],
    random: (part) => randomFor(seed, part),
  }
}

export const layerWidth = (stage: Stage) => stage.width + 2 * stage.margin

/** The row where a point at that height and distance appears. */
export const rowOf = (stage: Stage, height: number, distance: number) =>
  stage.horizon + (stage.focal * (stage.cameraHeight - height)) / distance

/** Part of a scene as drawn once: a canvas as wide as a layer, and the row of the screen where its top belongs. */
export type Picture = { canvas: Canvas; top: number }

/** A picture that moves against the camera: 0 stands still as the sky does, 1 is next to the viewer. */
export function stillLayer(stage: Stage, { canvas, top }: Picture, options: { depth: number }): Layer {
  return {
    paint(g, moment) {
      g.drawImage(canvas, layerX(stage, options.depth, moment), top)
    },
  }
}

/** The same picture from a row downwards only: what of it stands in front of water. */
export function lowerPartLayer(stage: Stage, { canvas, top }: Picture, options: { depth: number; from: number }): Layer | null {
  const hidden = Math.max(0, options.from - top)
  const rows = canvas.height - hidden
  if (rows <= 0) return null
  return {
    paint(g, moment) {
      g.drawImage(canvas, 0, hidden, canvas.width, rows, layerX(stage, options.depth, moment), top + hidden, canvas.width, rows)
    },
  }
}

export const layerX = (stage: Stage, depth: number, moment: Moment) => -stage.margin - moment.camera * stage.margin * depth

/** A canvas of exactly these pixels. */
export function canvasOf(pixels: Uint8ClampedArray, width: number, height: number): Canvas {
  const canvas = createCanvas(width, height)
  const g = canvas.getContext('2d')
  const image = g.createImageData(width, height)
  image.data.set(pixels)
  g.putImageData(image, 0, 0)
  return canvas
}

/** Draws on a canvas as wide as a layer; `top` leaves rows out above which nothing is drawn. */
export function drawPicture(stage: Stage, draw: (g: SKRSContext2D, width: number) => void, top = 0): Picture {
  const firstRow = Math.max(0, Math.floor(top))
  const canvas = createCanvas(layerWidth(stage), stage.height - firstRow)
  const g = canvas.getContext('2d')
  g.translate(0, -firstRow)
  draw(g, canvas.width)
  return { canvas, top: firstRow }
}
