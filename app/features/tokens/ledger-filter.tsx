import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Download, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFailureWords } from '#app/shell/failure.ts'
import { settle } from '#app/shell/work/settle.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { useToast } from '#app/ui/toast.tsx'
import type { LedgerProps } from './ledger-list.tsx'
import { happenings, ledgerFilterOf, spans } from './ledger-search.ts'
import { linkLedger } from './tokens.functions.ts'

/** What happened, when, and which words; and all that is left of the ledger as a file. */
export function LedgerFilter({ search, onSearchChange }: LedgerProps) {
  const { t } = useLingui()
  const [dates, setDates] = useState(Boolean(search.from ?? search.to))
  const names = { spent: t`Spent`, received: t`Received`, returned: t`Given back`, expired: t`Expired`, taken: t`Taken back` }
  const chosen = search.span ? `${search.span}` : dates || search.from || search.to ? 'dates' : 'any'

  function chooseTime(value: string) {
    setDates(value === 'dates')
    onSearchChange({ span: spans.find((days) => `${days}` === value), from: undefined, to: undefined })
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField q={search.q ?? ''} onSearch={(q) => onSearchChange({ q: q || undefined })} />
        <Select
          label={t`What happened`}
          hideLabel
          className="max-sm:flex-1 max-sm:basis-32 sm:w-44"
          value={search.what ?? 'all'}
          onValueChange={(value) => onSearchChange({ what: happenings.find((what) => what === value) })}
          items={[{ value: 'all', label: t`Everything` }, ...happenings.map((value) => ({ value, label: names[value] }))]}
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
            { value: 'dates', label: t`From day to day` },
          ]}
        />
      </div>
      {chosen === 'dates' && (
        <div className="grid max-w-md grid-cols-2 gap-3">
          <TextField
            type="date"
            label={<Trans>From</Trans>}
            value={search.from ?? ''}
            max={search.to}
            onChange={(event) => onSearchChange({ from: event.target.value || undefined })}
          />
          <TextField
            type="date"
            label={<Trans>To</Trans>}
            value={search.to ?? ''}
            min={search.from}
            onChange={(event) => onSearchChange({ to: event.target.value || undefined })}
          />
        </div>
      )}
    </div>
  )
}

function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(q)
  const [asked, setAsked] = useState(q)
  // The address was changed elsewhere: the filter was taken away, or one went back.
  if (q !== asked) {
    setAsked(q)
    if (q !== typed.trim()) setTyped(q)
  }
  const ask = useEffectEvent(() => {
    setAsked(typed.trim())
    onSearch(typed.trim())
  })
  useEffect(() => {
    if (typed.trim() === q) return
    const timer = setTimeout(() => ask(), 250)
    return () => clearTimeout(timer)
  }, [typed, q])
  return (
    <label className="relative block min-w-0 flex-1 basis-full sm:basis-56">
      <span className="sr-only">{t`Search the history by title or prompt`}</span>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-ink-soft"
        strokeWidth={1.75}
      />
      <input
        type="search"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={t`Title or prompt`}
        className="control min-h-11 w-full py-1.5 pr-3 pl-9.5 text-base pointer-coarse:text-lg"
      />
    </label>
  )
}

export function Export({ search }: Pick<LedgerProps, 'search'>) {
  const { t } = useLingui()
  const toast = useToast()
  const failureWords = useFailureWords()
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    const result = await settle(linkLedger({ data: ledgerFilterOf(search) }))
    setBusy(false)
    if (!result.ok) return toast({ title: failureWords(result.error), tone: 'danger' })
    const link = document.createElement('a')
    link.href = result.data.url
    link.download = ''
    return link.click()
  }
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={() => void save()} aria-label={t`Download the history as CSV`}>
      <Download aria-hidden className="size-4" strokeWidth={1.75} />
      CSV
    </Button>
  )
}
