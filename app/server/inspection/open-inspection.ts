import * as v from 'valibot'
import { type DamagedFile, type LaneLimits, openLane, type RunOptions } from './open-lane.ts'
import { type Answer, answers, laneOf, type TaskName, type Tasks } from './tasks.ts'

export type Inspection = {
  /** Runs a task in a process that has no other. Rejects with an `InspectionError`. */
  run<Name extends TaskName>(task: Name, job: Tasks[Name], options?: RunOptions): Promise<Answer<Name>>
  close(): void
}

type Limits = Record<'quick' | 'long', LaneLimits>

export type InspectionOptions = {
  limits?: { [Name in keyof Limits]?: Partial<Limits[Name]> }
  /** Called when a file has ended a process. */
  onDamaged?(file: DamagedFile): void
}

const megabyte = 1024 * 1024
const usualLimits: Limits = {
  quick: {
    processes: 4,
    spare: 4,
    cpuMs: 20_000,
    wallMs: 60_000,
    stuckMs: 3_000,
    memory: 1_024 * megabyte,
    yieldsAfterMs: 500,
    idleMs: 60_000,
  },
  long: {
    processes: 4,
    spare: 0,
    cpuMs: 15 * 60_000,
    wallMs: 30 * 60_000,
    // A photo of 48 megapixels in HEIC is decoded in one step.
    stuckMs: 20_000,
    memory: 2_560 * megabyte,
    yieldsAfterMs: 2_000,
    idleMs: 10_000,
  },
}

/** Opens the processes in which all files that people and services bring are parsed. */
export function openInspection({ limits = {}, onDamaged }: InspectionOptions = {}): Inspection {
  const lanes = {
    quick: openLane({ ...usualLimits.quick, ...limits.quick }, onDamaged),
    long: openLane({ ...usualLimits.long, ...limits.long }, onDamaged),
  }
  return {
    run: (task, job, options = {}) => lanes[laneOf[task]].run({ task, job, parse: (answer) => v.parse(answers[task], answer) }, options),
    close() {
      lanes.quick.close()
      lanes.long.close()
    },
  }
}
