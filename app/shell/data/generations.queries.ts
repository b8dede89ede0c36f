import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, unwrap } from '#app/contract/api-result.ts'
import type { Kind } from '#app/contract/values.ts'
import type { CreateGeneration, OptionValues } from '#app/contract/generations.ts'
import type { Model } from '#app/contract/models.ts'
import { getGeneration, listGenerations, listModels, quoteGeneration } from './generations.functions.ts'
import { getUpload } from './uploads.functions.ts'

const minute = 60_000

/** Which generations a list holds. `active` is what has not ended yet, `done` what has succeeded, `failed` what has ended otherwise. */
export type GenerationFilter = {
  type?: Kind | undefined
  status?: 'active' | 'done' | 'failed' | 'ended' | undefined
  favorite?: boolean | undefined
  q?: string | undefined
  /** The turns of one conversation. */
  thread?: string | undefined
  model?: string | undefined
  collection?: string | undefined
  /** Made at or after, and made before: ISO times. */
  from?: string | undefined
  to?: string | undefined
  /** True lists the trash, otherwise the library. */
  trash?: boolean | undefined
}

export const generationKeys = {
  all: ['generations'] as const,
  lists: ['generations', 'list'] as const,
  list: (filter: GenerationFilter) => ['generations', 'list', filter] as const,
  details: ['generations', 'detail'] as const,
  detail: (id: string) => ['generations', 'detail', id] as const,
}

/** The filter in the key of a list; `generationKeys.list` makes all of them. */
export const isListFilter = (part: unknown): part is GenerationFilter => typeof part === 'object' && part !== null

const statusOf = {
  active: 'queued,running',
  done: 'succeeded',
  failed: 'failed,canceled',
  ended: 'succeeded,failed,canceled',
} as const

/** Lists of up to this many pages are refetched on window focus; live events alone keep longer ones current. */
const shortList = 3

/** The first page comes with the HTML; the rest is fetched in larger pieces, by those who go on. A conversation is wanted as a whole. */
const laterPages = '100'

/** A list with an unavailable model is read again after this time: the model may be back. */
const unavailableFor = 5 * minute

/** All models, read once at app start and shared by all pages; `modelsOf` selects the ones of a kind. */
export const modelsQuery = () =>
  queryOptions({
    queryKey: ['models'],
    queryFn: async () => unwrap(await listModels({ data: {} })),
    staleTime: ({ state }) =>
      state.data?.some(({ available, retired }) => !available && !retired) ? unavailableFor : Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The models on offer; retired ones are only known for their names. */
export const modelsOf = (kind: Kind) => (models: Model[]) => models.filter(({ type, retired }) => type === kind && !retired)

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
      ),
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

/** Further inputs of a price, for models that charge by what they read. */
export type QuoteContext = Pick<CreateGeneration, 'inputs' | 'thread_id' | 'parent_id'>

/** The earlier price stays on the page meanwhile. */
const maxQuoteRetries = 3

/** Seconds that a client that asks too often has to wait; null where waiting does not help. */
function waitOf(error: Error): number | null {
  return error instanceof ApiError && error.failure.code === 'too_many_attempts' ? (error.failure.retry_after ?? 10) : null
}

type QuotedModel = Pick<Model, 'id' | 'type' | 'price' | 'prompt'>

const isPricedByPrompt = ({ price }: QuotedModel) => price.per?.measure === 'prompt_characters' || price.per?.measure === 'model_tokens'

/** Language models take a prompt as a whole; a model with tasks reads which one it asks for. */
const isReadByModel = ({ type, options }: Pick<Model, 'type' | 'options'>) => type !== 'text' || 'task' in options.properties

export const quoteKey = ['quote'] as const

/** The price of a run, and how its prompt is read. The prompt is only sent along where either depends on it. */
export const quoteQuery = (
  model: QuotedModel & Pick<Model, 'options'>,
  options: OptionValues,
  prompt: string,
  context: QuoteContext = {},
) => quoteOf(model, options, isReadByModel(model) || isPricedByPrompt(model) ? prompt : '', context)

/** The price of a run alone: runs that differ only in a prompt that does not matter for it share one request. */
export const priceQuery = (model: QuotedModel, options: OptionValues, prompt: string, context: QuoteContext = {}) =>
  quoteOf(model, options, isPricedByPrompt(model) ? prompt : '', context)

function quoteOf(model: QuotedModel, options: OptionValues, prompt: string, context: QuoteContext) {
  const measured = prompt.trim().slice(0, model.prompt.max_length)
  // Advice depends on the given files too.
  const files = model.type !== 'text' && context.inputs?.length ? { inputs: context.inputs } : {}
  const read = model.price.per?.measure === 'model_tokens' ? context : files
  return queryOptions({
    queryKey: [...quoteKey, model.id, options, measured, read],
    queryFn: async () => unwrap(await quoteGeneration({ data: { model: model.id, prompt: measured, options, ...read } })),
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < maxQuoteRetries && waitOf(error) !== null,
    retryDelay: (_failures, error) => (waitOf(error) ?? 0) * 1000,
    staleTime: 5 * minute,
  })
}
