import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { listLocalModels, listOllamaPulls } from './local-models.functions.ts'
import { operatorKey } from '../base/operator.queries.ts'

/** Milliseconds between two looks at a running installation, and at others, which the command line may start. */
const activeMs = 1_000
const idleMs = 15_000
const longestMs = 30_000

export const localModelsQuery = queryOptions({
  queryKey: [...operatorKey, 'local-models'],
  queryFn: async () => unwrap(await listLocalModels()),
  retry: false,
  refetchInterval({ state }) {
    if (state.fetchFailureCount > 0) return Math.min(longestMs, activeMs * 2 ** state.fetchFailureCount)
    return state.data?.items.some(({ install }) => install && install.state !== 'failed') ? activeMs : idleMs
  },
})

export const ollamaPullsQuery = queryOptions({
  queryKey: [...operatorKey, 'ollama-pulls'],
  queryFn: async () => unwrap(await listOllamaPulls()),
  retry: false,
  refetchInterval({ state }) {
    if (state.fetchFailureCount > 0) return Math.min(longestMs, activeMs * 2 ** state.fetchFailureCount)
    return state.data?.items.some(({ failure }) => failure === null) ? activeMs : idleMs
  },
})
