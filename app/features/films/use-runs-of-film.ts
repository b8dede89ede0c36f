import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { GenerationStatus } from '#app/contract/runs/generations.ts'
import { filmKeys } from '#app/shell/data/film-keys.ts'
import { generationKeys, generationQuery } from '#app/shell/data/generations.queries.ts'

/** Milliseconds in which the runs of one make that start or end together cause one request. */
const togetherMs = 250

/** Reads the film again when a run of one of its parts starts or ends, here or elsewhere. */
export function useRunsOfFilm(id: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const seen = new Map<string, GenerationStatus>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
      const [all, detail, run] = queryKey
      if (type !== 'updated' || all !== generationKeys.all[0] || detail !== generationKeys.details[1] || typeof run !== 'string') return
      const generation = queryClient.getQueryData(generationQuery(run).queryKey)
      if (generation?.film?.id !== id || seen.get(run) === generation.status) return
      seen.set(run, generation.status)
      timer ??= setTimeout(() => {
        timer = undefined
        void queryClient.invalidateQueries({ queryKey: filmKeys.detail(id) })
      }, togetherMs)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [queryClient, id])
}
