import { useSyncExternalStore } from 'react'

/** What an on-screen keyboard covers of the page's foot, in pixels. Browsers that make the page smaller instead cover nothing. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(
    subscribe,
    () => {
      const view = window.visualViewport
      // Somebody who has zoomed in sees less as well, but for another reason.
      if (!view || view.scale > 1.01) return 0
      return Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop))
    },
    () => 0,
  )
}

function subscribe(onChange: () => void) {
  const view = window.visualViewport
  view?.addEventListener('resize', onChange)
  view?.addEventListener('scroll', onChange)
  return () => {
    view?.removeEventListener('resize', onChange)
    view?.removeEventListener('scroll', onChange)
  }
}
