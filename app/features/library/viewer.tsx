import { Dialog } from '@base-ui/react/dialog'
import { useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { DashboardProps } from './dashboard-page.tsx'

const loadOpened = () => import('./viewer/opened.tsx')
const Opened = lazy(async () => ({ default: (await loadOpened()).Opened }))

/** One work over everything else, addressed by `?item=`. Arrow keys and swipes go through the library as it is filtered. */
export function Viewer({ search, onSearchChange }: DashboardProps) {
  const open = search.item !== undefined
  const close = useClose(onSearchChange)
  // What was open stays while the dialog fades out.
  const [shown, setShown] = useState(search.item)
  if (search.item && search.item !== shown) setShown(search.item)

  useEffect(() => {
    // Fetched when nothing else is to be done, so that the first work opens at once.
    const timer = setTimeout(() => void loadOpened().catch(() => undefined), 2_000)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-40 bg-paper transition-opacity duration-200 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Suspense>{shown && <Opened id={shown} search={search} onSearchChange={onSearchChange} close={close} />}</Suspense>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Back to the feed for whoever came from there; else only what is open is closed. */
function useClose(onSearchChange: DashboardProps['onSearchChange']): () => void {
  const router = useRouter()
  const from = useLocation({ select: ({ state }) => state.openedFrom })
  return () => {
    if (from) router.history.back()
    else onSearchChange({ item: undefined, at: undefined, with: undefined }, { replace: false })
  }
}
