import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StudioPage, StudioSkeleton } from '#app/features/studio/studio-page.tsx'
import { studioSearch } from '#app/features/studio/studio-search.ts'
import { titled } from '#app/shell/document/head.ts'
import { LoadError } from '#app/ui/load-error.tsx'

export const Route = createFileRoute('/_document/dashboard/image')({
  validateSearch: studioSearch,
  loader: async ({ context: { queryClient } }) => (await import('#app/features/studio/load-studio.ts')).loadStudio(queryClient, 'image'),
  head: titled(msg`Image`),
  component: Page,
  pendingComponent: StudioSkeleton,
  errorComponent: LoadError,
})

function Page() {
  return <StudioPage key="image" kind="image" prefill={Route.useSearch()} />
}
