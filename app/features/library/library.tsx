import { Trans, useLingui } from '@lingui/react/macro'
import { memo, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { usePrefetch } from '#app/shell/boot/use-prefetch.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { thrownFailure } from '#app/shell/calls/settle.ts'
import { collectionsQuery, librarySummaryQuery } from '#app/shell/data/library.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { useWorks } from '#app/shell/data/works.ts'
import { useTrash } from '#app/runs/use-trash.ts'
import { AutoMore } from '#app/ui/lists/auto-more.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { HiddenFromBots } from '#app/ui/page/hidden-from-bots.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Grid } from './grid.tsx'
import { countSheetFilters, isFiltered, libraryFilter, type SearchProps } from './library-search.ts'
import { loadPlaceActions, PlaceHead } from './place-head.tsx'
import { useSelection } from './use-selection.ts'

/** Lazy-loaded, because most places have results. */
const Nothing = lazyPart(async () => (await import('./no-results.tsx')).Nothing)

// Lazy-loaded, because each is rarely opened.
const AddToCollection = lazyPart(async () => (await import('#app/runs/collections-menu.tsx')).AddToCollection)
const loadTileMenu = () => import('./tile-menu.tsx')
const TileMenu = lazyPart(async () => (await loadTileMenu()).TileMenu)
const loadChips = () => import('./filter-chips.tsx')
const FilterChips = lazyPart(async () => (await loadChips()).FilterChips, <div className="mb-3 h-9 pointer-coarse:h-11" />)
const SelectionBar = lazyPart(async () => (await import('./selection-bar.tsx')).SelectionBar)

const ahead = [loadTileMenu, loadChips, loadPlaceActions]

/** The library of all works: browse, search, sort, delete. */
export const Library = memo(function Library(props: SearchProps) {
  const { search, onSearchChange } = props
  const { t } = useLingui()
  const section = useRef<HTMLElement>(null)
  const filter = libraryFilter(search)
  const list = useWorks(filter)
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage, refetch } = list
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  const selection = useSelection(props)
  const { trash, purge } = useTrash()
  const [menu, setMenu] = useState<{ id: string; button: HTMLElement } | null>(null)
  const [sorting, setSorting] = useState<readonly string[] | null>(null)
  const [pointed, setPointed] = useState(false)
  if (menu && !pointed) setPointed(true)
  const [sorted, setSorted] = useState(false)
  if (sorting && !sorted) setSorted(true)
  const [purging, setPurging] = useState<readonly string[] | null>(null)
  const chosen = items.find(({ id }) => id === menu?.id)
  const inTrash = search.trash ?? false
  const isNew = useIsNew(search, items.length)
  const askToPurge = (ids: readonly string[]) => setPurging(ids)

  usePrefetch(ahead)
  useTopOnChange(section, JSON.stringify(filter))

  return (
    <section ref={section} aria-labelledby="library" className={`scroll-mt-20 ${selection.active ? 'pb-20' : ''}`}>
      {isNew ? (
        <h2 id="library" className="sr-only">
          <Trans>Library</Trans>
        </h2>
      ) : (
        <>
          <PlaceHead {...props} selection={selection} />
          <FilterBar {...props} selection={selection} />
          {countSheetFilters(search) > 0 && <FilterChips {...props} />}
        </>
      )}
      {data === undefined ? (
        error ? (
          <NotLoaded error={error} onRetry={() => void refetch()} />
        ) : (
          <GridSkeleton />
        )
      ) : items.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <Grid
          items={items}
          search={search}
          selection={selection}
          stale={isPlaceholderData}
          onOpen={(item) => onSearchChange({ item, at: undefined, with: undefined }, { replace: false })}
          onMenu={(index, button) => setMenu({ id: items[index]?.id ?? '', button })}
          onDelete={(index) => {
            const id = items[index]?.id
            if (id !== undefined) void (inTrash ? askToPurge([id]) : trash([id]))
          }}
          onEnd={() => {
            if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData) void fetchNextPage()
          }}
        />
      )}
      {hasNextPage && !isPlaceholderData && (
        <AutoMore label={t`Show older`} busy={isFetchingNextPage} paused={isFetchNextPageError} onMore={() => void fetchNextPage()} />
      )}
      {pointed && (
        <TileMenu
          generation={chosen}
          button={chosen && menu ? menu.button : null}
          onClose={() => setMenu(null)}
          onSort={(id) => setSorting([id])}
          onSelect={(id) => selection.toggle(id)}
          onPurge={(id) => askToPurge([id])}
          collection={search.collection}
        />
      )}
      {sorted && <AddToCollection ids={sorting ?? []} open={sorting !== null} onOpenChange={(open) => open || setSorting(null)} />}
      <ConfirmPurge
        ids={purging}
        onClose={() => setPurging(null)}
        onConfirm={async (ids) => {
          if ((await purge(ids)) && selection.active) selection.end()
        }}
      />
      {selection.active && (
        <SelectionBar
          items={items}
          selection={selection}
          inTrash={inTrash}
          collection={search.collection}
          onSort={() => setSorting(selection.ids)}
          onPurge={() => askToPurge(selection.ids)}
        />
      )}
    </section>
  )
})

