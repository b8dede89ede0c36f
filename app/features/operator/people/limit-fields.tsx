import { Trans, useLingui } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { TextField } from '#app/ui/controls/field.tsx'
import { readDecimal, readWhole } from '../base/read-number.ts'

const megabytesPerGigabyte = 1_000

/** Limits as typed; an empty field is null. */
export type TypedLimits = { daily: string; runs: string; storage: string }
type Limits = { daily_tokens: number | null; concurrent_runs: number | null; storage_megabytes: number | null }

const typed = (value: number | null) => (value === null ? '' : `${value}`)

export const typedLimits = ({ daily_tokens: daily, concurrent_runs: runs, storage_megabytes: storage }: Limits): TypedLimits => ({
  daily: typed(daily),
  runs: typed(runs),
  storage: typed(storage === null ? null : storage / megabytesPerGigabyte),
})

const readStorage = (value: string): number | undefined => {
  const gigabytes = readDecimal(value)
  return gigabytes === undefined ? undefined : Math.round(gigabytes * megabytesPerGigabyte) || undefined
}

const unlessEmpty = (value: string, read: (value: string) => number | undefined) => (value.trim() === '' ? null : read(value))

/** Returns the limits; undefined while one of them is not a number. */
export function readLimits({ daily, runs, storage }: TypedLimits): Limits | undefined {
  const [tokens, count, megabytes] = [unlessEmpty(daily, readWhole), unlessEmpty(runs, readWhole), unlessEmpty(storage, readStorage)]
  if (tokens === undefined || count === undefined || megabytes === undefined) return undefined
  return { daily_tokens: tokens, concurrent_runs: count, storage_megabytes: megabytes }
}

type LimitFieldsProps = { value: TypedLimits; onChange: (value: TypedLimits) => void; failure: ApiFailure | null }

/** The limits of a group or of one person. */
export function LimitFields({ value, onChange, failure }: LimitFieldsProps) {
  const { t } = useLingui()
  const errorOf = (name: keyof Limits, typedValue: string, read: (value: string) => number | undefined) =>
    failure?.fields?.[name]?.detail ??
    (unlessEmpty(typedValue, read) === undefined ? t`Enter a number above zero, or leave it empty.` : undefined)
  return (
    <>
      <TextField
        label={<Trans>Tokens per day</Trans>}
        inputMode="numeric"
        autoComplete="off"
        value={value.daily}
        onChange={(event) => onChange({ ...value, daily: event.target.value })}
        error={errorOf('daily_tokens', value.daily, readWhole)}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={<Trans>Runs at once</Trans>}
          inputMode="numeric"
          autoComplete="off"
          value={value.runs}
          onChange={(event) => onChange({ ...value, runs: event.target.value })}
          error={errorOf('concurrent_runs', value.runs, readWhole)}
        />
        <TextField
          label={<Trans>Storage, GB</Trans>}
          inputMode="decimal"
          autoComplete="off"
          value={value.storage}
          onChange={(event) => onChange({ ...value, storage: event.target.value })}
          error={errorOf('storage_megabytes', value.storage, readStorage)}
        />
      </div>
    </>
  )
}
