import { Dialog } from '@base-ui/react/dialog'
import type { DashboardProps } from '../dashboard-page.tsx'
import { Opened } from './opened.tsx'

type ViewerDialogProps = DashboardProps & { id: string; open: boolean; close: () => void }

export function ViewerDialog({ open, close, ...opened }: ViewerDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-40 bg-paper transition-opacity duration-200 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Opened {...opened} close={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
