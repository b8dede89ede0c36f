import { videoSize } from './film/size.ts'
import type { EngineJob } from './protocol.ts'

/** Megabytes that jobs may take together at their peaks, beside what the process has at rest: about 600 in all. */
const capacity = 430
/** A job that takes no more than this never waits for memory, and is not counted. */
export const lightWeight = 80

/** How many megabytes a job takes at its peak, roughly, as measured: mostly pictures, and what an encoder keeps of them. */
export function weightOf(job: EngineJob): number {
  switch (job.model) {
    case 'sketch-video': {
      const { aspect, resolution, format } = job.options
      const { width, height } = videoSize(aspect, resolution)
      return 20 + ((width * height) / 1e6) * (format === 'webm' ? 270 : 140)
    }
    case 'sketch-image':
      return 30 + (Number(job.options.size) ** 2 / 1e6) * 50
    case 'sketch-music':
      return 45 + job.options.duration * 1.3
    case 'sketch-speech':
    case 'sketch-text':
      return lightWeight
  }
}

/** What goes in gets a function to leave by. */
export type Admission = { enter(weight: number, signal: AbortSignal): Promise<() => void> }

type Waiting = { weight: number; admit(): void }

/** Lets jobs in while there is memory for them; the others wait in turn. One that is too large for any room comes in when it is empty. */
export function openAdmission(room = capacity): Admission {
  const queue: Waiting[] = []
  let taken = 0

  function admitNext(): void {
    for (let [next] = queue; next && (taken === 0 || taken + next.weight <= room); [next] = queue) {
      queue.shift()
      next.admit()
    }
  }

  function take(weight: number): () => void {
    taken += weight
    return () => {
      taken -= weight
      // Sums of fractions end beside zero.
      if (taken < 1) taken = 0
      admitNext()
    }
  }

  return {
    async enter(weight, signal) {
      signal.throwIfAborted()
      if (weight <= lightWeight) return () => {}
      if (queue.length === 0 && (taken === 0 || taken + weight <= room)) return take(weight)
      const turn = Promise.withResolvers<() => void>()
      const waiting: Waiting = { weight, admit: () => turn.resolve(take(weight)) }
      const giveUp = () => {
        const at = queue.indexOf(waiting)
        if (at >= 0) queue.splice(at, 1)
        turn.reject(signal.reason)
        admitNext()
      }
      queue.push(waiting)
      signal.addEventListener('abort', giveUp, { once: true })
      try {
        return await turn.promise
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
    },
  }
}
