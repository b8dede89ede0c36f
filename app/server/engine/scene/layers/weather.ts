import { createCanvas } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import { css, mix } from '../colour.ts'
import { createNoise, smoothstep } from '../noise.ts'
import { canvasOf } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'

/** Rain in three depths, slanted by the wind. */
export function rainLayer(stage: Stage): Layer {
  const random = stage.random('rain')
  const { width, height, unit, brief, palette } = stage
  const wind = between(random, -0.22, 0.22) * (brief.storm ? 2 : 1)
  const colour = mix(palette.cloudLit, [235, 242, 250], 0.6)
  const depths = [0.45, 0.7, 1].map((depth) => ({
    depth,
    drops: Array.from({ length: Math.round(260 * (1.3 - depth * 0.5)) }, () => ({ x: random(), y: random() })),
  }))
  return {
    paint(g, { seconds }) {
      g.lineCap = 'round'
      for (const { depth, drops } of depths) {
        const length = unit * 0.05 * depth
        g.lineWidth = unit * 0.0013 * depth
        g.strokeStyle = css(colour, 0.14 + 0.2 * depth)
        g.beginPath()
        for (const drop of drops) {
          const fallen = drop.y + seconds * (1.1 + depth)
          const y = (fallen - Math.floor(fallen)) * height * 1.1 - height * 0.05
          const across = drop.x + (seconds * (1.1 + depth) * wind * height) / width / 1.1
          const x = (across - Math.floor(across)) * width * 1.1 - width * 0.05
          g.moveTo(x, y)
          g.lineTo(x - length * wind, y - length)
        }
        g.stroke()
      }
    },
  }
}

/** Snowflakes that sway as they fall; near ones are large and soft. */
export function snowLayer(stage: Stage): Layer {
  const random = stage.random('snow')
  const { width, height, unit } = stage
  const wind = between(random, -0.02, 0.02)
  const flakes = Array.from({ length: 620 }, () => {
    const depth = 0.25 + 0.75 * random() ** 2
    return { x: random(), y: random(), depth, phase: random() * 7, sway: between(random, 0.4, 1.1) }
  })
  return {
    paint(g, { seconds, camera }) {
      for (const flake of flakes) {
        const fallen = flake.y + seconds * 0.11 * (0.35 + flake.depth)
        const y = (fallen - Math.floor(fallen)) * height * 1.06 - height * 0.03
        const across =
          flake.x + Math.sin(seconds * flake.sway + flake.phase) * 0.012 + seconds * wind * flake.depth - camera * 0.02 * flake.depth
        const x = (across - Math.floor(across)) * width
        const near = flake.depth > 0.85
        g.fillStyle = near ? 'rgba(255,255,255,0.5)' : `rgba(255,255,255,${(0.35 + 0.55 * flake.depth).toFixed(2)})`
        g.beginPath()
        g.arc(x, y, unit * (near ? 0.0062 : 0.0036) * flake.depth, 0, 2 * Math.PI)
        g.fill()
      }
    },
  }
}

/** A bank of mist around a row, drifting sideways. */
export function mistLayer(stage: Stage, options: { part: string; row: number; thickness: number; strength: number }): Layer {
  const random = stage.random(options.part)
  const noise = createNoise(random)
  const { unit, palette, width, margin } = stage
  const coarseness = 4
  const drift = Math.round(unit * 0.16)
  const columns = Math.ceil((width + 2 * margin + drift) / coarseness)
  const rows = Math.ceil(options.thickness / coarseness)
  const pixels = new Uint8ClampedArray(columns * rows * 4)
  for (let y = 0; y < rows; y += 1) {
    const profile = Math.sin(Math.PI * ((y + 0.5) / rows)) ** 1.4
    for (let x = 0; x < columns; x += 1) {
      const u = (x * coarseness) / unit
      const v = (y * coarseness) / unit
      const wisps = smoothstep(-0.55, 0.6, noise.fbm(u * 1.7, v * 5, 4))
      const at = (y * columns + x) * 4
      pixels[at] = palette.haze[0]
      pixels[at + 1] = palette.haze[1]
      pixels[at + 2] = palette.haze[2]
      pixels[at + 3] = 255 * options.strength * profile * (0.35 + 0.65 * wisps)
    }
  }
  const canvas = createCanvas(columns * coarseness, rows * coarseness)
  const g = canvas.getContext('2d')
  g.imageSmoothingQuality = 'high'
  g.drawImage(canvasOf(pixels, columns, rows), 0, 0, canvas.width, canvas.height)
  const pace = unit * 0.011 * (random() < 0.5 ? 1 : 0.6)
  const top = Math.round(options.row - options.thickness / 2)
  return {
    paint(target, { seconds, camera }) {
      target.drawImage(canvas, -margin - camera * margin * 0.4 - Math.min(drift, seconds * pace), top)
    },
  }
}

/** A forked bolt; in a film it flashes now and then and lights the whole sky. */
export function lightningLayer(stage: Stage): Layer {
  const random = stage.random('lightning')
  const { unit, horizon, width, height } = stage
  const bolt: [number, number][][] = []
  grow(width * between(random, 0.2, 0.8), 0, 1)
  const firstFlash = between(random, 0.8, 1.6)
  return {
    paint(g, { seconds }) {
      const since = (((seconds - firstFlash) % 3.1) + 3.1) % 3.1
      // The moment 0 is a still's: it shows the bolt.
      const strength = seconds === 0 ? 0.85 : since < 0.3 ? Math.abs(Math.cos(since * 22)) * (1 - since / 0.3) : 0
      if (strength < 0.05) return
      g.save()
      g.globalCompositeOperation = 'screen'
      g.fillStyle = css([150, 165, 210], 0.22 * strength)
      g.fillRect(0, 0, width, height)
      g.lineJoin = 'round'
      for (const [lineWidth, alpha] of [
        [0.014, 0.1],
        [0.006, 0.25],
        [0.0022, 0.95],
      ] as const) {
        g.strokeStyle = css([225, 230, 255], alpha * strength)
        bolt.forEach((branch, index) => {
          g.lineWidth = unit * lineWidth * (index === 0 ? 1 : 0.55)
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
    const end = startY + (horizon - startY) * (size === 1 ? 1 : between(random, 0.3, 0.6))
    const slant = (random() - 0.5) * 0.5
    while (y < end) {
      y += unit * between(random, 0.012, 0.03)
      x += unit * ((random() - 0.5) * 0.04 + slant * 0.012)
      branch.push([x, y])
      if (size === 1 && bolt.length < 5 && random() < 0.12) grow(x, y, 0.5)
    }
  }
}
