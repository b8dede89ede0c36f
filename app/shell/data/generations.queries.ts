import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, skipToken, useSuspenseQuery } from '@tanstack/react-query'
import { ApiError, unwrap } from '#app/contract/base/api-result.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { CreateGeneration, Generation, OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { isAway } from '#app/shell/calls/is-away.ts'
import { getGeneration, getThinking, getToolResults, listGenerations, listModels, quoteGeneration } from './generations.functions.ts'
import { useServerData } from './query-data.ts'
import { patchGeneration } from './run-state.ts'
import { getUpload } from './uploads.functions.ts'

const minute = 60_000

/** The filter of a list. `active` are unfinished runs, `done` successful ones, `failed` those that ended otherwise. */
export type GenerationFilter = {
  type?: Kind | undefined
  /** Images, and answers with images. */
  shows?: 'image' | undefined
  status?: 'active' | 'done' | 'failed' | 'ended' | undefined
  favorite?: boolean | undefined
  q?: string | undefined
  /** The turns of one conversation. */
  thread?: string | undefined
  model?: string | undefined
  collection?: string | undefined
  /** ISO times: created at or after `from`, and before `to`. */
  from?: string | undefined
  to?: string | undefined
  /** Whether the list shows the trash instead of the library. */
  trash?: boolean | undefined
}

export const generationKeys = {
  all: ['generations'] as const,
  lists: ['generations', 'list'] as const,
  list: (filter: GenerationFilter) => ['generations', 'list', filter] as const,
  details: ['generations', 'detail'] as const,
  detail: (id: string) => ['generations', 'detail', id] as const,
}

/** Whether a part of a query key is the filter of a list; `generationKeys.list` creates these keys. */
export const isListFilter = (part: unknown): part is GenerationFilter => typeof part === 'object' && part !== null

const statusOf = {
  active: 'queued,running',
  done: 'succeeded',
  failed: 'failed,canceled',
  ended: 'succeeded,failed,canceled',
} as const

/** Number of pages up to which a list is refetched on window focus; live events alone keep longer ones current. */
const shortList = 3

/** Works per later page. The first page comes with the HTML; later ones are larger. A conversation is loaded as a whole. */
const laterPages = '100'

/** Time after which a list with an unavailable model is refetched, in case the model is available again. */
const unavailableFor = 5 * minute

const modelsKey = ['models']

