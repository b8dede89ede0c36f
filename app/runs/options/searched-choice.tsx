import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronsUpDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { SampleButton } from './sample-button.tsx'

type SearchedChoiceProps = {
  label: string
  value: string
  onValueChange: (value: string) => void
  items: readonly { value: string; label: string }[]
  /** Maps a value to a sound that previews it. */
  samples?: Record<string, string> | undefined
}

/** A choice among many values, which are found by their names and, for voices, by their languages. */
export function SearchedChoice({ label, value, onValueChange, items, samples }: SearchedChoiceProps) {
  const { t } = useLingui()
  const id = useId()
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLocaleLowerCase()
  const found = items.filter((item) => item.label.toLocaleLowerCase().includes(wanted))
  return (
    <div className="grid min-w-0 gap-1.5">
      <span id={id} className="font-medium">
        {label}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-labelledby={`${id} ${id}-value`}
        onClick={() => setOpen(true)}
        className="control flex min-h-11 w-full items-center justify-between gap-2 px-3.5 py-2 text-left"
      >
        <span id={`${id}-value`} className="min-w-0 truncate">
          {items.find((item) => item.value === value)?.label ?? value}
        </span>
        <ChevronsUpDown aria-hidden className="size-4.5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={label}>
        <div className="grid gap-3 py-2">
          <TextField
            label={t`Search by name or language`}
            type="search"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <p aria-live="polite" className="text-sm text-ink-soft empty:hidden">
            {found.length === 0 && <Trans>No results</Trans>}
          </p>
          <div role="radiogroup" aria-label={label} className="-mx-2 grid">
            {found.map((item) => {
              const sample = samples?.[item.value]
              return (
                <div key={item.value} className="flex items-center">
                  <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 transition-colors hover:bg-ink/6">
                    <input
                      type="radio"
                      name={id}
                      checked={item.value === value}
                      onChange={() => onValueChange(item.value)}
                      onClick={(event) => event.detail > 0 && setOpen(false)}
                      className="size-5 shrink-0 accent-ink"
                    />
                    <span className="min-w-0 wrap-anywhere">{item.label}</span>
                  </label>
                  {sample && <SampleButton src={sample} />}
                </div>
              )
            })}
          </div>
        </div>
      </Dialog>
    </div>
  )
}
