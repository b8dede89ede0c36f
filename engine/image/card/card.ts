import { type Canvas, type SKRSContext2D, createCanvas } from '@napi-rs/canvas'
import type { CardLayout } from '../../protocol/options.ts'
import { type Rgb, css } from '../../scene/colour.ts'
import type { Size } from '../../scene/stage.ts'
import { type Face, type SetText, drawText, fitText, useFace } from './set-text.ts'
import { type Box, type Tints, tintsOf, veilFor } from './tints.ts'

export type CardTexts = { headline: string; message: string; detail: string }

/** A card: where its picture lies, and the type over it. */
export type Card = {
  /** The size in which the picture is drawn, so that it is composed for its place. */
  picture: Size
  /** Puts the type over the picture, or the picture into its frame. */
  finish(picture: Canvas): Canvas
}

type Layout = {
  place(page: Page): Box
  draw(page: Page, texts: CardTexts, tints: Tints, picture: Canvas): void
}

type Page = Size & {
  g: SKRSContext2D
  /** The shorter side, by which margins and type are measured. */
  unit: number
  shape: 'tall' | 'square' | 'wide'
}

export const isCard = (layout: CardLayout | 'none', { headline, message, detail }: CardTexts): layout is CardLayout =>
  layout !== 'none' && `${headline}${message}${detail}`.trim() !== ''

/** Prepares a card of this size; `finish` gets the picture that was drawn for it. */
export function createCard(layout: CardLayout, texts: CardTexts, size: Size): Card {
  const canvas = createCanvas(size.width, size.height)
  const ratio = size.width / size.height
  const shape = ratio < 0.88 ? 'tall' : ratio > 1.2 ? 'wide' : 'square'
  const page: Page = { ...size, g: canvas.getContext('2d'), unit: Math.min(size.width, size.height), shape }
  const { place, draw } = layouts[layout]
  const box = place(page)
  return {
    picture: { width: Math.round(box.width), height: Math.round(box.height) },
    finish(picture) {
      draw(page, texts, tintsOf(picture), picture)
      return canvas
    },
  }
}

const sans = (weight: number, leading: number, tracking = 0): Face => ({ family: 'sans', weight, leading, tracking })
const serif = (weight: number, leading: number): Face => ({ family: 'serif', weight, leading })
const italic = (weight: number, leading: number): Face => ({ family: 'italic', weight, leading })

const whole = ({ width, height }: Page): Box => ({ x: 0, y: 0, width, height })

/** A printed card: the picture in a frame of paper, the wish in a serif below or beside it. */
const greeting: Layout = {
  place({ width, height, unit, shape }) {
    const margin = unit * 0.055
    return shape === 'wide'
      ? { x: margin, y: margin, width: width * 0.5 - margin, height: height - 2 * margin }
      : { x: margin, y: margin, width: width - 2 * margin, height: height * (shape === 'tall' ? 0.54 : 0.52) - margin }
  },
  draw(page, { headline, message, detail }, { paper, ink, soft, accent }, picture) {
    const { g, width, height, unit, shape } = page
    const box = greeting.place(page)
    g.fillStyle = css(paper)
    g.fillRect(0, 0, width, height)
    drawPicture(g, picture, box, unit * 0.018)
    const edge = unit * 0.07
    const area =
      shape === 'wide'
        ? { x: width * 0.5, y: 0, width: width * 0.5, height }
        : { x: 0, y: box.y + box.height, width, height: height - box.y - box.height }
    const column = { width: area.width - 2 * edge, height: area.height - (shape === 'wide' ? 2 : 1.5) * edge }
    const gap = unit * 0.034
    const title = fitText(g, headline, italic(560, 1.12), {
      width: column.width,
      height: column.height * (message ? 0.5 : 0.75),
      largest: unit * (shape === 'wide' ? 0.105 : 0.098),
      smallest: unit * 0.05,
      mostLines: shape === 'square' ? 3 : 4,
    })
    const sender = fitText(g, detail, sans(520, 1.3, 0.04), {
      width: column.width,
      height: unit * 0.09,
      largest: unit * 0.03,
      smallest: unit * 0.022,
      mostLines: 2,
    })
    const left = column.height - title.height - sender.height - gap * (sender.height ? 2.4 : 1.6)
    const body = fitText(g, message, serif(400, 1.42), {
      width: column.width * 0.94,
      height: Math.max(unit * 0.1, left),
      largest: unit * 0.042,
      smallest: unit * 0.025,
      mostLines: 9,
    })
    const ornament = title.height > 0 && body.height + sender.height > 0 ? gap * 1.9 : 0
    const total = title.height + ornament + body.height + (sender.height ? gap + sender.height : 0)
    const middle = area.x + area.width / 2
    let y = area.y + (area.height - total) / 2 - (shape === 'wide' ? 0 : edge * 0.1)
    y = drawText(g, title, { x: middle, y, align: 'center', fill: css(ink) })
    if (ornament > 0) {
      drawOrnament(g, middle, y + ornament * 0.5, unit, accent)
      y += ornament
    }
    y = drawText(g, body, { x: middle, y, align: 'center', fill: css(soft) })
    drawText(g, sender, { x: middle, y: y + gap, align: 'center', fill: css(accent) })
  },
}

