import type { QueryClient } from '@tanstack/react-query'
import { unwrap } from '#app/contract/api-result.ts'
import type { Kind } from '#app/contract/values.ts'
import type { GenerationPage, OptionValues } from '#app/contract/generations.ts'
import type { Model } from '#app/contract/models.ts'
import { generationsInfiniteQuery, modelsQuery, priceQuery } from '#app/shell/data/generations.queries.ts'
import { getOverview } from '#app/shell/data/library.functions.ts'
import { collectionsQuery, librarySummaryQuery } from '#app/shell/data/library.queries.ts'
import { libraryFilter, type PlaceSearch } from './library-search.ts'

/** All works; the field for a new run takes the last used kind from them. */
export const everything = generationsInfiniteQuery(libraryFilter({}))

const unfinished = generationsInfiniteQuery({ status: 'active' })

/** Returns the model that the field uses: the first of the kind that needs no file. */
export const usualModel = (models: readonly Model[], kind: Kind): Model | undefined =>
  models.find(({ type, available, inputs }) => type === kind && available && !inputs.some(({ required }) => required))

/** The server fills in the model's defaults. */
export const usualOptions: OptionValues = {}

/** The first price is rendered with the page; if it fails, the page asks again. */
async function loadField(queryClient: QueryClient) {
  const [models, works] = await Promise.all([queryClient.ensureQueryData(modelsQuery()), queryClient.ensureInfiniteQueryData(everything)])
  const model = usualModel(models, lastKind(works.pages))
  if (model) await queryClient.prefetchQuery({ ...priceQuery(model, usualOptions, ''), retry: false })
}

export const lastKind = (pages: readonly GenerationPage[] = []): Kind => pages[0]?.items[0]?.type ?? 'image'

/** Reads everything that every dashboard shows in one call, for server rendering. */
async function loadOverview(queryClient: QueryClient) {
  const { works, active, summary, collections } = unwrap(await getOverview())
  const firstPage = (page: GenerationPage) => ({ pages: [page], pageParams: [''] })
  queryClient.setQueryData(everything.queryKey, firstPage(works))
  queryClient.setQueryData(unfinished.queryKey, firstPage(active))
  queryClient.setQueryData(librarySummaryQuery().queryKey, summary)
  queryClient.setQueryData(collectionsQuery().queryKey, collections)
}

export async function loadDashboard(queryClient: QueryClient, search: PlaceSearch) {
  if (import.meta.env.SSR) await Promise.all([loadOverview(queryClient), queryClient.ensureQueryData(modelsQuery())])
  const shown = queryClient.prefetchInfiniteQuery(generationsInfiniteQuery(libraryFilter(search)))
  await Promise.all([
    loadField(queryClient),
    queryClient.ensureQueryData(collectionsQuery()),
    queryClient.ensureQueryData(librarySummaryQuery()),
    queryClient.ensureInfiniteQueryData(unfinished),
    // A hydrated page changes filters at once, and shows the previous list until the response arrives.
    import.meta.env.SSR && shown,
  ])
}
