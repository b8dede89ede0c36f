import { blurPlane } from './blur-plane.ts'
import type { MaskStep, Point, Stroke } from './mask-history.ts'

/** Draws a line of a stroke, in pixels of the canvas. What is selected is opaque. */
function drawLine(context: CanvasRenderingContext2D, { erases, size }: Stroke, from: Point, to: Point) {
  context.globalCompositeOperation = erases ? 'destination-out' : 'source-over'
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.lineWidth = size
  context.beginPath()
  context.moveTo(from.x, from.y)
  // A line without length has no cap in every browser.
  context.lineTo(to.x + (from.x === to.x && from.y === to.y ? 0.01 : 0), to.y)
  context.stroke()
}

/** Draws the last line of a stroke that is being drawn. */
export function drawEnd(context: CanvasRenderingContext2D, stroke: Stroke) {
  const last = stroke.points.at(-1)
  if (last) drawLine(context, stroke, stroke.points.at(-2) ?? last, last)
}

function drawStep(context: CanvasRenderingContext2D, step: MaskStep) {
  const { width, height } = context.canvas
  if (step.kind === 'clear') return context.clearRect(0, 0, width, height)
  if (step.kind === 'invert') {
    context.globalCompositeOperation = 'source-out'
    return context.fillRect(0, 0, width, height)
  }
  const [first] = step.points
  let from = first
  for (const point of step.points) {
    if (from) drawLine(context, step, from, point)
    from = point
  }
  return undefined
}

/** Redraws the selection from its steps. */
export function drawAll(context: CanvasRenderingContext2D, steps: readonly MaskStep[]) {
  context.globalCompositeOperation = 'source-over'
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  for (const step of steps) drawStep(context, step)
}

/** Whether anything is selected. */
export function hasSelection(canvas: HTMLCanvasElement): boolean {
  const { data } = readPixels(canvas)
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 127) return true
  return false
}

function readPixels(canvas: HTMLCanvasElement): ImageData {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas')
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** Returns the selection as a mask: a PNG, white where the image may change, with an edge that is `softness` pixels wide. */
export async function toMaskFile(canvas: HTMLCanvasElement, softness: number): Promise<File> {
  const { width, height } = canvas
  const pixels = readPixels(canvas)
  const plane = new Uint8ClampedArray(width * height)
  for (let at = 0; at < plane.length; at += 1) plane[at] = pixels.data[at * 4 + 3] ?? 0
  blurPlane(plane, { width, height, radius: Math.round(softness / 2) })
  for (const [at, value] of plane.entries()) {
    pixels.data.fill(value, at * 4, at * 4 + 3)
    pixels.data[at * 4 + 3] = 255
  }
  const drawn = document.createElement('canvas')
  Object.assign(drawn, { width, height })
  drawn.getContext('2d')?.putImageData(pixels, 0, 0)
  return new Promise((resolve, reject) => {
    drawn.toBlob(
      (png) => (png ? resolve(new File([png], 'mask.png', { type: 'image/png' })) : reject(new Error('no PNG was written'))),
      'image/png',
    )
  })
}