/** A product: the picture to the edges, name and words on paper, the price in a pill. */
const product: Layout = {
  place({ width, height, shape }) {
    return shape === 'wide'
      ? { x: width * 0.46, y: 0, width: width * 0.54, height }
      : { x: 0, y: 0, width, height: height * (shape === 'tall' ? 0.6 : 0.56) }
  },
  draw(page, { headline, message, detail }, { paper, ink, soft }, picture) {
    const { g, width, height, unit, shape } = page
    const box = product.place(page)
    g.fillStyle = css(paper)
    g.fillRect(0, 0, width, height)
    drawPicture(g, picture, box, 0)
    const margin = unit * 0.07
    const area =
      shape === 'wide'
        ? { x: margin, y: margin, width: width * 0.46 - 2 * margin, height: height - 2 * margin }
        : { x: margin, y: box.height + margin * 0.75, width: width - 2 * margin, height: height - box.height - margin * 1.6 }
    const gap = unit * 0.026
    const price = fitText(g, detail, sans(650, 1.2), {
      width: area.width * 0.9,
      height: unit * 0.09,
      largest: unit * 0.042,
      smallest: unit * 0.028,
      mostLines: 1,
    })
    const pill = price.height > 0 ? price.size * 2.1 : 0
    const room = area.height - pill - (pill > 0 ? gap * 1.3 : 0)
    const title = fitText(g, headline, sans(760, 1.06, -0.022), {
      width: area.width,
      height: room * (message ? 0.62 : 1),
      largest: unit * (shape === 'wide' ? 0.13 : 0.088),
      smallest: unit * 0.045,
      mostLines: shape === 'wide' ? 5 : 2,
    })
    const body = fitText(g, message, sans(400, 1.4), {
      width: area.width,
      height: Math.max(unit * 0.06, room - title.height - gap),
      largest: unit * 0.036,
      smallest: unit * 0.024,
      mostLines: 9,
    })
    const total = title.height + (body.height ? gap + body.height : 0) + (pill ? gap * 1.3 + pill : 0)
    let y = shape === 'wide' ? area.y + (area.height - total) / 2 : area.y + Math.max(0, (area.height - total) * 0.4)
    y = drawText(g, title, { x: area.x, y, align: 'left', fill: css(ink) })
    if (body.height > 0) y = drawText(g, body, { x: area.x, y: y + gap, align: 'left', fill: css(soft) })
    if (pill > 0)
      drawPill(g, price, { x: area.x, y: y + (title.height + body.height > 0 ? gap * 1.3 : 0), fill: css(ink), text: css(paper) })
  },
}

