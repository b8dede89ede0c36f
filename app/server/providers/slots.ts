/** A place at a service, until it is disposed. */
export type Slot = AsyncDisposable & {
  /** Grants no place before the pause that the service requested is over. */
  pause(ms: number): Promise<void>
  /** Gives the place back as if it had never been taken, because no run has started. */
  giveBack(): Promise<void>
}

export type Admission = { slot: Slot } | { waitMs: number }

export type TakeOptions = {
  /** Takes a place in any case, which counts for those that come later. */
  always?: boolean
}

export type Slots = { take(options?: TakeOptions): Promise<Admission> }

export type SlotLimits = {
  concurrent: number
  perMinute: number | null
  /** Whether each process has a service of its own, such as a model on this machine; otherwise all processes share the limits. */
  ofProcess?: true
}

/** Opens the places at a service. */
export type OpenSlots = (service: string, limits: SlotLimits) => Slots

export const minuteMs = 60_000
/**
 * Milliseconds to wait at a full service. Nobody knows when a place becomes free, so this is short enough not to leave it empty for long.
 */
export const fullWaitMs = 1_500

/** The place at something without limits. */
export const unlimited: Slot = {
  pause: () => Promise.resolve(),
  giveBack: () => Promise.resolve(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

/** Limits the runs of one service in this process: concurrently, and started per minute. */
export function openSlots({ concurrent, perMinute }: SlotLimits, now: () => number = () => performance.now()): Slots {
  let taken = 0
  let pausedUntil = Number.NEGATIVE_INFINITY
  let started: number[] = []

  /** Milliseconds until a place may be free; 0 if there is one. */
  function waitAt(at: number): number {
    if (at < pausedUntil) return pausedUntil - at
    if (taken >= concurrent) return fullWaitMs
    if (perMinute === null) return 0
    started = started.filter((time) => at - time < minuteMs)
    const [oldest] = started
    return started.length < perMinute ? 0 : oldest === undefined ? minuteMs : oldest + minuteMs - at
  }

  return {
    async take({ always = false } = {}) {
      const at = now()
      const waitMs = waitAt(at)
      if (waitMs > 0 && !always) return { waitMs }
      if (perMinute !== null) started.push(at)
      taken += 1
      let free = false
      const leave = () => {
        if (!free) taken -= 1
        free = true
      }
      return {
        slot: {
          pause: async (ms) => void (pausedUntil = Math.max(pausedUntil, now() + ms)),
          async giveBack() {
            const index = started.indexOf(at)
            if (!free && index >= 0) started.splice(index, 1)
            leave()
          },
          [Symbol.asyncDispose]: async () => leave(),
        },
      }
    },
  }
}
