import type { Kind } from '../base/values.ts'
import type { OptionValues } from './generations.ts'

export type MeasuredRun = { type: Kind; options: OptionValues; promptCharacters: number }

/**
 * Returns the size of a run in units that are about proportional to its duration: pixels of an image, pixels of all frames of a video,
 * seconds of music, characters of speech. A text counts as one unit, because it has no such measure.
 */
export function runUnits({ type, options, promptCharacters }: MeasuredRun): number {
  if (type === 'image') return pixelsOf(options) * positive(options.count, 1)
  if (type === 'video') return pixelsOf(options) * positive(Number(options.duration), 5) * positive(Number(options.fps), 24)
  if (type === 'audio') return isByPrompt({ type, options }) ? Math.max(1, promptCharacters) : positive(options.duration, 30)
  return 1
}

/** Whether the duration depends on the length of the prompt. */
export const isByPrompt = ({ type, options }: Pick<MeasuredRun, 'type' | 'options'>): boolean => type === 'audio' && 'voice' in options

const positive = (value: unknown, preset: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : preset

/** Returns the pixels of a frame, from its longer side ("1024") or its lines ("720p"), and its shape. */
function pixelsOf({ aspect, size, resolution }: OptionValues): number {
  const [, width, height] = /^(\d{1,4})[:x](\d{1,4})$/.exec(String(aspect)) ?? []
  const ratio = width && height ? Math.max(Number(width), Number(height)) / Math.max(1, Math.min(Number(width), Number(height))) : 1
  const lines = /^(\d{3,4})p$/.exec(String(resolution))?.[1]
  if (lines) return Number(lines) ** 2 * ratio
  return positive(Number(size), 1024) ** 2 / ratio
}
