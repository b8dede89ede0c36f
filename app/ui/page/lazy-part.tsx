import { useHydrated } from '@tanstack/react-router'
import {
  type ComponentType,
  createElement,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'

/** Resolves when the browser is online; at once if that is unknown. */
export function whenOnline(): Promise<void> {
  if (typeof navigator === 'undefined' || navigator.onLine !== false) return Promise.resolve()
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
}

let wanted = 0

/** Whether something is being loaded that a person waits for, so that its loss is no failed prefetch. */
export const isPartWanted = () => wanted > 0

/** Loads something that a person waits for. */
export async function loadWanted<Value>(load: () => Promise<Value>): Promise<Value> {
  wanted += 1
  try {
    return await load()
  } finally {
    wanted -= 1
  }
}

type Fallback<Props> = ReactNode | ((props: Props) => ReactNode)

/** Reports that the boundary around it is hydrated. */
function Arrival({ onArrive }: { onArrive: (isHere: boolean) => void }) {
  useLayoutEffect(() => onArrive(true), [onArrive])
  return null
}

/** Keeps a part suspended: React shows its fallback, or leaves server-rendered HTML unchanged. */
const never = new Promise<never>(() => {})

/**
 * A part that is loaded when first shown, with `fallback` in its place until then. If loading fails the fallback or the server-rendered
 * HTML stays, the page keeps working, and Vite's `vite:preloadError` notifies the shell; the next mount tries again. Loading waits for the
 * network, because browsers remember a failed module for the lifetime of the document. The server has loaded the part before the first
 * request, so server-rendered HTML contains it.
 * With `after`, server-rendered HTML stays until then, until its props change, or not at all if they are `urgent`; a part that is shown
 * later is loaded at once.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: Fallback<Props> = null,
  { after, urgent }: { after?: Promise<void>; urgent?: (props: Props) => boolean } = {},
): ComponentType<Props> {
  let shared: ComponentType<Props> | null = null
  let fetched: ComponentType<Props> | null = null
  const Standing = (props: Props) => (typeof fallback === 'function' ? fallback(props) : fallback)
  const fetchIt = async () => (fetched = await load())
  const hurried = Promise.withResolvers<void>()
  if (import.meta.env.SSR) void fetchIt()

  function begin(): ComponentType<Props> {
    return lazy(async () => {
      if (after) await Promise.race([after, hurried.promise])
      await whenOnline()
      try {
        return { default: await loadWanted(fetchIt) }
      } catch {
        shared = null
        return never
      }
    })
  }
  function Part(props: Props) {
    const [Fetched] = useState(() => fetched ?? (shared ??= begin()))
    const hydrated = useHydrated()
    const [isServerRendered] = useState(!hydrated && !fetched)
    const [isShown, setShown] = useState(!isServerRendered)
    // Server-rendered HTML stays until the part is hydrated. If its props changed before that, React would replace it with the fallback, so
    // it gets the first ones until then.
    const [first] = useState(props)
    const later = useDeferredValue(props)
    const isHurried = !isServerRendered || props !== first || (urgent?.(props) ?? false)
    useEffect(() => {
      if (isHurried) hurried.resolve()
    }, [isHurried])
    const given = isShown ? (fetched ? props : later) : first
    return useMemo(
      () => (
        <Suspense fallback={createElement(Standing, given)}>
          {createElement(Fetched, given)}
          {isServerRendered && <Arrival onArrive={setShown} />}
        </Suspense>
      ),
      [Fetched, given, isServerRendered],
    )
  }
  return memo(Part)
}
