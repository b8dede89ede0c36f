import { Trans, useLingui } from '@lingui/react/macro'
import { Heart, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { prefetch } from '#app/shell/boot/chunk-reload.ts'
import { firstTouch } from '#app/shell/boot/first-touch.ts'
import { kinds, useKindNames } from '#app/shell/media/kinds.tsx'
import { afterPaint } from '#app/ui/page/after-paint.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { SearchField } from '#app/ui/controls/search-field.tsx'
import { FilterSheet, loadFilterFields } from './filter-sheet.tsx'
import { countSheetFilters, type SearchProps } from './library-search.ts'
import { ChooseButton, TrashButton } from './place-head.tsx'
import type { Selection } from './use-selection.ts'

const chip =
  'inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-control px-3 text-sm font-medium text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink aria-pressed:bg-ink aria-pressed:text-paper pointer-coarse:min-h-11'

/** Its links work as the server rendered them. */
const CollectionStrip = lazyPart(async () => (await import('./collection-strip.tsx')).CollectionStrip, <div className="h-9 w-32" />, {
  after: firstTouch,
})

type FilterBarProps = SearchProps & { selection: Selection }

/** One bar above the results: the most used filters and the collections, the search, the other filters in a sheet, and what acts on all. */
export function FilterBar({ selection, ...props }: FilterBarProps) {
  const { search, onSearchChange } = props
  const { t } = useLingui()
  const names = useKindNames()
  const [open, setOpen] = useState(false)
  const { pressed, press } = usePressed(props)
  const more = countSheetFilters(search)
  const isRoot = !search.trash && !search.collection
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 px-4 sm:px-6 md:flex-nowrap">
      <div className="relative -mx-1 flex min-w-0 flex-1 gap-0.5 overflow-x-auto px-1 py-1 [scrollbar-width:none] max-md:order-last max-md:basis-full">
        <div className="flex gap-0.5" role="group" aria-label={t`Media type`}>
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
        {!search.trash && <CollectionStrip {...props} />}
      </div>
      <div className="ml-auto flex min-w-0 shrink-0 items-center gap-1 max-md:w-full">
        <SearchField
          q={search.q ?? ''}
          onSearch={(q) => onSearchChange({ q: q || undefined, select: undefined }, { replace: true })}
          label={t`Search titles, prompts and texts`}
          placeholder={t`Search`}
          className="md:w-56 md:flex-none"
        />
        <button
          type="button"
          aria-haspopup="dialog"
          title={t`Filters`}
          onClick={() => setOpen(true)}
          onPointerEnter={() => void prefetch(loadFilterFields)}
          onFocus={() => void prefetch(loadFilterFields)}
          className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-control px-2 transition-colors hover:bg-ink/6"
        >
          <SlidersHorizontal aria-hidden className="size-5" strokeWidth={1.75} />
          <span className="sr-only">
            <Trans>Filters</Trans>
          </span>
          {more > 0 && <span className="tabular grid size-5 place-items-center rounded-full bg-ink text-xs text-paper">{more}</span>}
        </button>
        {isRoot && (
          <>
            <ChooseButton selection={selection} />
            <TrashButton onSearchChange={onSearchChange} />
          </>
        )}
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
