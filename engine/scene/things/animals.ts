import { Path2D } from '@napi-rs/canvas'
import { mix, scale } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { fillPath, polygon, tint } from './pen.ts'
import type { Pen } from './pen.ts'

const catBack = new Path2D(
  'M-.25 0C-.34-.24-.24-.5-.13-.6C-.2-.68-.21-.8-.17-.86L-.16-1.02C-.12-.98-.08-.95-.05-.92Q0-.935 .05-.92C.08-.95 .12-.98 .16-1.02L.17-.86C.21-.8 .2-.68 .13-.6C.24-.5 .34-.24 .25 0Z',
)
const catTail = new Path2D('M.2-.05C.42.02 .56-.04 .58-.2C.6-.3 .66-.32 .68-.26')

/** A cat that sits with its back to the viewer and moves its tail. */
export function drawCat(pen: Pen): void {
  const { g, seconds } = pen
  const fur = pen.own([84, 72, 66])
  g.save()
  g.rotate(0.02 * Math.sin(seconds * 1.4))
  g.strokeStyle = tint(pen, scale(fur, 0.85), 0.4)
  g.lineCap = 'round'
  g.lineWidth = 0.085
  g.stroke(catTail)
  g.restore()
  const body = g.createLinearGradient(-0.3, 0, 0.3, 0)
  const [left, right] = pen.lightSide < 0 ? [0.85, 0.2] : [0.2, 0.85]
  body.addColorStop(0, tint(pen, fur, left))
  body.addColorStop(0.5, tint(pen, fur, 0.4))
  body.addColorStop(1, tint(pen, fur, right))
  g.fillStyle = body
  fillPath(g, catBack)
  g.strokeStyle = tint(pen, scale(fur, 0.62), 0.3)
  g.lineWidth = 0.02
  g.beginPath()
  // Stripes across the back.
  for (let stripe = 0; stripe < 4; stripe += 1) {
    const y = -0.5 + stripe * 0.12
    g.moveTo(-0.1 - stripe * 0.02, y)
    g.quadraticCurveTo(0, y + 0.035, 0.1 + stripe * 0.02, y)
  }
  g.moveTo(-0.05, -0.88)
  g.lineTo(-0.04, -0.8)
  g.moveTo(0.05, -0.88)
  g.lineTo(0.04, -0.8)
  g.stroke()
}

const deerBody = new Path2D(
  'M-.36-.56Q-.39-.44-.32-.36L-.335-.18L-.32 0L-.28 0L-.275-.2L-.2-.34Q0-.28 .13-.34L.15-.18L.145 0L.185 0L.2-.22L.23-.44Q.29-.5 .31-.64L.37-.675L.455-.66Q.475-.68 .46-.7L.38-.775Q.33-.81 .29-.79Q.22-.72 .17-.62Q0-.575-.2-.6Q-.33-.61-.36-.56Z',
)
const deerFarLegs = new Path2D('M-.25-.4L-.225-.2L-.24 0L-.205 0L-.185-.2L-.14-.4ZM.06-.38L.075-.2L.06 0L.095 0L.115-.2L.16-.4Z')
const antlers = new Path2D(
  'M.3-.79C.24-.92 .26-1.02 .2-1.1M.245-.93C.19-.95 .15-.99 .14-1.03M.25-1C.3-1.04 .3-1.08 .3-1.12M.33-.8C.36-.9 .44-.98 .42-1.1M.385-.94C.43-.94 .48-.98 .49-1.02M.42-1.03C.4-1.06 .37-1.08 .37-1.12',
)

/** A stag in profile. */
export function drawDeer(pen: Pen, antlered: boolean): void {
  const { g } = pen
  const coat = pen.own([150, 100, 64])
  g.fillStyle = tint(pen, scale(coat, 0.62), 0.25)
  fillPath(g, deerFarLegs)
  const body = g.createLinearGradient(0, -0.65, 0, -0.2)
  body.addColorStop(0, tint(pen, coat, 0.8))
  body.addColorStop(1, tint(pen, scale(coat, 0.75), 0.3))
  g.fillStyle = body
  fillPath(g, deerBody)
  g.beginPath()
  g.ellipse(0.25, -0.82, 0.075, 0.028, -2.5, 0, 2 * Math.PI)
  g.fill()
  g.fillStyle = tint(pen, [238, 226, 206], 0.7)
  g.beginPath()
  g.ellipse(-0.355, -0.5, 0.022, 0.055, 0.3, 0, 2 * Math.PI)
  g.fill()
  if (!antlered) return
  g.strokeStyle = tint(pen, mix(coat, [90, 66, 48], 0.6), 0.5)
  g.lineCap = 'round'
  g.lineWidth = 0.02
  g.stroke(antlers)
}

