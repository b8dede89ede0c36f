import { useSyncExternalStore } from 'react'

/** Returns the height of the on-screen keyboard over the page, in pixels; 0 in browsers that shrink the page instead. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(
    subscribe,
    () => {
      const view = window.visualViewport
      // A pinch zoom also reduces the visible height.
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
