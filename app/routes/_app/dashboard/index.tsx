import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { DashboardPage, DashboardSkeleton } from '#app/features/library/dashboard-page.tsx'
import { filtersOf, type LibrarySearch, librarySearchSchema, openedOf, placeOf } from '#app/features/library/library-search.ts'
import { loadDashboard } from '#app/features/library/load-dashboard.ts'
import { titled } from '#app/shell/head.ts'
import { LoadError } from '#app/ui/load-error.tsx'

export const Route = createFileRoute('/_app/dashboard/')({
  validateSearch: librarySearchSchema,
  loaderDeps: ({ search }) => filtersOf(search),
  loader: ({ context: { queryClient }, deps }) => loadDashboard(queryClient, deps),
  head: titled(msg`Dashboard`),
  component: Page,
  pendingComponent: DashboardSkeleton,
  errorComponent: LoadError,
})

function Page() {
  const navigate = Route.useNavigate()
  // Each stays the same object while the other changes: a work that opens leaves the library behind it alone.
  const place = Route.useSearch({ select: placeOf, structuralSharing: true })
  const opened = Route.useSearch({ select: openedOf, structuralSharing: true })
  const onSearchChange = useCallback(
    (change: Partial<LibrarySearch>, { replace }: { replace: boolean }) =>
      void navigate({
        search: (search) => ({ ...search, ...change }),
        replace,
        // Another place begins at its top.
        resetScroll: 'trash' in change || 'collection' in change,
        // What takes an entry's place keeps its state: where one came from.
        ...(replace && { state: true }),
      }),
    [navigate],
  )
  return <DashboardPage search={place} opened={opened} onSearchChange={onSearchChange} />
}
