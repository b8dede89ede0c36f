import { smoothstep } from '../scene/noise.ts'
import type { TimeOfDay } from '../understanding/understanding.ts'

const day: readonly TimeOfDay[] = ['dawn', 'day', 'dusk', 'night']
/** The share of the film that shows the first and the last light unmixed. */
const rest = 0.1

/** The lights a film goes through: forwards in time, so that a sunset lies between day and night. Empty where the light stays. */
export function lightsBetween(from: TimeOfDay | null, to: TimeOfDay | null): TimeOfDay[] {
  if (!to) return []
  const start = from ?? (to === 'day' ? 'night' : 'day')
  if (start === to) return []
  const first = day.indexOf(start)
  const steps = (day.indexOf(to) - first + day.length) % day.length
  return Array.from({ length: steps + 1 }, (_, step) => day[(first + step) % day.length] ?? to)
}

/** Which light a film of `count` lights is in: one, and how much of the next lies over it, 0..1. */
export function lightAt(count: number, share: number): { index: number; next: number } {
  const position = Math.max(0, Math.min(1, (share - rest) / (1 - 2 * rest))) * (count - 1)
  const index = Math.min(count - 2, Math.floor(position))
  // Each light is there alone for a moment: it halves the work there, and a sunset is seen for what it is.
  return { index, next: smoothstep(0.12, 0.88, position - index) }
}
