import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage, DashboardSkeleton } from '#app/features/library/dashboard-page.tsx'
import { filtersOf, librarySearchSchema } from '#app/features/library/library-search.ts'
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
  return (
    <DashboardPage
      search={Route.useSearch()}
      onSearchChange={(change, { replace }) =>
        void navigate({
          search: (search) => ({ ...search, ...change }),
          replace,
          // Another place begins at its top.
          resetScroll: 'trash' in change || 'collection' in change,
          // What takes an entry's place keeps its state: where one came from.
          ...(replace && { state: true }),
        })
      }
    />
  )
}
