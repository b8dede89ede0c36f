import { mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { lamplight } from './houses.ts'
import { glow, polygon, shine, tint } from './pen.ts'
import type { Pen } from './pen.ts'

/** A lighthouse, without the rock it stands on. */
export function drawLighthouse(pen: Pen): void {
  const { g } = pen
  const white: Rgb = [246, 241, 232]
  const red = pen.own([200, 58, 46])
  const half = (up: number) => 0.088 - 0.034 * up
  const bands = 5
  const body = 0.8
  for (let band = 0; band < bands; band += 1) {
    const [from, to] = [(band / bands) * body, ((band + 1) / bands) * body]
    const paint = band % 2 === 0 ? white : red
    const across = g.createLinearGradient(-0.09, 0, 0.09, 0)
    const [left, right] = pen.lightSide < 0 ? [0.95, 0.2] : [0.2, 0.95]
    across.addColorStop(0, tint(pen, paint, left))
    across.addColorStop(0.5, tint(pen, paint, (left + right) / 2))
    across.addColorStop(1, tint(pen, paint, right))
    g.fillStyle = across
    polygon(g, [
      [-half(from), -from],
      [-half(to), -to - 0.003],
      [half(to), -to - 0.003],
      [half(from), -from],
    ])
  }
  g.fillStyle = tint(pen, [50, 46, 54], 0.4)
  g.fillRect(-0.082, -body - 0.018, 0.164, 0.022)
  for (const up of [0.12, 0.34, 0.56]) g.fillRect(-0.014, -up - 0.06, 0.028, 0.046)
  g.fillStyle = pen.dark ? glow(pen, [255, 240, 190]) : tint(pen, [190, 214, 224], 0.8)
  g.fillRect(-0.044, -body - 0.105, 0.088, 0.09)
  g.fillStyle = tint(pen, scale(red, 0.9), 0.6)
  g.beginPath()
  g.moveTo(-0.062, -body - 0.103)
  g.quadraticCurveTo(0, -body - 0.2, 0.062, -body - 0.103)
  g.fill()
  g.fillRect(-0.004, -1, 0.008, 0.05)
  g.strokeStyle = tint(pen, [50, 46, 54], 0.4)
  g.lineWidth = 0.005
  g.beginPath()
  for (let post = 0; post <= 6; post += 1) {
    g.moveTo(-0.08 + post * 0.0267, -body - 0.018)
    g.lineTo(-0.08 + post * 0.0267, -body - 0.05)
  }
  g.moveTo(-0.08, -body - 0.05)
  g.lineTo(0.08, -body - 0.05)
  g.stroke()
  if (pen.dark) drawBeam(pen, -body - 0.06)
}

function drawBeam(pen: Pen, y: number): void {
  const { g, seconds } = pen
  g.save()
  g.globalCompositeOperation = 'screen'
  const reach = 2.6
  for (const turn of [0, Math.PI]) {
    // The length of a turning beam on the screen is proportional to the cosine of its angle.
    const along = Math.cos(seconds * 0.8 + 0.4 + turn)
    const beam = g.createLinearGradient(0, y, along * reach, y)
    beam.addColorStop(0, 'rgba(255,240,190,0.55)')
    beam.addColorStop(0.4, 'rgba(255,240,190,0.2)')
    beam.addColorStop(1, 'rgba(255,240,190,0)')
    g.fillStyle = beam
    g.beginPath()
    g.moveTo(0, y - 0.02)
    g.lineTo(along * reach, y - reach * 0.12)
    g.lineTo(along * reach, y + reach * 0.08)
    g.lineTo(0, y + 0.02)
    g.fill()
  }
  g.restore()
  shine(pen, 0, y, 0.42, [255, 235, 180], 0.95)
}

/** A windmill with four turning sails. */
export function drawWindmill(pen: Pen): void {
  const { g, seconds } = pen
  const wall = pen.own([236, 228, 212])
  const across = g.createLinearGradient(-0.2, 0, 0.2, 0)
  const [left, right] = pen.lightSide < 0 ? [0.95, 0.2] : [0.2, 0.95]
  across.addColorStop(0, tint(pen, wall, left))
  across.addColorStop(1, tint(pen, wall, right))
  g.fillStyle = across
  polygon(g, [
    [-0.2, 0.01],
    [-0.125, -0.6],
    [0.125, -0.6],
    [0.2, 0.01],
  ])
  g.fillStyle = tint(pen, [104, 66, 52], 0.6)
  g.beginPath()
  g.moveTo(-0.15, -0.59)
  g.quadraticCurveTo(-0.11, -0.76, 0, -0.76)
  g.quadraticCurveTo(0.11, -0.76, 0.15, -0.59)
  g.fill()
  g.fillRect(-0.05, -0.16, 0.1, 0.17)
  g.fillStyle = pen.dark ? glow(pen, lamplight) : tint(pen, [70, 74, 86], 0.4)
  g.fillRect(-0.035, -0.42, 0.07, 0.09)
  g.save()
  g.translate(0, -0.64)
  g.rotate(seconds * 0.7 + 0.5)
  for (let sail = 0; sail < 4; sail += 1) {
    g.rotate(Math.PI / 2)
    g.fillStyle = tint(pen, [240, 232, 214], 0.75, 0.94)
    g.fillRect(0.012, -0.47, 0.1, 0.37)
    g.strokeStyle = tint(pen, [84, 60, 46], 0.4)
    g.lineWidth = 0.011
    g.beginPath()
    g.moveTo(0, 0)
    g.lineTo(0, -0.48)
    for (let rung = 0; rung <= 6; rung += 1) {
      g.moveTo(0, -0.1 - rung * 0.062)
      g.lineTo(0.112, -0.1 - rung * 0.062)
    }
    g.moveTo(0.062, -0.1)
    g.lineTo(0.062, -0.47)
    g.stroke()
  }
  g.restore()
  g.fillStyle = tint(pen, [84, 60, 46], 0.4)
  g.beginPath()
  g.arc(0, -0.64, 0.026, 0, 2 * Math.PI)
  g.fill()
}

/** A castle with towers of several heights; about 1.3 wide. */
export function drawCastle(pen: Pen): void {
  const { g, stage } = pen
  const stone = pen.own([178, 168, 158])
  const roof: Rgb = stage.brief.snowy ? [238, 242, 250] : [74, 92, 130]
  const towers: { x: number; wide: number; tall: number; pointed: boolean }[] = [
    { x: -0.5, wide: 0.16, tall: 0.44, pointed: true },
    { x: 0.52, wide: 0.15, tall: 0.4, pointed: true },
    { x: -0.2, wide: 0.17, tall: 0.62, pointed: true },
    { x: 0.28, wide: 0.2, tall: 0.54, pointed: true },
    { x: 0.04, wide: 0.24, tall: 0.72, pointed: true },
  ]
  const [left, right] = pen.lightSide < 0 ? [0.85, 0.25] : [0.25, 0.85]
  drawHill()
  wall(-0.56, 0.58, 0.27, 0.5)
  for (const tower of towers) {
    const half = tower.wide / 2
    const across = g.createLinearGradient(tower.x - half, 0, tower.x + half, 0)
    across.addColorStop(0, tint(pen, stone, left))
    across.addColorStop(1, tint(pen, stone, right))
    g.fillStyle = across
    g.fillRect(tower.x - half, -tower.tall, tower.wide, tower.tall + 0.02)
    g.fillRect(tower.x - half * 1.16, -tower.tall - 0.012, tower.wide * 1.16, 0.035)
    const rise = tower.wide * 1.35
    for (const [side, lit] of [
      [-1, left],
      [1, right],
    ] as const) {
      g.fillStyle = tint(pen, roof, lit * 0.9 + 0.05)
      polygon(g, [
        [tower.x + side * half * 1.25, -tower.tall - 0.01],
        [tower.x, -tower.tall - rise],
        [tower.x, -tower.tall - 0.01],
      ])
    }
    g.fillStyle = tint(pen, pen.own([200, 60, 50]), 0.8)
    polygon(g, [
      [tower.x, -tower.tall - rise - 0.075],
      [tower.x + 0.06, -tower.tall - rise - 0.055 + 0.008 * Math.sin(pen.seconds * 4 + tower.x * 9)],
      [tower.x, -tower.tall - rise - 0.035],
    ])
    g.fillRect(tower.x - 0.003, -tower.tall - rise - 0.075, 0.006, 0.085)
    g.fillStyle = pen.dark ? glow(pen, lamplight) : tint(pen, [56, 56, 70], 0.35)
    for (let row = 0; row < 3; row += 1) {
      const y = -tower.tall + 0.08 + row * 0.14
      if (y > -0.06) continue
      g.beginPath()
      g.roundRect(tower.x - tower.wide * 0.1, y, tower.wide * 0.2, 0.055, [tower.wide * 0.1, tower.wide * 0.1, 0, 0])
      g.fill()
    }
  }
  wall(-0.34, 0.42, 0.18, 0.65)
  g.fillStyle = tint(pen, [44, 34, 34], 0.2)
  g.beginPath()
  g.roundRect(-0.02, -0.13, 0.12, 0.15, [0.06, 0.06, 0, 0])
  g.fill()

  /** The rock it stands on, green below. */
  function drawHill(): void {
    if (!pen.glows) return
    const grass = stage.brief.snowy ? stage.palette.snow : mix(stage.palette.grass, stage.palette.foliage, 0.35)
    const slope = g.createLinearGradient(0, -0.1, 0, 0.4)
    slope.addColorStop(0, tint(pen, mix(grass, stage.palette.rock, 0.2), 0.7))
    slope.addColorStop(0.55, tint(pen, grass, 0.45))
    slope.addColorStop(1, tint(pen, grass, 0.4, 0))
    g.fillStyle = slope
    g.beginPath()
    g.moveTo(-2.1, 0.44)
    g.bezierCurveTo(-1.3, 0.3, -0.9, 0.02, -0.6, -0.05)
    g.quadraticCurveTo(0, -0.11, 0.62, -0.04)
    g.bezierCurveTo(0.92, 0.02, 1.3, 0.3, 2.1, 0.44)
    g.closePath()
    g.fill()
  }

  function wall(from: number, to: number, tall: number, lit: number): void {
    g.fillStyle = tint(pen, stone, lit)
    g.fillRect(from, -tall, to - from, tall + 0.02)
    const merlons = Math.round((to - from) / 0.07)
    for (let merlon = 0; merlon < merlons; merlon += 1) {
      g.fillRect(from + ((merlon + 0.15) * (to - from)) / merlons, -tall - 0.035, ((to - from) / merlons) * 0.6, 0.045)
    }
  }
}
