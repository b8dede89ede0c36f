import type { Aspect, EngineOptions } from '../protocol/options.ts'
import type { Size } from '../scene/stage.ts'

type Resolution = EngineOptions['sketch-video']['resolution']

const shortSides: Record<Resolution, number> = { '480p': 480, '720p': 720, '1080p': 1080 }
const proportions: Record<Aspect, readonly [number, number]> = {
  '1:1': [1, 1],
  '4:3': [4, 3],
  '3:4': [3, 4],
  '16:9': [16, 9],
  '9:16': [9, 16],
  '21:9': [21, 9],
}
/** Both sides are even, as the codecs require. */
export function videoSize(aspect: Aspect, resolution: Resolution): Size {
  const [across, down] = proportions[aspect]
  const unit = shortSides[resolution] / Math.min(across, down)
  const even = (value: number) => 2 * Math.round(value / 2)
  return { width: even(across * unit), height: even(down * unit) }
}
