import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { smoothstep } from '../scene/noise.ts'
import type { Size } from '../scene/stage.ts'
import type { Cue } from '../speech/cues.ts'
import { typeface } from '../media/typeface.ts'

const weight = 600
const fadeMs = 140

/** Longest line that can be read at a glance, in characters. */
const maxLineLength = 44

type Type = { fontSize: number; lineHeight: number; maxWidth: number; bottom: number }

/** Font sizes for a picture: readable on a phone, clear of the edges and of a player's controls. */
function typeFor({ width, height }: Size): Type {
  const upright = height > width
  const fontSize = Math.round(upright ? width * 0.062 : Math.min(height * 0.054, width * 0.046))
  return {
    fontSize,
    lineHeight: Math.round(fontSize * 1.32),
    maxWidth: width * (upright ? 0.86 : width / height > 2 ? 0.6 : 0.78),
    bottom: height * (upright ? 0.13 : 0.085),
  }
}

/** Margin around the letters for their shadow. */
const padOf = ({ fontSize }: Pick<Type, 'fontSize'>) => Math.round(fontSize * 1.1)

function setType(g: SKRSContext2D, fontSize: number): void {
  g.font = `${fontSize}px ${typeface()}`
  g.fontVariationSettings = `'wght' ${weight}`
  g.textAlign = 'center'
  g.textBaseline = 'alphabetic'
}

/** Returns a test whether a caption line fits into a picture of that size. */
export function captionFits(size: Size): (line: string) => boolean {
  const { fontSize, maxWidth } = typeFor(size)
  const g = createCanvas(8, 8).getContext('2d')
  setType(g, fontSize)
  return (line) => line.length <= maxLineLength && g.measureText(line).width <= maxWidth
}

export type CaptionPainter = (g: SKRSContext2D, ms: number) => void

/** Draws the current cue over a picture. Each cue is rendered once and then only copied. */
export function captionPainter(cues: readonly Cue[], size: Size): CaptionPainter {
  const type = typeFor(size)
  let set: { cue: Cue; canvas: Canvas } | null = null
  return (g, ms) => {
    const cue = cues.find(({ startMs, endMs }) => ms >= startMs && ms < endMs)
    if (!cue) return
    if (set?.cue !== cue) set = { cue, canvas: setCue(cue, type) }
    // Adjacent cues replace each other without fading out in between.
    const follows = cues.some(({ endMs }) => endMs === cue.startMs)
    const isFollowed = cues.some(({ startMs }) => startMs === cue.endMs)
    const shown = (follows ? 1 : smoothstep(0, fadeMs, ms - cue.startMs + 1)) * (isFollowed ? 1 : smoothstep(0, fadeMs, cue.endMs - ms))
    g.globalAlpha = shown
    const x = Math.round((size.width - set.canvas.width) / 2)
    g.drawImage(set.canvas, x, Math.round(size.height - type.bottom - set.canvas.height + padOf(type)))
    g.globalAlpha = 1
  }
}

/** Renders a cue in white on a soft shadow: readable on snow, and the picture stays visible behind it. */
function setCue(cue: Cue, { fontSize, lineHeight, maxWidth }: Type): Canvas {
  const pad = padOf({ fontSize })
  const measure = createCanvas(8, 8).getContext('2d')
  setType(measure, fontSize)
  const widths = cue.lines.map((line) => Math.min(maxWidth, measure.measureText(line).width))
  const width = Math.ceil(Math.max(1, ...widths)) + 2 * pad
  const height = lineHeight * cue.lines.length + 2 * pad
  const canvas = createCanvas(width, height)
  const g = canvas.getContext('2d')
  setType(g, fontSize)
  const baseline = (line: number) => pad + lineHeight * line + lineHeight * 0.74

  g.save()
  g.filter = `blur(${Math.round(fontSize * 0.34)}px)`
  g.fillStyle = 'rgba(4,8,18,0.58)'
  for (const [line, lineWidth] of widths.entries()) {
    const reach = fontSize * 0.26
    g.beginPath()
    g.roundRect(
      (width - lineWidth) / 2 - reach,
      pad + lineHeight * line - reach * 0.2,
      lineWidth + 2 * reach,
      lineHeight + reach * 0.4,
      fontSize * 0.4,
    )
    g.fill()
  }
  g.restore()
  g.fillStyle = '#fff'
  g.shadowColor = 'rgba(0,4,12,0.75)'
  g.shadowBlur = fontSize * 0.14
  g.shadowOffsetY = fontSize * 0.03
  for (const [line, text] of cue.lines.entries()) g.fillText(text, width / 2, baseline(line), maxWidth)
  return canvas
}
