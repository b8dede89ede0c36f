import { createCanvas } from '@napi-rs/canvas'
import type { Pixels } from './picture.ts'

/** Longer side in pixels: scaled up and blurred, it shows where the sky ends and what is in front of it. */
const longest = 40
/** Samples per side for each pixel, spread over its area; reading all pixels would take as long as painting. */
const samples = 3
const maxLength = 2_000
const qualities = [70, 40]

/** Encodes pixels as a tiny WebP in a `data:` URL; null in the unlikely case that it is too long. */
export function encodePreview(pixels: Pixels): string | null {
  const { width, height, rgba } = shrink(pixels)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  image.data.set(rgba)
  context.putImageData(image, 0, 0)
  for (const quality of qualities) {
    const url = canvas.toDataURL('image/webp', quality / 100)
    if (url.length <= maxLength) return url
  }
  return null
}

function shrink({ width, height, rgba }: Pixels): Pixels {
  const scale = Math.min(1, longest / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height)
  const small = new Uint8Array(size.width * size.height * 4)
  const stepX = width / size.width / samples
  const stepY = height / size.height / samples
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      let red = 0
      let green = 0
      let blue = 0
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const fromX = Math.floor((x * samples + (sample % samples) + 0.5) * stepX)
        const fromY = Math.floor((y * samples + Math.floor(sample / samples) + 0.5) * stepY)
        const pixel = pixels[fromY * width + fromX] ?? 0
        red += pixel & 255
        green += (pixel >> 8) & 255
        blue += (pixel >> 16) & 255
      }
      const at = (y * size.width + x) * 4
      const count = samples * samples
      small[at] = red / count
      small[at + 1] = green / count
      small[at + 2] = blue / count
      small[at + 3] = 255
    }
  }
  return { ...size, rgba: small }
}
