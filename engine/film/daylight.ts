import { smoothstep } from '../scene/noise.ts'
import type { TimeOfDay } from '../understanding/understanding.ts'

const day: readonly TimeOfDay[] = ['dawn', 'day', 'dusk', 'night']
/** Share of the film at each end that shows only one light. */
const rest = 0.1

/** Returns the lights of a film in order of time, so that a sunset lies between day and night; empty when the light does not change. */
export function lightsBetween(from: TimeOfDay | null, to: TimeOfDay | null): TimeOfDay[] {
  if (!to) return []
  const start = from ?? (to === 'day' ? 'night' : 'day')
  if (start === to) return []
  const first = day.indexOf(start)
  const steps = (day.indexOf(to) - first + day.length) % day.length
  return Array.from({ length: steps + 1 }, (_, step) => day[(first + step) % day.length] ?? to)
}

/** The light at a point of a film with `count` lights: an index, and the opacity of the next light over it, 0..1. */
export function lightAt(count: number, share: number): { index: number; next: number } {
  const position = Math.max(0, Math.min(1, (share - rest) / (1 - 2 * rest))) * (count - 1)
  const index = Math.min(count - 2, Math.floor(position))
  // Each light is shown alone for a moment: such a frame takes half the work, and a sunset is recognized.
  return { index, next: smoothstep(0.12, 0.88, position - index) }
}
