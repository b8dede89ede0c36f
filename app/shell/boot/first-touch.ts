const signs = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel'] as const

/** Resolves with the first pointer, key or touch. Until then the page may have no reader, and nothing is fetched for a next click. */
export const firstTouch: Promise<void> = import.meta.env.SSR
  ? Promise.resolve()
  : new Promise((resolve) => {
      function touched() {
        for (const sign of signs) window.removeEventListener(sign, touched, true)
        resolve()
      }
      for (const sign of signs) window.addEventListener(sign, touched, { capture: true, passive: true })
    })
