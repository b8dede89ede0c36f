import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { EditJob } from '../local-messages.ts'
import { esrganToOnnx, layersModelSchema } from './esrgan-to-onnx.ts'
import type { Tools } from './draw-image.ts'
import type { Network } from './open-network.ts'
import { type Planes, readPlanes, writeCutOut, writePlanes } from './pixels.ts'

/** Pixels of a side of a tile, and of its surroundings that the network sees: with them, tiles give the same result as the whole image. */
const [tileSize, overlap] = [128, 12]
/** The network of the enlargement works with bytes. */
const byteRange = [0, 255] as const
/** Pixels of the largest enlarged image. A larger given image is scaled down first. */
const mostPixels = 36_000_000
const channels = 3

/** Opens ESRGAN-slim, whose weights are published for TensorFlow.js, as ONNX. */
export function openEnlarger(folder: string, { open, throwIfStopped, onProgress }: Tools) {
  let opened: { scale: number; network: Network } | undefined
  async function networkOf(scale: number): Promise<Network> {
    if (opened?.scale === scale) return opened.network
    await opened?.network.release()
    const at = join(folder, 'models', `x${scale}`)
    const model = v.parse(layersModelSchema, JSON.parse(await readFile(join(at, 'model.json'), 'utf8')))
    const weights = await Promise.all(model.weightsManifest.flatMap(({ paths }) => paths.map((path) => readFile(join(at, path)))))
    opened = { scale, network: await open(esrganToOnnx(model, Buffer.concat(weights))) }
    return opened.network
  }
  return async function enlarge({ image, output }: EditJob, scale: number) {
    const network = await networkOf(scale)
    const source = await readPlanes(image, { range: byteRange, within: mostPixels / scale ** 2 })
    const result = emptyPlanes(source.width * scale, source.height * scale)
    const [columns, rows] = [Math.ceil(source.width / tileSize), Math.ceil(source.height / tileSize)]
    for (let index = 0; index < columns * rows; index += 1) {
      throwIfStopped()
      const [left, top] = [(index % columns) * tileSize, Math.floor(index / columns) * tileSize]
      const seen = {
        left: Math.max(0, left - overlap),
        top: Math.max(0, top - overlap),
        right: Math.min(source.width, left + tileSize + overlap),
        bottom: Math.min(source.height, top + tileSize + overlap),
      }
      const tile = emptyPlanes(seen.right - seen.left, seen.bottom - seen.top)
      copyArea(source, { left: seen.left, top: seen.top }, tile, { left: 0, top: 0 }, tile)
      const { values } = await network.run({
        [network.inputs[0] ?? '']: { values: tile.values, dims: [1, channels, tile.height, tile.width] },
      })
      const area = { width: Math.min(tileSize, source.width - left) * scale, height: Math.min(tileSize, source.height - top) * scale }
      const made = { values, width: tile.width * scale, height: tile.height * scale }
      copyArea(
        made,
        { left: (left - seen.left) * scale, top: (top - seen.top) * scale },
        result,
        { left: left * scale, top: top * scale },
        area,
      )
      onProgress((index + 1) / (columns * rows + 1))
    }
    await writePlanes(result, { range: byteRange, output })
  }
}

const emptyPlanes = (width: number, height: number): Planes => ({ values: new Float32Array(channels * width * height), width, height })

type Corner = { left: number; top: number }
function copyArea(from: Planes, at: Corner, to: Planes, into: Corner, { width, height }: { width: number; height: number }): void {
  for (let channel = 0; channel < channels; channel += 1)
    for (let row = 0; row < height; row += 1) {
      const start = (channel * from.height + at.top + row) * from.width + at.left
      to.values.set(from.values.subarray(start, start + width), (channel * to.height + into.top + row) * to.width + into.left)
    }
}

/** Pixels of a side at which ISNet looks at an image, and the values of black and white. */
const [lookSize, lookRange] = [1_024, [-0.5, 0.5] as const]

/** Opens ISNet, which finds the main subject of an image. */
export function openCutter(file: string, { open, throwIfStopped }: Tools) {
  let network: Network | undefined
  return async function cutOut({ image, output }: EditJob) {
    const { values: pixels } = await readPlanes(image, { range: lookRange, size: { width: lookSize, height: lookSize } })
    network ??= await open(file)
    throwIfStopped()
    const { values, dims } = await network.run({ [network.inputs[0] ?? '']: { values: pixels, dims: [1, channels, lookSize, lookSize] } })
    const [height = 1, width = 1] = dims.slice(-2)
    const mask = values.subarray(0, width * height)
    const [low, high] = [mask.reduce((one, other) => Math.min(one, other)), mask.reduce((one, other) => Math.max(one, other))]
    const full = mask.map((value) => (high > low ? (value - low) / (high - low) : 1))
    throwIfStopped()
    await writeCutOut(image, { values: full, width, height }, output)
  }
}
