import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Moment, Size } from '../scene/stage.ts'
import type { CameraMove, CameraPath } from './camera.ts'

/** A picture somewhat larger than the frame, with the estimated nearness of each part. */
export type Plate = Size & {
  /** RGBA, opaque. */
  pixels: SharedArrayBuffer
  /** 0 far, 1 near, as floats on a coarse grid over the whole picture. */
  depth: SharedArrayBuffer
  depthSize: Size
}

/** Size of a plate as a multiple of the frame, which leaves the camera room to move. */
export const plateOverscan = 1.3

/** Pixels between two grid points whose lookup is computed; it is linear in between. */
const cell = 8

/** Camera movement over a picture, as shares of the frame. */
type Travel = {
  /** Scale without zoom; below 1 the frame shows more of the picture than would fit otherwise. */
  nearest: number
  /** Sideways movement of the whole picture over the film. */
  aside: number
  /** Movement of the nearest part relative to the farthest. */
  parallax: number
}

const travels: Record<CameraPath['move'], Travel> = {
  pan: { nearest: 1, aside: 0.13, parallax: 0.04 },
  tilt: { nearest: 1, aside: 0.13, parallax: 0.036 },
  orbit: { nearest: 1, aside: 0.125, parallax: 0.05 },
  'zoom-in': { nearest: 0.8, aside: 0.012, parallax: 0.02 },
  'zoom-out': { nearest: 0.8, aside: 0.012, parallax: 0.02 },
  swing: { nearest: 0.92, aside: 0.02, parallax: 0.04 },
  still: { nearest: 0.8, aside: 0, parallax: 0 },
}
const zoomOf: Partial<Record<CameraMove | 'swing', { all: number; near: number }>> = {
  'zoom-in': { all: 0.26, near: 0.13 },
  'zoom-out': { all: 0.26, near: 0.13 },
}
const slightZoom = { all: 0.03, near: 0.04 }

/**
 * Paints a plate as seen by a moving camera: near parts move farther than far ones. Every point of the frame is looked up in the plate
 * along a smooth path, so nothing tears.
 */
