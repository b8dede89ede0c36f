import type { SKRSContext2D } from '@napi-rs/canvas'
import type { CutShot, Figure } from '../protocol/cut.ts'
import { randomFor } from '../random.ts'
import { toBrief } from '../scene/brief.ts'
import { choosePalette } from '../scene/choose-palette.ts'
import { css } from '../scene/colour.ts'
import { readPictured } from '../scene/read-scene.ts'
import { createStage, type Size } from '../scene/stage.ts'
import { createPen } from '../scene/things/create-pen.ts'
import { portraits } from '../scene/things/portraits.ts'
import type { Thing, TimeOfDay } from '../understanding/understanding.ts'
import { useFace } from '../image/card/set-text.ts'
import { roleColour, type Shape, silhouetteOf } from './silhouettes.ts'

/** Height of a person and the row of its head, in frame heights; an upright frame has rows of its own. Close framings cut figures off. */
const sizes: Record<CutShot['framing'], { unit: number; top: number; topUpright: number; most: number }> = {
  wide: { unit: 0.36, top: 0.37, topUpright: 0.46, most: 6 },
  full: { unit: 0.6, top: 0.2, topUpright: 0.4, most: 4 },
  medium: { unit: 1.05, top: 0.21, topUpright: 0.34, most: 3 },
  close: { unit: 1.75, top: 0.23, topUpright: 0.26, most: 1 },
  detail: { unit: 0, top: 0, topUpright: 0, most: 0 },
}

type Things = ReadonlySet<Thing>
/** Things that are too large to stand in a place like a person. */
const large: Things = new Set([
  'lighthouse',
  'cabin',
  'windmill',
  'castle',
  'train',
  'tree',
  'pine',
  'palm',
  'rocket',
  'balloon',
  'boat',
  'whale',
])
const shortened: Things = new Set(['cat', 'dog', 'bird', 'fish', 'lantern', 'flower', 'campfire', 'star', 'heart', 'moon', 'sun', 'planet'])

/** Draws the people, animals and things of a shot into a frame of that size: always in the order of the film, so that nobody changes sides. */
export function drawFigures(
  g: SKRSContext2D,
  { figures, framing, light }: Pick<CutShot, 'figures' | 'framing'> & { light: TimeOfDay },
  { width, height }: Size,
): void {
  const { unit, top, topUpright, most } = sizes[framing]
  if (most === 0) {
    drawLens(g, figures, { width, height })
    return
  }
  const isUpright = height > width
  const seen = figures.length > most ? figures.toSorted((a, b) => Number(b.speaks) - Number(a.speaks)).slice(0, most) : figures
  const shapes = figures.filter((figure) => seen.includes(figure)).map((figure) => ({ figure, shape: shapeOf(figure, light) }))
  const wished = isUpright ? width * unit * 1.25 : height * unit
  const gap = framing === 'wide' ? 0.3 : 0.2
  const units = shapes.reduce((sum, { shape }) => sum + shape.wide, 0) + gap * Math.max(0, shapes.length - 1)
  // One figure may leave the frame; several share it.
  const size = shapes.length > 1 ? Math.min(wished, (width * 0.88) / units) : wished
  const foot = height * (isUpright ? topUpright : top) + size
  let x = (width - units * size) / 2
  shapes.forEach(({ figure, shape }, index) => {
    const middle = x + (shape.wide * size) / 2
    const isCut = foot > height
    // Where no ground is seen, somebody small comes up, so that the lower edge does not hide them.
    const own = isCut ? Math.min(foot, height * 0.42 + shape.tall * size) : foot
    if (!isCut) drawShadow(g, { x: middle, y: own, wide: shape.wide * size })
    g.save()
    g.translate(middle, own)
    g.scale(size, size)
    // They look at each other.
    shape.draw(g, shapes.length === 1 ? 0.35 : index < shapes.length / 2 ? 1 : -1)
    g.restore()
    drawName(g, figure, { x: middle, top: own - shape.tall * size, unit: Math.min(width, height) }, { width, height })
    x += (shape.wide + gap) * size
  })
}

