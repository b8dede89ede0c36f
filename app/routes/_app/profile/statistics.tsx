import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StatisticsPage, StatisticsSkeleton } from '#app/features/statistics/statistics-page.tsx'
import { statisticsSearch } from '#app/features/statistics/statistics-search.ts'
import { statisticsQuery } from '#app/features/statistics/statistics.queries.ts'
import { titled } from '#app/shell/document/head.ts'
import { LoadError } from '#app/ui/page/load-error.tsx'

export const Route = createFileRoute('/_app/profile/statistics')({
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
  validateSearch: statisticsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => queryClient.ensureQueryData(statisticsQuery(deps)),
  head: titled(msg`Statistics`),
  component: Page,
  pendingComponent: StatisticsSkeleton,
  errorComponent: LoadError,
})

function Page() {
  const navigate = Route.useNavigate()
  return (
    <StatisticsPage
      search={Route.useSearch()}
      onSearchChange={(change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })}
    />
  )
}
