import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Drawer } from '@base-ui/react/drawer'
import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import { useMediaQuery } from '../page/media-query.ts'

const backdrop =
  'scrim fixed inset-0 z-40 min-h-dvh bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0'
const popup =
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 overflow-y-auto overscroll-contain rounded-sheet border border-line bg-surface p-6 shadow-float transition-[opacity,scale] duration-200 ease-out outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  /** A verb naming the action. */
  confirmLabel: ReactNode
  /** While the returned promise is pending the dialog stays open and busy; it closes when the promise resolves. */
  onConfirm: () => void | Promise<unknown>
  destructive?: boolean | undefined
}

export function ConfirmPopup({ open, onOpenChange, title, description, confirmLabel, onConfirm, destructive = false }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  async function confirm() {
    setBusy(true)
    try {
      await onConfirm()
      onOpenChange(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdrop} />
        <AlertDialog.Popup className={popup}>
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="mt-2 text-ink-soft">
            {description}
          </AlertDialog.Description>
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Close
              render={
                <Button variant="secondary">
                  <Trans>Cancel</Trans>
                </Button>
              }
            />
            <Button variant={destructive ? 'danger' : 'primary'} busy={busy} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children?: ReactNode
}

/** Where a wide window shows a sheet: along its side for what is long, in its middle for a few fields. */
const places = {
  side: {
    viewport: 'md:items-stretch md:justify-end',
    popup:
      'md:max-h-none md:w-[27rem] md:rounded-none md:rounded-l-sheet md:border-r-0 md:border-b md:data-ending-style:[transform:translateX(100%)] md:data-starting-style:[transform:translateX(100%)]',
  },
  middle: {
    viewport: 'md:items-center md:justify-center md:p-6',
    popup:
      'md:max-h-full md:w-[32rem] md:rounded-sheet md:border-b md:transition-[transform,opacity] md:data-ending-style:[transform:scale(0.98)] md:data-ending-style:opacity-0 md:data-starting-style:[transform:scale(0.98)] md:data-starting-style:opacity-0',
  },
}

/** Slides in from the bottom on a phone and from the side on a desktop, or opens in its middle; a swipe in that direction closes it. */
export function SheetPopup({ open, onOpenChange, title, children, centered = false }: SheetProps & { centered?: boolean }) {
  const { t } = useLingui()
  const place = places[centered ? 'middle' : 'side']
  const wide = useMediaQuery('(min-width: 48rem)')
  return (
    <Drawer.Root open={open} onOpenChange={(next) => onOpenChange(next)} swipeDirection={wide && !centered ? 'right' : 'down'}>
      <Drawer.Portal>
        <Drawer.Backdrop className={backdrop} />
        <Drawer.Viewport className={`fixed inset-0 z-50 flex items-end justify-stretch ${place.viewport}`}>
          <Drawer.Popup
            className={`flex max-h-[92dvh] w-full [transform:translate(var(--drawer-swipe-movement-x,0),var(--drawer-swipe-movement-y,0))] flex-col overflow-hidden rounded-t-sheet border border-b-0 border-line bg-surface shadow-float transition-transform duration-220 ease-out outline-none data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:duration-0 ${place.popup}`}
          >
            <div aria-hidden className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line md:hidden" />
            <div className="flex shrink-0 items-center justify-between gap-4 px-5 pt-2 md:px-6 md:pt-4">
              <Drawer.Title className="text-xl">{title}</Drawer.Title>
              <Drawer.Close
                render={
                  <IconButton label={t`Close`} className="-mr-3">
                    <X aria-hidden strokeWidth={1.75} />
                  </IconButton>
                }
              />
            </div>
            <Drawer.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-2 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:px-6 md:pb-6">
              {children}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
