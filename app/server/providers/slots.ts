/** A place at a service, until it is disposed. */
export type Slot = Disposable & {
  /** Grants no place before the pause that the service requested is over. */
  pause(ms: number): void
}

export type Admission = { slot: Slot } | { waitMs: number }

export type Slots = { take(): Admission }

export type SlotLimits = { concurrent: number; perMinute: number | null }

const minute = 60_000
/**
 * Milliseconds to wait at a full service. Nobody knows when a place becomes free, so this is short enough not to leave it empty for long.
 */
const fullWaitMs = 1_500

/** Limits the runs of one service in this process: concurrently, and started per minute. */
export function openSlots({ concurrent, perMinute }: SlotLimits, now: () => number = () => performance.now()): Slots {
  let taken = 0
  let pausedUntil = Number.NEGATIVE_INFINITY
  let begun: number[] = []

  return {
    take() {
      const at = now()
      if (at < pausedUntil) return { waitMs: pausedUntil - at }
      if (taken >= concurrent) return { waitMs: fullWaitMs }
      if (perMinute !== null) {
        begun = begun.filter((time) => at - time < minute)
        const [oldest] = begun
        if (begun.length >= perMinute) return { waitMs: oldest === undefined ? minute : oldest + minute - at }
        begun.push(at)
      }
      taken += 1
      let free = false
      return {
        slot: {
          pause: (ms) => void (pausedUntil = Math.max(pausedUntil, now() + ms)),
          [Symbol.dispose]() {
            if (!free) taken -= 1
            free = true
          },
        },
      }
    },
  }
}
