import { createCanvas } from '@napi-rs/canvas'
import type { StyleKind, StyleStage, Treatment } from './style.ts'
import { quantise } from './quantise.ts'

/** Large square pixels of few colours, dithered in a regular pattern. */
export const pixels: StyleKind = {
  scale: ({ size }) => 1 / blockOf(size),
  open: openPixels,
}

const across = 208
const blockOf = ({ width, height }: { width: number; height: number }) => Math.max(2, Math.round(Math.max(width, height) / across))

const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
/** Bits per channel of the colour lookup. */
const bits = 5

function openPixels(stage: StyleStage): Treatment {
  const block = blockOf(stage.size)
  const sample = stage.sample()
  const { width, height } = sample
  const levels = stretchOf(sample.getContext('2d').getImageData(0, 0, width, height).data)
  const seen = sample
    .getContext('2d')
    .getImageData(0, 0, width, height)
    .data.map((value, at) => (at % 4 === 3 ? 255 : (levels[value] ?? value)))
  const palette = quantise(seen, 26, stage.random('pixel palette'))
  const size = 1 << bits
  // For every coarse colour: the nearest of the palette, the one to mix it with, and the share of the latter.
  const nearest = new Uint8Array(size ** 3)
  const second = new Uint8Array(size ** 3)
  const share = new Uint8Array(size ** 3)
  for (let index = 0; index < size ** 3; index += 1) {
    if (index % 4_096 === 0) stage.checkpoint()
    const spread = 255 / (size - 1)
    const [best, next, towards] = mixOf(
      palette,
      (index >> (2 * bits)) * spread,
      ((index >> bits) & (size - 1)) * spread,
      (index & (size - 1)) * spread,
    )
    nearest[index] = best
    second[index] = next
    share[index] = Math.round(towards * 16)
  }
  const small = createCanvas(width, height)
  const context = small.getContext('2d')
  const image = context.createImageData(width, height)
  const drop = 8 - bits
  return {
    apply(g, scene) {
      const from = scene.getContext('2d').getImageData(0, 0, width, height).data
      const to = image.data
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const at = (y * width + x) * 4
          const red = levels[from[at] ?? 0] ?? 0
          const green = levels[from[at + 1] ?? 0] ?? 0
          const blue = levels[from[at + 2] ?? 0] ?? 0
          const index = ((red >> drop) << (2 * bits)) | ((green >> drop) << bits) | (blue >> drop)
          const pattern = bayer[(y & 3) * 4 + (x & 3)] ?? 0
          const colour = palette[(share[index] ?? 0) > pattern ? (second[index] ?? 0) : (nearest[index] ?? 0)]
          to[at] = colour?.[0] ?? 0
          to[at + 1] = colour?.[1] ?? 0
          to[at + 2] = colour?.[2] ?? 0
          to[at + 3] = 255
        }
      }
      context.putImageData(image, 0, 0)
      g.imageSmoothingEnabled = false
      g.drawImage(small, 0, 0, width * block, height * block)
      g.imageSmoothingEnabled = true
    },
  }
}

/** Stretches the lightness, because few colours need the whole range. */
function stretchOf(pixels: Uint8ClampedArray): Uint8ClampedArray {
  const counts = new Float64Array(256)
  for (let at = 0; at < pixels.length; at += 4) {
    const tone = ((pixels[at] ?? 0) * 77 + (pixels[at + 1] ?? 0) * 151 + (pixels[at + 2] ?? 0) * 28) >> 8
    counts[tone] = (counts[tone] ?? 0) + 4 / pixels.length
  }
  let sum = 0
  let low = 0
  let high = 255
  counts.forEach((count, tone) => {
    if (sum < 0.01 && sum + count >= 0.01) low = tone
    if (sum < 0.985 && sum + count >= 0.985) high = tone
    sum += count
  })
  // Limited, so that a night scene stays dark.
  const factor = Math.min(1.45, 225 / Math.max(60, high - low))
  return Uint8ClampedArray.from({ length: 256 }, (_, tone) => (tone - low) * factor + Math.min(low, 14))
}

type Colour = readonly [number, number, number]

/** The two colours of a palette that come closest to a colour when dithered. */
function mixOf(palette: readonly Colour[], red: number, green: number, blue: number): [best: number, next: number, share: number] {
  const off = (colour: Colour) => (colour[0] - red) ** 2 * 0.3 + (colour[1] - green) ** 2 * 0.59 + (colour[2] - blue) ** 2 * 0.11
  let best = 0
  for (let index = 1; index < palette.length; index += 1)
    if (off(palette[index] ?? [0, 0, 0]) < off(palette[best] ?? [0, 0, 0])) best = index
  const from = palette[best] ?? [0, 0, 0]
  let next = best
  let towards = 0
  let least = off(from)
  palette.forEach((colour, index) => {
    const dx = colour[0] - from[0]
    const dy = colour[1] - from[1]
    const dz = colour[2] - from[2]
    const length = dx * dx + dy * dy + dz * dz
    // A dither of very different colours is coarse and hurts the eye.
    if (index === best || length > 9_500) return
    const along = Math.max(0, Math.min(0.5, ((red - from[0]) * dx + (green - from[1]) * dy + (blue - from[2]) * dz) / length))
    const mixed = off([from[0] + dx * along, from[1] + dy * along, from[2] + dz * along]) + length * 0.012
    if (mixed >= least) return
    least = mixed
    next = index
    towards = along
  })
  return [best, next, towards]
}