/** All models, read once at app start and shared by all pages; `modelsOf` selects the ones of a kind. */
export const modelsQuery = () =>
  queryOptions({
    queryKey: modelsKey,
    queryFn: async () => unwrap(await listModels({ data: {} })),
    staleTime: ({ state }) =>
      state.data?.some(({ available, retired }) => !available && !retired) ? unavailableFor : Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Returns all models; suspends until they are read. The server needs no observer, see `query-data.ts`. */
export const useModels: () => Model[] = import.meta.env.SSR ? () => useServerData(modelsQuery()) ?? useObservedModels() : useObservedModels

function useObservedModels(): Model[] {
  return useSuspenseQuery(modelsQuery()).data
}

/** Merges a response with the cached state, because events may have overtaken it. */
function notBehind(client: QueryClient, fetched: Generation): Generation {
  const cached = client.getQueryData<Generation>(generationKeys.detail(fetched.id))
  return cached ? patchGeneration(cached, fetched) : fetched
}

/** A list, newest first. Live events keep it up to date, so it does not become stale by age. */
export const generationsInfiniteQuery = (filter: GenerationFilter) =>
  infiniteQueryOptions({
    queryKey: generationKeys.list(filter),
    queryFn: async ({ client, pageParam }) => {
      const page = unwrap(
        await listGenerations({
          data: {
            type__in: filter.type,
            shows: filter.shows,
            status__in: filter.status && statusOf[filter.status],
            favorite: filter.favorite ? 'true' : undefined,
            q: filter.q || undefined,
            thread: filter.thread,
            model__in: filter.model,
            collection: filter.collection,
            from: filter.from,
            to: filter.to,
            trash: filter.trash ? 'true' : undefined,
            limit: pageParam || filter.thread ? laterPages : undefined,
            cursor: pageParam || undefined,
          },
        }),
      )
      return { ...page, items: page.items.map((item) => notBehind(client, item)) }
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    staleTime: minute,
    // Refetching a long list takes one request per page.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= shortList,
    refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= shortList,
  })

export const generationQuery = (id: string) =>
  queryOptions({
    queryKey: generationKeys.detail(id),
    queryFn: async ({ client }) => notBehind(client, unwrap(await getGeneration({ data: { id } }))),
    staleTime: minute,
  })

/** The model's reasoning before its answer, as it was when it was read. */
export const thinkingQuery = (id: string) =>
  queryOptions({
    queryKey: ['thinking', id],
    queryFn: async () => unwrap(await getThinking({ data: { id } })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A stretch of the reasoning that arrived in events of this page. */
/** The whole results of the tools that a run answers, which never change. */
export const toolResultsQuery = (id: string) =>
  queryOptions({
    queryKey: ['tool results', id],
    queryFn: async () => unwrap(await getToolResults({ data: { id } })),
    staleTime: Infinity,
  })

export type LiveThinking = { offset: number; text: string }

/** The end of the reasoning, from events; what precedes its offset has to be read. */
export const liveThinkingQuery = (id: string) => queryOptions<LiveThinking>({ queryKey: ['thinking', id, 'live'], queryFn: skipToken })

/** A person's own upload. */
export const uploadQuery = (id: string) =>
  queryOptions({
    queryKey: ['uploads', id],
    queryFn: async () => unwrap(await getUpload({ data: { id } })),
    staleTime: minute,
  })

/** Further inputs of a price, for models that charge for input. */
export type QuoteContext = Pick<CreateGeneration, 'inputs' | 'thread_id' | 'parent_id' | 'tools'>

/** Retries of a refused quote, during which the earlier price stays on the page. */
const maxQuoteRetries = 3

/** Milliseconds after which a price is read again that could not be read because the service is away. */
const awayMs = 5_000

/** Returns the seconds that a client with too many calls must wait; null if waiting does not help. */
function waitOf(error: Error): number | null {
  return error instanceof ApiError && error.failure.code === 'too_many_attempts' ? (error.failure.retry_after ?? 10) : null
}

type QuotedModel = Pick<Model, 'id' | 'type' | 'price' | 'prompt'>

const isPricedByPrompt = ({ price }: QuotedModel) => price.per?.measure === 'prompt_characters' || price.per?.measure === 'model_tokens'

/** Whether the model reads the prompt. Language models take it literally; a model with tasks reads which task it requests. */
const isReadByModel = ({ type, options }: Pick<Model, 'type' | 'options'>) => type !== 'text' || 'task' in options.properties

export const quoteKey = ['quote'] as const

/** The price of a run and the reading of its prompt. The prompt is sent only if one of the two depends on it. */
export const quoteQuery = (
  model: QuotedModel & Pick<Model, 'options'>,
  options: OptionValues,
  prompt: string,
  context: QuoteContext = {},
) => quoteOf(model, options, isReadByModel(model) || isPricedByPrompt(model) ? prompt : '', context)

/** The price of a run alone. Runs that differ only in a prompt that does not affect the price share one request. */
export const priceQuery = (model: QuotedModel, options: OptionValues, prompt: string, context: QuoteContext = {}) =>
  quoteOf(model, options, isPricedByPrompt(model) ? prompt : '', context)

function quoteOf(model: QuotedModel, options: OptionValues, prompt: string, context: QuoteContext) {
  const measured = prompt.trim().slice(0, model.prompt.max_length)
  // Advice also depends on the given files.
  const files = model.type !== 'text' && context.inputs?.length ? { inputs: context.inputs } : {}
  const read = model.price.per?.measure === 'model_tokens' ? context : files
  return queryOptions({
    queryKey: [...quoteKey, model.id, options, measured, read],
    queryFn: async () => unwrap(await quoteGeneration({ data: { model: model.id, prompt: measured, options, ...read } })),
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < maxQuoteRetries && waitOf(error) !== null,
    retryDelay: (_failures, error) => (waitOf(error) ?? 0) * 1000,
    // A submit waits for the price, so an outage must not leave the page without one.
    refetchInterval: ({ state: { error } }) => error instanceof ApiError && isAway(error.failure) && awayMs,
    staleTime: 5 * minute,
  })
}
