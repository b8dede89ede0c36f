import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { getShare } from './shares.functions.ts'

/** The public link to the person's own result, or null. */
export const shareQuery = (generationId: string) =>
  queryOptions({
    queryKey: ['shares', 'own', generationId],
    queryFn: async () => unwrap(await getShare({ data: { id: generationId } })).share,
    staleTime: 60_000,
  })
