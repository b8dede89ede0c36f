import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useAhead } from '#app/shell/use-ahead.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { DashboardProps } from './dashboard-page.tsx'
import type { OpenedSearch } from './library-search.ts'

const loadDialog = () => import('./viewer/dialog.tsx')
const ViewerDialog = lazyPart(async () => (await loadDialog()).ViewerDialog)
const ahead = [loadDialog]

/** One work over everything else, addressed by `?item=`. Arrow keys and swipes go through the library as it is filtered. */
export function Viewer({ search, opened, onSearchChange }: DashboardProps & { opened: OpenedSearch }) {
  const open = opened.item !== undefined
  const close = useClose(onSearchChange)
  // What was open stays while the dialog fades out.
  const [shown, setShown] = useState(opened)
  if (open && opened !== shown) setShown(opened)

  // Fetched when nothing else is to be done, so that the first work opens at once.
  useAhead(ahead, 2_000)

  if (shown.item === undefined) return null
  return <ViewerDialog open={open} id={shown.item} opened={shown} search={search} onSearchChange={onSearchChange} close={close} />
}

/** Back to the feed for whoever came from there; else only what is open is closed. */
function useClose(onSearchChange: DashboardProps['onSearchChange']): () => void {
  const router = useRouter()
  return useCallback(() => {
    if (router.state.location.state.openedFrom) router.history.back()
    else onSearchChange({ item: undefined, at: undefined, with: undefined }, { replace: false })
  }, [router, onSearchChange])
}
