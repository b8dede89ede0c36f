import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { CallEdit } from '#app/contract/studio/tool-calls.ts'
import type { CallEvent } from '#app/contract/studio/tools.ts'
import { generationQuery } from './generations.queries.ts'
import { listCalls, listTools, quoteGoOn, quoteToolCall } from './tools.functions.ts'

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

export const callsKey = ['calls'] as const

/** The calls of a conversation, newest first; their works come with them, so that a long one does not ask for each. */
export const threadCallsQuery = (thread: string) =>
  queryOptions({
    queryKey: [...callsKey, 'thread', thread],
    queryFn: async ({ client }) => {
      const { items, works = [] } = unwrap(await listCalls({ data: { thread, limit: '100' } }))
      // Events may have brought newer ones meanwhile.
      for (const work of works) client.setQueryData(generationQuery(work.id).queryKey, (known) => known ?? work)
      return items
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The calls of an answer in their order. They are read again when an event has changed the state of one. */
export const callsQuery = (step: string, states: readonly CallEvent[]) =>
  queryOptions({
    queryKey: [...callsKey, step, states.map(({ id, state, by }) => `${id} ${state} ${by}`).join()],
    queryFn: async () => unwrap(await listCalls({ data: { step, limit: '100' } })).items.toReversed(),
    placeholderData: keepPreviousData,
  })

/** The calls of all conversations that wait for the person. Events of their answers say when they have to be read again. */
export const openCallsQuery = queryOptions({
  queryKey: [...callsKey, 'open'],
  queryFn: async () => unwrap(await listCalls({ data: { state: 'asks', limit: '100' } })).items,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The price of a call that asks, with changes. The former price stays until the next one is there. */
export const callQuoteQuery = (id: string, edit: CallEdit) =>
  queryOptions({
    queryKey: [...callsKey, 'quote', id, edit],
    queryFn: async () => unwrap(await quoteToolCall({ data: { id, ...edit } })),
    placeholderData: keepPreviousData,
  })
