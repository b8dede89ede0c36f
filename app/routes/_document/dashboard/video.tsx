import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StudioSkeleton } from '#app/features/studio/studio-page.tsx'
import { VideoStudio } from '#app/features/studio/video-studio.tsx'
import { studioSearch } from '#app/features/studio/studio-search.ts'
import { titled } from '#app/shell/document/head.ts'
import { StudioError } from '#app/features/studio/studio-error.tsx'

export const Route = createFileRoute('/_document/dashboard/video')({
  validateSearch: studioSearch,
  loaderDeps: ({ search: { task } }) => ({ task }),
  loader: async ({ context: { queryClient }, deps }) =>
    (await import('#app/features/studio/load-studio.ts')).loadStudio(queryClient, 'video', deps),
  head: titled(msg`Video`),
  component: Page,
  pendingComponent: StudioSkeleton,
  errorComponent: StudioError,
})

function Page() {
  return <VideoStudio search={Route.useSearch()} />
}