/** Somebody's words over the whole picture, in a serif, with the name under a short line. */
const quote: Layout = {
  place: whole,
  draw(page, { headline, message, detail }, { glow, shade }, picture) {
    const { g, width, height, unit } = page
    const margin = unit * 0.11
    drawPicture(g, picture, whole(page), 0)
    const column = { width: Math.min(width - 2 * margin, unit * 1.35), height: height - 2 * margin }
    const gap = unit * 0.042
    const mark = unit * 0.11
    const name = fitText(g, detail, sans(560, 1.3, 0.01), {
      width: column.width,
      height: unit * 0.08,
      largest: unit * 0.036,
      smallest: unit * 0.026,
      mostLines: 2,
    })
    const role = fitText(g, message, sans(400, 1.35), {
      width: column.width,
      height: unit * 0.24,
      largest: unit * 0.03,
      smallest: unit * 0.023,
      mostLines: 6,
    })
    const foot = name.height + role.height > 0 ? gap * 1.5 + name.height + role.height : 0
    const words = fitText(g, headline, italic(440, 1.22), {
      width: column.width,
      height: column.height - foot - mark,
      largest: unit * 0.098,
      smallest: unit * 0.042,
      mostLines: 9,
    })
    const total = mark + words.height + foot
    let y = (height - total) / 2
    const box = { x: margin, y, width: column.width, height: total }
    fadeOver(g, page, shade, 'all')
    veilFor(g, box, () => fadeOver(g, page, shade, 'all', again))
    useFace(g, serif(500, 1), unit * 0.26)
    g.textAlign = 'left'
    g.fillStyle = css(glow)
    g.fillText('“', margin - unit * 0.012, y + unit * 0.175)
    y = drawText(g, words, { x: margin, y: y + mark, align: 'left', fill: '#fff' })
    if (foot > 0) {
      g.fillStyle = css(glow)
      g.fillRect(margin, y + gap * 0.75, unit * 0.07, Math.max(1, unit * 0.004))
      y = drawText(g, name, { x: margin, y: y + gap * 1.5, align: 'left', fill: '#fff' })
      drawText(g, role, { x: margin, y, align: 'left', fill: 'rgba(255,255,255,0.86)' })
    }
  },
}

/** An event: the date above, its name large at the foot. */
const event: Layout = {
  place: whole,
  draw(page, { headline, message, detail }, { glow, shade }, picture) {
    const { g, width, height, unit, shape } = page
    const margin = unit * 0.075
    drawPicture(g, picture, whole(page), 0)
    const column = { width: Math.min(width - 2 * margin, shape === 'wide' ? width * 0.72 : width), height: height - 2 * margin }
    const gap = unit * 0.028
    const date = fitText(g, detail, sans(620, 1.2), {
      width: column.width * 0.9,
      height: unit * 0.09,
      largest: unit * 0.04,
      smallest: unit * 0.026,
      mostLines: 1,
    })
    const body = fitText(g, message, sans(420, 1.4), {
      width: Math.min(column.width, unit * 1.1),
      height: column.height * 0.32,
      largest: unit * 0.04,
      smallest: unit * 0.025,
      mostLines: 6,
    })
    const title = fitText(g, headline, sans(800, 1.02, -0.028), {
      width: column.width,
      height: column.height * 0.56,
      largest: unit * 0.15,
      smallest: unit * 0.06,
      mostLines: 5,
    })
    const total = title.height + (body.height ? gap + body.height : 0)
    const top = height - margin - total
    fadeOver(g, page, shade, 'below')
    veilFor(g, { x: margin, y: top, width: column.width, height: total }, () => fadeOver(g, page, shade, 'below', again))
    const y = drawText(g, title, { x: margin - title.size * 0.03, y: top, align: 'left', fill: '#fff' })
    drawText(g, body, { x: margin, y: y + gap, align: 'left', fill: 'rgba(255,255,255,0.92)' })
    if (date.height > 0) drawPill(g, date, { x: margin, y: margin, fill: css(glow), text: css(shade) })
  },
}

