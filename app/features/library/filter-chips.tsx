import { Trans, useLingui } from '@lingui/react/macro'
import { librarySummaryQuery } from '#app/shell/data/library.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { useFormat, useNow } from '#app/shell/i18n/format.ts'
import { FilterChip } from '#app/ui/controls/filter-chip.tsx'
import { noFilters, type PlaceSearch, type SearchProps } from './library-search.ts'
import { presetOf } from './period.ts'
import { usePresetNames } from './use-preset-names.ts'

type Chip = { key: string; label: string; without: Partial<PlaceSearch> }

/** The active filters of the sheet, of which there is at least one, each with a button that removes it. The bar shows the others. */
export function FilterChips({ search, onSearchChange }: SearchProps) {
  const { t } = useLingui()
  const summary = useQueryData(librarySummaryQuery())
  const period = usePeriodText(search)
  const { model, status } = search
  const chips: Chip[] = [
    ...(model
      ? [{ key: 'model', label: summary?.models.find(({ id }) => id === model)?.name ?? model, without: { model: undefined } }]
      : []),
    ...(status ? [{ key: 'status', label: status === 'failed' ? t`No result` : t`Any outcome`, without: { status: undefined } }] : []),
    ...(period ? [{ key: 'period', label: period, without: { from: undefined, to: undefined } }] : []),
  ]
  const change = (next: Partial<PlaceSearch>) => onSearchChange({ ...next, select: undefined }, { replace: true })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 px-4 sm:px-6">
      <ul aria-label={t`Filters in use`} className="contents">
        {chips.map(({ key, label, without }) => (
          <li key={key} className="max-w-full min-w-0">
            <FilterChip label={label} onRemove={() => change(without)} />
          </li>
        ))}
      </ul>
      {chips.length > 1 && (
        <button type="button" onClick={() => change(noFilters)} className="link min-h-9 px-1 text-sm pointer-coarse:min-h-11">
          <Trans>Clear all</Trans>
        </button>
      )}
    </div>
  )
}

/** A period as text: "7 days", or from one day to another. */
function usePeriodText({ from, to }: PlaceSearch): string | undefined {
  const { t } = useLingui()
  const { date } = useFormat()
  const presetNames = usePresetNames()
  const now = useNow()
  if (!from && !to) return undefined
  // The server does not know the visitor's local date.
  const preset = now === null ? undefined : presetOf({ from, to }, new Date(now))
  if (preset) return presetNames[preset]
  // `to` is exclusive.
  const last = to && date(new Date(new Date(to).getTime() - 1).toISOString())
  if (from && last) return t`${date(from)} – ${last}`
  return from ? t`From ${date(from)}` : t`Until ${last}`
}
