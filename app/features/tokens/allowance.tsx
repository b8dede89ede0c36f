import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { milliPerToken } from '#app/contract/money/milli.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { setAllowance } from '#app/shell/data/tools.functions.ts'
import { toolsKey, toolsQuery } from '#app/shell/data/tools.queries.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

/** The tokens that assistants may spend without asking in each new conversation. */
export function DefaultAllowance() {
  const { data } = useQuery(toolsQuery(undefined))
  return (
    <section aria-labelledby="default-allowance" className="grid gap-5">
      <div className="grid gap-1">
        <h2 id="default-allowance" className="text-2xl">
          <Trans>Without asking</Trans>
        </h2>
        <p className="max-w-reading text-ink-soft">
          <Trans>
            An assistant with tools may spend this much in a conversation without asking you, unless you set another number there. With 0 it
            asks before every further step.
          </Trans>
        </p>
      </div>
      {data ? (
        <AllowanceForm key={data.allowance.limit_milli} limit={data.allowance.limit_milli / milliPerToken} />
      ) : (
        <div className="h-32 sm:h-19" />
      )}
    </section>
  )
}

function AllowanceForm({ limit }: { limit: number }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [typed, setTyped] = useState(String(limit))
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const changed = typed.trim() !== String(limit)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!/^\d{1,7}$/.test(typed.trim())) return setProblem(t`Enter a whole number.`)
    setBusy(true)
    const result = await settle(setAllowance({ data: { tokens: Number(typed) } }))
    setBusy(false)
    if (!result.ok) return setProblem(result.error.fields?.tokens?.detail ?? failureMessage(result.error))
    setProblem(undefined)
    toast({ title: t`Saved.` })
    return queryClient.invalidateQueries({ queryKey: toolsKey })
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid max-w-xl items-start gap-4 sm:grid-cols-2">
      <TextField
        label={<Trans>Tokens in each conversation</Trans>}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={problem}
      />
      <Button
        type="submit"
        busy={busy}
        disabled={!changed}
        variant={changed ? 'primary' : 'secondary'}
        className="self-start sm:col-start-1 sm:justify-self-start"
      >
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
