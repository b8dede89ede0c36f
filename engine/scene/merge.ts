import { createCanvas } from '@napi-rs/canvas'
import { pictureLayer } from './stage.ts'
import type { Layer, Picture, Stage } from './stage.ts'

/** Largest depth difference at which pictures move similarly enough to be merged. */
const depthsAlike = 0.11

/** Merges consecutive stills at about one depth and crops their empty margins: each layer and pixel costs time in every frame of a film. */
export function mergeStills(stage: Stage, layers: Iterable<Layer>): Layer[] {
  const merged: Layer[] = []
  let group: NonNullable<Layer['still']>[] = []
  for (const layer of layers) {
    const first = group[0]
    if (layer.still && (!first || Math.abs(layer.still.depth - first.depth) < depthsAlike)) {
      group.push(layer.still)
      continue
    }
    close()
    if (layer.still) group = [layer.still]
    else merged.push(layer)
  }
  close()
  return merged

  function close(): void {
    const [first] = group
    if (!first) return
    const depth = group.reduce((sum, still) => sum + still.depth, 0) / group.length
    for (const picture of trimmed(group.length === 1 ? first.picture : together(group.map(({ picture }) => picture))))
      merged.push(pictureLayer(stage, picture, depth))
    group = []
    stage.checkpoint()
  }
}

function together(pictures: readonly Picture[]): Picture {
  const left = Math.min(...pictures.map((picture) => picture.left))
  const top = Math.min(...pictures.map((picture) => picture.top))
  const right = Math.max(...pictures.map((picture) => picture.left + picture.canvas.width))
  const bottom = Math.max(...pictures.map((picture) => picture.top + picture.canvas.height))
  const canvas = createCanvas(right - left, bottom - top)
  const g = canvas.getContext('2d')
  for (const picture of pictures) g.drawImage(picture.canvas, picture.left - left, picture.top - top)
  return { canvas, left, top }
}

/** Fewest empty columns that are worth leaving out. */
const widestGap = 120

/** Crops the empty margins of a picture, and splits it if there is a wide gap between its sides. */
function trimmed({ canvas, left, top }: Picture): Picture[] {
  const { width, height } = canvas
  const words = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, width, height).data.buffer)
  const columns = new Uint8Array(width)
  let first = height
  let last = -1
  for (let y = 0; y < height; y += 1) {
    if (!markColumns(columns, words, y * width)) continue
    if (y < first) first = y
    last = y
  }
  if (last < first) return []
  return spansOf(columns).map(([from, to]) => part(from, first, to - from + 1, last - first + 1))

  function part(x: number, y: number, wide: number, tall: number): Picture {
    if (wide === width && tall === height) return { canvas, left, top }
    const piece = createCanvas(wide, tall)
    piece.getContext('2d').drawImage(canvas, -x, -y)
    return { canvas: piece, left: left + x, top: top + y }
  }
}

/** Marks the non-empty columns of a row of pixels and returns whether there are any. A separate function is compiled once. */
function markColumns(columns: Uint8Array, words: Uint32Array, start: number): boolean {
  let any = 0
  for (let x = 0; x < columns.length; x += 1) {
    if ((words[start + x] ?? 0) === 0) continue
    any = 1
    columns[x] = 1
  }
  return any === 1
}

/** The stretches of non-empty columns; those less than a gap apart count as one. */
function spansOf(columns: Uint8Array): [from: number, to: number][] {
  const spans: [number, number][] = []
  columns.forEach((used, x) => {
    if (used === 0) return
    const last = spans.at(-1)
    if (last && x - last[1] <= widestGap) last[1] = x
    else spans.push([x, x])
  })
  return spans
}