const dogBody = new Path2D(
  'M-.28 0C-.4-.1-.36-.34-.2-.5C-.14-.6-.13-.66-.1-.7C-.12-.82-.06-.94 .06-.95C.12-1 .18-.98 .2-.93L.36-.84Q.39-.78 .33-.74L.2-.72C.17-.68 .17-.62 .16-.56L.17-.1Q.25-.06 .24 0L.08 0L.06-.28Q0-.16 .0 0Z',
)
const dogEar = new Path2D('M.02-.93C-.1-.94-.14-.8-.09-.68C-.02-.7 .03-.78 .05-.86Z')

/** A dog that sits and looks ahead, wagging its tail. */
export function drawDog(pen: Pen): void {
  const { g, seconds } = pen
  const coat = pen.own([186, 134, 84])
  g.strokeStyle = tint(pen, scale(coat, 0.85), 0.5)
  g.lineCap = 'round'
  g.lineWidth = 0.07
  g.beginPath()
  g.moveTo(-0.27, -0.06)
  g.quadraticCurveTo(-0.46, -0.08, -0.5 + 0.03 * Math.sin(seconds * 8), -0.28)
  g.stroke()
  const body = g.createLinearGradient(-0.3, 0, 0.3, 0)
  const [left, right] = pen.lightSide < 0 ? [0.85, 0.35] : [0.3, 0.85]
  body.addColorStop(0, tint(pen, coat, left))
  body.addColorStop(1, tint(pen, coat, right))
  g.fillStyle = body
  fillPath(g, dogBody)
  g.fillStyle = tint(pen, scale(coat, 0.62), 0.4)
  fillPath(g, dogEar)
  g.fillStyle = tint(pen, [36, 30, 30], 0.4)
  for (const [x, y, radius] of [
    [0.355, -0.815, 0.03],
    [0.19, -0.86, 0.018],
  ] as const) {
    g.beginPath()
    g.arc(x, y, radius, 0, 2 * Math.PI)
    g.fill()
  }
  g.strokeStyle = tint(pen, pen.stage.palette.accents[0], 0.8)
  g.lineWidth = 0.04
  g.beginPath()
  g.moveTo(-0.11, -0.63)
  g.quadraticCurveTo(0.03, -0.55, 0.17, -0.62)
  g.stroke()
}

/** A gliding bird; `beat` is the position of its wings, from 1 (up) to -1 (down). Its span is about 2. */
export function drawBird(pen: Pen, beat: number, colour: Rgb): void {
  const { g } = pen
  g.fillStyle = tint(pen, colour, 0.5)
  const tip = -0.42 * beat - 0.04
  const bend = -0.3 * beat - 0.16
  g.beginPath()
  g.moveTo(0, 0.02)
  g.quadraticCurveTo(-0.34, bend, -1, tip)
  g.quadraticCurveTo(-0.4, bend + 0.17, -0.07, 0.11)
  g.quadraticCurveTo(0, 0.17, 0.07, 0.11)
  g.quadraticCurveTo(0.4, bend + 0.17, 1, tip)
  g.quadraticCurveTo(0.34, bend, 0, 0.02)
  g.fill()
}

const fishBody = new Path2D('M.5 0C.36-.22 .02-.27-.26-.07L-.5-.22Q-.44 0-.5 .22L-.26 .07C.02 .27 .36 .22 .5 0Z')
const fishFins = new Path2D('M.1-.18Q-.04-.36-.16-.3L-.1-.15ZM.08 .17Q0 .32-.1 .3L-.06 .15Z')

/** A fish of length 1 that swims to the right. */
export function drawFish(pen: Pen, colour: Rgb, second: Rgb): void {
  const { g, seconds } = pen
  g.save()
  g.transform(1, 0.06 * Math.sin(seconds * 6), 0, 1, 0, 0)
  g.fillStyle = tint(pen, second, 0.6)
  fillPath(g, fishFins)
  const body = g.createLinearGradient(0, -0.22, 0, 0.22)
  body.addColorStop(0, tint(pen, scale(colour, 0.85), 0.55))
  body.addColorStop(0.55, tint(pen, colour, 0.95))
  body.addColorStop(1, tint(pen, mix(colour, [255, 250, 240], 0.55), 0.8))
  g.fillStyle = body
  fillPath(g, fishBody)
  g.save()
  g.clip(fishBody)
  g.fillStyle = tint(pen, second, 0.85, 0.9)
  for (const x of [0.2, -0.08]) {
    g.beginPath()
    g.ellipse(x, 0, 0.05, 0.3, 0.1, 0, 2 * Math.PI)
    g.fill()
  }
  g.restore()
  g.fillStyle = tint(pen, [250, 250, 250], 0.9)
  g.beginPath()
  g.arc(0.36, -0.045, 0.036, 0, 2 * Math.PI)
  g.fill()
  g.fillStyle = tint(pen, [20, 22, 30], 0.5)
  g.beginPath()
  g.arc(0.367, -0.045, 0.021, 0, 2 * Math.PI)
  g.fill()
  g.restore()
}

