import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { DashboardPage, DashboardSkeleton } from '#app/features/library/dashboard-page.tsx'
import { filtersOf, type LibrarySearch, librarySearch, openedOf, placeOf } from '#app/features/library/library-search.ts'
import { titled } from '#app/shell/document/head.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'

export const Route = createFileRoute('/_app/dashboard/')({
  validateSearch: librarySearch,
  loaderDeps: ({ search }) => ({ filters: filtersOf(search), chord: search.chord, compare: search.compare, film: search.film }),
  loader: async ({ context: { queryClient }, deps: { filters, chord, compare, film } }) => {
    if (film) return (await import('#app/features/films/load-film.ts')).loadFilm(queryClient, film, filters.trash ?? false)
    if (compare) {
      const { loadComparison } = await import('#app/features/compare/load-comparison.ts')
      return loadComparison(queryClient, compare)
    }
    if (!chord) return (await import('#app/features/library/load-dashboard.ts')).loadDashboard(queryClient, filters)
    const { loadChord } = await import('#app/features/chord/load-chord.ts')
    return loadChord(queryClient, chord)
  },
  head: titled(msg`Dashboard`),
  component: Page,
  pendingComponent: DashboardSkeleton,
  errorComponent: LoadError,
})

// Lazy-loaded, because most people come for the library.
const ChordPage = lazyPart(async () => (await import('#app/features/chord/chord-page.tsx')).ChordPage, <DashboardSkeleton />)
const ComparePage = lazyPart(async () => (await import('#app/features/compare/compare-page.tsx')).ComparePage, <DashboardSkeleton />)
const FilmView = lazyPart(async () => (await import('#app/features/films/film-view.tsx')).FilmView, <DashboardSkeleton />)
const NewFilm = lazyPart(async () => (await import('#app/features/films/new-film.tsx')).NewFilm, <DashboardSkeleton />)

function Page() {
  const film = Route.useSearch({ select: (search) => search.film })
  const chord = Route.useSearch({ select: (search) => search.chord })
  const compare = Route.useSearch({ select: (search) => search.compare })
  if (film) return <Film film={film} />
  if (compare) return <ComparePage compare={compare} />
  return chord ? <ChordPage chord={chord} /> : <Dashboard />
}

/** `film` is `new`, for the form and earlier films, or the id of one. */
function Film({ film }: { film: string }) {
  const navigate = Route.useNavigate()
  const trash = Route.useSearch({ select: (search) => search.trash ?? false })
  const place = Route.useSearch({ select: ({ view, shot }) => ({ view, shot }), structuralSharing: true })
  const onPlaceChange = useCallback(
    (change: Pick<LibrarySearch, 'view' | 'shot'>) =>
      void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false, state: true }),
    [navigate],
  )
  return film === 'new' ? <NewFilm trash={trash} /> : <FilmView key={film} id={film} {...place} onPlaceChange={onPlaceChange} />
}

function Dashboard() {
  const navigate = Route.useNavigate()
  // Each object stays the same while the other changes, so that opening a work does not re-render the library.
  const place = Route.useSearch({ select: placeOf, structuralSharing: true })
  const opened = Route.useSearch({ select: openedOf, structuralSharing: true })
  const onSearchChange = useCallback(
    (change: Partial<LibrarySearch>, { replace }: { replace: boolean }) =>
      void navigate({
        search: (search) => ({ ...search, ...change }),
        replace,
        // Another place starts at the top.
        resetScroll: 'trash' in change || 'collection' in change,
        // A replaced history entry keeps its state.
        ...(replace && { state: true }),
      }),
    [navigate],
  )
  return <DashboardPage search={place} opened={opened} onSearchChange={onSearchChange} />
}
