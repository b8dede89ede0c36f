import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { listPrompts } from './prompts.functions.ts'

/** The prompts that the person has saved, of all kinds. */
export const savedPromptsQuery = queryOptions({
  queryKey: ['prompts'],
  queryFn: async () => unwrap(await listPrompts()).items,
  staleTime: 60_000,
})
