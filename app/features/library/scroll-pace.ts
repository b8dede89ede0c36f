import { useEffect, useState } from 'react'

/** Milliseconds without scrolling after which the page is at rest; the next movement is a jump without a speed. */
const standsAfterMs = 120
/** Speed in windows per second above which content is unreadable. */
const fastWindows = 1.5

/** Scroll position, its time in milliseconds, and the speed in pixels per second. */
export type Pace = { y: number; at: number; speed: number }

/** Averages the speed over a few frames, so that one late frame does not count as slow. */
export function paceAfter({ y: lastY, at: lastAt, speed }: Pace, { y, at }: Omit<Pace, 'speed'>): Pace {
  const since = at - lastAt
  const isLeap = speed === 0 && since >= standsAfterMs
  return { y, at, speed: isLeap ? 0 : (speed + (1000 * Math.abs(y - lastY)) / Math.max(1, since)) / 2 }
}

export const isFastFor = (windowHeight: number, { speed }: Pace) => speed > fastWindows * windowHeight

let pace: Pace = { y: 0, at: 0, speed: 0 }
let isFast = false
let settling: ReturnType<typeof setTimeout> | undefined
const waiting = new Set<() => void>()

function onScroll(): void {
  pace = paceAfter(pace, { y: window.scrollY, at: performance.now() })
  isFast = isFastFor(window.innerHeight, pace)
  if (!isFast) tellAll()
  clearTimeout(settling)
  // Checked one frame later, because on a busy page the scroll event arrives late.
  settling = setTimeout(() => requestAnimationFrame(standIfStill), standsAfterMs)
}

function standIfStill(): void {
  if (performance.now() - pace.at >= standsAfterMs) stand()
}

function stand(): void {
  pace = { ...pace, speed: 0 }
  isFast = false
  tellAll()
}

function tellAll(): void {
  for (const notify of waiting) notify()
  waiting.clear()
}

/** Measures the scroll speed while mounted. */
export function useScrollPace(): void {
  useEffect(() => {
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      clearTimeout(settling)
      stand()
    }
  }, [])
}

/** Whether to fetch and render: at once, unless the page is scrolled fast; then as soon as it slows down. Once true, it stays true. */
export function useCalmScroll(): boolean {
  const [wasCalm, setWasCalm] = useState(() => !isFast)
  useEffect(() => {
    if (wasCalm) return undefined
    const notify = () => setWasCalm(true)
    // The speed may have dropped since the render.
    if (isFast) waiting.add(notify)
    else notify()
    return () => {
      waiting.delete(notify)
    }
  }, [wasCalm])
  return wasCalm
}