const whaleBody = new Path2D(
  'M1-.04C.98-.26 .62-.36 .2-.32C-.25-.28-.56-.12-.82-.1Q-1-.2-1.16-.3Q-1.1-.12-.98-.03Q-1.12 .04-1.18 .16Q-1-.02-.8 .02C-.5 .12-.2 .3 .3 .3C.7 .3 .98 .16 1-.04Z',
)
const whaleBelly = new Path2D('M.98 .02C.6 .06 .2 .06-.3 .08C-.1 .22 .1 .3 .3 .3C.7 .3 .94 .18 .98 .02Z')
const whaleFin = new Path2D('M.3 .16C.22 .34 .04 .5-.12 .54C-.08 .4 0 .26 .1 .14Z')

/** A whale under water, about 2 long, swimming to the right. */
export function drawWhale(pen: Pen): void {
  const { g, seconds } = pen
  const skin = pen.own([74, 98, 128])
  g.save()
  g.rotate(0.05 * Math.sin(seconds * 0.9))
  const body = g.createLinearGradient(0, -0.34, 0, 0.3)
  body.addColorStop(0, tint(pen, skin, 0.75))
  body.addColorStop(1, tint(pen, scale(skin, 0.6), 0.2))
  g.fillStyle = body
  fillPath(g, whaleBody)
  g.fillStyle = tint(pen, mix(skin, [230, 236, 240], 0.6), 0.55)
  fillPath(g, whaleBelly)
  g.strokeStyle = tint(pen, scale(skin, 0.8), 0.4, 0.8)
  g.lineWidth = 0.012
  g.beginPath()
  for (let groove = 0; groove < 5; groove += 1) {
    g.moveTo(0.92 - groove * 0.02, 0.075 + groove * 0.042)
    g.quadraticCurveTo(0.4, 0.13 + groove * 0.045, 0.02, 0.12 + groove * 0.035)
  }
  g.stroke()
  g.fillStyle = tint(pen, scale(skin, 0.72), 0.35)
  fillPath(g, whaleFin)
  g.fillStyle = tint(pen, [16, 20, 28], 0.3)
  g.beginPath()
  g.arc(0.74, 0.005, 0.018, 0, 2 * Math.PI)
  g.fill()
  g.restore()
}

const fluke = new Path2D(
  'M-.05 0C-.08-.2-.07-.4-.04-.56C-.2-.6-.42-.66-.56-.9C-.34-.88-.14-.84 0-.7C.14-.84 .34-.88 .56-.9C.42-.66 .2-.6 .04-.56C.07-.4 .08-.2 .05 0Z',
)

/** The visible part of a whale at the surface: its fluke, its back and the spout. */
export function drawSurfacedWhale(pen: Pen): void {
  const { g, seconds } = pen
  const skin = pen.own([62, 78, 98])
  const rise = 0.04 * Math.sin(seconds * 0.8)
  g.save()
  g.translate(-0.62, 0.04 - rise)
  g.fillStyle = tint(pen, skin, 0.45)
  fillPath(g, fluke)
  g.restore()
  const back = g.createLinearGradient(0, -0.3, 0, 0)
  back.addColorStop(0, tint(pen, skin, 0.8))
  back.addColorStop(1, tint(pen, scale(skin, 0.6), 0.25))
  g.fillStyle = back
  g.beginPath()
  g.moveTo(-0.1, 0.02)
  g.bezierCurveTo(0.1, -0.3 + rise, 0.75, -0.34 + rise, 1.05, 0.02)
  g.fill()
  polygon(g, [
    [0.12, -0.17 + rise],
    [0.19, -0.27 + rise],
    [0.28, -0.2 + rise],
  ])
  // The spout: a fan of fine spray.
  for (let puff = 0; puff < 44; puff += 1) {
    const age = (seconds * 0.4 + puff * 0.0973) % 1
    const side = ((puff * 0.618) % 1) * 2 - 1
    const up = Math.sin(Math.PI * 0.5 * Math.min(1, age * 1.25))
    g.fillStyle = tint(pen, [250, 252, 255], 0.95, 0.34 * (1 - age * 0.8))
    g.beginPath()
    g.arc(0.78 + side * 0.2 * age ** 0.8, -0.22 - up * 0.62 + age * age * 0.16, 0.014 + 0.05 * age, 0, 2 * Math.PI)
    g.fill()
  }
  g.fillStyle = 'rgba(255,255,255,0.35)'
  for (const [x, wide] of [
    [-0.62, 0.2],
    [0.48, 0.66],
  ] as const) {
    g.beginPath()
    g.ellipse(x, 0.02, wide, 0.022, 0, 0, 2 * Math.PI)
    g.fill()
  }
}
