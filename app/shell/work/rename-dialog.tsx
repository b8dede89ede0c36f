import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { Generation } from '#app/contract/generations.ts'
import { Button } from '#app/ui/button.tsx'
import { Sheet } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'

type RenameDialogProps = {
  generation: Generation
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Null takes the name away. True when it is done. */
  onRename: (title: string | null) => Promise<boolean>
}

/** A name of one's own for a work; without one its prompt stands for it. */
export function RenameDialog({ generation, open, onOpenChange, onRename }: RenameDialogProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(generation.title ?? '')
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const done = await onRename(typed.trim() || null)
    setBusy(false)
    if (done) onOpenChange(false)
  }

  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={<Trans>Rename</Trans>}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4 py-2">
        <TextField
          label={t`Name of the work`}
          hint={t`Left empty, its prompt stands for it.`}
          value={typed}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex justify-end">
          <Button type="submit" busy={busy}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
