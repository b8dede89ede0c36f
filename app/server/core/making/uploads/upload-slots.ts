import { maxInputs } from '#app/contract/base/values.ts'
import { Problem } from '../../problem.ts'

/**
 * Limits the parallel uploads of one person to the number of inputs of a run: each may fill the disk before its size counts toward the
 * quota.
 */
export type UploadSlots = {
  /** Takes a slot; throws `too_many_attempts` if none is free. */
  take(userId: string): Disposable
}

export function openUploadSlots(): UploadSlots {
  const taken = new Map<string, number>()
  return {
    take(userId) {
      const count = taken.get(userId) ?? 0
      if (count >= maxInputs) throw new Problem('too_many_attempts', { retryAfter: 10 })
      taken.set(userId, count + 1)
      return {
        [Symbol.dispose]() {
          const left = (taken.get(userId) ?? 1) - 1
          if (left > 0) taken.set(userId, left)
          else taken.delete(userId)
        },
      }
    },
  }
}
