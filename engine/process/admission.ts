import { videoSize } from '../film/size.ts'
import type { EngineJob } from '../protocol/options.ts'

/** Megabytes that all jobs may take at their peaks, in addition to the idle process: about 600 in all. */
const capacity = 430
/** A job of at most this weight never waits for memory and is not counted. */
export const lightWeight = 80

/** The measured peak memory of a job in megabytes, roughly: mostly pictures and the encoder's buffers. */
export function weightOf(job: EngineJob): number {
  switch (job.model) {
    case 'sketch-video': {
      const { aspect, resolution, format } = job.options
      const { width, height } = videoSize(aspect, resolution)
      // The scene is up to a third larger than the frame.
      return 20 + ((width * height) / 1e6) * (format === 'webm' ? 285 : 155)
    }
    case 'sketch-image':
      return 30 + (Number(job.options.size) ** 2 / 1e6) * 50
    case 'sketch-music':
      return 45 + job.options.duration * 1.3
    case 'sketch-join':
    case 'sketch-film':
      // The sizes of the films are not known yet: Full HD, two decoders, and two sounds of two minutes.
      return 400
    case 'sketch-speech':
    case 'sketch-text':
      return lightWeight
  }
}

/** Resolves to a function that releases the place. */
export type Admission = { enter(weight: number, signal: AbortSignal): Promise<() => void> }

type Waiting = { weight: number; admit(): void }

/** Admits jobs while there is memory; the others wait in order. A job larger than the capacity runs alone. */
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
      // Rounding leaves sums of fractions slightly off zero.
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
