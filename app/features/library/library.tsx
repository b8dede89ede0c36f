import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Heart, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { generationsInfiniteQuery } from '#app/shell/generations.queries.ts'
import { kindPaths, kinds, useKindNames } from '#app/shell/kinds.tsx'
import { AutoMore } from '#app/ui/auto-more.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import type { DashboardProps } from './dashboard-page.tsx'
import { libraryFilter } from './library-search.ts'
import { Tile } from './tile.tsx'

/** Everything that was made, in rows of equal height with every work at its true ratio. */
export function Library({ search, onSearchChange }: DashboardProps) {
  const { t } = useLingui()
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useSuspenseInfiniteQuery(
    generationsInfiniteQuery(libraryFilter(search)),
  )
  const items = data.pages.flatMap((page) => page.items)
  return (
    <section aria-labelledby="library">
      <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <h2 id="library" className="text-2xl">
          <Trans>Library</Trans>
        </h2>
        <Filters search={search} onSearchChange={onSearchChange} />
      </div>
      {items.length === 0 ? (
        <Nothing search={search} onSearchChange={onSearchChange} />
      ) : (
        // The last row is not stretched: an invisible end takes the room that is left.
        <ul className="flex flex-wrap gap-2 [--row:9.5rem] after:grow-[99999] sm:gap-2.5 sm:[--row:14rem]">
          {items.map((generation) => (
            <Tile key={generation.id} generation={generation} search={search} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <AutoMore label={t`Show older`} busy={isFetchingNextPage} paused={isFetchNextPageError} onMore={() => void fetchNextPage()} />
      )}
    </section>
  )
}

function Filters({ search, onSearchChange }: DashboardProps) {
  const { t } = useLingui()
  const names = useKindNames()
  const choices = [undefined, ...kinds]
  const chip =
    'inline-flex min-h-9 items-center gap-1.5 rounded-control px-3 text-sm font-medium text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink aria-pressed:bg-ink aria-pressed:text-paper pointer-coarse:min-h-11'
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-2 max-md:basis-full max-md:justify-start">
      <div
        className="-mx-1 flex min-w-0 max-w-full gap-0.5 overflow-x-auto px-1 py-1 [scrollbar-width:none]"
        role="group"
        aria-label={t`Kind`}
      >
        {choices.map((kind) => (
          <button
            key={kind ?? 'all'}
            type="button"
            aria-pressed={search.kind === kind}
            onClick={() => onSearchChange({ kind }, { replace: true })}
            className={chip}
          >
            {kind ? names[kind] : <Trans>All</Trans>}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={search.favorite ?? false}
          onClick={() => onSearchChange({ favorite: search.favorite ? undefined : true }, { replace: true })}
          className={chip}
        >
          <Heart aria-hidden className="size-4" strokeWidth={1.75} />
          <Trans>Favourites</Trans>
        </button>
      </div>
      <SearchField q={search.q} onSearch={(q) => onSearchChange({ q: q || undefined }, { replace: true })} />
    </div>
  )
}

function SearchField({ q = '', onSearch }: { q: string | undefined; onSearch: (q: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(q)
  useEffect(() => {
    if (typed.trim() === q) return
    const timer = setTimeout(() => onSearch(typed.trim()), 300)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `onSearch` is a new function with every render; the words decide.
  }, [typed, q])
  return (
    <label className="relative block max-md:w-full md:w-56">
      <span className="sr-only">{t`Search by words of the prompt`}</span>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-ink-soft"
        strokeWidth={1.75}
      />
      <input
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={t`Search`}
        className="control min-h-10 w-full py-1.5 pr-3 pl-9.5 text-base pointer-coarse:min-h-11 pointer-coarse:text-lg"
      />
    </label>
  )
}

function Nothing({ search, onSearchChange }: DashboardProps) {
  const filtered = search.q || search.favorite
  if (filtered) {
    return (
      <Empty
        title={<Trans>Nothing fits</Trans>}
        action={
          <Button
            variant="secondary"
            onClick={() => onSearchChange({ q: undefined, favorite: undefined, kind: undefined }, { replace: true })}
          >
            <Trans>Show everything</Trans>
          </Button>
        }
      >
        <Trans>No work of yours matches what you are looking for.</Trans>
      </Empty>
    )
  }
  return (
    <Empty
      title={<Trans>Your works will be here</Trans>}
      example={<img src="/samples/image-3.webp" alt="" width={1024} height={768} className="w-80 max-w-full rounded-card" />}
      action={
        <ButtonLink to={kindPaths[search.kind ?? 'image']} variant="secondary">
          <Trans>Make the first one</Trans>
        </ButtonLink>
      }
    >
      <Trans>A sentence is enough to begin. What fails is not charged.</Trans>
    </Empty>
  )
}
