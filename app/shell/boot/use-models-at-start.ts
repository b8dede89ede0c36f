import { useQueryClient } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { whenOnline } from '#app/ui/lazy-part.tsx'
import { prefetch } from './chunk-reload.ts'

const afterMs = 800

/**
 * Loads the list of models at the start of the app: when idle if the page itself does not need it; for guests with the first touch, because
 * they may only look at the page. Guests who read a document need no models.
 */
export function useModelsAtStart() {
  const queryClient = useQueryClient()
  const isGuest = useUser() === null
  const isDocument = useMatches({ select: (matches) => matches.some(({ routeId }) => /^\/(?:legal|shared)\b/.test(routeId)) })
  useEffect(() => {
    if (isGuest && isDocument) return undefined
    const load = () => queryClient.prefetchQuery(modelsQuery())
    const timer = setTimeout(() => void (isGuest ? prefetch(load) : whenOnline().then(load)), afterMs)
    return () => clearTimeout(timer)
  }, [isGuest, isDocument, queryClient])
}
