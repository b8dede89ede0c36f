import { Trans, useLingui } from '@lingui/react/macro'
import { Heart, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { prefetch } from '#app/shell/boot/chunk-reload.ts'
import { kinds, useKindNames } from '#app/shell/media/kinds.tsx'
import { afterPaint } from '#app/ui/after-paint.ts'
import { SearchField } from '#app/ui/search-field.tsx'
import { FilterSheet, loadFilterFields } from './filter-sheet.tsx'
import type { SearchProps } from './library-search.ts'

const chip =
  'inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-control px-3 text-sm font-medium text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink aria-pressed:bg-ink aria-pressed:text-paper pointer-coarse:min-h-11'

/** The filters: the most used ones are visible, the others in a sheet. */
export function FilterBar(props: SearchProps) {
  const { search, onSearchChange } = props
  const { t } = useLingui()
  const names = useKindNames()
  const [open, setOpen] = useState(false)
  const { pressed, press } = usePressed(props)
  const more = [search.model, search.status, search.from ?? search.to].filter((value) => value !== undefined).length
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div
        className="-mx-1 flex max-w-full min-w-0 gap-0.5 overflow-x-auto px-1 py-1 [scrollbar-width:none] max-md:order-last max-md:basis-full"
        role="group"
        aria-label={t`Media type`}
      >
        {[undefined, ...kinds].map((kind) => (
          <button key={kind ?? 'all'} type="button" aria-pressed={pressed.kind === kind} onClick={() => press({ kind })} className={chip}>
            {kind ? names[kind] : <Trans>All</Trans>}
          </button>
        ))}
        {!search.trash && (
          <button
            type="button"
            aria-pressed={pressed.favorite ?? false}
            onClick={() => press({ favorite: pressed.favorite ? undefined : true })}
            className={chip}
          >
            <Heart aria-hidden className="size-4" strokeWidth={1.75} />
            <Trans>Favorites</Trans>
          </button>
        )}
      </div>
      <div className="ml-auto flex min-w-0 items-center gap-2 max-md:w-full">
        <SearchField
          q={search.q ?? ''}
          onSearch={(q) => onSearchChange({ q: q || undefined, select: undefined }, { replace: true })}
          label={t`Search titles, prompts and texts`}
          placeholder={t`Search`}
          className="md:w-64 md:flex-none"
        />
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          onPointerEnter={() => void prefetch(loadFilterFields)}
          onFocus={() => void prefetch(loadFilterFields)}
          className="control inline-flex min-h-10 shrink-0 items-center gap-2 px-3 font-medium pointer-coarse:min-h-11"
        >
          <SlidersHorizontal aria-hidden className="size-4.5" strokeWidth={1.75} />
          <Trans>Filters</Trans>
          {more > 0 && <span className="tabular grid size-5 place-items-center rounded-full bg-ink text-xs text-paper">{more}</span>}
        </button>
      </div>
      <FilterSheet {...props} open={open} onOpenChange={setOpen} />
    </div>
  )
}

type Pressed = Pick<SearchProps['search'], 'kind' | 'favorite'>

/** Marks the pressed filter at once, while the grid follows a frame later. */
function usePressed({ search, onSearchChange }: SearchProps) {
  const { kind, favorite } = search
  const [ahead, setAhead] = useState<(Pressed & { of: Pressed }) | null>(null)
  // The address has caught up or changed elsewhere, so it wins.
  if (ahead && (ahead.of.kind !== kind || ahead.of.favorite !== favorite)) setAhead(null)
  const pressed: Pressed = ahead ?? { kind, favorite }
  function press(change: Pressed) {
    const next = { ...pressed, ...change }
    setAhead({ ...next, of: { kind, favorite } })
    afterPaint(() => onSearchChange({ ...next, select: undefined }, { replace: true }))
  }
  return { pressed, press }
}
