import { useHydrated } from '@tanstack/react-router'

const lookEveryMs = 50
/** Milliseconds after which live updates begin, even if a part never hydrates. */
const atMostMs = 30_000

/**
 * Delays live updates until the page is hydrated. React hydrates parts one after the other and compares each with the server's HTML; an
 * update before that would discard the HTML and log an error.
 */
export function StillPart() {
  return useHydrated() ? null : <template data-still />
}

/** Resolves when the whole page has arrived and all of it is hydrated. */
export async function untilHydrated(signal: AbortSignal): Promise<void> {
  const latest = performance.now() + atMostMs
  while (!signal.aborted && performance.now() < latest) {
    if (document.readyState !== 'loading' && !document.querySelector('[data-still]')) return
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
