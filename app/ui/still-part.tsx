import { useHydrated } from '@tanstack/react-router'

const lookEveryMs = 50
/** A part that never comes to life must not keep the page from its news. */
const atMostMs = 10_000

/**
 * Stands in a part of the page that shows what live news change. React brings such parts to life one after the other, and compares
 * each with what the server has drawn: were the news there first, it would throw the part away and complain.
 */
export function StillPart() {
  return useHydrated() ? null : <template data-still />
}

/** Resolves when the whole page has arrived and no part of it is still what the server has drawn. */
export async function untilAlive(signal: AbortSignal): Promise<void> {
  const latest = performance.now() + atMostMs
  while (!signal.aborted && performance.now() < latest) {
    if (document.readyState !== 'loading' && !document.querySelector('[data-still]')) return
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
