import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import type { Figure } from '../protocol/cut.ts'
import { css, fromOklch, mix, type Rgb } from '../scene/colour.ts'

/** The colour of a role by its number: bold, of one lightness, and far from its neighbours. */
export function roleColour(number: number): Rgb {
  const hues = [0.55, 4.3, 2.45, 5.6, 1.35, 3.3, 6.1, 0.95, 4.9, 1.9, 2.9, 3.85]
  return fromOklch({ lightness: 0.66, chroma: 0.155, hue: hues[number % hues.length] ?? 0 })
}

// Figures stand on the origin and are one high, like pieces of a board game.
const body = new Path2D(
  'M-.052-.775C-.128-.762-.156-.7-.162-.62L-.182-.09C-.186-.02-.17 0-.11 0L.11 0C.17 0 .186-.02 .182-.09L.162-.62C.156-.7 .128-.762 .052-.775Z',
)
const head = new Path2D('M-.092-.885C-.092-.95-.05-1 0-1C.05-1 .092-.95 .092-.885C.092-.818 .05-.765 0-.765C-.05-.765-.092-.818-.092-.885Z')
const hair = new Path2D(
  'M-.098-.872C-.108-.955-.062-1.016 0-1.016C.062-1.016 .108-.955 .098-.872C.086-.918 .05-.934 0-.934C-.05-.934-.086-.918-.098-.872Z',
)
const arms = new Path2D('M-.112-.6C-.128-.5-.126-.4-.104-.32M.112-.6C.128-.5 .126-.4 .104-.32')
const hem = new Path2D('M0-.73L0-.02')
const animal = new Path2D(
  'M-.62-.46C-.78-.5-.9-.4-.96-.22C-.82-.32-.72-.32-.58-.36C-.56-.26-.6-.14-.57 0L-.49 0L-.46-.2L-.38-.26C-.2-.22 0-.22 .16-.26L.2 0L.28 0L.31-.32C.4-.4 .44-.5 .47-.56L.66-.52C.7-.5 .73-.54 .7-.57L.55-.72L.54-.88L.45-.77L.36-.86L.35-.7C.28-.58 .16-.54 .02-.53C-.2-.55-.44-.58-.62-.46Z',
)

const child = /\b(?:child|kid|boy|girl|baby|toddler|son|daughter)\b|реб[её]н|мальчи|девочк|дит[яё]|малыш|сын(?![а-яё])|дочь|дочк/iu
const hatted = /\b(?:hat|cap|helmet|hood|captain|keeper|soldier|cowboy|wizard)\b|шляп|кепк|шлем|капюшон|капитан|смотритель|солдат|фуражк/iu

export type Shape = {
  /** Width and height in multiples of the height of a person. */
  wide: number
  tall: number
  /** Draws with the foot at the origin. `turn`: -1 looks to the left, 1 to the right. */
  draw(g: SKRSContext2D, turn: number): void
}

/** A plain figure of its kind in the colour of its role. */
export function silhouetteOf({ kind, name, looks, colour }: Pick<Figure, 'kind' | 'name' | 'looks' | 'colour'>): Shape {
  const own = roleColour(colour)
  const words = `${name} ${looks}`
  if (kind === 'animal')
    return {
      wide: 0.9,
      tall: 0.5,
      draw: (g, turn) =>
        scaled(g, 0.54, () => {
          if (turn < 0) g.scale(-1, 1)
          fill(g, animal, own, 0.9)
        }),
    }
  if (kind === 'thing') return { wide: 0.3, tall: 0.24, draw: (g) => drawThing(g, own) }
  const tall = child.test(words) ? 0.68 : 1
  const isHatted = hatted.test(words)
  return {
    wide: 0.37 * tall,
    tall: tall * (isHatted ? 1.06 : 1.02),
    draw: (g, turn) => scaled(g, tall, () => drawPerson(g, own, { isHatted, turn })),
  }
}

const paper: Rgb = [246, 232, 214]
const ink: Rgb = [24, 22, 44]

/** A piece with a blank face, on which a cross shows where it looks, as in a drawn board. */
function drawPerson(g: SKRSContext2D, own: Rgb, { isHatted, turn }: { isHatted: boolean; turn: number }): void {
  fill(g, body, own, 0.8)
  g.strokeStyle = css(mix(own, ink, 0.32), 0.55)
  g.lineWidth = 0.009
  g.lineCap = 'round'
  g.stroke(arms)
  g.lineWidth = 0.005
  g.stroke(hem)
  fill(g, head, paper, 1)
  g.save()
  g.clip(head)
  g.strokeStyle = css(mix(own, ink, 0.5), 0.38)
  g.lineWidth = 0.0045
  const way = turn * 0.045
  g.beginPath()
  g.moveTo(way * 0.5, -1)
  g.quadraticCurveTo(way * 1.5, -0.88, way * 0.5, -0.76)
  g.moveTo(-0.1, -0.888)
  g.quadraticCurveTo(way, -0.868, 0.1, -0.888)
  g.stroke()
  g.restore()
  g.fillStyle = css(mix(own, ink, 0.62))
  if (!isHatted) {
    g.fill(hair)
    return
  }
  g.beginPath()
  g.ellipse(0, -0.945, 0.135, 0.022, 0, 0, 2 * Math.PI)
  g.roundRect(-0.083, -1.05, 0.166, 0.105, [0.05, 0.05, 0, 0])
  g.fill()
}

/** Something without an outline of its own: a small parcel. */
function drawThing(g: SKRSContext2D, own: Rgb): void {
  g.fillStyle = css(own)
  g.beginPath()
  g.roundRect(-0.13, -0.17, 0.26, 0.17, 0.016)
  g.fill()
  g.fillStyle = css(mix(own, [255, 255, 255], 0.3))
  g.beginPath()
  g.moveTo(-0.13, -0.16)
  g.lineTo(-0.09, -0.22)
  g.lineTo(0.15, -0.22)
  g.lineTo(0.13, -0.16)
  g.closePath()
  g.fill()
}

function scaled(g: SKRSContext2D, factor: number, draw: () => void): void {
  g.save()
  g.scale(factor, factor)
  draw()
  g.restore()
}

/** Fills an outline with a slight fall of light. */
function fill(g: SKRSContext2D, outline: Path2D, own: Rgb, tall: number): void {
  const fall = g.createLinearGradient(-0.15, -tall, 0.15, 0)
  fall.addColorStop(0, css(mix(own, [255, 255, 255], 0.14)))
  fall.addColorStop(1, css(mix(own, ink, 0.24)))
  g.fillStyle = fall
  g.fill(outline)
}
