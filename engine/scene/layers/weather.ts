import { createCanvas } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { css, mix } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { createNoise, smoothstep } from '../noise.ts'
import { drawPicture, enlarged, paintPicture, pictureLayer } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'

const wrap = (value: number) => value - Math.floor(value)

/** Rain in three depths, slanted by the wind. */
export function rainLayer(stage: Stage): Layer {
  const random = stage.random('rain')
  const { width, height, unit, brief, palette } = stage
  const wind = between(random, 0.03, 0.2) * (random() < 0.5 ? -1 : 1) * (brief.wind ? 2.2 : 1)
  const colour = mix(palette.cloudLit, [235, 242, 250], brief.time === 'night' ? 0.35 : 0.6)
  const amount = (width * height) / (unit * unit)
  const depths = [0.4, 0.65, 1].map((depth) => ({
    depth,
    drops: Array.from({ length: Math.round(240 * amount * (1.35 - depth * 0.6)) }, () => ({
      x: random(),
      y: random(),
      long: between(random, 0.6, 1.3),
    })),
  }))
  const span = { x: width * 1.2, y: height * 1.12 }
  const stamps = depths.map(({ depth }) => dropStamp(depth))
  return {
    paint(g, { seconds }) {
      depths.forEach(({ depth, drops }, layer) => {
        const stamp = stamps[layer]
        if (!stamp) return
        const fallen = seconds * (1.1 + depth)
        for (const drop of drops) {
          const y = wrap(drop.y + fallen) * span.y - height * 0.06
          const x = wrap(drop.x + (fallen * wind * height) / span.x) * span.x - width * 0.1
          // Drops are drawn at whole pixels, because every frame paints hundreds of them.
          g.drawImage(stamp, Math.round(x), Math.round(y))
        }
      })
    },
  }

  function dropStamp(depth: number) {
    const length = unit * 0.055 * depth
    const thick = Math.max(0.6, unit * 0.0013 * depth)
    const across = Math.abs(length * wind)
    const canvas = createCanvas(Math.ceil(across + thick + 2), Math.ceil(length + 2))
    const g = canvas.getContext('2d')
    const fade = g.createLinearGradient(0, 0, 0, length)
    fade.addColorStop(0, css(colour, 0))
    fade.addColorStop(1, css(colour, 0.14 + 0.28 * depth))
    g.strokeStyle = fade
    g.lineCap = 'round'
    g.lineWidth = thick
    g.beginPath()
    g.moveTo(1 + (wind > 0 ? 0 : across), 1)
    g.lineTo(1 + (wind > 0 ? across : 0), length)
    g.stroke()
    return canvas
  }
}

const flakeAlphas = [0.4, 0.6, 0.85] as const

/** Snowflakes that sway as they fall; near ones are large and soft. */
export function snowLayer(stage: Stage): Layer {
  const random = stage.random('snow')
  const { width, height, unit, brief } = stage
  const wind = between(random, 0.005, 0.022) * (random() < 0.5 ? -1 : 1) * (brief.wind ? 8 : 1)
  const amount = Math.round(520 * (brief.wind ? 1.7 : 1) * Math.min(1.6, (width * height) / (unit * unit)))
  const flakes = Array.from({ length: amount }, () => {
    const depth = 0.22 + 0.78 * random() ** 2.4
    return { x: random(), y: random(), depth, phase: random() * 7, sway: between(random, 0.4, 1.1) }
  })
  const soft = softFlake()
  const place = (flake: (typeof flakes)[number], seconds: number, camera: number) => ({
    x:
      wrap(flake.x + Math.sin(seconds * flake.sway + flake.phase) * 0.012 + seconds * wind * flake.depth - camera * 0.02 * flake.depth) *
      width,
    y: wrap(flake.y + seconds * 0.11 * (0.35 + flake.depth)) * height * 1.06 - height * 0.03,
  })
  return {
    paint(g, { seconds, camera }) {
      flakeAlphas.forEach((alpha, step) => {
        g.fillStyle = `rgba(255,255,255,${alpha})`
        for (const flake of flakes) {
          if (flake.depth > 0.82 || Math.floor((flake.depth - 0.22) / 0.2) !== step) continue
          const { x, y } = place(flake, seconds, camera)
          g.beginPath()
          g.arc(x, y, unit * 0.0042 * flake.depth, 0, 2 * Math.PI)
          g.fill()
        }
      })
      for (const flake of flakes) {
        if (flake.depth <= 0.82) continue
        const { x, y } = place(flake, seconds, camera)
        const size = unit * 0.02 * flake.depth
        g.drawImage(soft, x - size / 2, y - size / 2, size, size)
      }
    },
  }

  function softFlake() {
    const size = Math.max(8, Math.round(unit * 0.02))
    const canvas = createCanvas(size, size)
    const g = canvas.getContext('2d')
    const fall = g.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2)
    fall.addColorStop(0, 'rgba(255,255,255,0.75)')
    fall.addColorStop(0.45, 'rgba(255,255,255,0.42)')
    fall.addColorStop(1, 'rgba(255,255,255,0)')
    g.fillStyle = fall
    g.fillRect(0, 0, size, size)
    return canvas
  }
}

