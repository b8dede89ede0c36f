import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react'

/** Resolves as soon as the browser says that it has a network; at once where nobody can tell. */
export function whenOnline(): Promise<void> {
  if (typeof navigator === 'undefined' || navigator.onLine !== false) return Promise.resolve()
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
}

/**
 * A part that is fetched when it is first shown. One that cannot be fetched is missing, and nothing else: the page around it stays
 * (Vite's `vite:preloadError` has said so, which the shell answers). The next one that is shown asks again.
 *
 * It waits for the network before it asks: browsers remember that a module could not be fetched for as long as the document lives.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let shared: ComponentType<Props> | null = null

  function begin(): ComponentType<Props> {
    return lazy(async () => {
      await whenOnline()
      try {
        return { default: await load() }
      } catch {
        shared = null
        return { default: Missing }
      }
    })
  }
  return function Part(props: Props) {
    const [Fetched] = useState(() => (shared ??= begin()))
    return <Suspense fallback={fallback}>{createElement(Fetched, props)}</Suspense>
  }
}

const Missing = () => null
