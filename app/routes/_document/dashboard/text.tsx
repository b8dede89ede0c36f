import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { loadStudio, studioSearch } from '#app/features/studio/load-studio.ts'
import { StudioSkeleton } from '#app/features/studio/studio-page.tsx'
import { loadThread } from '#app/features/studio/thread/load-thread.ts'
import { TextStudio } from '#app/features/studio/thread/text-studio.tsx'
import { titled } from '#app/shell/document/head.ts'
import { LoadError } from '#app/ui/load-error.tsx'

export const Route = createFileRoute('/_document/dashboard/text')({
  validateSearch: studioSearch,
  loaderDeps: ({ search: { thread } }) => ({ thread }),
  loader: ({ context: { queryClient }, deps: { thread } }) =>
    Promise.all([loadStudio(queryClient, 'text'), loadThread(queryClient, thread)]),
  head: titled(msg`Text`),
  component: Page,
  pendingComponent: StudioSkeleton,
  errorComponent: LoadError,
})

function Page() {
  return <TextStudio search={Route.useSearch()} />
}
