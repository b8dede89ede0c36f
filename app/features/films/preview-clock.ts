import { useSyncExternalStore } from 'react'

/** The place of a preview. One for a film's page, so that the list and the picture agree, and only what shows the time follows it. */
export class PreviewClock {
  seconds = 0
  isPlaying = false
  total = 0
  #listeners = new Set<() => void>()
  #frame = 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #notify() {
    for (const listener of this.#listeners) listener()
  }

  /** Sets the length of the film, which changes with its shots. */
  setTotal(total: number): void {
    this.total = total
    if (this.seconds > total) this.seek(total)
  }

  seek(seconds: number): void {
    this.seconds = Math.min(Math.max(0, seconds), this.total)
    if (this.isPlaying) this.play()
    else this.#notify()
  }

  /** Plays from a place; from the start, if the film has ended. */
  play(from = this.seconds): void {
    cancelAnimationFrame(this.#frame)
    const start = from >= this.total ? 0 : from
    const began = performance.now()
    this.seconds = start
    this.isPlaying = this.total > 0
    const tick = () => {
      this.seconds = Math.min(this.total, start + (performance.now() - began) / 1_000)
      if (this.seconds < this.total) this.#frame = requestAnimationFrame(tick)
      else this.isPlaying = false
      this.#notify()
    }
    if (this.isPlaying) this.#frame = requestAnimationFrame(tick)
    this.#notify()
  }

  pause(): void {
    cancelAnimationFrame(this.#frame)
    this.isPlaying = false
    this.#notify()
  }
}

/** Reads the clock; renders again only when what is read changes. */
export const useClock = <Value extends string | number | boolean | undefined>(
  clock: PreviewClock,
  read: (clock: PreviewClock) => Value,
): Value =>
  useSyncExternalStore(
    clock.subscribe,
    () => read(clock),
    () => read(clock),
  )
