import { useState } from 'react'
import type { ConfirmDialogProps, SheetProps } from './dialog-popups.tsx'
import { lazyPart } from './lazy-part.tsx'

/** What floats comes with the first thing that is opened, or is fetched ahead of it: no page needs it to be seen. */
export const loadDialogs = () => import('./dialog-popups.tsx')
const ConfirmPopup = lazyPart(async () => (await loadDialogs()).ConfirmPopup)
const SheetPopup = lazyPart(async () => (await loadDialogs()).SheetPopup)

/** Stays once it has been open, so that it can be seen to close. */
function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened || open
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!useOpened(props.open)) return null
  return <ConfirmPopup {...props} />
}

/** From the bottom on a phone, from the side on a desktop; a swipe that way closes it. */
export function Sheet(props: SheetProps) {
  if (!useOpened(props.open)) return null
  return <SheetPopup {...props} />
}
