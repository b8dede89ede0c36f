import { useState } from 'react'
import type { ConfirmDialogProps, SheetProps } from './dialog-popups.tsx'
import { lazyPart } from '../page/lazy-part.tsx'

/** Popups are lazy-loaded on first open, or prefetched. */
export const loadDialogs = () => import('./dialog-popups.tsx')
const ConfirmPopup = lazyPart(async () => (await loadDialogs()).ConfirmPopup)
const SheetPopup = lazyPart(async () => (await loadDialogs()).SheetPopup)

/** Whether the dialog has been opened; it stays mounted from then on, so that closing can animate. */
function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened || open
}

/** Confirmation of an irreversible action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!useOpened(props.open)) return null
  return <ConfirmPopup {...props} />
}

/** A few fields or sentences: centered on a desktop, from the bottom on a phone, as tall as its content. */
export function Dialog(props: SheetProps) {
  if (!useOpened(props.open)) return null
  return <SheetPopup {...props} centered />
}

/** Slides in from the bottom on a phone and from the side on a desktop; a swipe in that direction closes it. */
export function Sheet(props: SheetProps) {
  if (!useOpened(props.open)) return null
  return <SheetPopup {...props} />
}
