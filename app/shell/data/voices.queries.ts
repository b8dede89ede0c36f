import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { listVoices } from './voices.functions.ts'

const makingMs = 2_000

/** The person's own voices. They are read again while one is being made. */
export const ownVoicesQuery = queryOptions({
  queryKey: ['own-voices'],
  queryFn: async () => unwrap(await listVoices()),
  refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => status === 'creating') ? makingMs : false),
})
