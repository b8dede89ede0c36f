import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { longestVoiceName } from '#app/contract/runs/own-voice.ts'
import type { OwnVoice } from '#app/contract/runs/voices.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { renameVoice } from '#app/shell/data/voices.functions.ts'
import { ownVoicesQuery } from '#app/shell/data/voices.queries.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'

const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

export function RenameVoice({ voice: { id, name }, onDone }: { voice: OwnVoice; onDone: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [typed, setTyped] = useState(name)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const result = await settle(renameVoice({ data: { id, name: typed } }))
    setBusy(false)
    if (!result.ok) return setProblem(result.error.fields?.name?.detail ?? failureMessage(result.error))
    await queryClient.invalidateQueries(ownVoicesQuery)
    onDone()
  }
  return (
    <form ref={focusField} onSubmit={(event) => void submit(event)} className="grid gap-3">
      <TextField
        label={t`Name`}
        value={typed}
        maxLength={longestVoiceName}
        autoComplete="off"
        error={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button type="button" variant="secondary" size="sm" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" size="sm" busy={busy} disabled={typed.trim() === ''}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}
