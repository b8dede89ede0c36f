import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { css, mix, multiply, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { createNoise, smoothstep } from '../../noise.ts'
import { drawPicture } from '../../stage.ts'
import type { Picture, Stage } from '../../stage.ts'
import { far, quad, road } from './street-plan.ts'
import type { Projection } from './street-plan.ts'

/** Road, kerbs and pavements. */
export function roadPicture(stage: Stage, project: Projection): Picture {
  const { palette, brief, width, height, unit, lift, horizon } = stage
  const night = brief.time === 'night'
  const asphalt: Rgb = brief.snowy ? [212, 218, 230] : [84, 86, 94]
  const flags: Rgb = brief.snowy ? [240, 244, 250] : [150, 144, 138]
  const lit = (colour: Rgb, share: number, dim = 1) =>
    css(scale(multiply(colour, mix(palette.ambient, palette.light, share)), (night ? 0.5 : 0.92) * dim))
  const near = 0.5
  const [, bottom] = project(0, 0, near)
  return drawPicture(
    stage,
    (g) => {
      g.fillStyle = receding(asphalt, 0.45, 0.12)
      g.fillRect(-stage.margin - 2, horizon - 1, width + 2 * stage.margin + 4, height - horizon + lift + 2)
      for (const side of [-1, 1]) {
        g.fillStyle = receding(flags, 0.4, 0.14)
        quad(g, [
          project(side * road.half, 0.02, near),
          project(side * road.half, 0.02, far),
          project(side * 3, 0.02, far),
          project(side * 9, 0.02, near),
        ])
        g.fillStyle = lit(flags, 0.3, 0.62)
        quad(g, [
          project(side * road.half, 0.02, near),
          project(side * road.half, 0.02, far),
          project(side * (road.half - 0.004), 0, far),
          project(side * (road.half - 0.004), 0, near),
        ])
        g.strokeStyle = lit(flags, 0.4, 0.8)
        g.lineWidth = Math.max(0.7, unit * 0.001)
        g.beginPath()
        for (let away = near; away < 9; away *= 1.13) {
          const [ax, ay] = project(side * road.half, 0.02, away)
          const [bx, by] = project(side * road.pavement, 0.02, away)
          g.moveTo(ax, ay)
          g.lineTo(bx, by)
        }
        g.stroke()
      }
      if (brief.snowy) drawTracks(g)
      else drawMarkings(g)
    },
    { top: horizon - 2 },
  )

  function receding(colour: Rgb, haze: number, at: number) {
    const fall = stage.palette.haze
    const surface = createCanvas(1, 1).getContext('2d').createLinearGradient(0, horizon, 0, bottom)
    surface.addColorStop(0, css(fall))
    surface.addColorStop(at, css(mix(multiply(colour, mix(palette.ambient, palette.light, 0.5)), fall, haze)))
    surface.addColorStop(1, lit(colour, 0.45, 0.85))
    return surface
  }

  function drawMarkings(g: SKRSContext2D): void {
    g.fillStyle = lit([226, 222, 210], 0.7, 0.9)
    for (let away = near; away < far; away += 0.55 + away * 0.03) {
      quad(g, [project(-0.018, 0, away), project(0.018, 0, away), project(0.018, 0, away + 0.26), project(-0.018, 0, away + 0.26)])
    }
    const crossing = 1.5
    for (let bar = -4; bar <= 4; bar += 1) {
      const x = (bar / 4.6) * road.half
      quad(g, [
        project(x - 0.045, 0, crossing),
        project(x + 0.045, 0, crossing),
        project(x + 0.045, 0, crossing + 0.3),
        project(x - 0.045, 0, crossing + 0.3),
      ])
    }
  }

  function drawTracks(g: SKRSContext2D): void {
    g.fillStyle = lit([170, 178, 194], 0.4, 0.95)
    for (const track of [-0.38, -0.22, 0.22, 0.38]) {
      quad(g, [
        project(track - 0.03, 0, near),
        project(track + 0.03, 0, near),
        project(track + 0.03, 0, far),
        project(track - 0.03, 0, far),
      ])
    }
  }
}

/** The houses mirrored in the wet road, stretched downwards and broken up by the grain of the asphalt. */
export function mirrorPicture(stage: Stage, project: Projection, draw: (g: SKRSContext2D, mirrored: Projection) => void): Picture {
  const { horizon, unit, height } = stage
  const noise = createNoise(stage.random('puddles'))
  const sharp = drawPicture(stage, (g) => draw(g, (across, up, away) => project(across, -up, away)), { top: horizon })
  const full = drawPicture(
    stage,
    (g) => {
      g.beginPath()
      for (const [across, away] of [
        [-road.pavement, far],
        [road.pavement, far],
        [road.pavement, 0.4],
        [-road.pavement, 0.4],
      ] as const) {
        g.lineTo(...project(across, 0, away))
      }
      g.clip()
      for (const [shift, alpha] of [
        [0, 0.34],
        [-0.012, 0.24],
        [0.016, 0.2],
        [-0.028, 0.16],
        [0.04, 0.14],
      ] as const) {
        g.globalAlpha = alpha
        g.drawImage(sharp.canvas, sharp.left, sharp.top + shift * unit)
      }
    },
    { top: horizon },
  )
  const { canvas } = full
  const g = canvas.getContext('2d')
  // Puddles mirror clearly, rough asphalt hardly.
  const coarse = Math.max(2, Math.round(unit / 320))
  const columns = Math.ceil(canvas.width / coarse)
  const rows = Math.ceil(canvas.height / coarse)
  const mask = createCanvas(columns, rows)
  const maskContext = mask.getContext('2d')
  const image = maskContext.createImageData(columns, rows)
  for (let y = 0; y < rows; y += 1) {
    const away = 1 / Math.max(0.004, (y * coarse) / (height - horizon))
    for (let x = 0; x < columns; x += 1) {
      const across = ((x * coarse - canvas.width / 2) / unit) * away
      const puddle = smoothstep(-0.12, 0.25, noise.fbm(across * 0.9, away * 1.1, 3))
      const grain = 0.5 + 0.5 * noise.at(across * 14, away * 16)
      image.data[(y * columns + x) * 4 + 3] = 255 * Math.min(1, 0.3 + 0.42 * puddle + 0.16 * grain) * Math.min(1, 0.5 + away * 0.12)
    }
  }
  maskContext.putImageData(image, 0, 0)
  g.setTransform(1, 0, 0, 1, 0, 0)
  g.globalAlpha = 1
  g.globalCompositeOperation = 'destination-in'
  g.imageSmoothingQuality = 'high'
  g.drawImage(mask, 0, 0, columns * coarse, rows * coarse)
  return full
}
