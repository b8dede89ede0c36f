import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Kind } from '#app/contract/base/values.ts'
import type { OpenedSearch, SearchProps } from './library-search.ts'
import { Viewer } from './viewer.tsx'

type StudioViewerProps = { kind: Kind; opened: OpenedSearch }

/** The viewer over a studio, at its own address. Arrow keys lead through all works of the kind. */
export function StudioViewer({ kind, opened }: StudioViewerProps) {
  const navigate = useNavigate()
  const search = useMemo(() => ({ kind }), [kind])
  const onSearchChange = useCallback<SearchProps['onSearchChange']>(
    (change, { replace }) =>
      void navigate({
        to: '.',
        search: (kept) => ({ ...kept, ...change }),
        replace,
        resetScroll: false,
        // A replaced history entry keeps its state.
        ...(replace && { state: true }),
      }),
    [navigate],
  )
  return <Viewer search={search} opened={opened} onSearchChange={onSearchChange} />
}
