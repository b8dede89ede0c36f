import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { type Face, useFace, wordsOf } from '../image/card/set-text.ts'
import type { CutShot } from '../protocol/cut.ts'
import type { Size } from '../scene/stage.ts'
import type { TimeOfDay } from '../understanding/understanding.ts'
import { drawFigures } from './figures.ts'
import { sweepOf, travelAt, type Window, windowOf } from './view.ts'

const tags = { en: 'ANIMATIC', ru: 'ЧЕРНОВИК' }
const seconds = { en: 's', ru: 'с' }

export type CardOptions = {
  shot: CutShot
  /** Counted from 1. */
  number: number
  light: TimeOfDay
  backdrop: Canvas
  size: Size
  framesPerSecond: number
  language: 'en' | 'ru'
}

export type Card = {
  /** Paints the card after a share of its shot. */
  paint(g: SKRSContext2D, share: number): void
}

/** Draws a storyboard card: its place and its figures, over which the camera travels, and the marks and words of a board, which stand still. */
export function createCard(options: CardOptions): Card {
  const { shot, size, backdrop } = options
  const rest = windowOf(shot.framing, backdrop)
  const sweep = sweepOf(shot.camera, rest)
  const picture = drawPicture(options, { rest, sweep })
  const marks = drawMarks(options)
  return {
    paint(g, share) {
      const seen = travelAt(shot.camera, rest, share)
      const scale = picture.width / sweep.width
      g.imageSmoothingQuality = 'high'
      g.drawImage(
        picture,
        (seen.left - sweep.left) * scale,
        (seen.top - sweep.top) * scale,
        seen.width * scale,
        seen.height * scale,
        0,
        0,
        size.width,
        size.height,
      )
      g.drawImage(marks, 0, 0)
    },
  }
}

/** Everything that the camera passes over, as large as the closest window needs. */
function drawPicture({ shot, light, backdrop, size }: CardOptions, { rest, sweep }: { rest: Window; sweep: Window }): Canvas {
  const closest = Math.min(travelAt(shot.camera, rest, 0).width, travelAt(shot.camera, rest, 1).width)
  const scale = size.width / closest
  const canvas = createCanvas(Math.round(sweep.width * scale), Math.round(sweep.height * scale))
  const g = canvas.getContext('2d')
  g.imageSmoothingQuality = 'high'
  g.drawImage(backdrop, sweep.left, sweep.top, sweep.width, sweep.height, 0, 0, canvas.width, canvas.height)
  g.translate((rest.left - sweep.left) * scale, (rest.top - sweep.top) * scale)
  drawFigures(g, { figures: shot.figures, framing: shot.framing, light }, { width: rest.width * scale, height: rest.height * scale })
  return canvas
}

const sans = (weight: number, tracking = 0): Face => ({ family: 'sans', weight, leading: 1.28, tracking })

/** The marks of a board: number, length, place and action below, the tag, the corners of the frame, and the way of the camera. */
function drawMarks({ shot, number, size, framesPerSecond, language }: CardOptions): Canvas {
  const { width, height } = size
  const canvas = createCanvas(width, height)
  const g = canvas.getContext('2d')
  const unit = Math.min(width, height)
  const isUpright = height > width
  const margin = unit * 0.085
  drawShade(g, size, unit * (isUpright ? 0.56 : 0.4))
  drawCorners(g, size, unit * 0.035)
  drawCamera(g, shot.camera, size)
  drawTag(g, tags[language], { x: width - margin, y: margin, unit })
  const foot = height - margin
  const type = unit * 0.046
  const leading = type * 1.3
  // In an upright frame the action has a row of its own.
  const full = width - 2 * margin
  const upright = isUpright ? twoLines(g, shot.action, sans(480), { size: type, width: full }) : []
  const base = foot - upright.length * leading - (isUpright ? unit * 0.03 : 0)
  useFace(g, sans(800, -0.03), unit * 0.15)
  const label = String(number)
  write(g, label, { x: margin - unit * 0.008, y: base, fill: '#fff' })
  const left = margin + Math.max(g.measureText(label).width, unit * 0.08) + unit * 0.035
  const length = `${(shot.frames / framesPerSecond).toLocaleString(language, { maximumFractionDigits: 1 })} ${seconds[language]}`
  useFace(g, sans(600), unit * 0.042)
  write(g, length, { x: width - margin, y: base, fill: 'rgba(255,255,255,0.72)', align: 'right' })
  const room = width - margin - g.measureText(length).width - unit * 0.05 - left
  const lines = isUpright ? upright : twoLines(g, shot.action, sans(480), { size: type, width: room })
  useFace(g, sans(480), type)
  lines.forEach((line, index) =>
    write(g, line, { x: isUpright ? margin : left, y: foot - (lines.length - 1 - index) * leading, fill: 'rgba(255,255,255,0.96)' }),
  )
  const face = sans(700, 0.07)
  const [place] = twoLines(g, shot.place.toLocaleUpperCase(language), face, { size: unit * 0.03, width: room })
  useFace(g, face, unit * 0.03)
  if (place) write(g, place, { x: left, y: isUpright ? base : foot - lines.length * leading - unit * 0.008, fill: 'rgba(255,255,255,0.7)' })
  return canvas
}

type Written = { x: number; y: number; fill: string; align?: 'left' | 'right' }

