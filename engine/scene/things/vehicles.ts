import { css, mix, multiply, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { litColour } from '../stage.ts'
import { glow, polygon, shine, tint } from './pen.ts'
import type { Pen } from './pen.ts'

/** A hot-air balloon; the foot of its basket is at the origin. */
export function drawBalloon(pen: Pen, colours: readonly [Rgb, Rgb]): void {
  const { g } = pen
  g.save()
  g.translate(0, -0.64)
  const radius = 0.36
  g.beginPath()
  g.moveTo(-0.065, radius * 1.32)
  g.bezierCurveTo(-0.19, radius * 0.95, -radius, radius * 0.52, -radius, 0)
  g.arc(0, 0, radius, Math.PI, 0)
  g.bezierCurveTo(radius, radius * 0.52, 0.19, radius * 0.95, 0.065, radius * 1.32)
  g.closePath()
  g.save()
  g.clip()
  const gores = 9
  for (let gore = 0; gore < gores; gore += 1) {
    // The panels of the balloon look narrower towards the rim, and curve down to the mouth.
    const edge = (share: number) => Math.sin((share * 2 - 1) * (Math.PI / 2)) * radius
    const from = edge(gore / gores)
    const to = edge((gore + 1) / gores)
    g.fillStyle = tint(pen, colours[gore % 2 === 0 ? 0 : 1], 0.8)
    g.beginPath()
    g.moveTo(from * 0.1, -radius)
    g.bezierCurveTo(from * 1.05, -radius * 0.7, from * 1.05, radius * 0.5, from * 0.2, radius * 1.34)
    g.lineTo(to * 0.2 + 0.002, radius * 1.34)
    g.bezierCurveTo(to * 1.05 + 0.002, radius * 0.5, to * 1.05 + 0.002, -radius * 0.7, to * 0.1, -radius)
    g.fill()
  }
  g.fillStyle = tint(pen, mix(colours[1], [255, 255, 255], 0.4), 0.8, 0.85)
  g.fillRect(-radius, -0.03, radius * 2, 0.055)
  const side = pen.lightSide
  const shade = g.createRadialGradient(side * radius * 0.45, -radius * 0.4, radius * 0.1, 0, 0, radius * 1.5)
  shade.addColorStop(0, 'rgba(255,250,235,0.34)')
  shade.addColorStop(0.45, 'rgba(0,0,0,0)')
  shade.addColorStop(1, 'rgba(12,4,40,0.55)')
  g.fillStyle = shade
  g.fillRect(-radius, -radius, radius * 2, radius * 2.4)
  g.restore()
  if (pen.dark) shine(pen, 0, radius * 0.9, radius * 1.4, [255, 190, 90], 0.5)
  g.strokeStyle = tint(pen, [70, 54, 44], 0.4)
  g.lineWidth = 0.006
  g.beginPath()
  for (const [from, to] of [
    [-0.06, -0.045],
    [0.06, 0.045],
    [-0.02, -0.015],
    [0.02, 0.015],
  ] as const) {
    g.moveTo(from, radius * 1.31)
    g.lineTo(to, radius * 1.58)
  }
  g.stroke()
  g.fillStyle = tint(pen, [128, 88, 56], 0.5)
  g.beginPath()
  g.roundRect(-0.052, radius * 1.56, 0.104, 0.085, 0.012)
  g.fill()
  g.restore()
}

/** A steam engine with carriages on a track, running to the right. */
export function drawTrain(pen: Pen, carriages: number): void {
  const { g, seconds } = pen
  const body = pen.own([150, 44, 40])
  const black: Rgb = [48, 46, 54]
  const windows = (x: number, wide: number, count: number) => {
    g.fillStyle = pen.dark ? glow(pen, [255, 214, 140]) : tint(pen, mix([60, 70, 84], pen.stage.palette.sky[3] ?? black, 0.4), 0.6)
    for (let index = 0; index < count; index += 1) {
      g.beginPath()
      g.roundRect(x + ((index + 0.22) * wide) / count, -0.72, (wide / count) * 0.56, 0.24, 0.03)
      g.fill()
    }
  }
  const wheels = (xs: readonly number[], radius: number) => {
    for (const x of xs) {
      g.fillStyle = tint(pen, black, 0.3)
      g.beginPath()
      g.arc(x, -radius, radius, 0, 2 * Math.PI)
      g.fill()
      g.fillStyle = tint(pen, [150, 150, 156], 0.5)
      g.beginPath()
      g.arc(x, -radius, radius * 0.4, 0, 2 * Math.PI)
      g.fill()
    }
  }
  for (let index = 0; index < carriages; index += 1) {
    const x = -2.9 - index * 2.62
    wheels([x + 0.35, x + 0.75, x + 1.75, x + 2.15], 0.13)
    g.fillStyle = tint(pen, index % 2 === 0 ? body : mix(body, [236, 214, 170], 0.75), 0.6)
    g.beginPath()
    g.roundRect(x, -0.86, 2.5, 0.66, 0.05)
    g.fill()
    g.fillStyle = tint(pen, scale(body, 0.5), 0.4)
    g.beginPath()
    g.roundRect(x - 0.04, -0.97, 2.58, 0.15, 0.06)
    g.fill()
    windows(x + 0.1, 2.3, 6)
    g.fillStyle = tint(pen, black, 0.3)
    g.fillRect(x + 2.48, -0.3, 0.18, 0.06)
  }
  wheels([0.05, 0.5, 0.95], 0.2)
  wheels([1.4, 1.7], 0.13)
  g.fillStyle = tint(pen, black, 0.45)
  g.fillRect(-0.3, -0.36, 2.15, 0.14)
  const boiler = g.createLinearGradient(0, -0.82, 0, -0.3)
  boiler.addColorStop(0, tint(pen, mix(black, [255, 255, 255], 0.25), 0.8))
  boiler.addColorStop(1, tint(pen, black, 0.25))
  g.fillStyle = boiler
  g.beginPath()
  g.roundRect(0.35, -0.82, 1.42, 0.5, [0.04, 0.14, 0.14, 0.04])
  g.fill()
  g.fillStyle = tint(pen, body, 0.6)
  g.fillRect(-0.3, -1, 0.7, 0.66)
  g.fillStyle = tint(pen, scale(body, 0.5), 0.4)
  g.fillRect(-0.38, -1.07, 0.86, 0.1)
  windows(-0.24, 0.6, 2)
  g.fillStyle = tint(pen, black, 0.45)
  polygon(g, [
    [1.36, -0.8],
    [1.32, -1.14],
    [1.62, -1.14],
    [1.58, -0.8],
  ])
  g.fillRect(0.78, -0.96, 0.2, 0.16)
  polygon(g, [
    [1.78, -0.34],
    [2.06, -0.02],
    [1.7, -0.02],
  ])
  for (let puff = 0; puff < 16; puff += 1) {
    const age = (seconds * 0.22 + puff / 16) % 1
    g.fillStyle = tint(pen, [240, 240, 244], 0.85, 0.5 * (1 - age) ** 1.2)
    g.beginPath()
    g.arc(
      1.47 - age * 4.2 + 0.1 * Math.sin(puff * 2.3),
      -1.2 - age ** 0.7 * 1.1 - 0.08 * Math.sin(puff * 1.7),
      0.13 + age * 0.5,
      0,
      2 * Math.PI,
    )
    g.fill()
  }
  if (pen.dark) {
    g.fillStyle = glow(pen, [255, 244, 200])
    g.beginPath()
    g.arc(1.8, -0.62, 0.06, 0, 2 * Math.PI)
    g.fill()
    shine(pen, 1.85, -0.62, 1.1, [255, 220, 150], 0.7)
  }
}

/** A car in profile, driving to the right; about 2.6 long. */
export function drawCar(pen: Pen): void {
  const { g } = pen
  const paint = pen.own([196, 60, 52])
  g.fillStyle = 'rgba(0,0,0,0.28)'
  g.beginPath()
  g.ellipse(0, 0, 1.35, 0.06, 0, 0, 2 * Math.PI)
  g.fill()
  const body = g.createLinearGradient(0, -1, 0, -0.1)
  body.addColorStop(0, tint(pen, mix(paint, [255, 255, 255], 0.18), 0.95))
  body.addColorStop(1, tint(pen, scale(paint, 0.7), 0.35))
  g.fillStyle = body
  g.beginPath()
  g.moveTo(-1.28, -0.2)
  g.quadraticCurveTo(-1.32, -0.56, -1.1, -0.6)
  g.lineTo(-0.86, -0.63)
  g.quadraticCurveTo(-0.66, -0.98, -0.3, -1)
  g.lineTo(0.24, -1)
  g.quadraticCurveTo(0.5, -0.98, 0.74, -0.64)
  g.quadraticCurveTo(1.24, -0.58, 1.3, -0.4)
  g.lineTo(1.3, -0.2)
  g.closePath()
  g.fill()
  g.fillStyle = pen.dark
    ? glow(pen, mix([80, 96, 120], [255, 214, 150], 0.25))
    : tint(pen, mix([70, 90, 110], pen.stage.palette.sky[3] ?? [200, 220, 240], 0.5), 0.7)
  polygon(g, [
    [-0.74, -0.64],
    [-0.56, -0.88],
    [-0.08, -0.91],
    [-0.08, -0.63],
  ])
  polygon(g, [
    [0, -0.63],
    [0, -0.91],
    [0.24, -0.91],
    [0.58, -0.63],
  ])
  for (const x of [-0.8, 0.8]) {
    g.fillStyle = tint(pen, [34, 32, 38], 0.3)
    g.beginPath()
    g.arc(x, -0.2, 0.24, 0, 2 * Math.PI)
    g.fill()
    g.fillStyle = tint(pen, [180, 182, 190], 0.6)
    g.beginPath()
    g.arc(x, -0.2, 0.11, 0, 2 * Math.PI)
    g.fill()
  }
  g.fillStyle = pen.dark ? glow(pen, [255, 244, 200]) : tint(pen, [250, 244, 220], 0.8)
  g.fillRect(1.2, -0.48, 0.1, 0.11)
  g.fillStyle = pen.dark ? glow(pen, [255, 60, 48]) : tint(pen, [190, 40, 40], 0.7)
  g.fillRect(-1.3, -0.5, 0.08, 0.12)
  if (pen.dark) {
    shine(pen, 1.4, -0.42, 0.9, [255, 230, 170], 0.75)
    shine(pen, -1.32, -0.44, 0.4, [255, 60, 40], 0.6)
  }
}

/** A rocket with its nose up, and with a flame below if `burning`. */
export function drawRocket(pen: Pen, burning: boolean): void {
  const { g, seconds } = pen
  const hull: Rgb = pen.own([240, 238, 234])
  const trim: Rgb = pen.stage.brief.thingColours.rocket ? mix(hull, [255, 255, 255], 0.65) : [214, 62, 52]
  if (burning) {
    const flicker = 1 + 0.1 * Math.sin(seconds * 31)
    for (const [colour, wide, tall] of [
      [[255, 120, 40], 0.13, 0.62],
      [[255, 200, 80], 0.085, 0.42],
      [[255, 250, 220], 0.05, 0.24],
    ] as const) {
      g.fillStyle = css(colour, 0.9)
      g.beginPath()
      g.moveTo(-wide, -0.13)
      g.quadraticCurveTo(-wide * 0.7, tall * 0.3, 0, (tall - 0.13) * flicker)
      g.quadraticCurveTo(wide * 0.7, tall * 0.3, wide, -0.13)
      g.fill()
    }
    shine(pen, 0, 0.1, 0.8, [255, 150, 60], 0.7)
  }
  const [left, right] = pen.lightSide < 0 ? [1, 0.15] : [0.15, 1]
  const litFor = (colour: Rgb, lit: number) => css(multiply(colour, mix([120, 130, 160], [255, 252, 244], lit)))
  const across = g.createLinearGradient(-0.15, 0, 0.15, 0)
  across.addColorStop(0, litFor(hull, left))
  across.addColorStop(0.5, litFor(hull, 0.6))
  across.addColorStop(1, litFor(hull, right))
  for (const side of [-1, 1]) {
    g.fillStyle = litFor(trim, side === pen.lightSide ? 0.9 : 0.3)
    g.beginPath()
    g.moveTo(side * 0.12, -0.42)
    g.quadraticCurveTo(side * 0.27, -0.3, side * 0.27, -0.04)
    g.lineTo(side * 0.09, -0.14)
    g.fill()
  }
  g.fillStyle = across
  g.beginPath()
  g.moveTo(-0.1, -0.12)
  g.bezierCurveTo(-0.19, -0.45, -0.16, -0.75, 0, -1)
  g.bezierCurveTo(0.16, -0.75, 0.19, -0.45, 0.1, -0.12)
  g.closePath()
  g.fill()
  g.save()
  g.clip()
  g.fillStyle = litFor(trim, 0.65)
  g.fillRect(-0.3, -1, 0.6, 0.22)
  g.fillRect(-0.3, -0.3, 0.6, 0.045)
  g.restore()
  g.fillStyle = litFor(trim, 0.4)
  g.beginPath()
  g.arc(0, -0.58, 0.075, 0, 2 * Math.PI)
  g.fill()
  g.fillStyle = css(litColour(pen.stage, [120, 190, 226], 0.9))
  g.beginPath()
  g.arc(0, -0.58, 0.055, 0, 2 * Math.PI)
  g.fill()
  g.fillStyle = 'rgba(255,255,255,0.6)'
  g.beginPath()
  g.arc(-0.016, -0.597, 0.018, 0, 2 * Math.PI)
  g.fill()
  g.fillStyle = litFor(trim, 0.5)
  g.fillRect(-0.012, -0.34, 0.024, 0.28)
}
