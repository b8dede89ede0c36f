import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { DatePair } from '#app/ui/controls/date-pair.tsx'
import { saveUrl } from '#app/ui/page/save-file.ts'
import { SearchField } from '#app/ui/controls/search-field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { happenings, ledgerFilterOf, type LedgerProps, spans } from './ledger-search.ts'
import { linkLedger } from './tokens.functions.ts'

/** Filters by event, time and text. */
export function LedgerFilter({ search, onSearchChange }: LedgerProps) {
  const { t } = useLingui()
  const [dates, setDates] = useState(Boolean(search.from ?? search.to))
  const names = { spent: t`Spent`, received: t`Received`, returned: t`Returned`, expired: t`Expired`, taken: t`Reversed` }
  const chosen = search.span ? `${search.span}` : dates || search.from || search.to ? 'dates' : 'any'

  function chooseTime(value: string) {
    setDates(value === 'dates')
    onSearchChange({ span: spans.find((days) => `${days}` === value), from: undefined, to: undefined })
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          q={search.q ?? ''}
          onSearch={(q) => onSearchChange({ q: q || undefined })}
          label={t`Search history by title or prompt`}
          placeholder={t`Title or prompt`}
          className="basis-full sm:basis-56 [&>input]:min-h-11"
        />
        <Select
          label={t`Type`}
          hideLabel
          className="max-sm:flex-1 max-sm:basis-32 sm:w-44"
          value={search.what ?? 'all'}
          onValueChange={(value) => onSearchChange({ what: happenings.find((what) => what === value) })}
          items={[{ value: 'all', label: t`All types` }, ...happenings.map((value) => ({ value, label: names[value] }))]}
        />
        <Select
          label={t`When`}
          hideLabel
          className="max-sm:flex-1 max-sm:basis-32 sm:w-44"
          value={chosen}
          onValueChange={chooseTime}
          items={[
            { value: 'any', label: t`Any time` },
            ...spans.map((days) => ({
              value: `${days}`,
              label:
                days === 365 ? t({ message: 'A year', context: 'length of time' }) : t`${plural(days, { one: '# day', other: '# days' })}`,
            })),
            { value: 'dates', label: t`Date range` },
          ]}
        />
      </div>
      {chosen === 'dates' && <DatePair from={search.from} to={search.to} onChange={onSearchChange} className="max-w-md" />}
    </div>
  )
}

export function Export({ search }: Pick<LedgerProps, 'search'>) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    const result = await settle(linkLedger({ data: ledgerFilterOf(search) }))
    setBusy(false)
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    return saveUrl(result.data.url)
  }
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={() => void save()} aria-label={t`Download history as CSV`}>
      <Download aria-hidden className="size-4" strokeWidth={1.75} />
      CSV
    </Button>
  )
}
