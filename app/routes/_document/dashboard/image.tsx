import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { openedOf, openedSearch } from '#app/features/library/library-search.ts'
import { StudioViewer } from '#app/features/library/studio-viewer.tsx'
import { StudioPage, StudioSkeleton } from '#app/features/studio/studio-page.tsx'
import { prefillOf, studioSearch } from '#app/features/studio/studio-search.ts'
import { titled } from '#app/shell/document/head.ts'
import { StudioError } from '#app/features/studio/studio-error.tsx'

export const Route = createFileRoute('/_document/dashboard/image')({
  validateSearch: (search: Record<string, unknown>) => ({ ...studioSearch(search), ...openedSearch(search) }),
  loader: async ({ context: { queryClient } }) => (await import('#app/features/studio/load-studio.ts')).loadStudio(queryClient, 'image'),
  head: titled(msg`Image`),
  component: Page,
  pendingComponent: StudioSkeleton,
  errorComponent: StudioError,
})

function Page() {
  // Each object stays the same while the other changes, so that opening a work changes nothing in the studio.
  const prefill = Route.useSearch({ select: prefillOf, structuralSharing: true })
  const opened = Route.useSearch({ select: openedOf, structuralSharing: true })
  return (
    <>
      <StudioPage key="image" kind="image" prefill={prefill} />
      <StudioViewer kind="image" opened={opened} />
    </>
  )
}
