import { type ComponentType, createElement, lazy, memo, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react'

/** Resolves when the browser is online; at once if that is unknown. */
export function whenOnline(): Promise<void> {
  if (typeof navigator === 'undefined' || navigator.onLine !== false) return Promise.resolve()
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
}

let wanted = 0

/** Whether a visible part is being loaded. */
export const isPartWanted = () => wanted > 0

type Fallback<Props> = ReactNode | ((props: Props) => ReactNode)

/** Keeps a part suspended: React shows its fallback, or leaves server-rendered HTML unchanged. */
const never = new Promise<never>(() => {})

/**
 * Creates a part that is loaded when first shown, with `fallback` in its place until then. If loading fails, the fallback or the
 * server-rendered HTML stays, the page keeps working, and Vite's `vite:preloadError` notifies the shell; the next mount tries again.
 * Loading waits for the network, because browsers remember a failed module for the lifetime of the document. The server has loaded the part
 * before the first request, so server-rendered HTML contains it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: Fallback<Props> = null,
): ComponentType<Props> {
  let shared: ComponentType<Props> | null = null
  let fetched: ComponentType<Props> | null = null
  const Standing = (props: Props) => (typeof fallback === 'function' ? fallback(props) : fallback)
  const fetchIt = async () => (fetched = await load())
  if (import.meta.env.SSR) void fetchIt()

  function begin(): ComponentType<Props> {
    return lazy(async () => {
      await whenOnline()
      wanted += 1
      try {
        return { default: await fetchIt() }
      } catch {
        shared = null
        return never
      } finally {
        wanted -= 1
      }
    })
  }
  function Part(props: Props) {
    const [Fetched] = useState(() => fetched ?? (shared ??= begin()))
    // Server-rendered HTML stays until the part is hydrated. If a prop changed synchronously before that, React would replace the HTML with
    // the fallback.
    const later = useDeferredValue(props)
    const given = fetched ? props : later
    return useMemo(() => <Suspense fallback={createElement(Standing, given)}>{createElement(Fetched, given)}</Suspense>, [Fetched, given])
  }
  return memo(Part)
}
