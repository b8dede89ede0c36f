import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { TextField } from '#app/ui/controls/field.tsx'

type RenameDialogProps = {
  generation: Generation
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Null removes the name. Resolves to true on success. */
  onRename: (title: string | null) => Promise<boolean>
}

/** Names a work; without a name its prompt is used. */
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
    <Dialog open={open} onOpenChange={onOpenChange} title={<Trans>Rename</Trans>}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4 py-2">
        <TextField
          label={t`Result name`}
          hint={t`If you leave this empty, the prompt is shown.`}
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
    </Dialog>
  )
}
