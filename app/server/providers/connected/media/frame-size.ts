import type { OptionValues } from '#app/contract/runs/generations.ts'

type Ratio = `${number}:${number}`
type Size = `${number}x${number}`

const ratioPattern = /^(\d{1,2}):(\d{1,2})$/

export function ratioOf({ aspect }: OptionValues): { aspectRatio: Ratio } | undefined {
  const [, width, height] = ratioPattern.exec(String(aspect)) ?? []
  return width && height ? { aspectRatio: `${Number(width)}:${Number(height)}` } : undefined
}

/** Sizes of OpenAI and of services that copy its API. */
export const pictureSizes: Record<string, Size> = { '1:1': '1024x1024', '3:2': '1536x1024', '2:3': '1024x1536' }

/** Sizes of OpenAI's newer models only. */
export const wideSizes: Record<string, Size> = { '16:9': '1536x864', '9:16': '864x1536' }

export function pictureSizeOf({ aspect }: OptionValues): { size: Size } | undefined {
  const size = pictureSizes[String(aspect)] ?? wideSizes[String(aspect)]
  return size && { size }
}

export const seedOf = ({ seed }: OptionValues) => (typeof seed === 'number' ? { seed } : undefined)

/** The duration, which is a string for a model with a choice of lengths. */
export function durationOf({ duration }: OptionValues): { duration: number } | undefined {
  const seconds = Number(duration ?? Number.NaN)
  return Number.isNaN(seconds) ? undefined : { duration: seconds }
}

/** The size of "720p" or "4k" in the requested shape. */
export function frameOf({ resolution, aspect }: OptionValues): { resolution: Size } | undefined {
  const lines = resolution === '4k' ? '2160' : /^(\d{3,4})p$/.exec(String(resolution))?.[1]
  if (!lines) return undefined
  const short = Number(lines)
  const [, width = '16', height = '9'] = ratioPattern.exec(String(aspect)) ?? []
  const [wide, high] = [Number(width), Number(height)]
  const long = Math.round((short * Math.max(wide, high)) / Math.min(wide, high) / 2) * 2
  return { resolution: wide >= high ? `${long}x${short}` : `${short}x${long}` }
}
