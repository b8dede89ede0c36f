import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { generationKeys } from './generations.queries.ts'
import { getTranscript } from './transcripts.functions.ts'

/** The transcript of a finished run. */
export const transcriptQuery = (id: string) =>
  queryOptions({
    queryKey: [...generationKeys.detail(id), 'transcript'],
    queryFn: async () => {
      const transcript = unwrap(await getTranscript({ data: { id } }))
      if (transcript instanceof Response) throw new TypeError('the transcript is a file')
      return transcript
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
