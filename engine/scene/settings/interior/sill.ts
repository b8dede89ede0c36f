import type { SKRSContext2D } from '@napi-rs/canvas'
import { between, pick } from '../../../random.ts'
import type { Random } from '../../../random.ts'
import { css, mix, multiply, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { drawPicture, pictureLayer } from '../../stage.ts'
import type { Layer } from '../../stage.ts'
import { halo } from '../../things/pen.ts'
import type { Room } from './room.ts'

export function sillLayer(room: Room): Layer {
  const { stage, pane, random, night, inLight, sill } = room
  const { palette, unit } = stage
  const picture = drawPicture(
    stage,
    (g) => {
      const { width, height } = stage
      const wood: Rgb = pick<Rgb>(random, [
        [236, 230, 218],
        [168, 122, 84],
        [132, 92, 66],
      ])
      const thick = unit * 0.03
      const left = pane.x - unit * 0.2
      const wide = pane.width + unit * 0.4
      const top = g.createLinearGradient(0, sill - unit * 0.012, 0, sill + unit * 0.075)
      top.addColorStop(0, css(mix(inLight(wood, 0.9), palette.light, night ? 0.05 : 0.25)))
      top.addColorStop(1, css(inLight(wood, 0.6)))
      g.fillStyle = top
      g.beginPath()
      g.moveTo(left + unit * 0.08, sill - unit * 0.012)
      g.lineTo(left + wide - unit * 0.08, sill - unit * 0.012)
      g.lineTo(left + wide, sill + unit * 0.075)
      g.lineTo(left, sill + unit * 0.075)
      g.fill()
      g.fillStyle = css(inLight(scale(wood, 0.72), 0.4))
      g.fillRect(left, sill + unit * 0.075, wide, thick)
      g.fillStyle = 'rgba(0,0,0,0.2)'
      g.fillRect(left + unit * 0.01, sill + unit * 0.075 + thick, wide - unit * 0.02, unit * 0.02)
      drawRadiator(room, g, sill + unit * 0.16, height)
      drawObjects(room, g, width)
    },
    { top: sill - unit * 0.85 },
  )
  return pictureLayer(stage, picture, 0.62)
}

function drawRadiator(room: Room, g: SKRSContext2D, from: number, to: number): void {
  const { stage, pane, inLight } = room
  const { unit } = stage
  if (to - from < unit * 0.12) return
  const ribs = Math.round((pane.width * 0.7) / (unit * 0.045))
  const left = pane.x + pane.width * 0.15
  for (let rib = 0; rib < ribs; rib += 1) {
    const x = left + (rib * pane.width * 0.7) / ribs
    const tone = g.createLinearGradient(x, 0, x + unit * 0.038, 0)
    tone.addColorStop(0, css(inLight([196, 190, 180], 0.15)))
    tone.addColorStop(0.4, css(inLight([226, 220, 210], 0.6)))
    tone.addColorStop(1, css(inLight([176, 170, 160], 0.1)))
    g.fillStyle = tone
    g.beginPath()
    g.roundRect(x, from, unit * 0.038, to - from + unit * 0.3, unit * 0.018)
    g.fill()
  }
}

/** A lamp, plants, books, a cup. */
function drawObjects(room: Room, g: SKRSContext2D, width: number): void {
  const { stage, pane, random, lamp, lampSide, sill } = room
  const { brief, unit } = stage
  const foot = sill + unit * 0.036
  const places = [0.09, 0.27, 0.74, 0.9].map((share) => pane.x + pane.width * share)
  const cat = brief.things.has('cat') || brief.things.has('dog') || brief.things.has('person')
  const lampAt = lampSide > 0 ? 3 : 0
  const order = places.map((x, index) => ({ x, index })).filter(({ index }) => !(lamp && index === lampAt))
  if (lamp) stage.shown.add('lantern')
  if (lamp) drawLampOn(room, g, places[lampAt] ?? width / 2, foot)
  order.forEach(({ x, index }, at) => {
    if (cat && index === (stage.focus < 0.5 ? 1 : 2)) return
    const kind = (at + Math.floor(random() * 2)) % 3
    if ((kind === 0 || brief.things.has('flower')) && !brief.without.things.includes('flower')) drawPlant(room, g, x, foot, random)
    else if (kind === 1) drawBooks(room, g, x, foot, random)
    else drawCup(room, g, x, foot)
  })
}

function drawLampOn(room: Room, g: SKRSContext2D, x: number, foot: number): void {
  const { stage, inLight } = room
  const { unit } = stage
  const tall = unit * 0.25
  g.fillStyle = css(inLight([120, 84, 60], 0.7))
  g.fillRect(x - unit * 0.006, foot - tall * 0.6, unit * 0.012, tall * 0.6)
  g.beginPath()
  g.ellipse(x, foot, unit * 0.045, unit * 0.012, 0, 0, 2 * Math.PI)
  g.fill()
  const shade = g.createLinearGradient(0, foot - tall, 0, foot - tall * 0.5)
  shade.addColorStop(0, css([255, 214, 150]))
  shade.addColorStop(1, css([255, 240, 204]))
  g.fillStyle = shade
  g.beginPath()
  g.moveTo(x - unit * 0.045, foot - tall)
  g.lineTo(x + unit * 0.045, foot - tall)
  g.lineTo(x + unit * 0.085, foot - tall * 0.5)
  g.lineTo(x - unit * 0.085, foot - tall * 0.5)
  g.fill()
  halo(g, x, foot - tall * 0.7, unit * 0.5, [255, 190, 110], 0.5)
}

function drawPlant(room: Room, g: SKRSContext2D, x: number, foot: number, source: Random): void {
  const { stage, lampSide, inLight } = room
  const { brief, palette, unit } = stage
  const pot = pick<Rgb>(source, [
    [186, 104, 74],
    [226, 218, 204],
    [84, 108, 120],
  ])
  const size = unit * between(source, 0.045, 0.06)
  const green = multiply(mix([86, 132, 82], [120, 150, 80], source()), mix(palette.ambient, palette.light, 0.5))
  for (let leaf = 0; leaf < 22; leaf += 1) {
    const angle = -Math.PI / 2 + between(source, -1.15, 1.15)
    const long = size * between(source, 1.1, 2.5)
    g.fillStyle = css(mix(inLight([92, 136, 84], 0.4), green, source()), 1)
    const tipX = x + Math.cos(angle) * long
    const tipY = foot - size * 1.1 + Math.sin(angle) * long + Math.abs(Math.cos(angle)) * long * 0.4
    g.beginPath()
    g.moveTo(x, foot - size)
    g.quadraticCurveTo(x + Math.cos(angle - 0.25) * long * 0.6, foot - size * 1.1 + Math.sin(angle - 0.25) * long * 0.7, tipX, tipY)
    g.quadraticCurveTo(x + Math.cos(angle + 0.25) * long * 0.6, foot - size * 1.1 + Math.sin(angle + 0.25) * long * 0.7, x, foot - size)
    g.fill()
  }
  if (brief.things.has('flower')) {
    stage.shown.add('flower')
    for (let flower = 0; flower < 7; flower += 1) {
      const accent = palette.accents[flower % Math.min(2, palette.accents.length)] ?? palette.accents[0]
      g.fillStyle = css(inLight(accent, 0.9))
      g.beginPath()
      g.arc(x + between(source, -1.2, 1.2) * size, foot - size * between(source, 1.9, 3.1), size * 0.26, 0, 2 * Math.PI)
      g.fill()
    }
  }
  const body = g.createLinearGradient(x - size, 0, x + size, 0)
  body.addColorStop(0, css(inLight(pot, lampSide < 0 ? 0.9 : 0.2)))
  body.addColorStop(1, css(inLight(pot, lampSide < 0 ? 0.2 : 0.9)))
  g.fillStyle = body
  g.beginPath()
  g.moveTo(x - size * 0.8, foot - size * 1.25)
  g.lineTo(x + size * 0.8, foot - size * 1.25)
  g.lineTo(x + size * 0.58, foot)
  g.lineTo(x - size * 0.58, foot)
  g.fill()
  g.fillRect(x - size * 0.9, foot - size * 1.36, size * 1.8, size * 0.26)
}

function drawBooks(room: Room, g: SKRSContext2D, x: number, foot: number, source: Random): void {
  const { stage, inLight } = room
  const { unit } = stage
  let y = foot
  for (let book = 0; book < 3; book += 1) {
    const thick = unit * between(source, 0.014, 0.022)
    const wide = unit * between(source, 0.1, 0.14)
    const cover = pick<Rgb>(source, [
      [160, 60, 52],
      [52, 84, 120],
      [196, 158, 84],
      [80, 104, 84],
      [220, 208, 188],
    ])
    g.fillStyle = css(inLight(cover, 0.5))
    g.fillRect(x - wide / 2 + between(source, -1, 1) * unit * 0.01, y - thick, wide, thick)
    g.fillStyle = css(inLight([240, 234, 220], 0.6))
    g.fillRect(x - wide / 2 + unit * 0.004, y - thick * 0.72, wide * 0.9, thick * 0.18)
    y -= thick
  }
}

function drawCup(room: Room, g: SKRSContext2D, x: number, foot: number): void {
  const { stage, inLight } = room
  const { brief, palette, unit } = stage
  const size = unit * 0.034
  const clay: Rgb = brief.colours.length > 0 ? mix(palette.accents[0], [255, 255, 255], 0.25) : [214, 98, 76]
  g.strokeStyle = css(inLight(clay, 0.5))
  g.lineWidth = size * 0.24
  g.beginPath()
  g.arc(x + size * 0.9, foot - size * 0.8, size * 0.42, -1.4, 1.4)
  g.stroke()
  g.fillStyle = css(inLight(clay, 0.7))
  g.beginPath()
  g.roundRect(x - size * 0.85, foot - size * 1.6, size * 1.7, size * 1.6, [0, 0, size * 0.4, size * 0.4])
  g.fill()
  g.fillStyle = css(inLight(scale(clay, 0.6), 0.4))
  g.beginPath()
  g.ellipse(x, foot - size * 1.6, size * 0.85, size * 0.2, 0, 0, 2 * Math.PI)
  g.fill()
}
