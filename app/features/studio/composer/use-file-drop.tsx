import { Trans } from '@lingui/react/macro'
import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { pastedFiles } from './pasted-files.ts'
import type { Composer } from './use-composer.ts'

/** Accepts dropped and pasted files, if the model takes any or `always`. */
export function useFileDrop({ kinds, uploads }: Composer['inputs'], always: boolean) {
  const [over, setOver] = useState(false)
  if (kinds.length === 0 && !always) return { over: false, handlers: {} }
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false)
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        uploads.add([...event.dataTransfer.files])
      },
      onPaste(event: ClipboardEvent) {
        const files = pastedFiles(event.clipboardData)
        if (files.length === 0) return
        event.preventDefault()
        uploads.add(files)
      },
    },
  }
}

/** Covers its positioned parent while files are dragged over it. */
export function DropArea() {
  return (
    <div className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-card border-2 border-dashed border-kind bg-paper/85 text-lg font-medium">
      <Trans>Drop it here</Trans>
    </div>
  )
}
