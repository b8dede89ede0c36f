import { afterPaint } from '#app/ui/page/after-paint.ts'

declare global {
  interface Window {
    /** Set by the script in the head when the page is used before this module has loaded. */
    isTouched?: boolean
  }
}

/** Includes what assistive technology causes without a pointer or key. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel', 'click', 'input'] as const

type Moved = Event & Partial<Pick<PointerEvent, 'movementX' | 'movementY'>>

/**
 * Resolves with the first pointer, key or touch, once the page has been painted after it: a phone's first touch is a press. Until then the
 * page may have no reader, and nothing is fetched for a next click.
 */
export const firstTouch: Promise<void> = import.meta.env.SSR
  ? Promise.resolve()
  : new Promise((resolve) => {
      if (window.isTouched) {
        resolve()
        return
      }
      function touched({ type, movementX, movementY }: Moved) {
        // Chromium reports a movement of nothing when a page is laid out under a mouse at rest.
        if (type === 'pointermove' && movementX === 0 && movementY === 0) return
        for (const sign of signs) window.removeEventListener(sign, touched, true)
        afterPaint(resolve)
      }
      for (const sign of signs) window.addEventListener(sign, touched, { capture: true, passive: true })
    })
