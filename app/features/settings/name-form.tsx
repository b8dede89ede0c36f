import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { updateMe } from '#app/shell/session.functions.ts'
import { sessionQuery } from '#app/shell/session.queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useToast } from '#app/ui/toast.tsx'

/** What is typed stays until it is saved, whatever goes wrong on the way. */
export function NameForm({ name }: { name: string | null }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(name ?? '')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const changed = typed.trim() !== (name ?? '')

  async function save(event: SubmitEvent) {
    event.preventDefault()
    if (busy || !changed) return
    setBusy(true)
    setError(undefined)
    const offline = t`No connection. The name is not saved yet.`
    const result = await updateMe({ data: { name: typed.trim() || null } }).catch(() => null)
    setBusy(false)
    if (!result?.ok) {
      setError(result?.error.fields?.name?.detail || result?.error.detail || offline)
      return
    }
    const user = result.data
    queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, user })
    setTyped(user.name ?? '')
    toast({ title: t`Name saved` })
  }

  return (
    <form onSubmit={(event) => void save(event)} className="grid grid-cols-[minmax(0,1fr)_auto] gap-3" noValidate>
      <TextField
        label={t`Name`}
        name="name"
        autoComplete="name"
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <div className="pt-[1.8125rem]">
        <Button type="submit" variant={changed ? 'primary' : 'secondary'} disabled={!changed} busy={busy}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}
