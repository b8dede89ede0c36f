import type { QueryClient } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { ModelTask } from '#app/contract/base/values.ts'
import { studioModel, studioOfPage } from '#app/contract/runs/usual-models.ts'
import { firstPage } from '#app/shell/data/first-page.ts'
import { generationsInfiniteQuery, modelsQuery, quoteQuery } from '#app/shell/data/generations.queries.ts'
import { draftQuery } from './composer/drafts.queries.ts'
import { defaultOptions } from '#app/runs/options/option-values.ts'
import { getStudio } from './studio.functions.ts'
import { threadsInfiniteQuery } from './thread/threads.queries.ts'

type LoadStudioOptions = { task?: ModelTask | undefined }

/** Returns the query of the first price that the composer shows. */
async function firstQuote(queryClient: QueryClient, kind: Kind, { task }: LoadStudioOptions) {
  const model = studioModel(await queryClient.ensureQueryData(modelsQuery()), kind, task)
  return model && quoteQuery(model, defaultOptions(model.options), '')
}

/**
 * Reads everything that a studio shows in one call, for server rendering; false if the API is of a release without that call. If there is no
 * price, the page asks again.
 */
async function loadAtOnce(queryClient: QueryClient, kind: Kind, options: LoadStudioOptions): Promise<boolean> {
  const [query, answer] = await Promise.all([firstQuote(queryClient, kind, options), getStudio({ data: studioOfPage(kind, options.task) })])
  if (!answer.ok && answer.error.code === 'not_found') return false
  const { works, active, draft, threads, quote } = unwrap(answer)
  queryClient.setQueryData(generationsInfiniteQuery({ type: kind }).queryKey, firstPage(works))
  queryClient.setQueryData(generationsInfiniteQuery({ status: 'active' }).queryKey, firstPage(active))
  if (threads) queryClient.setQueryData(threadsInfiniteQuery('').queryKey, firstPage(threads))
  if (draft) queryClient.setQueryData(draftQuery(kind).queryKey, draft)
  if (query && quote) queryClient.setQueryData(query.queryKey, quote)
  return true
}

/** A page that opens within the app does not wait for the draft and the unfinished works; it reads them once it is shown. */
export async function loadStudio(queryClient: QueryClient, kind: Kind, options: LoadStudioOptions = {}) {
  if (import.meta.env.SSR && (await loadAtOnce(queryClient, kind, options))) return
  const quoted = firstQuote(queryClient, kind, options).then((query) => query && queryClient.prefetchQuery({ ...query, retry: false }))
  await Promise.all([queryClient.ensureInfiniteQueryData(generationsInfiniteQuery({ type: kind })), quoted])
}
