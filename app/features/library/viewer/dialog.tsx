import { Dialog } from '@base-ui/react/dialog'
import { memo, useState } from 'react'
import { afterPaint } from '#app/ui/page/after-paint.ts'
import { Opened, type OpenedProps } from './opened.tsx'

/** Memoized, because it must not change while it fades out. */
const Shown = memo(Opened)

type ViewerDialogProps = OpenedProps & { open: boolean }

export function ViewerDialog({ open, ...shown }: ViewerDialogProps) {
  const [leaving, setLeaving] = useState(false)
  if (leaving && !open) setLeaving(false)

  // The fade starts with the click, and the library behind it updates a frame later.
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
