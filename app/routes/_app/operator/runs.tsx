import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { runsSearch } from '#app/features/operator/base/operator-search.ts'
import { RunsPage } from '#app/features/operator/runs/runs-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/runs')({
  validateSearch: runsSearch,
  head: titled(msg`Runs`),
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return (
    <RunsPage
      search={Route.useSearch()}
      onSearchChange={(change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })}
    />
  )
}
