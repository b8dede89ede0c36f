import { useEffect, useState } from 'react'

/** A page that has not moved for so long stands; what moves it then is one leap, which is no pace. */
const standsAfterMs = 120
/** Faster than so many windows a second nobody sees more than colours go by. */
const fastWindows = 1.5

/** Where a page is, when it came there (in milliseconds), and how fast: in pixels a second. */
export type Pace = { y: number; at: number; speed: number }

/** The mean of a few frames: one that is late does not make the page slow. */
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
  // A frame later: in a page that is busy, the news of where it is comes after the time is over.
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
  for (const tell of waiting) tell()
  waiting.clear()
}

/** Watches how fast the page is scrolled, for as long as the component is there. */
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

/**
 * Whether it is time for something to be fetched and drawn: at once, unless the page flies by as the component comes into it; then as
 * soon as the page has slowed down. Never taken back.
 */
export function useCalmScroll(): boolean {
  const [wasCalm, setWasCalm] = useState(() => !isFast)
  useEffect(() => {
    if (wasCalm) return undefined
    const tell = () => setWasCalm(true)
    // It may have slowed down since it was drawn.
    if (isFast) waiting.add(tell)
    else tell()
    return () => {
      waiting.delete(tell)
    }
  }, [wasCalm])
  return wasCalm
}
