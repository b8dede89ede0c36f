import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { usePrefetch } from '#app/shell/boot/use-prefetch.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { OpenedSearch, SearchProps } from './library-search.ts'

const loadDialog = () => import('./viewer/dialog.tsx')
const ViewerDialog = lazyPart(async () => (await loadDialog()).ViewerDialog)
const ahead = [loadDialog]

/** The viewer of one work over the library, at `?item=`. Arrow keys and swipes follow the filtered library. */
export function Viewer({ search, opened, onSearchChange }: SearchProps & { opened: OpenedSearch }) {
  const open = opened.item !== undefined
  const close = useClose(onSearchChange)
  // The content stays while the dialog fades out.
  const [shown, setShown] = useState(opened)
  if (open && opened !== shown) setShown(opened)

  // Prefetched when idle, so that the first work opens at once.
  usePrefetch(ahead, 2_000)

  if (shown.item === undefined) return null
  return <ViewerDialog open={open} id={shown.item} opened={shown} search={search} onSearchChange={onSearchChange} close={close} />
}

/** Returns to the feed if the work was opened there; otherwise only closes it. */
function useClose(onSearchChange: SearchProps['onSearchChange']): () => void {
  const router = useRouter()
  return useCallback(() => {
    if (router.state.location.state.openedFrom) router.history.back()
    else onSearchChange({ item: undefined, at: undefined, with: undefined }, { replace: false })
  }, [router, onSearchChange])
}
