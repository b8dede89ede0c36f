import { useLingui } from '@lingui/react/macro'
import { TextField } from './field.tsx'

type DatePairProps = {
  /** Days like `2026-11-22`; undefined if open. */
  from: string | undefined
  to: string | undefined
  /** Receives the changed day; undefined if cleared. */
  onChange: (change: { from: string | undefined } | { to: string | undefined }) => void
  error?: string | undefined
  className?: string
}

/** The first and last day of a period. */
export function DatePair({ from, to, onChange, error, className = '' }: DatePairProps) {
  const { t } = useLingui()
  return (
    <div className={`grid grid-cols-2 gap-3 ${className}`}>
      <TextField
        type="date"
        label={t`From`}
        value={from ?? ''}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.target.value || undefined })}
      />
      <TextField
        type="date"
        label={t`To`}
        value={to ?? ''}
        min={from || undefined}
        error={error}
        onChange={(event) => onChange({ to: event.target.value || undefined })}
      />
    </div>
  )
}
