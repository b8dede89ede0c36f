import { Dialog } from '@base-ui/react/dialog'
import { memo, useState } from 'react'
import { afterPaint } from '#app/ui/after-paint.ts'
import { Opened, type OpenedProps } from './opened.tsx'

/** Leaving is not its concern: it stays as it is while it fades. */
const Shown = memo(Opened)

type ViewerDialogProps = OpenedProps & { open: boolean }

export function ViewerDialog({ open, ...shown }: ViewerDialogProps) {
  const [leaving, setLeaving] = useState(false)
  if (leaving && !open) setLeaving(false)

  // It begins to fade at the press; the library behind it is told a frame later.
  function leave() {
    if (leaving) return
    setLeaving(true)
    afterPaint(shown.close)
  }
  return (
    <Dialog.Root open={open && !leaving} onOpenChange={(next) => !next && leave()}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-40 bg-paper transition-opacity duration-200 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Shown {...shown} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
