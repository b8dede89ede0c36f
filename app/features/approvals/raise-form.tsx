import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { RaisedBudget, RunRequest } from '#app/contract/runs/run-requests.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'

const fields = { run: 'tokens_per_run', day: 'tokens_per_day', month: 'tokens_per_month' } as const

type RaiseFormProps = {
  request: RunRequest
  busy: boolean
  problem: ApiFailure['fields'] | undefined
  onRaise: (budget: RaisedBudget) => void
}

/** Allows the run, and sets the limit that it would have exceeded for the runs after it. */
export function RaiseForm({ request: { price, exceeded }, busy, problem, onRaise }: RaiseFormProps) {
  const { t } = useLingui()
  const { period, limit, left } = exceeded
  const [typed, setTyped] = useState(String(period === 'run' ? exceeded.price : limit - left + exceeded.price))
  const [invalid, setInvalid] = useState(false)
  const labels = { run: t`New limit of tokens per result`, day: t`New limit of tokens per day`, month: t`New limit of tokens per month` }
  const name = fields[period]

  function submit(event: FormEvent) {
    event.preventDefault()
    const limitTyped = typed.trim() === '' ? null : Number(typed)
    const isWhole = limitTyped === null || (/^\d{1,9}$/.test(typed.trim()) && limitTyped > 0)
    setInvalid(!isWhole)
    if (isWhole && !busy) onRaise({ [name]: limitTyped })
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-sm gap-3">
      <TextField
        label={labels[period]}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        placeholder={t`No limit`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={invalid ? t`Enter a whole number or leave this empty.` : problem?.[`budget.${name}`]?.detail}
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        <Plural value={price} one="Raise and allow · # token" other="Raise and allow · # tokens" />
      </Button>
      <p className="text-sm text-ink-soft">
        <Trans>This is charged now. The new limit holds for what the key does later.</Trans>
      </p>
    </form>
  )
}
