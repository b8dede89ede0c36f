import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { loadStudio, studioSearch } from '#app/features/studio/load-studio.ts'
import { StudioPage, StudioSkeleton } from '#app/features/studio/studio-page.tsx'
import { titled } from '#app/shell/document/head.ts'
import { LoadError } from '#app/ui/load-error.tsx'

export const Route = createFileRoute('/_document/dashboard/video')({
  validateSearch: studioSearch,
  loader: ({ context: { queryClient } }) => loadStudio(queryClient, 'video'),
  head: titled(msg`Video`),
  component: Page,
  pendingComponent: StudioSkeleton,
  errorComponent: LoadError,
})

function Page() {
  return <StudioPage key="video" kind="video" prefill={Route.useSearch()} />
}
