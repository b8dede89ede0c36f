import { useQueryClient } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useMemo } from 'react'
import { modelsQuery } from './generations.queries.ts'
import { useUser } from './session.queries.ts'
import { useAhead } from './use-ahead.ts'

const nothing: (() => Promise<unknown>)[] = []

/** Reads the list of models at app start, with idle priority where the page itself does not need it. Visitors who only read a document are left out. */
export function useModelsAtStart() {
  const queryClient = useQueryClient()
  const isGuest = useUser() === null
  const isDocument = useMatches({ select: (matches) => matches.some(({ routeId }) => /^\/(?:legal|shared)\b/.test(routeId)) })
  const parts = useMemo(
    () => (isGuest && isDocument ? nothing : [() => queryClient.prefetchQuery(modelsQuery())]),
    [isGuest, isDocument, queryClient],
  )
  useAhead(parts)
}