// oxlint-disable-next-line max-lines-per-function -- Its loops over pixels share tables.
export function platePainter(plate: Plate, size: Size, { move }: CameraPath): (g: SKRSContext2D, moment: Moment) => void {
  const { width, height } = size
  const travel = travels[move]
  const zoom = zoomOf[move] ?? slightZoom
  const source = new Int32Array(plate.pixels)
  const depth = new Float32Array(plate.depth)
  const columns = Math.ceil(width / cell) + 1
  const rows = Math.ceil(height / cell) + 1
  const gridX = new Float32Array(columns * rows)
  const gridY = new Float32Array(columns * rows)
  const image = createCanvas(8, 8).getContext('2d').createImageData(width, height)
  const target = new Int32Array(image.data.buffer, image.data.byteOffset, width * height)
  const lastX = (plate.width - 1) * 256 - 1
  const lastY = (plate.height - 1) * 256 - 1

  return (g, moment) => {
    layWays(moment)
    for (let row = 0; row < rows - 1; row += 1) {
      for (let column = 0; column < columns - 1; column += 1) paintCell(column, row)
    }
    g.putImageData(image, 0, 0)
  }

  function depthAt(x: number, y: number): number {
    const { width: across, height: down } = plate.depthSize
    const u = Math.max(0, Math.min(across - 1.001, (x / plate.width) * across - 0.5))
    const v = Math.max(0, Math.min(down - 1.001, (y / plate.height) * down - 0.5))
    const at = Math.floor(v) * across + Math.floor(u)
    const [shareX, shareY] = [u % 1, v % 1]
    const upper = (depth[at] ?? 0) * (1 - shareX) + (depth[at + 1] ?? 0) * shareX
    const lower = (depth[at + across] ?? 0) * (1 - shareX) + (depth[at + across + 1] ?? 0) * shareX
    return upper + (lower - upper) * shareY
  }

  /** Computes the position in the plate that each grid point shows. */
  function layWays({ camera, tilt = 0, zoom: zoomed = 0 }: Moment): void {
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const fromX = column * cell - width / 2
        const fromY = row * cell - height / 2
        let x = plate.width / 2 + fromX
        let y = plate.height / 2 + fromY
        // The visible point depends on its depth, and the depth on the point; three passes converge closely enough.
        for (let pass = 0; pass < 3; pass += 1) {
          const near = depthAt(x, y)
          const scale = travel.nearest + zoomed * (zoom.all + zoom.near * near)
          const shift = travel.aside + travel.parallax * (near - 0.5)
          x = plate.width / 2 + fromX / scale + camera * shift * width
          y = plate.height / 2 + fromY / scale - tilt * shift * height
        }
        gridX[row * columns + column] = x
        gridY[row * columns + column] = y
      }
    }
  }

  function paintCell(column: number, row: number): void {
    const at = row * columns + column
    const right = Math.min(cell, width - column * cell)
    const bottom = Math.min(cell, height - row * cell)
    // Fixed point with 8 fractional bits in plate coordinates.
    const topLeftX = (gridX[at] ?? 0) * 256
    const topLeftY = (gridY[at] ?? 0) * 256
    const leftDownX = ((gridX[at + columns] ?? 0) * 256 - topLeftX) / cell
    const leftDownY = ((gridY[at + columns] ?? 0) * 256 - topLeftY) / cell
    const topRightX = (gridX[at + 1] ?? 0) * 256
    const topRightY = (gridY[at + 1] ?? 0) * 256
    const rightDownX = ((gridX[at + columns + 1] ?? 0) * 256 - topRightX) / cell
    const rightDownY = ((gridY[at + columns + 1] ?? 0) * 256 - topRightY) / cell
    for (let y = 0; y < bottom; y += 1) {
      let x256 = topLeftX + leftDownX * y
      let y256 = topLeftY + leftDownY * y
      const stepX = (topRightX + rightDownX * y - x256) / cell
      const stepY = (topRightY + rightDownY * y - y256) / cell
      let to = (row * cell + y) * width + column * cell
      for (const end = to + right; to < end; to += 1) {
        target[to] = lookUp(x256, y256)
        x256 += stepX
        y256 += stepY
      }
    }
  }

  /** Interpolates the colour between four pixels, two channels at a time. */
  function lookUp(x256: number, y256: number): number {
    const x = x256 < 0 ? 0 : x256 > lastX ? lastX : x256 | 0
    const y = y256 < 0 ? 0 : y256 > lastY ? lastY : y256 | 0
    const at = (y >> 8) * plate.width + (x >> 8)
    const u = x & 255
    const v = y & 255
    const a = source[at] ?? 0
    const b = source[at + 1] ?? 0
    const c = source[at + plate.width] ?? 0
    const d = source[at + plate.width + 1] ?? 0
    const upperEven = (Math.imul(a & 0xff00ff, 256 - u) + Math.imul(b & 0xff00ff, u)) >>> 8
    const lowerEven = (Math.imul(c & 0xff00ff, 256 - u) + Math.imul(d & 0xff00ff, u)) >>> 8
    const upperGreen = (Math.imul(a & 0xff00, 256 - u) + Math.imul(b & 0xff00, u)) >>> 8
    const lowerGreen = (Math.imul(c & 0xff00, 256 - u) + Math.imul(d & 0xff00, u)) >>> 8
    const even = (Math.imul(upperEven & 0xff00ff, 256 - v) + Math.imul(lowerEven & 0xff00ff, v)) >>> 8
    const green = (Math.imul(upperGreen & 0xff00, 256 - v) + Math.imul(lowerGreen & 0xff00, v)) >>> 8
    return 0xff000000 | (even & 0xff00ff) | (green & 0xff00)
  }
}
