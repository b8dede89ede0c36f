import type { SKRSContext2D } from '@napi-rs/canvas'
import { pick } from '../../../random.ts'
import { css, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { drawPicture, pictureLayer } from '../../stage.ts'
import type { Layer } from '../../stage.ts'
import type { Room } from './room.ts'

export function roomLayer(room: Room): Layer {
  const { stage } = room
  const picture = drawPicture(stage, (g) => {
    drawWall(room, g)
    drawFrame(room, g)
    drawCurtains(room, g)
  })
  return pictureLayer(stage, picture, 0.5)
}

function drawWall(room: Room, g: SKRSContext2D): void {
  const { stage, pane, random, lamp, lampSide, wall, inLight, sill } = room
  const { unit } = stage
  const { width, height } = stage
  const lampX = lampSide > 0 ? pane.x + pane.width * 0.98 : pane.x + pane.width * 0.02
  const fall = g.createRadialGradient(
    lamp ? lampX : pane.x + pane.width / 2,
    lamp ? sill - unit * 0.2 : sill * 0.6,
    unit * 0.05,
    lamp ? lampX : pane.x + pane.width / 2,
    sill * 0.7,
    unit * 1.05,
  )
  fall.addColorStop(0, css(inLight(wall, lamp ? 1 : 0.9)))
  fall.addColorStop(1, css(inLight(wall, 0)))
  g.fillStyle = fall
  g.beginPath()
  g.rect(-unit, -unit, width + 2 * unit, height + 2 * unit)
  // The opening stays free for the view.
  g.moveTo(pane.x, pane.y)
  g.lineTo(pane.x, sill)
  g.lineTo(pane.x + pane.width, sill)
  g.lineTo(pane.x + pane.width, pane.y)
  g.closePath()
  g.fill('evenodd')
  if (random() < 0.5) {
    g.strokeStyle = css(inLight(scale(wall, 0.9), 0.4), 0.5)
    g.lineWidth = unit * 0.006
    for (let x = -unit * 0.05; x < width + unit * 0.05; x += unit * 0.055) {
      if (x > pane.x - unit * 0.02 && x < pane.x + pane.width + unit * 0.02) continue
      g.beginPath()
      g.moveTo(x, -unit * 0.1)
      g.lineTo(x, height + unit * 0.1)
      g.stroke()
    }
  }
}

function drawFrame(room: Room, g: SKRSContext2D): void {
  const { stage, pane, random, inLight } = room
  const { unit } = stage
  const wood: Rgb = random() < 0.65 ? [238, 232, 220] : [146, 104, 74]
  const thick = unit * 0.026
  const shade = (lit: number) => css(inLight(wood, lit))
  g.fillStyle = shade(0.35)
  for (const [x, y, w, h] of [
    [pane.x - thick, pane.y - thick, pane.width + thick * 2, thick],
    [pane.x - thick, pane.y - thick, thick, pane.height + thick * 2],
    [pane.x + pane.width, pane.y - thick, thick, pane.height + thick * 2],
  ] as const) {
    g.fillRect(x, y, w, h)
  }
  const columns = pane.width > pane.height * 1.5 ? 3 : 2
  g.fillStyle = shade(0.2)
  for (let column = 1; column < columns; column += 1)
    g.fillRect(pane.x + (pane.width * column) / columns - thick * 0.32, pane.y, thick * 0.64, pane.height)
  if (random() < 0.6) g.fillRect(pane.x, pane.y + pane.height * 0.3 - thick * 0.25, pane.width, thick * 0.5)
  g.fillStyle = 'rgba(0,0,0,0.22)'
  g.fillRect(pane.x, pane.y, pane.width, thick * 0.35)
  g.fillRect(pane.x, pane.y, thick * 0.3, pane.height)
  g.strokeStyle = shade(0.75)
  g.lineWidth = Math.max(1, unit * 0.0024)
  g.strokeRect(pane.x - thick, pane.y - thick, pane.width + thick * 2, pane.height + thick * 2)
}

function drawCurtains(room: Room, g: SKRSContext2D): void {
  const { stage, pane, random, wall, inLight, sill } = room
  const { brief, palette, unit } = stage
  const cloth =
    brief.colours.length > 1
      ? (palette.accents[1] ?? wall)
      : pick<Rgb>(random, [
          [226, 214, 196],
          [176, 92, 80],
          [92, 112, 132],
          [214, 180, 120],
          [150, 160, 136],
        ])
  const rod = pane.y - unit * 0.06
  const sheer = random() < 0.35
  for (const side of [-1, 1]) {
    const outer = side < 0 ? pane.x - unit * 0.11 : pane.x + pane.width + unit * 0.11
    const inner = side < 0 ? pane.x + pane.width * 0.13 : pane.x + pane.width * 0.87
    const foot = sill + unit * 0.2
    const folds = 7
    for (let fold = 0; fold < folds; fold += 1) {
      const a = outer + ((inner - outer) * fold) / folds
      const b = outer + ((inner - outer) * (fold + 1)) / folds
      const gather = (x: number) => outer + (x - outer) * 0.62
      const tone = g.createLinearGradient(a, 0, b, 0)
      tone.addColorStop(0, css(inLight(scale(cloth, 0.72), 0.35), sheer ? 0.8 : 1))
      tone.addColorStop(0.5, css(inLight(cloth, 0.75), sheer ? 0.72 : 1))
      tone.addColorStop(1, css(inLight(scale(cloth, 0.66), 0.3), sheer ? 0.8 : 1))
      g.fillStyle = tone
      g.beginPath()
      g.moveTo(a, rod)
      g.lineTo(b + 0.6, rod)
      g.bezierCurveTo(b, rod + (foot - rod) * 0.35, gather(b), rod + (foot - rod) * 0.5, gather(b), foot)
      g.lineTo(gather(a), foot)
      g.bezierCurveTo(gather(a), rod + (foot - rod) * 0.5, a, rod + (foot - rod) * 0.35, a, rod)
      g.fill()
    }
  }
  g.fillStyle = css(inLight([96, 74, 60], 0.4))
  g.fillRect(pane.x - unit * 0.16, rod - unit * 0.008, pane.width + unit * 0.32, unit * 0.014)
  for (const x of [pane.x - unit * 0.165, pane.x + pane.width + unit * 0.165]) {
    g.beginPath()
    g.arc(x, rod, unit * 0.014, 0, 2 * Math.PI)
    g.fill()
  }
}
