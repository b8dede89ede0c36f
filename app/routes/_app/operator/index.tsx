import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { overviewSearch } from '#app/features/operator/base/operator-search.ts'
import { loadOverview } from '#app/features/operator/overview/load-overview.ts'
import { OverviewPage } from '#app/features/operator/overview/overview-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: overviewSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    if (!(await loadOverview(queryClient, deps))) throw redirect({ to: '/operator/people' })
  },
  head: titled(msg`Overview`),
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return (
    <OverviewPage
      search={Route.useSearch()}
      onSearchChange={(change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })}
    />
  )
}
