import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { whenOnline } from '#app/ui/page/lazy-part.tsx'

const afterMs = 800

/** Loads the list of models at the start of the app, when idle if the page itself does not need it. */
export function useModelsAtStart() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const load = () => queryClient.prefetchQuery(modelsQuery())
    const timer = setTimeout(() => void whenOnline().then(load), afterMs)
    return () => clearTimeout(timer)
  }, [queryClient])
}
