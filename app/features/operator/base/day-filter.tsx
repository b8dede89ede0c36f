import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DatePair } from '#app/ui/controls/date-pair.tsx'
import { Select } from '#app/ui/controls/select.tsx'

type Days = { from?: string | undefined; to?: string | undefined }
type DayFilterProps = { search: Days; onSearchChange: (change: Days) => void; quiet?: boolean; className?: string }

/** Days to choose from, counted back from today. */
const spans = [1, 7, 30] as const
/** The first of the latest days, in UTC as in the API. */
const firstOf = (days: number) => new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)

/** Limits a list to the latest days, or to days of one's own. */
export function DayFilter({ search: { from, to }, onSearchChange, quiet, className }: DayFilterProps) {
  const { t } = useLingui()
  const [own, setOwn] = useState(false)
  const span = to === undefined ? spans.find((days) => firstOf(days) === from) : undefined
  const value = own || (span === undefined && (from ?? to) !== undefined) ? 'own' : String(span ?? 0)
  const names = { 1: t`Today`, 7: t`7 days`, 30: t`30 days` }
  return (
    <>
      <Select
        label={t`Days`}
        hideLabel
        quiet={quiet}
        className={className}
        value={value}
        onValueChange={(next) => {
          setOwn(next === 'own')
          if (next !== 'own') onSearchChange({ from: next === '0' ? undefined : firstOf(Number(next)), to: undefined })
        }}
        items={[
          { value: '0', label: t`Any time` },
          ...spans.map((days) => ({ value: String(days), label: names[days] })),
          { value: 'own', label: t`Custom dates` },
        ]}
      />
      {value === 'own' && <DatePair from={from} to={to} onChange={onSearchChange} className="basis-full sm:max-w-sm" />}
    </>
  )
}
