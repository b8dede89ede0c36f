import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DefinitionPage } from '#app/features/operator/models/definition-page.tsx'
import { definitionSearch } from '#app/features/operator/base/operator-search.ts'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/_app/operator/model')({
  validateSearch: definitionSearch,
  head: titled(msg`Model`),
  component: Page,
})

function Page() {
  const { id, state } = Route.useSearch()
  return <DefinitionPage id={id} isNew={state === 'new'} />
}