/** A thumbnail for a video: few words, as large as they get. */
const thumbnail: Layout = {
  place: whole,
  draw(page, { headline, message, detail }, { glow, shade }, picture) {
    const { g, width, height, unit, shape } = page
    const margin = unit * 0.07
    drawPicture(g, picture, whole(page), 0)
    const column = { width: shape === 'wide' ? width * 0.62 : width - 2 * margin, height: height - 2 * margin }
    const gap = unit * 0.034
    const tag = fitText(g, detail, sans(700, 1.2), {
      width: column.width * 0.9,
      height: unit * 0.11,
      largest: unit * 0.055,
      smallest: unit * 0.03,
      mostLines: 1,
    })
    const pill = tag.height > 0 ? tag.size * 2 + gap : 0
    const line = fitText(g, message, sans(520, 1.3), {
      width: column.width,
      height: column.height * 0.3,
      largest: unit * 0.056,
      smallest: unit * 0.03,
      mostLines: 5,
    })
    const title = fitText(g, headline, sans(860, 0.98, -0.03), {
      width: column.width,
      height: column.height - pill - (line.height ? line.height + gap : 0),
      largest: unit * (shape === 'wide' ? 0.2 : 0.17),
      smallest: unit * 0.07,
      mostLines: 5,
    })
    const total = pill + title.height + (line.height ? gap + line.height : 0)
    let y = shape === 'wide' ? (height - total) / 2 : height - margin - total
    const side = shape === 'wide' ? 'left' : 'below'
    fadeOver(g, page, shade, side)
    veilFor(g, { x: margin, y, width: column.width, height: total }, () => fadeOver(g, page, shade, side, again))
    if (pill > 0) {
      drawPill(g, tag, { x: margin, y, fill: css(glow), text: css(shade), radius: unit * 0.016 })
      y += pill
    }
    y = drawText(g, title, { x: margin - title.size * 0.04, y, align: 'left', fill: '#fff' })
    drawText(g, line, { x: margin, y: y + gap, align: 'left', fill: 'rgba(255,255,255,0.92)' })
  },
}

const layouts: Record<CardLayout, Layout> = { greeting, product, quote, event, thumbnail }

function drawPicture(g: SKRSContext2D, picture: Canvas, { x, y, width, height }: Box, radius: number): void {
  g.save()
  g.beginPath()
  g.roundRect(x, y, width, height, radius)
  g.clip()
  g.drawImage(picture, x, y, width, height)
  g.restore()
}

/** Two hairlines and a diamond between a heading and its text. */
function drawOrnament(g: SKRSContext2D, x: number, y: number, unit: number, colour: Rgb): void {
  const [reach, space, side] = [unit * 0.09, unit * 0.018, unit * 0.011]
  g.fillStyle = css(colour)
  const thick = Math.max(1, unit * 0.0025)
  g.fillRect(x - reach, y - thick / 2, reach - space, thick)
  g.fillRect(x + space, y - thick / 2, reach - space, thick)
  g.save()
  g.translate(x, y)
  g.rotate(Math.PI / 4)
  g.fillRect(-side / 2, -side / 2, side, side)
  g.restore()
}

type Pill = { x: number; y: number; fill: string; text: string; radius?: number }

function drawPill(g: SKRSContext2D, set: SetText, { x, y, fill, text, radius }: Pill): void {
  const height = set.size * 2
  g.fillStyle = fill
  g.beginPath()
  g.roundRect(x, y, set.width + set.size * 1.6, height, radius ?? height / 2)
  g.fill()
  drawText(g, set, { x: x + set.size * 0.8, y: y + (height - set.height) / 2, align: 'left', fill: text })
}

/** The share of a fade that is laid over the first one where it is not dark enough. */
const again = 0.5

/** Darkens the side of a picture where the type lies, with the picture's own shade and without a visible edge. */
function fadeOver(g: SKRSContext2D, { width, height }: Page, shade: Rgb, side: 'all' | 'below' | 'left', share = 1): void {
  const fade = side === 'left' ? g.createLinearGradient(0, 0, width, 0) : g.createLinearGradient(0, height, 0, 0)
  const strengths = side === 'all' ? [0.66, 0.5, 0.44, 0.5, 0.6] : [0.88, 0.76, 0.46, 0.12, 0]
  strengths.forEach((strength, index) => fade.addColorStop(index / (strengths.length - 1), css(shade, strength * share)))
  g.fillStyle = fade
  g.fillRect(0, 0, width, height)
}
