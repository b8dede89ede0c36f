import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { listTools, quoteGoOn } from './tools.functions.ts'

export const toolsKey = ['tools'] as const

/** The tools that the operator offers, and the allowance of a conversation; that of a new one is the person's default. */
export const toolsQuery = (thread: string | undefined) =>
  queryOptions({
    queryKey: [...toolsKey, thread ?? 'new'],
    queryFn: async () => unwrap(await listTools({ data: { thread } })),
  })

/** The price of going on with an answer that has halted. */
export const goOnQuery = (id: string) =>
  queryOptions({
    queryKey: [...toolsKey, 'go-on', id],
    queryFn: async () => unwrap(await quoteGoOn({ data: { id } })),
  })
