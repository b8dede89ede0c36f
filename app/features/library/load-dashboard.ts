import type { QueryClient } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { GenerationPage, OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { fieldModel, firstKind, overviewOfPage } from '#app/contract/runs/usual-models.ts'
import { firstPage } from '#app/shell/data/first-page.ts'
import { generationsInfiniteQuery, modelsQuery, priceQuery } from '#app/shell/data/generations.queries.ts'
import { getOverview } from '#app/shell/data/library.functions.ts'
import { collectionsQuery, librarySummaryQuery } from '#app/shell/data/library.queries.ts'
import { libraryFilter, type PlaceSearch } from './library-search.ts'

/** All works; the field for a new run takes the last used kind from them. */
export const everything = generationsInfiniteQuery(libraryFilter({}))

const unfinished = generationsInfiniteQuery({ status: 'active' })

/** The server fills in the model's defaults. */
export const usualOptions: OptionValues = {}

export const lastKind = (pages: readonly GenerationPage[] = []): Kind => pages[0]?.items[0]?.type ?? firstKind

/** Returns the query of the field's first price. */
function firstQuote(models: readonly Model[], works: readonly GenerationPage[]) {
  const model = fieldModel(models, lastKind(works))
  return model && priceQuery(model, usualOptions, '')
}

/** Reads everything that every dashboard shows in one call, for server rendering. If there is no price, the page asks again. */
async function loadAtOnce(queryClient: QueryClient) {
  const [models, answer] = await Promise.all([queryClient.ensureQueryData(modelsQuery()), getOverview({ data: overviewOfPage })])
  const { works, active, summary, collections, quote } = unwrap(answer)
  queryClient.setQueryData(everything.queryKey, firstPage(works))
  queryClient.setQueryData(unfinished.queryKey, firstPage(active))
  queryClient.setQueryData(librarySummaryQuery().queryKey, summary)
  queryClient.setQueryData(collectionsQuery().queryKey, collections)
  const query = firstQuote(models, [works])
  if (query && quote) queryClient.setQueryData(query.queryKey, quote)
}

/** The first price comes with the page; if it fails, the page asks again. */
async function loadField(queryClient: QueryClient) {
  const [models, works] = await Promise.all([queryClient.ensureQueryData(modelsQuery()), queryClient.ensureInfiniteQueryData(everything)])
  const query = firstQuote(models, works.pages)
  if (query) await queryClient.prefetchQuery({ ...query, retry: false })
}

export async function loadDashboard(queryClient: QueryClient, search: PlaceSearch) {
  const shown = () => queryClient.prefetchInfiniteQuery(generationsInfiniteQuery(libraryFilter(search)))
  if (import.meta.env.SSR) {
    await loadAtOnce(queryClient)
    return shown()
  }
  // A hydrated page changes filters at once, and shows the previous list until the response arrives.
  void shown()
  await Promise.all([
    loadField(queryClient),
    queryClient.ensureQueryData(collectionsQuery()),
    queryClient.ensureQueryData(librarySummaryQuery()),
    queryClient.ensureInfiniteQueryData(unfinished),
  ])
}