/** Leaves, or petals in spring, that turn as the wind blows them down. */
export function leavesLayer(stage: Stage): Layer {
  const random = stage.random('falling leaves')
  const { width, height, unit, brief, palette } = stage
  const light = mix(palette.ambient, palette.light, 0.7)
  const tints: Rgb[] =
    brief.season === 'spring'
      ? [
          [255, 214, 226],
          [250, 190, 208],
        ]
      : [
          [222, 140, 44],
          [190, 72, 38],
          [226, 178, 66],
          [160, 92, 40],
        ]
  const colours = tints.map((tint): Rgb => [(tint[0] * light[0]) / 255, (tint[1] * light[1]) / 255, (tint[2] * light[2]) / 255])
  const leaves = Array.from({ length: Math.round(64 * Math.min(1.5, (width * height) / (unit * unit))) }, () => {
    const depth = 0.3 + 0.7 * random() ** 2
    return {
      x: random(),
      y: random(),
      depth,
      phase: random() * 7,
      pace: between(random, 0.7, 1.6),
      colour: colours[Math.floor(random() * colours.length)],
    }
  })
  const wind = between(random, 0.02, 0.06) * (brief.wind ? 3 : 1)
  return {
    paint(g, { seconds, camera }) {
      for (const leaf of leaves) {
        const x =
          wrap(leaf.x + seconds * wind * leaf.depth + Math.sin(seconds * leaf.pace + leaf.phase) * 0.02 - camera * 0.02 * leaf.depth) *
          width *
          1.06
        const y = wrap(leaf.y + seconds * 0.075 * (0.4 + leaf.depth)) * height * 1.08 - height * 0.04
        const size = unit * 0.0105 * leaf.depth
        const turn = leaf.phase + seconds * leaf.pace * 1.7
        g.fillStyle = css(leaf.colour ?? [200, 120, 40], 0.92)
        g.save()
        g.translate(x, y)
        g.rotate(turn)
        g.scale(1, 0.35 + 0.65 * Math.abs(Math.sin(turn * 1.3)))
        g.beginPath()
        g.moveTo(-size, 0)
        g.quadraticCurveTo(-size * 0.2, -size * 0.75, size, 0)
        g.quadraticCurveTo(-size * 0.2, size * 0.75, -size, 0)
        g.fill()
        g.restore()
      }
    },
  }
}

export type MistOptions = { part: string; row: number; thickness: number; strength: number; depth: number; colour?: Rgb; rests?: boolean }

/** A bank of mist around a row, which drifts sideways unless it is at rest. */
export function mistLayer(stage: Stage, options: MistOptions): Layer {
  if (stage.flat) return flatMistLayer(stage, options)
  const random = stage.random(options.part)
  const noise = createNoise(random)
  const { unit, palette, width, margin } = stage
  const coarseness = Math.max(3, Math.round(unit / 220))
  const drift = stage.still || options.rests ? 0 : Math.round(unit * 0.16)
  const columns = Math.ceil((width + 2 * margin + drift) / coarseness)
  const rows = Math.max(2, Math.ceil(options.thickness / coarseness))
  const pixels = new Uint8ClampedArray(columns * rows * 4)
  const colour = options.colour ?? palette.haze
  for (let y = 0; y < rows; y += 1) {
    const profile = Math.sin(Math.PI * ((y + 0.5) / rows)) ** 1.4
    for (let x = 0; x < columns; x += 1) {
      const u = (x * coarseness) / unit
      const v = (y * coarseness) / unit
      const wisps = smoothstep(-0.55, 0.6, noise.fbm(u * 1.7, v * 5, 4))
      const at = (y * columns + x) * 4
      pixels[at] = colour[0]
      pixels[at + 1] = colour[1]
      pixels[at + 2] = colour[2]
      pixels[at + 3] = 255 * options.strength * profile * (0.35 + 0.65 * wisps)
    }
  }
  const picture = enlarged(pixels, { columns, rows, coarseness }, { left: -margin, top: Math.round(options.row - options.thickness / 2) })
  if (drift === 0) return pictureLayer(stage, picture, options.depth)
  const pace = unit * 0.0095 * (random() < 0.5 ? 1 : 0.6)
  return {
    paint(g, moment) {
      const moved = { ...picture, left: picture.left - Math.min(drift, moment.seconds * pace) }
      paintPicture(g, stage, moved, options.depth, moment)
    },
  }
}

