import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AudioStudio } from '#app/features/studio/audio-studio.tsx'
import { StudioSkeleton } from '#app/features/studio/studio-page.tsx'
import { studioSearch } from '#app/features/studio/studio-search.ts'
import { titled } from '#app/shell/document/head.ts'
import { StudioError } from '#app/features/studio/studio-error.tsx'

export const Route = createFileRoute('/_document/dashboard/audio')({
  validateSearch: studioSearch,
  loaderDeps: ({ search: { task } }) => ({ task }),
  loader: async ({ context: { queryClient }, deps }) =>
    (await import('#app/features/studio/load-studio.ts')).loadStudio(queryClient, 'audio', deps),
  head: titled(msg`Audio`),
  component: Page,
  pendingComponent: StudioSkeleton,
  errorComponent: StudioError,
})

function Page() {
  return <AudioStudio search={Route.useSearch()} />
}
