import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { unwrap } from '#app/contract/api-result.ts'
import { type Kind, kinds } from '#app/contract/common.ts'
import type { OptionValues } from '#app/contract/generations.ts'
import type { Model } from '#app/contract/models.ts'
import { getGeneration, listGenerations, listModels, quoteGeneration } from './generations.functions.ts'
import { getUpload } from './uploads.functions.ts'

const minute = 60_000

/** Which generations a list holds. `active` is what has not ended yet, `done` what has succeeded. */
export const generationFilterSchema = v.object({
  type: v.optional(v.picklist(kinds)),
  status: v.optional(v.picklist(['active', 'done'])),
  favorite: v.optional(v.boolean()),
  q: v.optional(v.string()),
})
export type GenerationFilter = v.InferOutput<typeof generationFilterSchema>

export const generationKeys = {
  all: ['generations'] as const,
  lists: ['generations', 'list'] as const,
  list: (filter: GenerationFilter) => ['generations', 'list', filter] as const,
  detail: (id: string) => ['generations', 'detail', id] as const,
}

const statusOf = { active: 'queued,running', done: 'succeeded' } as const

export const modelsQuery = (kind?: Kind) =>
  queryOptions({
    queryKey: ['models', kind ?? 'all'],
    queryFn: async () => unwrap(await listModels({ data: kind ? { type__in: kind } : {} })),
    staleTime: 5 * minute,
  })

/** Newest first; kept up to date by the live events, so it is not refetched by age alone. */
export const generationsInfiniteQuery = (filter: GenerationFilter) =>
  infiniteQueryOptions({
    queryKey: generationKeys.list(filter),
    queryFn: async ({ pageParam }) =>
      unwrap(
        await listGenerations({
          data: {
            type__in: filter.type,
            status__in: filter.status && statusOf[filter.status],
            favorite: filter.favorite ? 'true' : undefined,
            q: filter.q || undefined,
            cursor: pageParam || undefined,
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    staleTime: minute,
  })

export const generationQuery = (id: string) =>
  queryOptions({
    queryKey: generationKeys.detail(id),
    queryFn: async () => unwrap(await getGeneration({ data: { id } })),
    staleTime: minute,
  })

/** A file of one's own that was brought as an input. */
export const uploadQuery = (id: string) =>
  queryOptions({
    queryKey: ['uploads', id],
    queryFn: async () => unwrap(await getUpload({ data: { id } })),
    staleTime: minute,
  })

/** The price of a run, and how its prompt is read. A text to work on is not read for words: it is only sent along where it is charged by its length. */
export const quoteQuery = (model: Pick<Model, 'id' | 'type' | 'price' | 'prompt'>, options: OptionValues, prompt: string) => {
  const measure = model.price.per?.measure
  const asked = model.type !== 'text' || measure === 'prompt_characters' || measure === 'model_tokens'
  const measured = asked ? prompt.trim().slice(0, model.prompt.max_length) : ''
  return queryOptions({
    queryKey: ['quote', model.id, options, measured],
    queryFn: async () => unwrap(await quoteGeneration({ data: { model: model.id, prompt: measured, options } })),
    placeholderData: keepPreviousData,
    staleTime: 5 * minute,
  })
}
