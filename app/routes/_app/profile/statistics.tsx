import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { defaultRange, rangeSearchSchema } from '#app/features/statistics/period.ts'
import { statisticsQuery } from '#app/features/statistics/statistics.queries.ts'
import { StatisticsPage, StatisticsSkeleton } from '#app/features/statistics/statistics-page.tsx'
import { titled } from '#app/shell/head.ts'
import { LoadError } from '#app/ui/load-error.tsx'

export const Route = createFileRoute('/_app/profile/statistics')({
  validateSearch: rangeSearchSchema,
  loaderDeps: ({ search: { range = defaultRange } }) => ({ range }),
  loader: ({ context: { queryClient }, deps: { range } }) => queryClient.ensureQueryData(statisticsQuery(range)),
  head: titled(msg`Statistics`),
  component: Page,
  pendingComponent: StatisticsSkeleton,
  errorComponent: LoadError,
})

function Page() {
  const { range = defaultRange } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <StatisticsPage range={range} onRangeChange={(next) => void navigate({ search: { range: next }, replace: true, resetScroll: false })} />
  )
}
