import type { QueryClient } from '@tanstack/react-query'
import { unwrap } from '#app/contract/api-result.ts'
import type { Kind } from '#app/contract/values.ts'
import type { Model } from '#app/contract/models.ts'
import { firstPage } from '#app/shell/data/first-page.ts'
import { generationsInfiniteQuery, modelsOf, modelsQuery, quoteQuery } from '#app/shell/data/generations.queries.ts'
import { draftQuery } from './composer/drafts.queries.ts'
import { pickModel } from './models/pick-model.ts'
import { defaultOptions } from '#app/shell/work/options/option-values.ts'
import { getStudio } from './studio.functions.ts'
import { threadsInfiniteQuery } from './thread/threads.queries.ts'

type LoadStudioOptions = { model?: string | undefined; task?: Model['task'] }

/** Returns the first price that the composer shows; none of a model that needs an input, which has no price without it. */
async function firstQuote(queryClient: QueryClient, kind: Kind, { model: wanted, task }: LoadStudioOptions) {
  const models = await queryClient.ensureQueryData(modelsQuery())
  const model = pickModel(modelsOf(kind, task)(models), wanted)
  if (!model || model.inputs.some(({ required }) => required)) return undefined
  return { model, query: quoteQuery(model, defaultOptions(model.options), '') }
}

/**
 * Reads everything that a studio shows in one call, for server rendering; false if the API is of a release without that call. If there is no
 * price, the page asks again.
 */
async function loadAtOnce(queryClient: QueryClient, kind: Kind, options: LoadStudioOptions): Promise<boolean> {
  const first = await firstQuote(queryClient, kind, options)
  const answer = await getStudio({ data: { kind, quote: first?.model.id } })
  if (!answer.ok && answer.error.code === 'not_found') return false
  const { works, active, draft, threads, quote } = unwrap(answer)
  queryClient.setQueryData(generationsInfiniteQuery({ type: kind }).queryKey, firstPage(works))
  queryClient.setQueryData(generationsInfiniteQuery({ status: 'active' }).queryKey, firstPage(active))
  if (threads) queryClient.setQueryData(threadsInfiniteQuery('').queryKey, firstPage(threads))
  if (draft) queryClient.setQueryData(draftQuery(kind).queryKey, draft)
  if (first && quote) queryClient.setQueryData(first.query.queryKey, quote)
  return true
}

/** A page that opens within the app does not wait for the draft and the unfinished works; it reads them once it is shown. */
export async function loadStudio(queryClient: QueryClient, kind: Kind, options: LoadStudioOptions = {}) {
  if (import.meta.env.SSR && (await loadAtOnce(queryClient, kind, options))) return
  const quoted = firstQuote(queryClient, kind, options).then(
    (first) => first && queryClient.prefetchQuery({ ...first.query, retry: false }),
  )
  await Promise.all([queryClient.ensureInfiniteQueryData(generationsInfiniteQuery({ type: kind })), quoted])
}