/** A circle around the detail that is looked at, with the names of whose it is. */
function drawLens(g: SKRSContext2D, figures: readonly Figure[], { width, height }: Size): void {
  const unit = Math.min(width, height)
  const [x, y, radius] = [width / 2, height * 0.41, unit * 0.24]
  g.strokeStyle = 'rgba(255,255,255,0.82)'
  g.lineWidth = unit * 0.007
  g.beginPath()
  g.arc(x, y, radius, 0, 2 * Math.PI)
  g.stroke()
  const bright = g.createRadialGradient(x, y, 0, x, y, radius)
  bright.addColorStop(0, 'rgba(255,255,255,0.3)')
  bright.addColorStop(1, 'rgba(255,255,255,0.06)')
  g.fillStyle = bright
  g.fill()
  figures.slice(0, 3).forEach((figure, index, all) => {
    const top = y + (index - (all.length - 1) / 2) * unit * 0.085 + unit * 0.05
    drawName(g, figure, { x, top, unit }, { width, height })
  })
}

/** The engine's own drawing of somebody, if it has one; a person is always a plain figure. */
function shapeOf(figure: Figure, light: TimeOfDay): Shape {
  const understanding = readPictured(`${figure.name} ${figure.looks}`)
  const thing = figure.kind === 'person' ? undefined : understanding.things.find((one) => one !== 'person' && portraits[one])
  const portrait = thing && portraits[thing]
  if (!thing || !portrait) return silhouetteOf(figure)
  const brief = toBrief({ ...understanding, settings: ['meadow'], time: light }, 1)
  const palette = choosePalette(brief, 1)
  const stage = createStage({
    brief,
    palette,
    seed: 1,
    familySeed: 1,
    size: { width: 640, height: 360 },
    still: true,
    flat: true,
    reference: null,
    checkpoint: () => {},
  })
  const tall = large.has(thing) ? 1.5 : shortened.has(thing) ? 0.42 : 0.55
  const across = portrait.left + portrait.right
  return {
    wide: across * tall,
    tall: portrait.up * tall,
    draw(g, turn) {
      const isMirrored = turn < 0 && thing !== 'cat'
      const pen = createPen(g, stage, thing, { random: randomFor(1, figure.name), seconds: 0.6, haze: 0, mirrored: isMirrored })
      g.save()
      g.scale(isMirrored ? -tall : tall, tall)
      g.translate((portrait.left - portrait.right) / 2, -portrait.down)
      portrait.draw({ ...pen, dark: light === 'night', glows: false }, stage, 360)
      g.restore()
    },
  }
}

function drawShadow(g: SKRSContext2D, { x, y, wide }: { x: number; y: number; wide: number }): void {
  const shade = g.createRadialGradient(0, 0, 0, 0, 0, wide * 0.7)
  shade.addColorStop(0, 'rgba(10,12,30,0.42)')
  shade.addColorStop(1, 'rgba(10,12,30,0)')
  g.save()
  g.translate(x, y)
  g.scale(1, 0.16)
  g.fillStyle = shade
  g.fillRect(-wide, -wide, 2 * wide, 2 * wide)
  g.restore()
}

/** The name above a figure, within the frame. */
function drawName(
  g: SKRSContext2D,
  { name, colour }: Figure,
  { x, top, unit }: { x: number; top: number; unit: number },
  { width }: Size,
): void {
  const size = Math.max(11, unit * 0.038)
  useFace(g, { family: 'sans', weight: 650, leading: 1.2 }, size)
  const shown = name.length > 22 ? `${name.slice(0, 21).trimEnd()}…` : name
  const wide = g.measureText(shown).width + size * 2.1
  const tall = size * 1.7
  const left = Math.max(size, Math.min(width - wide - size, x - wide / 2))
  const y = Math.max(size * 1.2, top - tall - size * 0.5)
  g.fillStyle = 'rgba(14,18,32,0.72)'
  g.beginPath()
  g.roundRect(left, y, wide, tall, tall / 2)
  g.fill()
  g.fillStyle = css(roleColour(colour))
  g.beginPath()
  g.arc(left + size * 0.95, y + tall / 2, size * 0.34, 0, 2 * Math.PI)
  g.fill()
  g.fillStyle = '#fff'
  g.textAlign = 'left'
  g.fillText(shown, left + size * 1.5, y + tall / 2 + size * 0.35)
}
