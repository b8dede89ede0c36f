import { createFileRoute, notFound } from '@tanstack/react-router'
import { unwrap } from '#app/contract/api-result.ts'
import { SharedMissing } from '#app/features/shared/shared-missing.tsx'
import { SharedPage } from '#app/features/shared/shared-page.tsx'
import { EmptyLayout } from '#app/layouts/empty.tsx'
import { getSharedResult } from '#app/shell/shares.functions.ts'

/** Empty layout, for everybody: one result, by the link that its owner gave out. */
export const Route = createFileRoute('/shared/$token')({
  loader: async ({ params }) => {
    const result = await getSharedResult({ data: { token: params.token } })
    if (!result.ok && result.error.code === 'not_found') throw notFound()
    return unwrap(result)
  },
  head: async ({ loaderData, params, match }) => {
    if (!loaderData) return {}
    // Not in the first load of every page, which knows all routes.
    const { describeShared } = await import('#app/features/shared/shared-head.ts')
    return { meta: describeShared(match.context.i18n, params.token, loaderData) }
  },
  component: Page,
  notFoundComponent: () => (
    <EmptyLayout>
      <SharedMissing />
    </EmptyLayout>
  ),
})

function Page() {
  return (
    <EmptyLayout>
      <SharedPage result={Route.useLoaderData()} />
    </EmptyLayout>
  )
}