/** Mist as in a print: a few long rounded strips. */
function flatMistLayer(stage: Stage, { part, row, thickness, strength, depth, colour }: MistOptions): Layer {
  const random = stage.familyRandom(part)
  const { unit, width, palette } = stage
  const picture = drawPicture(
    stage,
    (g) => {
      for (let strip = 0; strip < 6; strip += 1) {
        const long = unit * between(random, 0.3, 0.85)
        const thick = thickness * between(random, 0.09, 0.19)
        const x = between(random, -0.2, 1) * width
        const y = row + (strip / 5 - 0.5) * thickness * 0.8
        g.fillStyle = css(colour ?? palette.haze, strength * 0.6)
        g.beginPath()
        g.roundRect(x, y - thick / 2, long, thick, thick / 2)
        g.fill()
      }
    },
    { top: row - thickness, bottom: row + thickness },
  )
  return pictureLayer(stage, picture, depth)
}

/** A forked bolt; in a film it flashes at times and lights the whole sky. */
export function lightningLayer(stage: Stage): Layer {
  const random = stage.random('lightning')
  const { unit, horizon, width, height } = stage
  const bolt: [number, number][][] = []
  grow(width * (0.5 + (stage.focus < 0.5 ? 1 : -1) * between(random, 0.1, 0.34)), horizon * 0.08, 1)
  const firstFlash = between(random, 0.8, 1.6)
  return {
    paint(g, { seconds }) {
      const since = (((seconds - firstFlash) % 3.1) + 3.1) % 3.1
      // A still is the moment 0, which shows the bolt.
      const strength = seconds === 0 ? 0.85 : since < 0.3 ? Math.abs(Math.cos(since * 22)) * (1 - since / 0.3) : 0
      if (strength < 0.05) return
      g.save()
      g.globalCompositeOperation = 'screen'
      g.fillStyle = css([150, 165, 210], 0.16 * strength)
      g.fillRect(0, 0, width, height)
      const [start] = bolt[0] ?? []
      if (start) {
        const cloud = g.createRadialGradient(start[0], start[1], 0, start[0], start[1], unit * 0.45)
        cloud.addColorStop(0, css([200, 205, 255], 0.55 * strength))
        cloud.addColorStop(1, css([150, 165, 230], 0))
        g.fillStyle = cloud
        g.fillRect(0, 0, width, height)
      }
      g.lineJoin = 'round'
      for (const [lineWidth, alpha] of [
        [0.016, 0.1],
        [0.007, 0.25],
        [0.0024, 0.95],
      ] as const) {
        g.strokeStyle = css([225, 230, 255], alpha * strength)
        bolt.forEach((branch, index) => {
          g.lineWidth = unit * lineWidth * (index === 0 ? 1 : 0.5)
          g.beginPath()
          branch.forEach(([x, y], at) => (at === 0 ? g.moveTo(x, y) : g.lineTo(x, y)))
          g.stroke()
        })
      }
      g.restore()
    },
  }

  function grow(startX: number, startY: number, size: number): void {
    const branch: [number, number][] = [[startX, startY]]
    bolt.push(branch)
    let x = startX
    let y = startY
    const end = size === 1 ? horizon : startY + (horizon - startY) * between(random, 0.25, 0.55)
    const slant = (random() - 0.5) * (size === 1 ? 0.7 : 2.4)
    while (y < end) {
      y += unit * between(random, 0.01, 0.028)
      x += unit * ((random() - 0.5) * 0.04 + slant * 0.012)
      branch.push([x, y])
      if (size === 1 && bolt.length < 6 && random() < 0.14) grow(x, y, 0.5)
    }
  }
}