/** Whether there is nothing to search, filter or restore. */
function useIsNew(search: SearchProps['search'], shown: number): boolean {
  const summary = useQueryData(librarySummaryQuery())
  const collections = useQueryData(collectionsQuery())
  const isPlace = search.trash || search.collection || isFiltered(search)
  return !isPlace && shown === 0 && summary?.total === 0 && summary.trash === 0 && collections?.length === 0
}

/** Scrolls to the top when the list changes, because the old position has no meaning in another list. */
function useTopOnChange(section: React.RefObject<HTMLElement | null>, key: string) {
  const known = useRef(key)
  const toTop = useEffectEvent(() => {
    const top = section.current?.getBoundingClientRect().top ?? 0
    if (top < 0) section.current?.scrollIntoView({ behavior: 'instant', block: 'start' })
  })
  useEffect(() => {
    if (known.current === key) return
    known.current = key
    toTop()
  }, [key])
}

type ConfirmPurgeProps = { ids: readonly string[] | null; onClose: () => void; onConfirm: (ids: readonly string[]) => Promise<void> }

function ConfirmPurge({ ids, onClose, onConfirm }: ConfirmPurgeProps) {
  // The content stays while the dialog fades out.
  const [shown, setShown] = useState(ids)
  if (ids && ids !== shown) setShown(ids)
  const count = shown?.length ?? 0
  return (
    <ConfirmDialog
      open={ids !== null}
      onOpenChange={(open) => open || onClose()}
      title={count === 1 ? <Trans>Delete it permanently?</Trans> : <Trans>Delete these results permanently?</Trans>}
      description={<Trans>Files and texts will be deleted and can’t be restored.</Trans>}
      confirmLabel={<Trans>Delete permanently</Trans>}
      destructive
      onConfirm={() => onConfirm(shown ?? [])}
    />
  )
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = useFailureMessage()
  return (
    <HiddenFromBots error={error}>
      <div role="alert" className="grid justify-items-start gap-3 px-4 py-6 sm:px-6">
        <p className="text-ink-soft">{words(thrownFailure(error))}</p>
        <Button variant="secondary" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </HiddenFromBots>
  )
}

function GridSkeleton() {
  return (
    <div aria-hidden className="mx-4 flex flex-wrap gap-1 sm:mx-6">
      {['w-96', 'w-54', 'w-32', 'w-72', 'w-54', 'w-96'].map((width, index) => (
        <Skeleton key={index} className={`h-28 grow rounded-[4px] sm:h-56 ${width}`} />
      ))}
    </div>
  )
}
