import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { Limits } from '#app/contract/money/tokens.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { quoteKey } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { ProgressBar } from '#app/ui/page/progress-bar.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { setLimits } from './tokens.functions.ts'
import { limitsQuery } from './tokens.queries.ts'

const written = (limit: number | null) => (limit === null ? '' : String(limit))
/** Parses a limit. Null: no limit. Undefined: not a whole number; thousands may be separated in any way. */
function readLimit(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  return /^\d{1,3}(?:[\s,.]\d{3})+$|^\d{1,12}$/.test(typed.trim()) ? Number(typed.replaceAll(/\D/g, '')) : undefined
}

/** The person's own spending limits, enforced by the API. */
export function OwnLimits({ limits }: { limits: Limits }) {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [run, setRun] = useState(written(limits.per_run))
  const [day, setDay] = useState(written(limits.per_day))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [invalid, setInvalid] = useState<{ run: boolean; day: boolean }>({ run: false, day: false })

  const perRun = readLimit(run)
  const perDay = readLimit(day)
  const changed = perRun !== limits.per_run || perDay !== limits.per_day
  const wrong = t`Enter a whole number or leave this empty.`

  async function save(event: FormEvent) {
    event.preventDefault()
    setInvalid({ run: perRun === undefined, day: perDay === undefined })
    if (busy || perRun === undefined || perDay === undefined) return
    setBusy(true)
    setFailure(null)
    const result = await settle(setLimits({ data: { per_run: perRun, per_day: perDay } }))
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    queryClient.setQueryData(limitsQuery.queryKey, result.data)
    // Prices in the studio show whether they exceed the limits.
    void queryClient.invalidateQueries({ queryKey: quoteKey })
    setRun(written(result.data.per_run))
    setDay(written(result.data.per_day))
    return toast({ title: t`Limits saved` })
  }

  return (
    <section aria-labelledby="own-limits" className="grid gap-5">
      <div className="grid gap-1">
        <h2 id="own-limits" className="text-2xl">
          <Trans>Your limits</Trans>
        </h2>
        <p className="max-w-reading text-ink-soft">
          <Trans>Anything that costs more won’t start. Leave this empty for no limit.</Trans>
        </p>
      </div>
      <Today limits={limits} />
      <form noValidate onSubmit={(event) => void save(event)} className="grid max-w-xl items-start gap-4 sm:grid-cols-2">
        <TextField
          label={<Trans>Tokens per result</Trans>}
          inputMode="numeric"
          autoComplete="off"
          value={run}
          placeholder={t`No limit`}
          onChange={(event) => setRun(event.target.value)}
          error={(invalid.run && perRun === undefined ? wrong : undefined) ?? failure?.fields?.per_run?.detail}
        />
        <TextField
          label={<Trans>Tokens per day</Trans>}
          inputMode="numeric"
          autoComplete="off"
          value={day}
          placeholder={t`No limit`}
          onChange={(event) => setDay(event.target.value)}
          error={(invalid.day && perDay === undefined ? wrong : undefined) ?? failure?.fields?.per_day?.detail}
        />
        <div role="alert" className="text-danger empty:hidden sm:col-span-2">
          {failure && !failure.fields && failureMessage(failure)}
        </div>
        <Button type="submit" busy={busy} disabled={!changed} variant={changed ? 'primary' : 'secondary'} className="sm:justify-self-start">
          <Trans>Save limits</Trans>
        </Button>
      </form>
    </section>
  )
}

/** Shows how much of today's limit is used, and when it resets. */
function Today({ limits: { per_day: perDay, spent_today: spent, day_ends_at: endsAt } }: { limits: Limits }) {
  const { t } = useLingui()
  const format = useFormat()
  if (perDay === null) return null
  const used = format.number(spent)
  return (
    <div className="grid max-w-xl gap-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          <Trans>
            Today: {used} of {format.number(perDay)}
          </Trans>
        </span>
        <span className="text-ink-soft">
          <Trans>
            resets at <time dateTime={endsAt}>{format.time(endsAt)}</time>
          </Trans>
        </span>
      </p>
      <ProgressBar label={t`Daily limit used`} value={Math.min(1, spent / perDay)} />
    </div>
  )
}
