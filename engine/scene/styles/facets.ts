import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import Delaunator from 'delaunator'
import { css } from '../colour.ts'
import { clamp01 } from '../noise.ts'
import type { StyleKind, StyleStage, Treatment } from './style.ts'

type Point = [x: number, y: number]
type Corners = [Point, Point, Point]

/** Facets: the picture is divided into triangles of one colour each, small in detailed areas. */
export const facets: StyleKind = {
  scale: ({ size, still }) => Math.min(1, (still ? 720 : 480) / Math.max(size.width, size.height)),
  open: openFacets,
}

/** Points within a triangle whose colours are averaged, as weights of its corners. */
const spots = [
  [1 / 3, 1 / 3, 1 / 3],
  [0.6, 0.2, 0.2],
  [0.2, 0.6, 0.2],
  [0.2, 0.2, 0.6],
] as const

function openFacets(stage: StyleStage): Treatment {
  const sample = stage.sample()
  const { width, height } = sample
  const points = choosePoints(stage, softened(sample), width, height)
  stage.checkpoint()
  const { coords, triangles } = Delaunator.from(points)
  stage.checkpoint()
  const cornersOf = (triangle: number): Corners => [cornerAt(3 * triangle), cornerAt(3 * triangle + 1), cornerAt(3 * triangle + 2)]
  const cornerAt = (index: number): Point => {
    const point = 2 * (triangles[index] ?? 0)
    return [coords[point] ?? 0, coords[point + 1] ?? 0]
  }
  const count = triangles.length / 3
  const random = stage.random('facet tones')
  const tone = Float32Array.from({ length: count }, (_, triangle) => {
    const light = 0.93 + 0.14 * random()
    // A sliver of another tone would look like a scratch.
    return isSliver(cornersOf(triangle)) ? 1 : light
  })
  const read = createCanvas(width, height)
  const context = read.getContext('2d')
  context.globalCompositeOperation = 'copy'
  const scaleX = stage.size.width / width
  const scaleY = stage.size.height / height
  return {
    apply(g, scene) {
      context.drawImage(scene, 0, 0)
      const pixels = context.getImageData(0, 0, width, height).data
      g.fillStyle = css(stage.palette.haze)
      g.fillRect(0, 0, stage.size.width, stage.size.height)
      for (let triangle = 0; triangle < count; triangle += 1) {
        const [[ax, ay], [bx, by], [cx, cy]] = cornersOf(triangle)
        let red = 0
        let green = 0
        let blue = 0
        for (const [p, q, r] of spots) {
          const x = Math.min(width - 1, Math.max(0, Math.round(ax * p + bx * q + cx * r)))
          const y = Math.min(height - 1, Math.max(0, Math.round(ay * p + by * q + cy * r)))
          const at = (y * width + x) * 4
          red += pixels[at] ?? 0
          green += pixels[at + 1] ?? 0
          blue += pixels[at + 2] ?? 0
        }
        const light = (tone[triangle] ?? 1) / spots.length
        const grey = (red * 0.3 + green * 0.59 + blue * 0.11) * light
        // Averages are duller than the original colours.
        g.fillStyle = css([stronger(red * light, grey), stronger(green * light, grey), stronger(blue * light, grey)])
        // Triangles overlap slightly, which hides hairlines between the facets.
        const mx = ((ax + bx + cx) / 3) * scaleX
        const my = ((ay + by + cy) / 3) * scaleY
        g.beginPath()
        grow(g, ax * scaleX, ay * scaleY, mx, my)
        grow(g, bx * scaleX, by * scaleY, mx, my)
        grow(g, cx * scaleX, cy * scaleY, mx, my)
        g.fill()
      }
    },
  }
}

const stronger = (value: number, grey: number) => Math.max(0, Math.min(255, 128 + (grey + (value - grey) * 1.3 - 128) * 1.1))

function isSliver([[ax, ay], [bx, by], [cx, cy]]: Corners): boolean {
  const area = Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
  const longest = Math.max(Math.hypot(bx - ax, by - ay), Math.hypot(cx - bx, cy - by), Math.hypot(ax - cx, ay - cy))
  return area < 0.28 * longest * longest
}

/** Moves a corner slightly farther from the middle. */
function grow(g: SKRSContext2D, x: number, y: number, mx: number, my: number): void {
  const share = 1 + 0.7 / Math.max(1, Math.hypot(x - mx, y - my))
  g.lineTo(mx + (x - mx) * share, my + (y - my) * share)
}

/** The picture without its fine texture: corners belong on contours, not on leaves. */
function softened(sample: Canvas): Uint8ClampedArray {
  const { width, height } = sample
  const small = createCanvas(Math.max(1, Math.round(width / 3)), Math.max(1, Math.round(height / 3)))
  const context = small.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(sample, 0, 0, small.width, small.height)
  const large = createCanvas(width, height)
  const g = large.getContext('2d')
  g.imageSmoothingQuality = 'high'
  g.drawImage(small, 0, 0, width, height)
  return g.getImageData(0, 0, width, height).data
}

/** Points on a loose grid, with more along the contours. */
function choosePoints(stage: StyleStage, pixels: Uint8ClampedArray, width: number, height: number): Point[] {
  const random = stage.random('facet points')
  const slopes = new Float32Array(width * height)
  const light = (x: number, y: number) => {
    const at = (Math.min(height - 1, y) * width + Math.min(width - 1, x)) * 4
    return (pixels[at] ?? 0) * 0.3 + (pixels[at + 1] ?? 0) * 0.59 + (pixels[at + 2] ?? 0) * 0.11
  }
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const across = light(x + 1, y) - light(x - 1, y)
      const down = light(x, y + 1) - light(x, y - 1)
      slopes[y * width + x] = Math.hypot(across, down)
    }
  }
  const points: Point[] = []
  const taken = new Uint8Array(width * height)
  const add = (x: number, y: number, gap: number) => {
    const [left, top] = [Math.round(x), Math.round(y)]
    for (let dy = -gap; dy <= gap; dy += 1) {
      for (let dx = -gap; dx <= gap; dx += 1) if (taken[(top + dy) * width + left + dx] === 1 && left + dx >= 0 && left + dx < width) return
    }
    if (left >= 0 && left < width && top >= 0 && top < height) taken[top * width + left] = 1
    // Points are jittered, because four on a circle make the triangulation ambiguous.
    points.push([x + random() * 0.01, y + random() * 0.01])
  }
  const long = Math.max(width, height)
  const detail = stage.still ? 2_200 : 1_200
  for (let attempt = 0; attempt < detail * 26 && points.length < detail; attempt += 1) {
    const x = random() * width
    const y = random() * height
    const slope = slopes[Math.floor(y) * width + Math.floor(x)] ?? 0
    if (random() < clamp01((slope - 6) / 30)) add(x, y, Math.max(2, Math.round(long / 210)))
  }
  const cell = long / (stage.still ? 26 : 22)
  for (let y = cell / 2; y < height; y += cell) {
    for (let x = cell / 2; x < width; x += cell)
      add(x + (random() - 0.5) * cell * 0.85, y + (random() - 0.5) * cell * 0.85, Math.round(cell * 0.3))
  }
  const edge = cell * 0.9
  for (let x = 0; x <= width + edge; x += edge) for (const y of [-1, height + 1]) points.push([x + random() * 0.5, y])
  for (let y = 0; y <= height + edge; y += edge) for (const x of [-1, width + 1]) points.push([x, y + random() * 0.5])
  points.push([-2, -2], [width + 2, -2], [-2, height + 2], [width + 2, height + 2])
  return points
}
