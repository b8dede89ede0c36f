import { type ComponentType, createElement, lazy, memo, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react'

/** Resolves as soon as the browser says that it has a network; at once where nobody can tell. */
export function whenOnline(): Promise<void> {
  if (typeof navigator === 'undefined' || navigator.onLine !== false) return Promise.resolve()
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
}

let wanted = 0

/** Whether a part that is to be shown is on its way. */
export const isPartWanted = () => wanted > 0

type Fallback<Props> = ReactNode | ((props: Props) => ReactNode)

/**
 * A part that is fetched when it is first shown; `fallback` stands in its place until then. Where it cannot be fetched its place stays
 * with that, and so does the page around it: Vite's `vite:preloadError` has told the shell. The next one that is shown asks again.
 *
 * It waits for the network before it asks: browsers remember that a module could not be fetched for as long as the document lives.
 * The server has it before the first page is asked for, so that its words and pictures are in the page from the first byte on.
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
        return { default: Standing }
      } finally {
        wanted -= 1
      }
    })
  }
  function Part(props: Props) {
    const [Fetched] = useState(() => fetched ?? (shared ??= begin()))
    // What the server has drawn stands until the part comes to life. Were its properties to change before, and at once, React would
    // put the fallback there instead.
    const later = useDeferredValue(props)
    const given = fetched ? props : later
    const part = useMemo(() => createElement(Fetched, given), [Fetched, given])
    return <Suspense fallback={<Standing {...props} />}>{part}</Suspense>
  }
  return memo(Part)
}