function write(g: SKRSContext2D, text: string, { x, y, fill, align = 'left' }: Written): void {
  g.textAlign = align
  g.fillStyle = fill
  g.fillText(text, x, y)
}

/** Darkens the lower part for the words on it. */
function drawShade(g: SKRSContext2D, { width, height }: Size, tall: number): void {
  const fade = g.createLinearGradient(0, height - tall, 0, height)
  for (const [at, strength] of [
    [0, 0],
    [0.35, 0.3],
    [0.65, 0.68],
    [1, 0.88],
  ] as const)
    fade.addColorStop(at, `rgba(14,17,30,${strength})`)
  g.fillStyle = fade
  g.fillRect(0, height - tall, width, tall)
}

/** The start of a text in at most two lines. */
function twoLines(g: SKRSContext2D, text: string, face: Face, { size, width }: { size: number; width: number }): string[] {
  useFace(g, face, size)
  const fits = (line: string) => g.measureText(line).width <= width
  const lines: string[] = []
  let line = ''
  for (const word of wordsOf(text)) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer) || line === '') line = longer
    else if (lines.length === 1) return [...lines, shortened(`${line} ${word}`)]
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, ...(line ? [fits(line) ? line : shortened(line)] : [])]

  function shortened(long: string): string {
    let end = long.length
    while (end > 1 && !fits(`${long.slice(0, end).trimEnd()}…`)) end -= 1
    const cut = long.slice(0, end).trimEnd()
    const atWord = cut.slice(0, Math.max(0, cut.lastIndexOf(' '))).trimEnd()
    return `${atWord.length > cut.length * 0.6 ? atWord : cut}…`
  }
}

function drawTag(g: SKRSContext2D, text: string, { x, y, unit }: { x: number; y: number; unit: number }): void {
  const size = unit * 0.028
  useFace(g, sans(750, 0.14), size)
  const wide = g.measureText(text).width + size * 1.5
  const tall = size * 2
  g.fillStyle = '#f4c542'
  g.beginPath()
  g.roundRect(x - wide, y, wide, tall, size * 0.35)
  g.fill()
  g.fillStyle = '#1a1a24'
  g.textAlign = 'left'
  g.fillText(text, x - wide + size * 0.82, y + tall / 2 + size * 0.36)
}

function drawCorners(g: SKRSContext2D, { width, height }: Size, inset: number): void {
  const arm = Math.min(width, height) * 0.05
  g.strokeStyle = 'rgba(255,255,255,0.7)'
  g.lineWidth = Math.max(1.5, Math.min(width, height) * 0.004)
  for (const [x, y, across, down] of [
    [inset, inset, 1, 1],
    [width - inset, inset, -1, 1],
    [inset, height - inset, 1, -1],
    [width - inset, height - inset, -1, -1],
  ] as const) {
    g.beginPath()
    g.moveTo(x + across * arm, y)
    g.lineTo(x, y)
    g.lineTo(x, y + down * arm)
    g.stroke()
  }
}

/** An arrow beside the frame for a camera that moves aside, and four at the corners for one that comes nearer or goes back. */
function drawCamera(g: SKRSContext2D, camera: CutShot['camera'], { width, height }: Size): void {
  const unit = Math.min(width, height)
  const [middle, centre] = [width / 2, height * 0.46]
  const long = unit * 0.13
  const edge = unit * 0.08
  const side = width - edge * 1.1
  const arrows: Record<CutShot['camera'], readonly Arrow[]> = {
    still: [],
    pan_left: [[edge + long, centre, -long, 0]],
    pan_right: [[width - edge - long, centre, long, 0]],
    tilt_up: [[side, centre + long / 2, 0, -long]],
    tilt_down: [[side, centre - long / 2, 0, long]],
    push_in: corners(1),
    pull_out: corners(-1),
  }
  for (const arrow of arrows[camera]) drawArrow(g, arrow, unit)

  function corners(way: 1 | -1): Arrow[] {
    const [across, down] = [unit * 0.085, unit * 0.06]
    return (
      [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
      ] as const
    ).map(([sideX, sideY]): Arrow => {
      const x = middle + sideX * (width / 2 - edge * 1.5)
      const y = height * 0.45 + sideY * Math.min(height * 0.24, width * 0.42)
      return way === 1 ? [x, y, -sideX * across, -sideY * down] : [x - sideX * across, y - sideY * down, sideX * across, sideY * down]
    })
  }
}

/** Its start and its reach. */
type Arrow = readonly [x: number, y: number, across: number, down: number]

function drawArrow(g: SKRSContext2D, [x, y, across, down]: Arrow, unit: number): void {
  const angle = Math.atan2(down, across)
  const head = unit * 0.036
  g.save()
  g.strokeStyle = '#f4c542'
  g.lineWidth = unit * 0.0125
  g.lineCap = 'round'
  g.lineJoin = 'round'
  g.shadowColor = 'rgba(10,12,26,0.55)'
  g.shadowBlur = unit * 0.012
  g.beginPath()
  g.moveTo(x, y)
  g.lineTo(x + across, y + down)
  for (const turn of [2.5, -2.5]) {
    g.moveTo(x + across, y + down)
    g.lineTo(x + across + Math.cos(angle + turn) * head, y + down + Math.sin(angle + turn) * head)
  }
  g.stroke()
  g.restore()
}
