import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAhead } from '#app/shell/use-ahead.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { DashboardProps } from './dashboard-page.tsx'

const loadDialog = () => import('./viewer/dialog.tsx')
const ViewerDialog = lazyPart(async () => (await loadDialog()).ViewerDialog)
const ahead = [loadDialog]

/** One work over everything else, addressed by `?item=`. Arrow keys and swipes go through the library as it is filtered. */
export function Viewer({ search, onSearchChange }: DashboardProps) {
  const open = search.item !== undefined
  const close = useClose(onSearchChange)
  // What was open stays while the dialog fades out.
  const [shown, setShown] = useState(search.item)
  if (search.item && search.item !== shown) setShown(search.item)

  // Fetched when nothing else is to be done, so that the first work opens at once.
  useAhead(ahead, 2_000)

  return shown && <ViewerDialog open={open} id={shown} search={search} onSearchChange={onSearchChange} close={close} />
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
