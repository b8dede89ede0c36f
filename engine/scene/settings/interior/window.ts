import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../../random.ts'
import { createNoise } from '../../noise.ts'
import { paintPicture, viewOf } from '../../stage.ts'
import type { Layer, Moment, Picture, Stage } from '../../stage.ts'

/** The view from a window: painted into a canvas of the pane's size. */
export type Outside = { size: { width: number; height: number }; paint(g: SKRSContext2D, moment: Moment): void }

export type Pane = { x: number; y: number; width: number; height: number }

/** Position of the window in the wall. */
export function windowOf({ width, height, unit, familyRandom, focus }: Stage): Pane {
  const random = familyRandom('window')
  const wide = Math.min(width * between(random, 0.62, 0.74), unit * 1.35)
  const tall = height * between(random, 0.56, 0.66)
  const x = (width - wide) * (0.5 + (focus - 0.5) * 0.9)
  return { x: Math.round(x), y: Math.round(height * between(random, 0.07, 0.12)), width: Math.round(wide), height: Math.round(tall) }
}

/** The view through the panes. */
export function viewLayer(stage: Stage, pane: Pane, outside: Outside): Layer {
  const canvas = createCanvas(outside.size.width, outside.size.height)
  const g = canvas.getContext('2d')
  const over = (canvas.width - pane.width) / 2
  return {
    paint(target, moment) {
      outside.paint(g, moment)
      const { x, y, scale } = viewOf(stage, 0.5, moment)
      // A pixel larger than the opening on all sides: at its border the wall covers pixels only in part.
      target.drawImage(
        canvas,
        (pane.x - over - 1) * scale + x,
        (pane.y - 1) * scale + y,
        (canvas.width + 2) * scale,
        (canvas.height + 2) * scale,
      )
    },
  }
}

/** Drops on the glass, some of which run down. */
export function glassRainLayer(stage: Stage, pane: Pane): Layer {
  const random = stage.random('glass rain')
  const noise = createNoise(random)
  const { unit } = stage
  const drops = Array.from({ length: 240 }, () => ({
    x: pane.x + random() * pane.width,
    y: pane.y + random() * pane.height,
    size: unit * between(random, 0.0018, 0.0062) * (0.5 + random()),
  }))
  const runs = Array.from({ length: 26 }, (_, index) => ({
    x: pane.x + random() * pane.width,
    start: random(),
    pace: between(random, 0.05, 0.16),
    size: unit * between(random, 0.003, 0.006),
    index,
  }))
  const still: Canvas = createCanvas(pane.width, pane.height)
  const g = still.getContext('2d')
  g.translate(-pane.x, -pane.y)
  g.fillStyle = 'rgba(200,214,228,0.08)'
  g.fillRect(pane.x, pane.y, pane.width, pane.height)
  for (const drop of drops) drawDrop(g, drop.x, drop.y, drop.size)
  const picture: Picture = { canvas: still, left: pane.x, top: pane.y }
  return {
    paint(target, moment) {
      paintPicture(target, stage, picture, 0.5, moment)
      const view = viewOf(stage, 0.5, moment)
      target.save()
      target.translate(view.x, view.y)
      target.scale(view.scale, view.scale)
      target.beginPath()
      target.rect(pane.x, pane.y, pane.width, pane.height)
      target.clip()
      for (const run of runs) {
        const down = (run.start + moment.seconds * run.pace) % 1
        const y = pane.y + down * pane.height
        const wobble = (at: number) => run.x + noise.at(run.index * 7.3, at * 4) * unit * 0.006
        target.strokeStyle = 'rgba(226,236,246,0.16)'
        target.lineWidth = run.size * 0.9
        target.lineCap = 'round'
        target.beginPath()
        for (let step = 0; step <= 14; step += 1) {
          const at = down - 0.16 * (1 - step / 14)
          if (at < 0) continue
          target.lineTo(wobble(at), pane.y + at * pane.height)
        }
        target.stroke()
        drawDrop(target, wobble(down), y, run.size * 1.3)
      }
      target.restore()
    },
  }

  function drawDrop(target: SKRSContext2D, x: number, y: number, size: number): void {
    target.fillStyle = 'rgba(16,22,34,0.34)'
    target.beginPath()
    target.ellipse(x, y - size * 0.15, size, size * 1.2, 0, 0, 2 * Math.PI)
    target.fill()
    target.fillStyle = 'rgba(236,244,252,0.5)'
    target.beginPath()
    target.ellipse(x, y + size * 0.28, size * 0.72, size * 0.7, 0, 0, 2 * Math.PI)
    target.fill()
  }
}
