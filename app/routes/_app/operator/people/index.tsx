import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { peopleSearch } from '#app/features/operator/base/operator-search.ts'
import { PeoplePage } from '#app/features/operator/people/people-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/people/')({
  validateSearch: peopleSearch,
  head: titled(msg`People`),
  component: Page,
})

function Page() {
  const navigate = Route.useNavigate()
  return (
    <PeoplePage
      search={Route.useSearch()}
      onSearchChange={(change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })}
    />
  )
}
