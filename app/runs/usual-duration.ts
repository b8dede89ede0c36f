import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { runUnits } from '#app/contract/runs/run-units.ts'

/** Milliseconds; shorter runs end before an estimate could be read. */
const shortestMs = 1_000

/** The usual duration of a run in milliseconds, without its time in the queue; null if unknown or not worth mentioning. */
export function usualDuration(
  { type, measured }: Pick<Model, 'type' | 'measured'>,
  { options, prompt }: { options: OptionValues; prompt: string },
): number | null {
  const pace = measured?.run_ms_per_unit
  if (!pace) return null
  const ms = pace * runUnits({ type, options, promptCharacters: [...prompt].length })
  return ms >= shortestMs ? ms : null
}
