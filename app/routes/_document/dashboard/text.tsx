import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StudioSkeleton } from '#app/features/studio/studio-page.tsx'
import { studioSearch } from '#app/features/studio/studio-search.ts'
import { TextStudio } from '#app/features/studio/thread/text-studio.tsx'
import { titled } from '#app/shell/document/head.ts'
import { StudioError } from '#app/features/studio/studio-error.tsx'

export const Route = createFileRoute('/_document/dashboard/text')({
  validateSearch: studioSearch,
  loaderDeps: ({ search: { thread } }) => ({ thread }),
  loader: async ({ context: { queryClient }, deps: { thread } }) => {
    const { loadTextStudio } = await import('#app/features/studio/thread/load-thread.ts')
    await loadTextStudio(queryClient, thread)
  },
  head: titled(msg`Text`),
  component: Page,
  pendingComponent: StudioSkeleton,
  errorComponent: StudioError,
})

function Page() {
  return <TextStudio search={Route.useSearch()} />
}
