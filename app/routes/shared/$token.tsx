import { createFileRoute, notFound } from '@tanstack/react-router'
import { unwrap } from '#app/contract/base/api-result.ts'
import { SharedMissing } from '#app/features/public-link/shared-missing.tsx'
import { SharedPage } from '#app/features/public-link/shared-page.tsx'
import { takeReport } from '#app/features/public-link/take-report.functions.ts'
import { EmptyLayout } from '#app/layouts/empty.tsx'
import { oneOf, searchParams } from '#app/contract/base/search-params.ts'
import { getSharedResult } from '#app/shell/data/shares.functions.ts'
import { isRich } from '#app/ui/text/is-rich.ts'

const reportedSearch = searchParams({ reported: oneOf('yes', 'later', 'failed') })

/** Empty layout, public: one result by its owner's link. */
export const Route = createFileRoute('/shared/$token')({
  // Only the server decides which pages are plain.
  staticData: { plain: 'shared', ...(import.meta.env.SSR && { needsApp }) },
  validateSearch: reportedSearch,
  loader: async ({ params }) => {
    const result = await getSharedResult({ data: { token: params.token } })
    if (!result.ok && result.error.code === 'not_found') throw notFound()
    return unwrap(result)
  },
  head: async ({ loaderData, params, match }) => {
    if (!loaderData) return {}
    // Lazy-loaded, because the first load of every page contains all routes.
    const { describeShared } = await import('#app/features/public-link/shared-head.ts')
    return { meta: describeShared(match.context.i18n, params.token, loaderData) }
  },
  component: Page,
  notFoundComponent: () => (
    <EmptyLayout>
      <SharedMissing />
    </EmptyLayout>
  ),
  server: {
    handlers: {
      POST: ({ request, params, context }) => takeReport(request, context, params.token),
    },
  },
})

function Page() {
  return (
    <EmptyLayout>
      <SharedPage token={Route.useParams().token} result={Route.useLoaderData()} reported={Route.useSearch().reported} />
    </EmptyLayout>
  )
}

/** Whether the app renders it: the form of a recipe, and a text with code or formulas. */
function needsApp(result: unknown): boolean {
  if (typeof result === 'object' && result !== null && 'recipe' in result && result.recipe) return true
  const text = typeof result === 'object' && result !== null && 'text' in result ? result.text : null
  return typeof text === 'string' && isRich(text)
}
