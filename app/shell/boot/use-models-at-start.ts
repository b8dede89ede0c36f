import { useQueryClient } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useMemo } from 'react'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { usePrefetch } from './use-prefetch.ts'

const nothing: (() => Promise<unknown>)[] = []

/** Loads the list of models at app start, when idle if the page itself does not need it. Guests who only read a document are left out. */
export function useModelsAtStart() {
  const queryClient = useQueryClient()
  const isGuest = useUser() === null
  const isDocument = useMatches({ select: (matches) => matches.some(({ routeId }) => /^\/(?:legal|shared)\b/.test(routeId)) })
  const parts = useMemo(
    () => (isGuest && isDocument ? nothing : [() => queryClient.prefetchQuery(modelsQuery())]),
    [isGuest, isDocument, queryClient],
  )
  usePrefetch(parts)
}
